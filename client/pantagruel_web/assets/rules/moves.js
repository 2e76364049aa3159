/** Which moves there are, and why another is none. Only what the player sees is looked at. */

import { parts, written } from "./notation.js";
import { fits, foundationTop, landing, lifts, starts, won } from "./piles.js";

/**
 * @typedef {import("../types.js").Card} Card
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("./notation.js").Kind} Kind
 * @typedef {import("./notation.js").Parts} Parts
 * @typedef {number | null | undefined} Passes  the race's limit of passes; none: no limit
 * @typedef {{ reason: string, why: string, cards: Card[] }} Refusal
 * @typedef {{ pile: "waste" | "column" | "foundation", index: number, count?: number }} Source
 * @typedef {{ pile: "column" | "foundation", index: number }} Target
 * @typedef {(variant: Variant, view: Table, read: Parts, passes: Passes) => Refusal | null} Judge
 */

/**
 * @param {string} reason
 * @param {string} why
 * @param {(Card | null)[]} cards
 * @returns {Refusal}
 */
const no = (reason, why, ...cards) => ({ reason, why, cards: cards.filter((card) => card !== null) });

/** @param {Card | null} card */
const text = (card) => card ?? "??";

/**
 * Say why a move may not be played; null: it may.
 * @param {Variant} variant
 * @param {Table} view
 * @param {Passes} passes
 * @param {string} move
 * @returns {Refusal | null}
 */
export function refusal(variant, view, passes, move) {
  const read = parts(move);
  if (!read) return no("invalid", `'${move}' is no move`);
  if (won(variant, view)) return no("game-over", "the game is won; nothing moves any more");
  const judge = JUDGES[read.kind];
  return judge ? judge(variant, view, read, passes) : no("never", `${move} is allowed in no game`);
}

/** @type {Partial<Record<Kind, Judge>>} */
const JUDGES = {
  D: (_, view) => (view.stock.length ? null : no("stock-empty", "the stock is empty")),
  R(_, view, __, passes) {
    if (view.stock.length) return no("stock-not-empty", "the stock is not empty yet");
    if (!view.waste.length) return no("waste-empty", "the waste is empty");
    if (hasPass(view, passes)) return null;
    return no("no-passes-left", `the stock may be gone through ${passes} times`);
  },
  "W>T"(variant, view, { target }) {
    const card = view.waste.at(-1);
    if (card === undefined) return no("waste-empty", "the waste is empty");
    return landed(variant, view, card, target);
  },
  "W>F"(variant, view) {
    const card = view.waste.at(-1);
    return card === undefined ? no("waste-empty", "the waste is empty") : sentHome(variant, view, card);
  },
  "T>T": columnToColumn,
  "T>F"(variant, view, { source }) {
    const card = view.columns[source]?.[1].at(-1);
    return card === undefined ? noColumn(view, source) : sentHome(variant, view, card);
  },
  "F>T"(variant, view, { source, target }) {
    const number = source + 1;
    if (source >= view.foundations.length) {
      return no("no-such-pile", `there is no foundation ${number}`);
    }
    if (!variant.foundation_return) {
      return no("no-return", "cards do not come down from foundations in this game");
    }
    const card = foundationTop(variant, view, source);
    if (!card) return no("empty-source", `foundation ${number} is empty`);
    return landed(variant, view, card, target);
  },
};

/** @type {Judge} */
function columnToColumn(variant, view, { source, target, count }) {
  const run = view.columns[source]?.[1];
  if (!run?.length) return noColumn(view, source);
  if (source === target) return no("same-pile", "a column's cards are on it already");
  const card = run.at(-count);
  if (card === undefined) {
    return no("not-face-up", `column ${source + 1} has fewer than ${count} cards face up`);
  }
  if (!lifts(variant, run, count)) {
    const why = `this game does not move the last ${count} of ${run.length} cards`;
    return no("run-policy", why);
  }
  return landed(variant, view, card, target);
}

/**
 * @param {Table} view
 * @param {number} source
 */
const noColumn = (view, source) =>
  source < view.columns.length
    ? no("empty-source", `column ${source + 1} is empty`)
    : no("no-such-pile", `there is no column ${source + 1}`);

/**
 * @param {Table} view
 * @param {Passes} passes
 */
