/** What moves and positions are worth. */

import { hidden, home } from "./piles.js";

/**
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("./notation.js").Kind} Kind
 */

const FLIP = 10;
const BONUS_UNTIL_MS = 600_000;
/** @type {Partial<Record<Kind, number>>} */
const POINTS = { "W>T": 5, "W>F": 10, "T>F": 10, "F>T": -15 };

/**
 * Answer what a royal win at this race time pays.
 * @param {number} ms
 */
export const timeBonus = (ms) => Math.max(0, Math.ceil((BONUS_UNTIL_MS - ms) / 1000));

/**
 * Answer what the position is worth; null where that depends on the way to it.
 * @param {Variant} variant
 * @param {Table} view
 */
export function worth(variant, view) {
  switch (variant.scoring) {
    case "royal":
      return null;
    case "casino":
      return 5 * home(view) - 52 * variant.packs;
    case "count":
      return home(view);
    case "cardz": {
      const dealt = variant.columns.reduce((sum, size) => sum + size - 1, 0);
      const flips = dealt - hidden(view);
      return Math.max(0, 10 * home(view) + 5 * flips - 100 * view.redeals);
    }
  }
}

/**
 * Answer what a move pays in the royal ledger.
 * @param {Variant} variant
 * @param {Kind} kind
 * @param {boolean} flipped
 */
export const points = (variant, kind, flipped) =>
  (POINTS[kind] ?? 0) + (flipped ? FLIP : 0) - (kind === "R" ? variant.pass_penalty : 0);
