/** Speaking no faster than the server bears: a burst after a rest, then so many a second.
 *
 * Only half of the burst is used: the line may deliver in a heap what went out apart.
 */

/**
 * @param {{rate: number, burst: number}} limits  as `welcome` says them
 * @param {number} now  milliseconds, of any clock that only goes forward
 */
export function makePace({ rate, burst }, now) {
  const most = Math.max(1, burst / 2);
  let tokens = most;
  let at = now;

  /** @param {number} then */
  function refill(then) {
    tokens = Math.min(most, tokens + ((then - at) * rate) / 1000);
    at = then;
  }

  return {
    /**
     * Take leave to send one message; answers 0, or how many milliseconds to wait and ask again.
     *
     * @param {number} then
     */
    take(then) {
      refill(then);
      if (!rate) return 0; // a server that names no rate
      if (tokens < 1) return Math.ceil(((1 - tokens) * 1000) / rate);
      tokens -= 1;
      return 0;
    },

    /** Count a message that does not wait for leave. @param {number} then */
    spend(then) {
      refill(then);
      tokens -= 1;
    },
  };
}
