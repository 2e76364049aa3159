/** A game of which every card is known, played move by move: in practice, in replays, in proofs. */

import { cardOf } from "./card.js";
import { finishMoves } from "./finish.js";
import { carried } from "./follow.js";
import { refusal } from "./moves.js";
import { parts } from "./notation.js";
import { home, won } from "./piles.js";
import { worth } from "./score.js";
import { NO_STREAK, noted } from "./streak.js";

/**
 * @typedef {import("../types.js").Card} Card
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("./moves.js").Passes} Passes
 * @typedef {import("./notation.js").Parts} Parts
 * @typedef {import("./streak.js").Streak} Streak
 */

/**
 * A game as a value: playing answers another one. *view* is what its player sees, *under* the
 * hidden cards of each column, bottom first, *stock* those next drawn first; *elapsed_ms* is the
 * race time of the last command, *last_score_ms* that of the last change of the score.
 * @typedef {object} Game
 * @property {Variant} variant
 * @property {Passes} passes
 * @property {Table} view
 * @property {readonly (readonly Card[])[]} under
 * @property {readonly Card[]} stock
 * @property {Streak} streak
 * @property {number} elapsed_ms
 * @property {number} last_score_ms
 */

/**
 * Deal row by row, left to right: row r puts a card on every column of r cards or more.
 * @param {Variant} variant
 * @param {readonly number[]} order  the deck's card numbers, the first dealt first
 * @param {Passes} passes
 * @returns {Game}
 */
export function begin(variant, order, passes) {
  const cards = order.map(cardOf);
  /** @type {Card[][]} */
  const columns = variant.columns.map(() => []);
  let dealt = 0;
  for (let row = 0; row < Math.max(...variant.columns); row += 1) {
    variant.columns.forEach((size, column) => {
      if (row < size) columns[column]?.push(cards[dealt++] ?? "");
    });
  }
  const stock = cards.slice(dealt);
  /** @type {Table} */
  const view = {
    columns: columns.map((column) => [column.length - 1, column.slice(-1)]),
    foundations: Array(4 * variant.packs).fill(0),
    stock: stock.map(() => null),
    waste: [],
    redeals: 0,
    moves: 0,
    draws: 0,
    score: 0,
    streak: 0,
    time_bonus: 0,
  };
  view.score = worth(variant, view) ?? 0;
  const under = columns.map((column) => column.slice(0, -1));
  return { variant, passes, view, under, stock, streak: NO_STREAK, elapsed_ms: 0, last_score_ms: 0 };
}

/**
 * Answer the game after a move at race time *ms*; a move that is refused is an error.
 * @param {Game} game
 * @param {string} move
 * @param {number} ms
 * @returns {Game}
 */
export function play(game, move, ms = 0) {
  const { variant, view } = game;
  const no = refusal(variant, view, game.passes, move);
  const read = parts(move);
  if (no || !read) throw new Error(no?.why);
  const { under, stock, drawn, flip } = disclosed(game, read);
  const after = carried(variant, view, read, { drawn, flip }, ms);
  const streak = variant.streak ? noted(game.streak, home(after), ms) : game.streak;
  after.streak = streak.points;
  const last_score_ms = after.score === view.score ? game.last_score_ms : ms;
  return { ...game, view: after, under, stock, streak, elapsed_ms: ms, last_score_ms };
}

/**
 * Answer the cards that a legal move shows, and those that stay hidden.
 * @param {Game} game
 * @param {Parts} read
 */
function disclosed({ variant, view, under, stock }, { kind, source, count }) {
  if (kind === "D") {
    return { under, stock: stock.slice(variant.draw), drawn: stock.slice(0, variant.draw), flip: null };
  }
  // After a redeal nothing in the stock is hidden any more.
  if (kind === "R") return { under, stock: /** @type {Card[]} */ (view.waste), drawn: [], flip: null };
  const below = kind.startsWith("T") ? under[source] : undefined;
  if (!below?.length || view.columns[source]?.[1].length !== count) {
    return { under, stock, drawn: [], flip: null };
  }
  const rest = under.map((cards) => (cards === below ? cards.slice(0, -1) : cards));
  return { under: rest, stock, drawn: [], flip: below.at(-1) ?? null };
}

/**
 * Answer the moves that win a finishable game.
 * @param {Game} game
 */
export const finish = ({ variant, view, passes, stock }) =>
  finishMoves(variant, { ...view, stock }, passes);

/**
 * Tell whether every card is home.
 * @param {Game} game
 */
export const isWon = ({ variant, view }) => won(variant, view);

/**
 * Score and bonuses together.
 * @param {Game} game
 */
export const total = ({ view }) => view.score + view.streak + view.time_bonus;
