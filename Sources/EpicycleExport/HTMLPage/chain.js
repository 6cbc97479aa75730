"use strict";

// z(t) = centre + Σ radius·exp(i·(phase + 2π·harmonic·t/T)): y down, positive angles clockwise. Times here are in
// loops, t/T. What is drawn stands about the origin and is about 1000 long, since a canvas takes single precision.

/** Where a point of the specs is drawn. */
function placed({ x, y }) {
  const { place } = data;
  return { x: (x - place.x) * place.scale, y: (y - place.y) * place.scale };
}

/** The joints of a chain from its centre to the carried point, where they are drawn. */
function joints(chain, time) {
  let { x, y } = placed(chain.centre);
  const points = [{ x, y }];
  for (const clock of chain.clocks) {
    const radius = clock.radius * data.place.scale;
    const angle = clock.phase + 2 * Math.PI * ((clock.harmonic * time) % 1);
    x += radius * Math.cos(angle);
    y += radius * Math.sin(angle);
    points.push({ x, y });
  }
  return points;
}

/** The carried point, where it is drawn. */
function tip(chain, time) {
  return joints(chain, time).at(-1);
}

/** The spec with the given number of clocks: the smallest arms fall away, the last one of a chain never does. */
function truncated(spec, clocks) {
  const arms = spec.chains.flatMap((chain, index) => chain.clocks.map((clock) => ({ index, clock })));
  arms.sort((a, b) => b.clock.radius - a.clock.radius);
  const largest = spec.chains.map((_, index) => arms.find((arm) => arm.index === index)).filter(Boolean);
  const uprights = spec.chains.filter((chain) => chain.upright).length;
  const others = arms.filter((arm) => !largest.includes(arm));
  const kept = new Set([...largest, ...others.slice(0, clocks - uprights - largest.length)].map((arm) => arm.clock));
  const chains = spec.chains.map((chain) => {
    let turned = 0;
    const rest = chain.clocks.filter((clock) => kept.has(clock)).map((clock) => {
      const period = spec.loop.seconds / (clock.harmonic - turned);
      turned = clock.harmonic;
      return { ...clock, period };
    });
    const spin = chain.upright?.spin ?? 0;
    const back = spin === turned ? undefined : { ...chain.upright, period: spec.loop.seconds / (spin - turned) };
    const upright = chain.upright && { upright: back };
    return { ...chain, clocks: rest, ...upright, error: {} };
  });
  const used = kept.size + uprights;
  return { ...spec, budget: { clocks: used, used }, method: { fit: "truncate" }, chains, error: {} };
}

/** The fewest clocks that `truncated` can leave. */
function fewestClocks(spec) {
  return spec.chains.reduce((sum, chain) => sum + Math.min(1, chain.clocks.length) + (chain.upright ? 1 : 0), 0);
}

/** The box around all that the specs' chains reach, and around their frame, with a margin, where it is drawn. */
function surroundings(specs) {
  const { x, y, width, height } = specs[0].frame;
  let low = placed({ x, y });
  let high = placed({ x: x + width, y: y + height });
  for (const spec of specs) {
    for (const chain of spec.chains) {
      for (let step = 0; step < 90; step++) {
        for (const { x, y } of joints(chain, step / 90)) {
          low = { x: Math.min(low.x, x), y: Math.min(low.y, y) };
          high = { x: Math.max(high.x, x), y: Math.max(high.y, y) };
        }
      }
    }
  }
  const margin = 0.04 * Math.max(high.x - low.x, high.y - low.y) || 1;
  return {
    centre: { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2 },
    width: high.x - low.x + 2 * margin,
    height: high.y - low.y + 2 * margin,
  };
}

const laws = {
  constant: "constant speed", keyframes: "key frames", parameter: "uniform parameter", free: "free speed",
};

/** Puts in the periods that the page left out: T/(n_k − n_{k−1}) seconds. */
function restorePeriods(spec) {
  for (const chain of spec.chains) {
    let turned = 0;
    chain.clocks = chain.clocks.map((clock) => {
      const period = spec.loop.seconds / (clock.harmonic - turned);
      turned = clock.harmonic;
      return { period, ...clock };
    });
  }
}

/** How much a spec's fit was free to choose: 0 nothing, 1 the coefficients, 2 the timing too. */
function freedomOf(spec) {
  if (spec.method.fit === "truncate") return 0;
  return spec.chains.some((chain) => chain.timing.law === "free") ? 2 : 1;
}

/** How a spec was made, in words. */
function methodName(spec) {
  const words = [...new Set(spec.chains.map((chain) => laws[chain.timing.law]))].join(" and ");
  return spec.method.fit === "minimax" ? `Fitted, ${words}` : words[0].toUpperCase() + words.slice(1);
}
