/** The server's clock and the race's, told from what the server says and a clock that only goes on. */

/** @typedef {ReturnType<typeof makeRaceClock>} RaceClock */

const SAMPLES = 8;

/** How far the server's UTC is ahead of ours, by the quickest of the last few pings. */
export function makeServerClock() {
  /** @type {{offset: number, trip: number}[]} */
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

    /** Milliseconds to add to our UTC. */
    offset() {
      const best = samples.reduce((a, b) => (b.trip < a.trip ? b : a), { offset: 0, trip: Infinity });
      return best.offset;
    },
  };
}

/**
 * Race time, which the server stamps on what it says: a stamp is old when it comes, so the true
 * time is the highest that any stamp allows. After a stoppage the race goes on at an earlier time
 * than our clock would say: then only stamps from there on count.
 *
 * @param {() => number} now  milliseconds, of a clock that only goes forward
 */
export function makeRaceClock(now) {
  /** @type {number | null} */
  let zero = null;
  /** @type {number | null} */
  let stopped = null;

  return {
    /** @param {number} ms  race time in something that the server said just now */
    note(ms) {
      const begun = now() - ms;
      zero = zero === null ? begun : Math.min(zero, begun);
      stopped = null;
    },

    /** The race starts in *ms*. */
    startIn(/** @type {number} */ ms) {
      zero = now() + ms;
      stopped = null;
    },

    /** The line is gone, or the race stands still: forget how stamps and our clock agreed. */
    loosen() {
      stopped = zero === null ? null : Math.max(0, now() - zero);
      zero = null;
    },

    /** Race time in whole milliseconds, below 0 in the countdown; null when it was never told. */
    read() {
      if (zero === null) return stopped === null ? null : Math.floor(stopped);
      return Math.floor(now() - zero);
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
