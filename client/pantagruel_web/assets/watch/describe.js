/** A board in words, for those who hear it instead of seeing it. */

import { name } from "../rules/card.js";
import { foundationTop } from "../rules/piles.js";

/** @typedef {import("../types.js").Variant} Variant */
/** @typedef {import("./spots.js").Board} Board */

/**
 * Say what lies where, a pile a line.
 * @param {Variant} variant @param {Board} board
 * @returns {string[]}
 */
export function describe(variant, board) {
  return "home" in board
    ? [`Stock ${board.stock}, waste ${board.waste}, home ${board.home}; faces are not shown.`, ...board.columns.map(blankColumn)]
    : [...facedTop(variant, board), ...board.columns.map(facedColumn)];
}

/** @param {Variant} variant @param {import("../types.js").Table} view */
function facedTop(variant, view) {
  const top = view.waste[view.waste.length - 1];
  const homes = view.foundations.map((_, pile) => foundationTop(variant, view, pile)).filter((card) => card !== null);
  return [
    `Stock ${view.stock.length}, waste ${view.waste.length}${top ? `, on top the ${name(top)}` : ""}.`,
    homes.length ? `Home up to: ${homes.map(name).join(", ")}.` : "No card is home.",
  ];
}

/** @param {import("../types.js").Pile} column @param {number} number */
function facedColumn([down, up], number) {
  const [head, tail] = [up[0], up[up.length - 1]];
  if (!head || !tail) return `Column ${number + 1}: empty.`;
  const run = up.length > 1 ? `${name(head)} to ${name(tail)}, ${up.length} cards` : name(head);
  return `Column ${number + 1}: ${hiddenWords(down)}${run}.`;
}

/** @param {readonly [number, number]} column @param {number} number */
function blankColumn([down, up], number) {
  return `Column ${number + 1}: ${up ? `${hiddenWords(down)}${up} face up` : "empty"}.`;
}

/** @param {number} down */
const hiddenWords = (down) => (down ? `${down} hidden, then ` : "");
