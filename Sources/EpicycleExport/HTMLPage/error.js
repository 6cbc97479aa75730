// What the specs say about their error. A figure is the certified upper bound, in the spec's unit.

const metrics = {
  frechet: "shape (Fréchet)",
  hausdorff: "shape (Hausdorff)",
  max: "largest, at equal times",
  maxWithSlack: "largest, within the slack",
  rms: "root mean square",
};

/** The error of a spec, or undefined where the spec doesn't say. */
function errorOf(spec, metric) {
  const figure = spec.error[metric];
  return figure?.upper ?? figure;
}

/** The error as a share of the diagonal. */
function shareOf(spec, metric) {
  const error = errorOf(spec, metric);
  return error === undefined || !spec.error.diagonal ? undefined : error / spec.error.diagonal;
}

function short(number) {
  const size = Math.abs(number);
  return size !== 0 && (size < 1e-4 || size >= 1e7)
    ? number.toExponential(1)
    : new Intl.NumberFormat("en", { maximumSignificantDigits: 3 }).format(number);
}

/** A share in words; the floor of the error reports is 1e-9. */
function percent(share) {
  if (share === undefined) return "error not known";
  return share <= 1.01e-9 ? "exact" : `${short(100 * share)} %`;
}