const hasPass = (view, passes) => passes == null || view.redeals + 1 < passes;

/**
 * Refuse unless a card may be put on a column.
 * @param {Variant} variant
 * @param {Table} view
 * @param {Card | null} card
 * @param {number} target
 */
function landed(variant, view, card, target) {
  const column = view.columns[target];
  if (!column) return no("no-such-pile", `there is no column ${target + 1}`);
  const below = column[1].at(-1);
  if (below !== undefined) {
    if (fits(variant, card, below)) return null;
    return no("does-not-fit", `${text(card)} does not go on ${text(below)}`, card, below);
  }
  if (starts(variant, card)) return null;
  return no("king-only", `an empty column takes a King, not ${text(card)}`, card);
}

/**
 * @param {Variant} variant
 * @param {Table} view
 * @param {Card | null} card
 */
const sentHome = (variant, view, card) =>
  landing(variant, view, card) < 0
    ? no("foundation-order", `no foundation is ready for ${text(card)}`, card)
    : null;

/**
 * Answer every legal move once: the waste's, the columns', the foundations', draw or redeal.
 * @param {Variant} variant
 * @param {Table} view
 * @param {Passes} passes
 * @returns {string[]}
 */
export function legalMoves(variant, view, passes) {
  if (won(variant, view)) return [];
  const moves = [...fromWaste(variant, view)];
  view.columns.forEach(([, run], source) => moves.push(...fromColumn(variant, view, run, source)));
  if (variant.foundation_return) {
    view.foundations.forEach((_, pile) => {
      const card = foundationTop(variant, view, pile);
      if (card) moves.push(...hosts(variant, view, card).map((target) => `F${pile + 1}>${target}`));
    });
  }
  if (view.stock.length) moves.push("D");
  else if (view.waste.length && hasPass(view, passes)) moves.push("R");
  return moves;
}

/**
 * Name the columns that take a card.
 * @param {Variant} variant
 * @param {Table} view
 * @param {Card | null} card
 */
function hosts(variant, view, card) {
  /** @type {string[]} */
  const found = [];
  view.columns.forEach((_, target) => {
    if (!landed(variant, view, card, target)) found.push(`T${target + 1}`);
  });
  return found;
}

/**
 * @param {Variant} variant
 * @param {Table} view
 */
function fromWaste(variant, view) {
  const card = view.waste.at(-1);
  if (card === undefined) return [];
  const targets = hosts(variant, view, card);
  if (!sentHome(variant, view, card)) targets.unshift("F");
  return targets.map((target) => written("W", target));
}

/**
 * @param {Variant} variant
 * @param {Table} view
 * @param {readonly (Card | null)[]} run
 * @param {number} source
 */
function fromColumn(variant, view, run, source) {
  const from = `T${source + 1}`;
  const last = run.at(-1);
  const moves = last !== undefined && !sentHome(variant, view, last) ? [`${from}>F`] : [];
  run.forEach((card, index) => {
    const count = run.length - index;
    if (!lifts(variant, run, count)) return;
    const targets = hosts(variant, view, card).filter((target) => target !== from);
    moves.push(...targets.map((target) => written(from, target, count)));
  });
  return moves;
}

/**
 * Answer where the top of the waste, the last *count* cards of a column or the top of a
 * foundation may go, each with the move that brings them there.
 * @param {Variant} variant
 * @param {Table} view
 * @param {Passes} passes
 * @param {Source} source
 * @returns {{ move: string, pile: Target }[]}
 */
export function destinations(variant, view, passes, source) {
  const from = { waste: "W", column: `T${source.index + 1}`, foundation: `F${source.index + 1}` }[
    source.pile
  ];
  const count = source.count ?? 1;
  /** @type {{ move: string, pile: Target }[]} */
  const found = view.columns.map((_, index) => ({
    move: written(from, `T${index + 1}`, count),
    pile: { pile: "column", index },
  }));
  const card = source.pile === "waste" ? view.waste.at(-1) : view.columns[source.index]?.[1].at(-1);
  if (source.pile !== "foundation" && count === 1 && card !== undefined) {
    const index = landing(variant, view, card);
    found.unshift({ move: written(from, "F"), pile: { pile: "foundation", index } });
  }
  return found.filter(({ move }) => !refusal(variant, view, passes, move));
}
