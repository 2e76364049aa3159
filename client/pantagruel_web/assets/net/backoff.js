/** How long to wait before trying again: doubling, with jitter, and not for ever. */

const FIRST_MS = 500;
const MOST_MS = 4_000;
const PATIENCE_MS = 120_000;

/**
 * Yield milliseconds to wait, each drawn from the whole range below its bound, so that the pages
 * of a server that restarts do not come back in one herd.
 *
 * @param {() => number} chance  numbers from 0 to 1
 * @returns {Generator<number, void>}
 */
export function* waits(chance = Math.random) {
  let bound = FIRST_MS;
  for (let spent = 0; spent < PATIENCE_MS; ) {
    const wait = chance() * bound;
    yield wait;
    // Half the bound at least is counted, so that lucky draws do not try for ever.
    spent += Math.max(wait, bound / 2);
    bound = Math.min(bound * 2, MOST_MS);
  }
}
