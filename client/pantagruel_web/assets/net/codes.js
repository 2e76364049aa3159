/** What the closes of a socket mean, as the protocol's table of codes has them. */

export const TOO_FAST = 1008;
export const TOO_LARGE = 1009;
export const REPLACED = "replaced";
export const KICKED = "kicked";
export const BAD_TOKEN = "bad-token";

/** Ours, when something was lost and is asked for again. */
export const GAP = 4998;

/** After these, and those of a race that begins without us, there is something to watch. */
export const LATE = ["full", "started"];

const LAST_WORDS = 4000; // close codes from here on are the server's own

/**
 * Tell whether the same page would only be thrown out again.
 *
 * @param {number} close
 */
export const isFinal = (close) => (close >= LAST_WORDS && close !== GAP) || close === TOO_LARGE;
