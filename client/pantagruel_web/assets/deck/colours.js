/** The colours of the cards. */

export const INK = "#221a14";
export const CRIMSON = "#a4151c";
export const IVORY = "#fbf4e0";
export const SHADE = "#e9dcb8";
export const GOLD = "#c9992e";
export const GOLD_LIGHT = "#ecc766";
export const BLUE = "#27457f";
export const SKIN = "#f2d3ad";

/** @type {Record<string, string>} */
const TWO = { H: CRIMSON, D: CRIMSON, S: INK, C: INK };
/** @type {Record<string, string>} */
const FOUR = { H: CRIMSON, D: "#1f4fa3", S: INK, C: "#1c6a35" };

/** @param {string} suit @param {boolean} four  whether every suit has a colour of its own */
export const suitColour = (suit, four) => /** @type {string} */ ((four ? FOUR : TWO)[suit]);
