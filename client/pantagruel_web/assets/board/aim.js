/** What cards may be put where, and which pile a dragged card is meant for. */

import { destinations, refusal } from "../rules/moves.js";
import { sizeOf, spot } from "./places.js";

/**
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("../rules/moves.js").Source} Source
 * @typedef {import("../rules/moves.js").Target} Target
 * @typedef {import("./layout.js").Geometry} Geometry
 * @typedef {import("./pointer.js").Hit} Hit
 * @typedef {import("./slots.js").PileKind} PileKind
 * @typedef {import("./slots.js").Slot} Slot
 * @typedef {{variant: Variant, view: Table, passes: number | null}} Game
 * @typedef {{move: string, pile: Target}} Aim
 */

const PADDING = 0.15; // of a card: whoever lets go nearly there meant it

/** The cards that go with a slot, as the rules name them; null if they lie fast. @param {Slot | null} slot @returns {Source | null} */
export function sourceOf(slot) {
  if (!slot || !slot.count || slot.card === null || slot.pile === "stock") return null;
  return { pile: slot.pile, index: slot.index, count: slot.count };
}

/** @param {Game} game @param {Source} source @returns {Aim[]} */
export const aims = ({ variant, view, passes }, source) => destinations(variant, view, passes, source);

/** The move to a foundation, if there is one. @param {Game} game @param {Source} source */
export const homeward = (game, source) =>
  source.pile === "foundation" ? undefined : aims(game, { ...source, count: 1 }).find(({ pile }) => pile.pile === "foundation");

/**
 * The move that brings *source* to a pile, whether it is allowed or not.
 *
 * @param {Source} source
 * @param {PileKind} pile
 * @param {number} index
 */
export function moveTo(source, pile, index) {
  const from = { waste: "W", column: `T${source.index + 1}`, foundation: `F${source.index + 1}` }[source.pile];
  const many = source.pile === "column" && pile === "column" && (source.count ?? 1) > 1 ? `:${source.count}` : "";
  const to = pile === "column" ? `T${index + 1}` : pile === "foundation" ? "F" : "W";
  return `${from}>${to}${many}`;
}

/** Why a move cannot be, in words. @param {Game} game @param {string} move */
export function whyNot({ variant, view, passes }, move) {
  const no = refusal(variant, view, passes, move);
  return no ? no.why.charAt(0).toUpperCase() + no.why.slice(1) : "";
}

/** A box that a card may be dropped into: a column reaches down to the table's foot. @param {Geometry} table @param {PileKind} pile @param {number} index */
function box(table, pile, index) {
  const { x, y } = spot(table, pile, index);
  const { w, h } = sizeOf(table, pile);
  return { x, y, w, h: pile === "column" ? table.foot - y : h };
}

/** @param {{x: number, y: number}} card  where the topmost of the dragged cards is @param {Geometry} table @param {PileKind} pile @param {number} index */
function overlap(card, table, pile, index) {
  const target = box(table, pile, index);
  const dx = table.w * PADDING;
  const dy = table.h * PADDING;
  const across = Math.min(card.x + table.w + dx, target.x + target.w) - Math.max(card.x - dx, target.x);
  const down = Math.min(card.y + table.h + dy, target.y + target.h) - Math.max(card.y - dy, target.y);
  return across > 0 && down > 0 ? across * down : 0;
}

/**
 * The one of *candidates* that the card lies over most; undefined if over none.
 *
 * @template {{pile: PileKind, index: number}} Pile
 * @param {{x: number, y: number}} card
 * @param {Geometry} table
 * @param {Pile[]} candidates
 */
export function nearest(card, table, candidates) {
  let best = 0;
  /** @type {Pile | undefined} */
  let found;
  for (const one of candidates) {
    const area = overlap(card, table, one.pile, one.index);
    if (area > best) [best, found] = [area, one];
  }
  return found;
}

/**
 * What lies at a point: the uppermost card there, else the pile's place.
 *
 * @param {number} x
 * @param {number} y
 * @param {Geometry} table
 * @param {Slot[]} slots
 * @returns {Hit | null}
 */
export function hitAt(x, y, table, slots) {
  for (const slot of [...slots].reverse()) {
    if (x >= slot.x && x < slot.x + table.w && y >= slot.y && y < slot.y + table.h) {
      return { pile: slot.pile, index: slot.index, slot };
    }
  }
  for (const { pile, index } of piles(table)) {
    const { x: left, y: top, w, h } = box(table, pile, index);
    if (x >= left && x < left + w && y >= top && y < top + h) return { pile, index, slot: null };
  }
  return null;
}

/** Every pile of the table. @param {Geometry} table @returns {{pile: PileKind, index: number}[]} */
export function piles(table) {
  return [
    { pile: "stock", index: 0 },
    { pile: "waste", index: 0 },
    ...table.foundations.map((_, index) => ({ pile: /** @type {const} */ ("foundation"), index })),
    ...table.columns.map((_, index) => ({ pile: /** @type {const} */ ("column"), index })),
  ];
}
