/** Playing a game that can no longer be lost to its end, always the same way. */

import { rank } from "./card.js";
import { foreseen } from "./follow.js";
import { hidden, landing, won } from "./piles.js";

/**
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("./moves.js").Passes} Passes
 */

/**
 * Tell whether ordinary moves without a choice win.
 * @param {Variant} variant
 * @param {Table} view
 * @param {Passes} passes
 */
export function finishable(variant, view, passes) {
  if (hidden(view) || won(variant, view)) return false;
  const talon = view.stock.length + view.waste.length;
  return !talon || (variant.draw === 1 && passes == null);
}

/**
 * Tell whether a card that lies face up, or is still to be drawn, is not known here (yet).
 * @param {Table} view
 */
export const unseen = ({ stock, waste, columns }) =>
  [stock, waste, ...columns.map(([, up]) => up)].some((cards) => cards.includes(null));

/**
 * Answer the moves that win a finishable game of which every card is known: the lowest card that
 * can go up, of equal ranks the waste's, then that of the lowest column; else a draw or redeal.
 * @param {Variant} variant
 * @param {Table} view
 * @param {Passes} passes
 * @returns {string[]}
 */
export function finishMoves(variant, view, passes) {
  if (!finishable(variant, view, passes)) throw new Error("the game is not finishable");
  if (unseen(view)) throw new Error("there are cards that were never seen");
  const moves = [];
  for (let board = view; !won(variant, board); board = foreseen(variant, board, moves.at(-1) ?? "")) {
    moves.push(next(variant, board));
  }
  return moves;
}

/**
 * @param {Variant} variant
 * @param {Table} view
 */
function next(variant, view) {
  const ends = [view.waste.at(-1), ...view.columns.map(([, up]) => up.at(-1))];
  let best = Infinity;
  let move = view.stock.length ? "D" : "R";
  ends.forEach((card, index) => {
    if (!card || rank(card) >= best || landing(variant, view, card) < 0) return;
    best = rank(card);
    move = index ? `T${index}>F` : "W>F";
  });
  return move;
}
