/** Doing in a view what the server says was done: a move, or a whole finish. */

import { follow } from "./follow.js";

/**
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").VariantInfo} VariantInfo
 *
 * @typedef {object} Done  An ack with its command's text, or a watcher's step.
 * @property {string} m  a move, `finish`, `bank` or `forfeit`
 * @property {number} ms
 * @property {(string | null)[]} [drawn]
 * @property {string | null} [flip]
 * @property {string[]} [played]  the moves of a finish
 */

/**
 * @param {VariantInfo} variant
 * @param {View} view
 * @param {Done} done
 * @returns {View}
 */
export function followStep(variant, view, { m, ms, drawn = [], flip = null, played = [] }) {
  if (m === "bank" || m === "forfeit") return view;
  if (m !== "finish") return follow(variant, view, m, { drawn, flip }, ms);
  let rest = drawn;
  return played.reduce((board, move) => {
    const count = move === "D" ? Math.min(variant.draw, board.stock.length) : 0;
    const shown = { drawn: rest.slice(0, count), flip: null };
    rest = rest.slice(count);
    return follow(variant, board, move, shown, ms);
  }, view);
}
