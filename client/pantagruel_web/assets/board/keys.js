/** Two-key entry: a source, then a target, without the mouse and without waiting for anything. */

import { SUITS } from "../rules/card.js";
import { destinations } from "../rules/moves.js";

/**
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("../rules/moves.js").Source} Source
 *
 * @typedef {object} Entry
 * @property {string} typed  what was typed so far: empty, a source, or a source and half a number
 * @property {Map<string, string>} asks  by suit, the moves that one more key chooses between
 *
 * @typedef {{variant: Variant, view: Table, passes: number | null}} Game
 *
 * @typedef {object} Fed
 * @property {Entry} entry  what goes on
 * @property {string} [move]  to be played
 * @property {string} [hint]  what may be typed now, or why nothing came of it
 */

/** @type {Entry} */
export const NOTHING = { typed: "", asks: new Map() };

/** How many digits name a column. @param {Variant} variant */
export const digits = (variant) => (variant.columns.length > 9 ? 2 : 1);

/**
 * Take one key in. Keys that mean nothing here answer null, and are somebody else's.
 *
 * @param {Entry} entry
 * @param {string} key  as the keyboard event names it
 * @param {Game} game
 * @returns {Fed | null}
 */
export function feed(entry, key, game) {
  const typed = key === " " ? "d" : key.toLowerCase();
  if (key === "Escape") return entry.typed ? { entry: NOTHING } : null;
  if (entry.asks.size) return chosen(entry, typed);
  if (!entry.typed && (typed === "d" || key === " ")) {
    return { entry: NOTHING, move: game.view.stock.length ? "D" : "R" };
  }
  if (!/^[0-9wf]$/.test(typed)) return null;
  return continued(entry.typed + typed, game);
}

/**
 * @param {string} typed
 * @param {Game} game
 * @returns {Fed}
 */
function continued(typed, game) {
  const n = digits(game.variant);
  const whole = new RegExp(`^(w|f|[0-9]{${n}})(f|w|[0-9]{${n}})$`).exec(typed);
  if (whole) return resolved(String(whole[1]), String(whole[2]), game);
  const begun = new RegExp(`^(w|f|[0-9]{1,${n}})$|^(w|f|[0-9]{${n}})[0-9]{0,${n - 1}}$`);
  if (begun.test(typed)) return { entry: { typed, asks: new Map() }, hint: `${typed}_` };
  return { entry: NOTHING, hint: `${typed} is no move` };
}

/**
 * @param {string} from
 * @param {string} to
 * @param {Game} game
 * @returns {Fed}
 */
function resolved(from, to, game) {
  const sources = from === "f" ? foundations(game.view) : [source(from, game.view)];
  const home = to === "f" || to === from;
  /** @type {{move: string, source: Source}[]} */
  const found = sources.flatMap((one) =>
    counts(one, game.view, home).flatMap((count) =>
      destinations(game.variant, game.view, game.passes, { ...one, count })
        .filter(({ pile }) => (home ? pile.pile === "foundation" : pile.pile === "column" && pile.index === Number(to) - 1))
        .map(({ move }) => ({ move, source: one })),
    ),
  );
  const typed = from + to;
  if (!found.length) return { entry: NOTHING, ...refused(from, to, home), hint: typed };
  // Foundations lie in the order of SUITS, as many of each as there are packs.
  const suit = (/** @type {Source} */ { index }) => SUITS.charAt(Math.floor(index / game.variant.packs));
  const asks = new Map(found.map((one) => [from === "f" ? suit(one.source) : "", one.move]));
  if (asks.size === 1) return { entry: NOTHING, move: String(found[0]?.move) };
  return { entry: { typed, asks }, hint: `${typed}: which suit? ${[...asks.keys()].join(" ")}` };
}

/** The plain move that was meant, so that the refusal says why not. @param {string} from @param {string} to @param {boolean} home */
function refused(from, to, home) {
  if (from === "f") return {};
  const pile = from === "w" ? "W" : `T${Number(from)}`;
  return { move: `${pile}>${home ? "F" : `T${Number(to)}`}` };
}

/** @param {string} from @param {Table} view @returns {Source} */
function source(from, view) {
  if (from === "w") return { pile: "waste", index: 0 };
  return { pile: "column", index: Math.min(Number(from), view.columns.length + 1) - 1 };
}

/** @param {Table} view @returns {Source[]} */
const foundations = (view) =>
  view.foundations.flatMap((height, index) => (height ? [{ pile: /** @type {const} */ ("foundation"), index }] : []));

/** The lengths that a run may have: the longest first. @param {Source} from @param {Table} view @param {boolean} home */
function counts(from, view, home) {
  const length = from.pile === "column" && !home ? (view.columns[from.index]?.[1].length ?? 0) : 1;
  return Array.from({ length }, (_, at) => length - at);
}

/** @param {Entry} entry @param {string} typed @returns {Fed} */
function chosen(entry, typed) {
  const move = entry.asks.get(typed.toUpperCase());
  if (move) return { entry: NOTHING, move };
  return { entry, hint: `${entry.typed}: which suit? ${[...entry.asks.keys()].join(" ")}` };
}
