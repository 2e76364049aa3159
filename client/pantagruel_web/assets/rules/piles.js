/** What lies on a board, and what may lie on what. */

import { RANKS, SUITS, rank, red, suit } from "./card.js";

/**
 * @typedef {import("../types.js").Card} Card
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("../types.js").Table} Table
 */

/**
 * Count the cards on foundations.
 * @param {Table} view
 */
export const home = (view) => view.foundations.reduce((sum, height) => sum + height, 0);

/**
 * Count the cards that lie face down on columns.
 * @param {Table} view
 */
export const hidden = (view) => view.columns.reduce((sum, [down]) => sum + down, 0);

/**
 * Tell whether every card is home.
 * @param {Variant} variant
 * @param {Table} view
 */
export const won = (variant, view) => home(view) === variant.ranks * SUITS.length * variant.packs;

/**
 * Answer the foundation that a card would go to, the first that waits for it; -1: none does.
 * @param {Variant} variant
 * @param {Table} view
 * @param {Card | null} card
 */
export function landing(variant, view, card) {
  if (!card) return -1;
  const first = SUITS.indexOf(suit(card)) * variant.packs;
  const below = rank(card) - 1;
  for (let pile = first; pile < first + variant.packs; pile += 1) {
    if (view.foundations[pile] === below) return pile;
  }
  return -1;
}

/**
 * Answer the card on top of a foundation; null: it is empty, or there is none.
 * @param {Variant} variant
 * @param {Table} view
 * @param {number} pile
 * @returns {Card | null}
 */
export function foundationTop(variant, view, pile) {
  const height = view.foundations[pile];
  if (!height) return null;
  return RANKS.charAt(height - 1) + SUITS.charAt(Math.floor(pile / variant.packs));
}

/**
 * Tell whether a card may be put on a card in a column.
 * @param {Variant} variant
 * @param {Card | null} card
 * @param {Card | null} below
 */
export const fits = (variant, card, below) =>
  card !== null &&
  below !== null &&
  rank(card) === rank(below) - 1 &&
  (variant.build === "other-colour" ? red(card) !== red(below) : suit(card) !== suit(below));

/**
 * Tell whether an empty column takes a card.
 * @param {Variant} variant
 * @param {Card | null} card
 */
export const starts = (variant, card) =>
  card !== null && (variant.empty_column === "any" || rank(card) === variant.ranks);

/**
 * Tell whether the variant lets the last *count* cards of a run move to another column.
 * @param {Variant} variant
 * @param {readonly (Card | null)[]} run
 * @param {number} count
 */
export function lifts(variant, run, count) {
  switch (variant.run_moves) {
    case "any":
      return true;
    case "full":
      return count === run.length;
    case "single":
      // A group headed by a King fits an empty column only.
      return count === 1 || rank(run.at(-count) ?? "") === variant.ranks;
    case "full-or-single":
      return count === 1 || count === run.length;
  }
}
