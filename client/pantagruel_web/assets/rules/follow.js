/** A board after a move: what the server disclosed goes in, a new view comes out. */

import { parts } from "./notation.js";
import { foundationTop, landing, won } from "./piles.js";
import { refusal } from "./moves.js";
import { points, timeBonus, worth } from "./score.js";

/**
 * @typedef {import("../types.js").Card} Card
 * @typedef {import("../types.js").Column} Column
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("../types.js").View} View
 * @typedef {import("./notation.js").Parts} Parts
 */

/**
 * What was disclosed for a command: an ack has these fields. What `finish` played is in `played`.
 * @typedef {object} Shown
 * @property {readonly Card[]} [drawn]
 * @property {Card | null} [flip]
 * @property {readonly string[]} [played]
 * @property {number} [streak]
 * @property {number} [time_bonus]
 */

/**
 * Tell whether a legal move discloses a card that the player has not seen.
 * @param {Variant} variant
 * @param {View} view
 * @param {string} move
 */
export function shows(variant, view, move) {
  const read = parts(move);
  if (read?.kind === "D") return view.stock.slice(0, variant.draw).includes(null);
  return read !== null && flips(view, read);
}

/**
 * Tell whether a move takes all that lies on a hidden card.
 * @param {View} view
 * @param {Parts} read
 */
function flips(view, { kind, source, count }) {
  const column = kind.startsWith("T") ? view.columns[source] : undefined;
  return column !== undefined && column[0] > 0 && column[1].length === count;
}

/**
 * Answer the view after a command of its player; an error is thrown where it cannot have been
 * accepted. The streak stays what the server said last.
 * @param {Variant} variant
 * @param {View} view
 * @param {string} move  or `finish`, `bank`, `forfeit`
 * @param {Shown} shown
 * @param {number} ms
 * @returns {View}
 */
export function follow(variant, view, move, shown, ms) {
  if (move === "bank" || move === "forfeit") return view;
  if (move === "finish") return finished(variant, view, shown, ms);
  const no = refusal(variant, view, null, move);
  const read = parts(move);
  if (no || !read) throw new Error(`${move} was accepted, but ${no?.why}`);
  return carried(variant, view, read, shown, ms);
}

/**
 * @param {Variant} variant
 * @param {View} view
 * @param {Shown} shown
 * @param {number} ms
 */
function finished(variant, view, { played = [], drawn = [], ...rest }, ms) {
  let at = 0;
  return played.reduce((before, move) => {
    const count = move === "D" ? Math.min(variant.draw, before.stock.length) : 0;
    at += count;
    return follow(variant, before, move, { ...rest, drawn: drawn.slice(at - count, at) }, ms);
  }, view);
}

/**
 * Carry out a legal move.
 * @param {Variant} variant
 * @param {View} view
 * @param {Parts} read
 * @param {Shown} shown
 * @param {number} ms
 * @returns {View}
 */
export function carried(variant, view, read, shown, ms) {
  const flipped = flips(view, read);
  if (flipped !== (shown.flip != null)) throw new Error("a card must turn up, or must not");
  const after = { ...view, ...shifted(variant, view, read, shown) };
  if (read.kind === "D") after.draws += 1;
  else if (read.kind === "R") after.redeals += 1;
  else after.moves += 1;
  after.score = worth(variant, after) ?? view.score + points(variant, read.kind, flipped);
  after.streak = shown.streak ?? view.streak;
  const royal = variant.scoring === "royal";
  after.time_bonus = shown.time_bonus ?? (royal && won(variant, after) ? timeBonus(ms) : 0);
  return after;
}

/**
 * Answer the piles that a move changes.
 * @param {Variant} variant
 * @param {View} view
 * @param {Parts} read
 * @param {Shown} shown
 * @returns {Partial<View>}
 */
function shifted(variant, view, read, shown) {
  if (read.kind === "D") return drawn(variant, view, shown.drawn ?? []);
  if (read.kind === "R") return { stock: view.waste, waste: [] };
  const cards = lifted(variant, view, read);
  const columns = [...view.columns];
  const foundations = [...view.foundations];
  /** @type {Partial<View>} */
  const changed = { columns, foundations };
  if (read.kind.startsWith("W")) changed.waste = view.waste.slice(0, -1);
  else if (read.kind.startsWith("F")) foundations[read.source] = (foundations[read.source] ?? 0) - 1;
  else columns[read.source] = without(columns[read.source], read.count, shown.flip);
  if (read.kind.endsWith("F")) {
    const pile = landing(variant, view, cards[0] ?? "");
    foundations[pile] = (foundations[pile] ?? 0) + 1;
  } else {
    const [down, up] = columns[read.target] ?? [0, []];
    columns[read.target] = [down, [...up, ...cards]];
  }
  return changed;
}

/**
 * @param {Variant} variant
 * @param {View} view
 * @param {readonly Card[]} told
 */
function drawn(variant, view, told) {
  const known = view.stock.slice(0, variant.draw);
  const cards = told.length ? told : known.filter((card) => card !== null);
  if (cards.length !== known.length) throw new Error("the cards drawn are not known");
  return { stock: view.stock.slice(cards.length), waste: [...view.waste, ...cards] };
}

/**
 * Answer the cards that a move takes.
 * @param {Variant} variant
 * @param {View} view
 * @param {Parts} read
 * @returns {readonly Card[]}
 */
function lifted(variant, view, { kind, source, count }) {
  if (kind.startsWith("W")) return view.waste.slice(-1);
  if (kind.startsWith("T")) return view.columns[source]?.[1].slice(-count) ?? [];
  return [foundationTop(variant, view, source) ?? ""];
}

/**
 * Answer a column without its last cards, the card below them turned up.
 * @param {Column | undefined} column
 * @param {number} count
 * @param {Card | null | undefined} flip
 * @returns {Column}
 */
function without([down, up] = [0, []], count, flip) {
  return flip ? [down - 1, [flip]] : [down, up.slice(0, -count)];
}
