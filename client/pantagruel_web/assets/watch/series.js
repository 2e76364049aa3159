/** How each player's cards home and score went over race time, and the scales to draw it by. */

/** What was true from race time `ms` on. @typedef {{ms: number, home: number, score: number}} Point */
/** @typedef {"home" | "score"} Measure */

/**
 * Add what is true at a race time; a point that says nothing new is left out.
 * @param {Point[]} points @param {Point} point
 */
export function note(points, point) {
  const last = points[points.length - 1];
  if (last && last.home === point.home && last.score === point.score) return;
  if (last && last.ms === point.ms) points.pop();
  points.push(point);
}

/**
 * Answer what was true at a race time; null before the first point.
 * @param {readonly Point[]} points @param {number} ms
 */
export function at(points, ms) {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (/** @type {Point} */ (points[middle]).ms <= ms) low = middle + 1;
    else high = middle;
  }
  return points[low - 1] ?? null;
}

/**
 * Answer round numbers from at most `low` to at least `high`, at most `most` steps apart.
 * @param {number} low @param {number} high @param {number} most
 */
export function ticks(low, high, most) {
  const rough = Math.max(1, high - low) / most;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, unit * ([1, 2, 2.5, 5, 10].find((times) => unit * times >= rough) ?? 10));
  const first = Math.floor(low / step) * step;
  const count = Math.ceil((high - first) / step);
  return Array.from({ length: count + 1 }, (_, number) => first + number * step);
}

const CLOCK_STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600].map((seconds) => seconds * 1000);

/**
 * Answer race times for the foot of a graph.
 * @param {number} end @param {number} most
 */
export function clockTicks(end, most) {
  const step = CLOCK_STEPS.find((one) => end / one <= most) ?? 7_200_000;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, number) => number * step);
}

/**
 * Move labels apart that would lie on each other, in their order, within 0 and `height`.
 * @param {readonly number[]} wanted  where each would like its middle
 * @param {number} apart @param {number} height
 */
export function spread(wanted, apart, height) {
  const order = wanted.map((y, number) => ({ y, number })).sort((a, b) => a.y - b.y);
  let floor = apart / 2;
  for (const one of order) {
    one.y = Math.max(one.y, floor);
    floor = one.y + apart;
  }
  let ceiling = Math.max(height - apart / 2, apart / 2 + (order.length - 1) * apart);
  for (const one of [...order].reverse()) {
    one.y = Math.min(one.y, ceiling);
    ceiling = one.y - apart;
  }
  const places = wanted.map(() => 0);
  for (const { y, number } of order) places[number] = y;
  return places;
}
