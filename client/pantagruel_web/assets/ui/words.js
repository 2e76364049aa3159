/** What is said in more than one place: numbers and fates in plain words. */

/**
 * @typedef {import("../types.js").Ending} Ending
 * @typedef {import("../types.js").RoomSettings} RoomSettings
 */

/** @type {Record<Ending, string>} */
export const ENDINGS = {
  won: "cleared",
  dead: "no moves left",
  bank: "banked",
  forfeit: "gave up",
  limit: "time is up",
  bell: "the bell rang",
  eject: "sent away",
};

/** Write 1st, 2nd, 3rd, 4th, 11th. @param {number} n */
export function ordinal(n) {
  const teens = n % 100 > 10 && n % 100 < 14;
  return `${n}${(teens ? undefined : ["", "st", "nd", "rd"][n % 10]) || "th"}`;
}

/** @param {number} n @param {string} one @param {string} [many] */
export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** Numbers below zero with a real minus. @param {number} n */
export const signed = (n) => (n < 0 ? `\u2212${-n}` : String(n));

/** How a time limit is called. @param {number} ms */
export function minutes(ms) {
  const seconds = Math.round(ms / 1000);
  const whole = Math.floor(seconds / 60);
  const rest = seconds % 60;
  return [whole ? `${whole} min` : "", rest ? `${rest} s` : ""].filter(Boolean).join(" ");
}

/** When watchers see the faces of cards. @param {RoomSettings["faces"]} faces */
export function sight(faces = 0) {
  if (faces === "end") return "watchers see the cards after the end";
  return faces ? `watchers see the cards ${minutes(faces * 1000)} late` : "watchers see every card at once";
}

/** A sentence of the server's, as people write one. @param {string} why */
export const sentence = (why) => `${why.charAt(0).toUpperCase()}${why.slice(1)}${/[.!?]$/.test(why) ? "" : "."}`;
