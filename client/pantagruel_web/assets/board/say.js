/** The board in words, for those who hear it. */

import { SUITS, name } from "../rules/card.js";
import { foundationTop } from "../rules/piles.js";
import { parts } from "../rules/notation.js";

/**
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Variant} Variant
 */

const SUIT_NAMES = ["hearts", "diamonds", "spades", "clubs"];

/** @param {string | null} card */
const named = (card) => (card ? name(card) : "a card face down");

/** @param {number} count @param {string} what */
const many = (count, what) => `${count || "no"} ${what}${count === 1 ? "" : "s"}`;

/** @param {Table} view @param {number} index */
export function columnText(view, index) {
  const [down, up] = view.columns[index] ?? [0, []];
  const head = `Column ${index + 1}: `;
  if (!down && !up.length) return `${head}empty`;
  const hidden = down ? `${down} hidden, ` : "";
  const first = up[0] ?? null;
  const run = up.length > 1 ? `${named(first)} down to ${named(up.at(-1) ?? null)}` : named(first);
  return head + hidden + run;
}

/** @param {Variant} variant @param {Table} view @param {number} index */
export function foundationText(variant, view, index) {
  const suit = SUIT_NAMES[Math.floor(index / variant.packs)];
  const top = foundationTop(variant, view, index);
  return `Foundation ${index + 1}, ${suit}: ${top ? named(top) : "empty"}`;
}

/** @param {Table} view */
export const wasteText = (view) =>
  view.waste.length ? `Waste: ${named(view.waste.at(-1) ?? null)} on ${many(view.waste.length - 1, "card")}` : "Waste: empty";

/** @param {Table} view @param {boolean} redeals  whether there is a pass left */
export function stockText(view, redeals) {
  if (view.stock.length) return `Stock: ${many(view.stock.length, "card")}, draw`;
  return redeals ? "Stock: empty, turn the waste over" : "Stock: empty, no pass left";
}

/**
 * Say what a move did.
 *
 * @param {Variant} variant
 * @param {Table} before
 * @param {Table} after
 * @param {string} move
 */
export function moveText(variant, before, after, move) {
  const read = parts(move);
  if (!read) return "";
  if (read.kind === "R") return "The waste is the stock again.";
  if (read.kind === "D") return `Drawn: ${named(after.waste.at(-1) ?? null)}.`;
  const card = {
    W: () => before.waste.at(-1),
    T: () => before.columns[read.source]?.[1].at(-read.count),
    F: () => foundationTop(variant, before, read.source),
  }[/** @type {"W" | "T" | "F"} */ (read.kind.charAt(0))]();
  const where = read.kind.endsWith("F") ? "to its foundation" : `to column ${read.target + 1}`;
  return `${named(card ?? null)} ${where}.`;
}

/** What lies on an empty foundation's place. @param {Variant} variant @param {number} index */
export const suitOf = (variant, index) => SUITS.charAt(Math.floor(index / variant.packs));
