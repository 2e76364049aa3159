/** Speaking no faster than the server bears: a burst after a rest, then so many a second. */

/**
 * @param {{rate: number, burst: number}} limits  as `welcome` says them
 * @param {number} now  milliseconds, of any clock that only goes forward
 */
export function makePace({ rate, burst }, now) {
  let tokens = burst;
  let at = now;

  /** @param {number} then */
  function refill(then) {
    tokens = Math.min(burst, tokens + ((then - at) * rate) / 1000);
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
      if (tokens < 1) return Math.ceil(((1 - tokens) * 1000) / rate);
      tokens -= 1;
      return 0;
    },
  };
}
