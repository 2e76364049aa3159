/** The server's clock and the race's, told from what the server says and a clock that only goes on. */

/** @typedef {ReturnType<typeof makeRaceClock>} RaceClock */

const SAMPLES = 8;
/** @type {{offset: number | null, trip: number}} */
const NO_SAMPLE = { offset: null, trip: Infinity };

/** How far the server's UTC is ahead of ours, by the quickest of the last few pings. */
export function makeServerClock() {
  /** @type {(typeof NO_SAMPLE)[]} */
  let samples = [];

  return {
    /**
     * @param {number} sent  our UTC when the ping went out
     * @param {number} there  the server's UTC in the pong
     * @param {number} back  our UTC when it came
     */
    note(sent, there, back) {
      samples = [...samples.slice(1 - SAMPLES), { offset: there - (sent + back) / 2, trip: back - sent }];
    },

    /** Milliseconds to add to our UTC; null before the first pong. */
    offset: () => samples.reduce((a, b) => (b.trip < a.trip ? b : a), NO_SAMPLE).offset,
  };
}

/**
 * Race time, which the server stamps on what it says: a stamp is old when it comes, so the true
 * time is the highest that any stamp allows. It stands while the race does.
 *
 * @param {() => number} now  milliseconds, of a clock that only goes forward
 */
export function makeRaceClock(now) {
  /** @type {number | null} */
  let zero = null;
  /** @type {number | null} */
  let stopped = null;
  let trusted = false;

  return {
    /** @param {number} ms  race time in something that the server said just now */
    note(ms) {
      const begun = now() - ms;
      zero = zero === null || !trusted ? begun : Math.min(zero, begun);
      trusted = true;
      stopped = null;
    },

    /** The race starts in *ms*. */
    startIn(/** @type {number} */ ms) {
      zero = now() + ms;
      trusted = false;
      stopped = null;
    },

    /** The line is gone: time goes on, but the race may have stood still when it is back. */
    loosen() {
      trusted = false;
    },

    /** The race stands still. */
    stop() {
      stopped = zero === null ? null : Math.max(0, now() - zero);
      trusted = false;
    },

    /** There is another race to come. */
    forget() {
      zero = stopped = null;
    },

    /** Race time in whole milliseconds, below 0 in the countdown; null when it was never told. */
    read() {
      const ms = stopped ?? (zero === null ? null : now() - zero);
      return ms === null ? null : Math.floor(ms);
    },
  };
}

/**
 * Write race time as people read it: 4:07, or 1:04:07.
 *
 * @param {number} ms
 */
export function clockText(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const tail = `${hours ? two(minutes) : minutes}:${two(seconds % 60)}`;
  return hours ? `${hours}:${tail}` : tail;
}
