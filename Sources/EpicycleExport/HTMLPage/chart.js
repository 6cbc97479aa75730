// Error against clocks on logarithmic axes.

function shape(name, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/**
 * Fills `holder`; the lines are {name, kind, points: [{clocks, share}]}.
 * @returns a function from a place on the screen, in pixels from the holder's left edge, to a number of clocks
 */
function drawChart(holder, lines, clocks) {
  const size = { width: holder.clientWidth, height: 250, left: 52, right: 14, top: 22, bottom: 38 };
  const points = lines.flatMap((line) => line.points);
  const largest = Math.max(...points.map((point) => point.share));
  const floor = Math.max(Math.min(...points.map((point) => point.share)), largest * 1e-7);
  const across = [Math.min(...points.map((point) => point.clocks)), Math.max(...points.map((point) => point.clocks))];
  const up = [Math.floor(Math.log10(floor) + 1e-9), Math.ceil(Math.log10(largest) - 1e-9)];
  if (up[0] === up[1]) up[1] += 1;
  const width = size.width - size.left - size.right;
  const height = size.height - size.top - size.bottom;
  const spread = Math.log(across[1] / across[0]) || 1;
  const x = (count) => size.left + (width * Math.log(count / across[0])) / spread;
  const y = (share) =>
    size.top + (height * (up[1] - Math.log10(Math.max(share, 10 ** up[0])))) / (up[1] - up[0]);

  const svg = shape("svg", { viewBox: `0 0 ${size.width} ${size.height}`, "aria-hidden": "true" });
  const every = Math.ceil((up[1] - up[0]) / 6);
  for (let power = up[0]; power <= up[1]; power += every) {
    const place = y(10 ** power);
    svg.append(shape("path", { class: "grid", d: `M${size.left} ${place}h${width}` }));
    svg.append(shape("text", { x: size.left - 10, y: place + 4, "text-anchor": "end" }, percent(10 ** power)));
  }
  let free = 0;
  for (const count of [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5]) {
    if (count < across[0] || count > across[1] || x(count) < free) continue;
    free = x(count) + 30;
    svg.append(shape("text", { x: x(count), y: size.height - 20, "text-anchor": "middle" }, count));
  }
  svg.append(shape("text", { x: size.left + width, y: size.height - 3, "text-anchor": "end" }, "clocks"));
  if (clocks >= across[0] && clocks <= across[1]) {
    svg.append(shape("path", { class: "here", d: `M${x(clocks)} ${size.top}v${height}` }));
  }
  // Lines fall: the paper is free above the start of the highest, below the end of the lowest, and of one that goes on
  // further. Others are known by their colours.
  const ranked = [...lines].sort((a, b) => b.points.at(-1).share - a.points.at(-1).share);
  const end = ranked.at(-1).points.at(-1).clocks;
  for (const line of lines) {
    const group = shape("g", { class: line.kind });
    const places = line.points.map((point) => `${x(point.clocks)} ${y(point.share)}`);
    group.append(shape("path", { d: "M" + places.join("L") }));
    for (const point of line.points) {
      const radius = point.isHere ? 5.5 : 2.5;
      group.append(shape("circle", { cx: x(point.clocks), cy: y(point.share), r: radius }));
    }
    const isHighest = line === ranked[0];
    const place = isHighest ? line.points[0] : line.points.at(-1);
    const anchor = x(place.clocks) > size.left + width / 2 ? "end" : "start";
    const at = { x: x(place.clocks), y: y(place.share) + (isHighest ? -10 : 20), "text-anchor": anchor };
    const isFree = isHighest || line === ranked.at(-1) || place.clocks > end;
    if (lines.length > 1 && isFree) group.append(shape("text", at, line.name));
    svg.append(group);
  }
  holder.replaceChildren(svg);
  return (place) => across[0] * Math.exp((spread * (place - size.left)) / width);
}
