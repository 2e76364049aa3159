/** Who raced one deal best: the cleared before the unfinished, whatever the points. */

/**
 * @typedef {import("../types.js").Class} Class
 * @typedef {import("../types.js").RankBy} RankBy
 */

/**
 * All of a game that counts for its place; times are race times.
 * @typedef {object} Outcome
 * @property {number} seat
 * @property {Class} class
 * @property {number} elapsed_ms
 * @property {number} moves
 * @property {number} score
 * @property {number} home
 * @property {number} hidden
 * @property {number} last_score_ms
 * @property {number} total
 */

const TENTH_MS = 100;

/**
 * Rank a deal, best first; shared places count 1, 1, 3, and within one the seats go up.
 * @param {readonly Outcome[]} outcomes
 * @param {RankBy} by
 * @returns {{ place: number, outcome: Outcome }[]}
 */
export function standings(outcomes, by) {
  const ranked = outcomes
    .map((outcome) => ({ key: key(outcome, by), outcome }))
    .sort((a, b) => compared(a.key, b.key) || a.outcome.seat - b.outcome.seat);
  let place = 0;
  return ranked.map(({ key: mine, outcome }, index) => {
    const above = ranked[index - 1];
    if (!above || compared(above.key, mine)) place = index + 1;
    return { place, outcome };
  });
}

/**
 * Answer what compares outcomes: less is better, equal shares a place.
 * @param {Outcome} outcome
 * @param {RankBy} by
 */
function key(outcome, by) {
  switch (outcome.class) {
    case "cleared": {
      const points = by === "score" ? -outcome.total : 0;
      return [0, points, Math.floor(outcome.elapsed_ms / TENTH_MS), outcome.moves];
    }
    case "unfinished":
      // The score without streak and time bonus, so that latency decides nothing here.
      return [1, -outcome.score, -outcome.home, outcome.hidden, outcome.last_score_ms];
    case "disqualified":
      return [2];
  }
}

/**
 * @param {number[]} a
 * @param {number[]} b
 */
function compared(a, b) {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
