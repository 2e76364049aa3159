/** A board after a move: what the server disclosed goes in, a new view comes out. */

import { parts } from "./notation.js";
import { foundationTop, landing, won } from "./piles.js";
import { refusal } from "./moves.js";
import { points, timeBonus, worth } from "./score.js";

/**
 * @typedef {import("../types.js").Card} Card
 * @typedef {import("../types.js").Pile} Pile
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("./notation.js").Parts} Parts
 */

/**
 * What was disclosed for a command: an ack has these fields. What `finish` played is in `played`.
 * @typedef {object} Shown
 * @property {readonly (Card | null)[]} [drawn]
 * @property {Card | null} [flip]
 * @property {readonly string[]} [played]
 * @property {number} [streak]
 * @property {number} [time_bonus]
 */

/**
 * Tell whether a move takes all that lies on a hidden card.
 * @param {Table} view
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
 * @param {Table} view
 * @param {string} move  or `finish`, `bank`, `forfeit`
 * @param {Shown} shown
 * @param {number} ms
 * @returns {Table}
 */
export function follow(variant, view, move, shown, ms) {
  if (move === "bank" || move === "forfeit") return view;
  if (move === "finish") return finished(variant, view, shown, ms);
  const no = refusal(variant, view, null, move);
  const read = parts(move);
  if (no || !read) throw new Error(`${move} was accepted, but ${no?.why}`);
  if (flips(view, read) !== (shown.flip != null)) {
    throw new Error(`${move} must turn a card up, or must not`);
  }
  if (read.kind !== "D") return carried(variant, view, read, shown, ms);
  const known = view.stock.slice(0, variant.draw);
  const drawn = shown.drawn?.length ? shown.drawn : known;
  if (drawn.length !== known.length || drawn.includes(null)) {
    throw new Error("these cannot be the cards drawn");
  }
  return carried(variant, view, read, { ...shown, drawn }, ms);
}

/**
 * Answer the view after a legal move that the server has yet to accept: the cards that it will
 * show are blank, unless they were seen before.
 * @param {Variant} variant
 * @param {Table} view
 * @param {string} move
 * @returns {Table}
 */
export function foreseen(variant, view, move) {
  const read = parts(move);
  if (!read) throw new Error(`${move} is no move`);
  return carried(variant, view, read, { drawn: view.stock.slice(0, variant.draw), flip: null }, 0);
}

/**
 * @param {Variant} variant
 * @param {Table} view
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
 * Carry out a legal move; a flipped card that is not told stays blank.
 * @param {Variant} variant
 * @param {Table} view
 * @param {Parts} read
 * @param {Shown} shown
 * @param {number} ms
 * @returns {Table}
 */
export function carried(variant, view, read, shown, ms) {
  const flipped = flips(view, read);
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
 * @param {Table} view
 * @param {Parts} read
 * @param {Shown} shown
 * @returns {Partial<Table>}
 */
function shifted(variant, view, read, shown) {
  if (read.kind === "D") {
    const { stock, waste } = view;
    const drawn = shown.drawn ?? [];
    return { stock: stock.slice(drawn.length), waste: [...waste, ...drawn] };
  }
  if (read.kind === "R") return { stock: view.waste, waste: [] };
  const cards = lifted(variant, view, read);
  const { foundations, waste } = view;
  const columns = [...view.columns];
  /** @type {Partial<Table>} */
  const changed = { columns };
  if (read.kind.startsWith("W")) changed.waste = waste.slice(0, -1);
  else if (read.kind.startsWith("F")) changed.foundations = raised(foundations, read.source, -1);
  else columns[read.source] = without(columns[read.source], read.count, shown.flip ?? null);
  if (read.kind.endsWith("F")) {
    changed.foundations = raised(foundations, landing(variant, view, cards[0] ?? null), 1);
  } else {
    const [down, up] = columns[read.target] ?? [0, []];
    columns[read.target] = [down, [...up, ...cards]];
  }
  return changed;
}

/**
 * @param {readonly number[]} heights
 * @param {number} pile
 * @param {number} by
 */
const raised = (heights, pile, by) => heights.map((height, at) => (at === pile ? height + by : height));

/**
 * Answer the cards that a move takes.
 * @param {Variant} variant
 * @param {Table} view
 * @param {Parts} read
 * @returns {readonly (Card | null)[]}
 */
function lifted(variant, view, { kind, source, count }) {
  if (kind.startsWith("W")) return view.waste.slice(-1);
  if (kind.startsWith("T")) return view.columns[source]?.[1].slice(-count) ?? [];
  return [foundationTop(variant, view, source)];
}

/**
 * Answer a column without its last cards, the card below them turned up.
 * @param {Pile | undefined} column
 * @param {number} count
 * @param {Card | null} flip
 * @returns {Pile}
 */
function without([down, up] = [0, []], count, flip) {
  return down && up.length === count ? [down - 1, [flip]] : [down, up.slice(0, -count)];
}
