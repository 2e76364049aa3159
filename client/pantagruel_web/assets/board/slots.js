/** Which cards of a view lie on the table where, undermost first. */

import { RANKS, SUITS } from "../rules/card.js";
import { FANNED } from "./layout.js";
import { offsets } from "./spacing.js";

/**
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("./layout.js").Geometry} Geometry
 *
 * @typedef {"stock" | "waste" | "foundation" | "column"} PileKind
 *
 * @typedef {object} Slot
 * @property {string} key  the place, counted from the bottom of its pile: as long as it holds the
 *   same card, the card has not moved
 * @property {PileKind} pile
 * @property {number} index  which of its kind
 * @property {number} count  how many cards go with this one when it is taken; 0: it lies fast
 * @property {string | null} card  null: its back
 * @property {number} x
 * @property {number} y
 * @property {number} z
 */

const STOCK_SHOWN = 4; // as many as a draw may take away, and one below

/**
 * @param {Variant} variant
 * @param {Table} view
 * @param {Geometry} table
 * @returns {Slot[]}
 */
export function slots(variant, view, table) {
  return [
    ...stock(view, table),
    ...waste(view, table),
    ...view.foundations.flatMap((_, index) => foundation(variant, view, table, index)),
    ...view.columns.flatMap((_, index) => column(view, table, index)),
  ];
}

/** @param {Table} view @param {Geometry} table @returns {Slot[]} */
function stock({ stock: cards }, { stock: { x, y } }) {
  const shown = Math.min(cards.length, STOCK_SHOWN);
  return Array.from({ length: shown }, (_, at) => {
    const place = cards.length - shown + at;
    const lift = Math.min(at, 2) * 1.5;
    return { key: `s:${place}`, pile: "stock", index: 0, count: 0, card: null, x: x - lift, y: y - lift, z: place };
  });
}

/** @param {Table} view @param {Geometry} table @returns {Slot[]} */
function waste({ waste: cards }, { waste: { x, y }, fan }) {
  const from = Math.max(0, cards.length - FANNED - 1);
  const first = Math.max(0, cards.length - FANNED);
  return cards.slice(from).map((card, at) => {
    const place = from + at;
    return {
      key: `w:${place}`,
      pile: "waste",
      index: 0,
      count: place === cards.length - 1 ? 1 : 0,
      card,
      x: x + Math.max(0, place - first) * fan.x,
      y: y + Math.max(0, place - first) * fan.y,
      z: place,
    };
  });
}

/** @param {Variant} variant @param {Table} view @param {Geometry} table @param {number} index @returns {Slot[]} */
function foundation(variant, view, table, index) {
  const height = view.foundations[index] ?? 0;
  const { x, y } = /** @type {import("./layout.js").Point} */ (table.foundations[index]);
  const suit = SUITS.charAt(Math.floor(index / variant.packs));
  return [height - 1, height]
    .filter((place) => place > 0)
    .map((place) => ({
      key: `f${index}:${place}`,
      pile: "foundation",
      index,
      count: place === height ? 1 : 0,
      card: RANKS.charAt(place - 1) + suit,
      x,
      y,
      z: place,
    }));
}

/** @param {Table} view @param {Geometry} table @param {number} index @returns {Slot[]} */
function column(view, table, index) {
  const [down, up] = /** @type {import("../types.js").Pile} */ (view.columns[index]);
  const { x, y } = /** @type {import("./layout.js").Point} */ (table.columns[index]);
  return offsets(table, down, up.length).map((below, place) => ({
    key: `c${index}:${place}`,
    pile: "column",
    index,
    count: place < down ? 0 : down + up.length - place,
    card: place < down ? null : (up[place - down] ?? null),
    x,
    y: y + below,
    z: place,
  }));
}
