/** A hint: the move that a patient beginner would make. */

import { legalMoves } from "../rules/moves.js";
import { parts } from "../rules/notation.js";
import { rank } from "../rules/card.js";

/**
 * @typedef {import("../rules/game.js").Game} Game
 * @typedef {import("../types.js").Table} Table
 */

/**
 * How good a move looks without looking ahead; the highest is suggested, 0 or less never is.
 *
 * @param {Table} view
 * @param {string} move
 */
function worth(view, move) {
  const read = parts(move);
  if (!read) return 0;
  const [down, up] = view.columns[read.source] ?? [0, []];
  switch (read.kind) {
    case "T>F":
      return up.length === 1 && down ? 90 : 60 - rank(up.at(-1) ?? "AH");
    case "W>F":
      return 55;
    case "T>T":
      // Taking a whole run turns a card up, or empties the column if a King may use it.
      if (read.count !== up.length) return 0;
      return down ? 70 + down : rank(up[0] ?? "KH") === 13 ? 0 : 20;
    case "W>T":
      return 30;
    case "D":
      return 10;
    case "R":
      return 5;
    default:
      return 0;
  }
}

/** Answer a move worth trying, or null when none is. @param {Game} game */
export function suggest({ variant, view, passes }) {
  let best = 0;
  let found = null;
  for (const move of legalMoves(variant, view, passes)) {
    const value = worth(view, move);
    if (value > best) [best, found] = [value, move];
  }
  return found;
}
