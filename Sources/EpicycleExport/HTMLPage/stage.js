// One drawing on a canvas: the original, the trail, circles, arms and the tip.

const chunks = 48;

class Stage {
  constructor(method) {
    this.method = method;
    this.figure = document.getElementById("stage").content.firstElementChild.cloneNode(true);
    this.figure.classList.add(method.kind);
    this.canvas = this.figure.querySelector("canvas");
    this.figure.querySelector("h2").textContent = method.name;
    this.curves = new WeakMap();
  }

  /** Paths of the drawn curve in pieces of equal time, so that each can have its own strength. */
  pieces(chain) {
    if (!this.curves.has(chain)) {
      const highest = chain.clocks.reduce((most, clock) => Math.max(most, Math.abs(clock.harmonic)), 1);
      const affordable = Math.min(128, 1e7 / (chunks * chain.clocks.length));
      const steps = Math.max(16, Math.ceil(Math.min(affordable, (16 * highest) / chunks)));
      const pieces = [];
      for (let chunk = 0; chunk < chunks; chunk++) {
        const points = [];
        for (let step = 0; step <= steps; step++) points.push(tip(chain, (chunk + step / steps) / chunks));
        pieces.push({ points, path: polyline(points) });
      }
      this.curves.set(chain, pieces);
    }
    return this.curves.get(chain);
  }

  draw(scene) {
    const { canvas, spec } = this;
    const density = window.devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * density);
    const height = Math.round(canvas.clientHeight * density);
    if (!width || !height) return;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    const { box, zoom, time, layers, colours } = scene;
    const scale = Math.min(width / box.width, height / box.height) * zoom;
    const followed = tip(spec.chains[Math.min(scene.followed, spec.chains.length - 1)], time);
    const share = Math.min(1, zoom - 1);
    const eye = {
      x: box.centre.x + share * (followed.x - box.centre.x),
      y: box.centre.y + share * (followed.y - box.centre.y),
    };
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    context.setTransform(scale, 0, 0, scale, width / 2 - eye.x * scale, height / 2 - eye.y * scale);
    context.lineJoin = "round";
    const pixel = density / scale;
    const stroke = (path, colour, strength, weight) => {
      context.strokeStyle = colour;
      context.globalAlpha = strength;
      context.lineWidth = weight * pixel;
      context.stroke(path);
    };

    if (layers.target) for (const target of scene.targets) stroke(target, colours.ink, 0.14, 6);
    if (layers.trail) {
      for (const chain of spec.chains) {
        this.pieces(chain).forEach(({ points, path }, chunk) => {
          const age = time - (chunk + 1) / chunks;
          if (age <= 0 && age > -1 / chunks) {
            const done = Math.floor((1 + age * chunks) * (points.length - 1));
            stroke(polyline(points.slice(done)), colours.accent, 0.2, 2);
            stroke(polyline([...points.slice(0, done + 1), tip(chain, time)]), colours.accent, 1, 2);
          } else {
            const fresh = 1 - (age < 0 ? age + 1 : age);
            stroke(path, colours.accent, 0.2 + 0.8 * fresh ** 2, 2);
          }
        });
      }
    }
    for (const chain of spec.chains) {
      const points = joints(chain, time);
      if (layers.circles) {
        const circles = new Path2D();
        chain.clocks.forEach(({ radius }, index) => {
          const { x, y } = points[index];
          const length = radius * data.place.scale;
          circles.moveTo(x + length, y);
          circles.arc(x, y, length, 0, 2 * Math.PI);
        });
        stroke(circles, colours.ink, 0.18, 1);
      }
      if (layers.arms) stroke(polyline(points), colours.ink, 0.75, 1.25);
      context.globalAlpha = 1;
      context.fillStyle = colours.accent;
      context.beginPath();
      context.arc(points.at(-1).x, points.at(-1).y, 5 * pixel, 0, 2 * Math.PI);
      context.fill();
    }
  }
}

function polyline(points) {
  const path = new Path2D();
  points.forEach(({ x, y }, index) => (index ? path.lineTo(x, y) : path.moveTo(x, y)));
  return path;
}
