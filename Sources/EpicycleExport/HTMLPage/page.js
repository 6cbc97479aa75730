// The controls: what is chosen stands in `state`, everything that is seen follows from it.

const data = JSON.parse(document.getElementById("data").textContent);
data.specs.forEach(restorePeriods);
const element = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const given = data.specs[0];
const seconds = given.loop.seconds;

// Methods from the plainest to the freest; each with its specs by rising number of clocks, one at each.
const methods = [];
for (const spec of data.specs) {
  const clocks = (other) => other.budget.clocks === spec.budget.clocks;
  const base = methodName(spec);
  let name = base;
  let method;
  for (let number = 2; (method = methods.find((other) => other.name === name))?.specs.some(clocks); number++) {
    name = `${base} (${number})`;
  }
  if (!method) methods.push((method = { name, freedom: freedomOf(spec), specs: [] }));
  method.specs.push(spec);
}
methods.sort((a, b) => a.freedom - b.freedom);
methods.forEach((method, index) => {
  method.specs.sort((a, b) => a.budget.clocks - b.budget.clocks);
  method.kind = index === methods.length - 1 ? "fitted" : index === 0 ? "plain" : "between";
});

const isComparison = data.specs.length > 1;
const stops = isComparison
  ? [...new Set(data.specs.map((spec) => spec.budget.clocks))].sort((a, b) => a - b)
  : Array.from({ length: given.budget.used - fewestClocks(given) + 1 }, (_, index) => fewestClocks(given) + index);
const known = Object.keys(metrics).filter((metric) => data.specs.every((spec) => shareOf(spec, metric) !== undefined));

const state = {
  stop: Math.max(0, stops.indexOf(isComparison ? given.budget.clocks : given.budget.used)),
  time: 0,
  playing: !calm.matches,
  metric: known[0],
  view: "all",
};
const scene = {
  box: surroundings(data.specs),
  targets: data.targets.map((target) => new Path2D(target)),
  layers: Object.fromEntries(data.show.map((layer) => [layer, true])),
  followed: 0,
  zoom: 1,
};
const stages = methods.map((method) => new Stage(method));
let clocksAt = () => stops[0];
let truncation = { clocks: given.budget.used, spec: given };

/** The spec of a method that the slider stands at: the largest within the budget. */
function chosen(method) {
  const clocks = stops[state.stop];
  if (isComparison) return method.specs.findLast((spec) => spec.budget.clocks <= clocks) ?? method.specs[0];
  if (truncation.clocks !== clocks) truncation = { clocks, spec: truncated(given, clocks) };
  return clocks === given.budget.used ? given : truncation.spec;
}

function visibleStages() {
  return stages.filter((stage, index) => state.view === "all" || state.view === String(index));
}

function describe(stage) {
  const { spec, figure } = stage;
  const share = shareOf(spec, state.metric);
  const error = errorOf(spec, state.metric);
  const unit = spec.units === "points" ? "points" : "units";
  const isKnown = share !== undefined;
  figure.querySelector(".error").textContent = isKnown ? percent(share) : "";
  // With fewer arms nobody has certified an error: such a spec is to look at, and no report to hand on.
  const isReduced = spec === truncation.spec && spec !== given;
  const words = isKnown
    ? `${metrics[state.metric]} at most ${short(error)} ${unit}`
    : percent(share) + (isReduced ? `: solve with --clocks ${spec.budget.used} for a spec that says it` : "");
  figure.querySelector(".detail").textContent = `${spec.budget.used} clocks, ${words}`;
  figure.querySelector(".json").hidden = isReduced;
  stage.canvas.setAttribute("aria-label", `${document.title} drawn by ${spec.budget.used} clocks: ${stage.method.name}`);
  return `${stage.method.name}: ${percent(share)}`;
}

/** After a change of budget or metric. */
function choose({ announce = true } = {}) {
  for (const stage of stages) stage.spec = chosen(stage.method);
  const words = visibleStages().map(describe).join("; ");
  const clocks = stops[state.stop];
  element("budget").value = state.stop;
  element("budget").setAttribute("aria-valuetext", `${clocks} clocks`);
  element("budget-value").textContent = clocks;
  if (announce) element("status").textContent = `${clocks} clocks. ${words}`;
  if (state.metric && isComparison) compare();
  draw();
}

/** After a change of view. */
function arrange() {
  element("stages").replaceChildren(...visibleStages().map((stage) => stage.figure));
  // Where they don't all fit, the freest is seen first.
  element("stages").scrollLeft = element("stages").scrollWidth;
  choose();
}

function compare() {
  const lines = methods.map((method) => ({
    ...method,
    points: method.specs.map((spec) => ({
      clocks: spec.budget.clocks, share: Math.max(shareOf(spec, state.metric), 1e-12), isHere: spec === chosen(method),
    })),
  }));
  clocksAt = drawChart(element("chart"), lines, stops[state.stop]);
  const ends = lines.map(({ name, points }) =>
    `${name}: from ${percent(points[0].share)} with ${points[0].clocks} clocks to ` +
    `${percent(points.at(-1).share)} with ${points.at(-1).clocks}`);
  element("chart").setAttribute("aria-label", `Error against clocks. ${ends.join(". ")}.`);

  const table = element("figures");
  table.replaceChildren();
  const head = table.createTHead().insertRow();
  for (const text of ["Clocks", ...methods.map((method) => method.name)]) {
    const cell = document.createElement("th");
    cell.scope = "col";
    head.append(cell);
    cell.textContent = text;
  }
  const body = table.createTBody();
  stops.forEach((clocks, index) => {
    const row = body.insertRow();
    if (index === state.stop) row.setAttribute("aria-current", "true");
    const first = document.createElement("th");
    first.scope = "row";
    first.textContent = clocks;
    row.append(first);
    for (const { points } of lines) {
      const point = points.find((candidate) => candidate.clocks === clocks);
      row.insertCell().textContent = point ? percent(point.share) : "";
    }
  });
}

