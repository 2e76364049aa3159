/** The streak bonus: cards that go home in quick succession. */

/**
 * The points so far, the most cards that were ever home, and the streak that may be alive.
 * @typedef {{ points: number, high: number, length: number, last: number }} Streak
 */

const GAP_MS = 3000;
const MOST = 4; // below what a rollback costs, so that a streak cannot be farmed

/** @type {Streak} */
export const NO_STREAK = { points: 0, high: 0, length: 0, last: 0 };

/**
 * Take in that an accepted command at race time *ms* left *home* cards on foundations.
 * @param {Streak} streak
 * @param {number} home
 * @param {number} ms
 * @returns {Streak}
 */
export function noted(streak, home, ms) {
  if (home <= streak.high) return { ...streak, length: 0 };
  const alive = streak.length > 0 && ms - streak.last <= GAP_MS;
  const length = alive ? streak.length + 1 : 1;
  return { points: streak.points + Math.min(length - 1, MOST), high: home, length, last: ms };
}
