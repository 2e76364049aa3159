/** A colour for every player, told apart on each felt; from the ninth on their lines are broken. */

const COLOURS = ["#f0c75e", "#79c7ff", "#ff9d8f", "#93e3a6", "#cfb0ff", "#ffae5c", "#fbf4e0", "#63dad6"];
const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

/** @param {number} seat */
export const colourOf = (seat) => /** @type {string} */ (COLOURS[seat % COLOURS.length]);

/** @param {number} seat @returns {number[]} */
export const dashOf = (seat) => DASHES[Math.floor(seat / COLOURS.length) % DASHES.length] ?? [];

/** Give each line of a running order its player's colour. @param {HTMLElement} rows */
export function colourRows(rows) {
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (rows.querySelectorAll("[data-seat]"))) {
    line.style.setProperty("--colour", colourOf(Number(line.dataset["seat"])));
  }
}