function draw() {
  const now = state.time * seconds;
  element("time").value = state.time;
  const text = `${now.toFixed(2)} s`;
  element("time-value").textContent = text;
  element("time").setAttribute("aria-valuetext", text);
  for (const stage of visibleStages()) stage.draw({ ...scene, time: state.time });
}

let before;
function frame(moment) {
  if (!state.playing) return;
  if (before !== undefined) {
    // A page that was in the background goes on where it stood.
    const passed = Math.min(0.25, (moment - before) / 1000);
    state.time = (state.time + (passed * 2 ** element("speed").valueAsNumber) / seconds) % 1;
    draw();
  }
  before = moment;
  requestAnimationFrame(frame);
}

function play(playing) {
  state.playing = playing;
  element("play").textContent = playing ? "Pause" : "Play";
  before = undefined;
  if (playing) requestAnimationFrame(frame);
}

function goTo(stop) {
  const within = Math.min(stops.length - 1, Math.max(0, stop));
  if (within === state.stop) return;
  state.stop = within;
  choose();
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  element("status").textContent = `Copied as ${what}.`;
}

function addOption(list, value, text) {
  list.add(new Option(text, value));
}

function prepare() {
  document.documentElement.style.setProperty("--aspect", scene.box.width / scene.box.height);
  element("generator").textContent = `Made by ${given.generator}.`;
  element("budget").max = stops.length - 1;

  element("comparison").hidden = !isComparison || !state.metric;
  for (const metric of known) addOption(element("metric"), metric, metrics[metric]);
  element("metric").addEventListener("change", (event) => {
    state.metric = event.target.value;
    choose();
  });

  element("views").hidden = methods.length < 2;
  for (const [value, text] of [["all", "Side by side"], ...methods.map((method, index) => [String(index), method.name])]) {
    const label = document.createElement("label");
    const radio = Object.assign(document.createElement("input"), { type: "radio", name: "view", value });
    radio.checked = value === state.view;
    radio.addEventListener("change", () => {
      state.view = value;
      arrange();
    });
    label.append(radio, text);
    element("views").append(label);
  }

  for (const box of element("layers").querySelectorAll("input")) {
    box.checked = Boolean(scene.layers[box.value]);
    if (box.value === "target") box.parentElement.hidden = !scene.targets.length;
    box.addEventListener("change", () => {
      scene.layers[box.value] = box.checked;
      draw();
    });
  }

  element("follow-label").hidden = given.chains.length < 2;
  given.chains.forEach((chain, index) => addOption(element("follow"), index, chain.id));
  element("follow").addEventListener("change", (event) => {
    scene.followed = Number(event.target.value);
    draw();
  });

  element("warnings").hidden = !given.warnings.length;
  for (const { message } of given.warnings) {
    element("warnings").append(Object.assign(document.createElement("li"), { textContent: message }));
  }

  for (const stage of stages) {
    stage.figure.querySelector(".json").addEventListener("click", () =>
      copy(JSON.stringify(stage.spec, null, 2) + "\n", "JSON"));
    stage.figure.querySelector(".swift").addEventListener("click", () => copy(swiftSource(stage.spec), "Swift"));
  }

  element("play").addEventListener("click", () => play(!state.playing));
  element("budget").addEventListener("input", (event) => goTo(event.target.valueAsNumber));
  element("time").addEventListener("input", (event) => {
    state.time = event.target.valueAsNumber % 1;
    draw();
  });
  for (const name of ["speed", "zoom"]) {
    const show = () => {
      const text = `${short(2 ** element(name).valueAsNumber)}×`;
      element(`${name}-value`).textContent = text;
      element(name).setAttribute("aria-valuetext", text);
      if (name === "zoom") scene.zoom = 2 ** element(name).valueAsNumber;
    };
    show();
    element(name).addEventListener("input", () => {
      show();
      draw();
    });
  }

  const pick = (event) => {
    const clocks = clocksAt(event.clientX - element("chart").getBoundingClientRect().left);
    const distance = (stop) => Math.abs(Math.log(stops[stop] / clocks));
    goTo(stops.reduce((best, _, stop) => (distance(stop) < distance(best) ? stop : best), 0));
  };
  element("chart").addEventListener("click", pick);
  element("chart").addEventListener("pointermove", (event) => event.buttons && pick(event));

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " " && !event.target.closest("button, select, summary, [type=checkbox], [type=radio]")) {
      event.preventDefault();
      play(!state.playing);
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step && !event.target.closest("input, select")) {
      event.preventDefault();
      goTo(state.stop + step);
    }
  });

  const recolour = () => {
    const style = getComputedStyle(document.documentElement);
    scene.colours = { ink: style.getPropertyValue("--ink"), accent: style.getPropertyValue("--accent") };
  };
  recolour();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    recolour();
    draw();
  });
  calm.addEventListener("change", () => calm.matches && play(false));

  arrange();
  const sizes = new ResizeObserver(() => choose({ announce: false }));
  sizes.observe(element("stages"));
  play(state.playing);
}

prepare();
