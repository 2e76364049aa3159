/** Where the cards lie in a picture of a board that shows all of it, whatever the picture's size. */

import { HEIGHT, WIDTH } from "../deck/faces.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Outline} Outline */
/** @typedef {import("../types.js").Variant} Variant */
/** @typedef {Table | Outline} Board */

/**
 * One thing to draw: a card's text, `back`, `blank`, `slot`, `slot:H` (a suit's), `slot:turn` (the
 * waste may be turned over) or `slot:done`. An `upright` card has its suit below its rank; `index`
 * is the height of the rank where the next card leaves less room than usual.
 * @typedef {{what: string, x: number, y: number, upright?: boolean, count?: number, index?: number}} Spot
 */

/**
 * What lies in one place; two piles of the same key look the same. `name` is `S`, `W`, `F` or `T1`...
 * @typedef {{name: string, key: string, x: number, y: number, width: number, height: number, spots: Spot[]}} Pile
 */

/**
 * Sizes of a picture, whole pixels; `index` is the height of a rank in a card's corner.
 * @typedef {object} Measure
 * @property {Variant} variant
 * @property {number} width
 * @property {number} height
 * @property {number} card      the width of a card
 * @property {number} tall      its height
 * @property {number} left      of the first column
 * @property {number} pitch     from column to column
 * @property {number} top       of the stock
 * @property {number} columns   the upper edge of the columns
 * @property {number} index
 */

const TALL = HEIGHT / WIDTH;
const FAN = 0.46; // of a card, between two of the waste
const NARROWEST_GAP = 0.07;
const WIDEST_GAP = 0.36;
const ROWS = 4.4; // card heights that a board needs
const LONG_RUN = 7; // steps of a run that fit without any of them coming closer
const LEAST_FAN = 4; // pixels between cards of which only the edge is seen
const LEAST_STEP = 5; // pixels that a card of a column shows, where there is room
const SUITS = "HDSC";

/**
 * Answer the sizes of a picture of *variant* in a box.
 * @param {Variant} variant
 * @param {number} width
 * @param {number} height
 * @returns {Measure}
 */
export function measure(variant, width, height) {
  const count = variant.columns.length;
  const wide = (width - 4) / (count + (count - 1) * NARROWEST_GAP);
  const card = Math.max(1, Math.floor(Math.min(wide, height / (ROWS * TALL))));
  const tall = Math.round(card * TALL);
  const spare = count > 1 ? (width - 4 - count * card) / (count - 1) : 0;
  const gap = Math.max(0, Math.min(spare, card * WIDEST_GAP));
  const pitch = card + gap;
  const left = Math.round((width - (count - 1) * pitch - card) / 2);
  const columns = 2 + tall + Math.max(3, Math.round(tall * 0.16));
  const hidden = Math.max(...variant.columns) - 1;
  const room = height - columns - tall - 2;
  const step = (room - hidden * leastHidden(room, hidden)) / LONG_RUN;
  const index = Math.max(0, Math.floor(Math.min(card * 0.37, step - edgeOf(card) - 1)));
  return { variant, width, height, card, tall, left, pitch, top: 2, columns, index };
}

/**
 * Answer the piles of a board, each with what lies on it, lowest first.
 * @param {Measure} size
 * @param {Board} board
 * @returns {Pile[]}
 */
export function piles(size, board) {
  const top = "home" in board ? blankTop(size, board) : facedTop(size, board);
  return [...top, ...board.columns.map((column, number) => columnPile(size, number, column))];
}

/** How far from a card's edge its index is written. @param {number} card  the width */
export const edgeOf = (card) => Math.max(1, Math.round(card * 0.06));

/** @param {number} room @param {number} hidden */
function leastHidden(room, hidden) {
  return hidden ? Math.min(3, (room * 0.3) / hidden) : 0;
}

/** @param {Measure} size @param {Table} view @returns {Pile[]} */
function facedTop(size, view) {
  const shown = view.waste.slice(-Math.min(3, Math.max(1, size.variant.draw)));
  const waste = shown.map((card, at) => ({
    what: card ?? "blank",
    x: wasteLeft(size) + Math.round(at * size.card * FAN),
    y: size.top,
    upright: true,
  }));
  const { from, step } = homes(size, view.foundations.length);
  const home = view.foundations.map((height, number) => ({
    what: height ? cardOf(height, number, size.variant.packs) : `slot:${suitOf(number, size.variant.packs)}`,
    x: Math.round(from + number * step),
    y: size.top,
    upright: true,
  }));
  home.sort((a, b) => Number(b.what.startsWith("slot")) - Number(a.what.startsWith("slot"))); // below cards
  return [stockPile(size, view.stock.length, view.waste.length, view.redeals), pile(size, "W", waste), pile(size, "F", home)];
}

/** @param {Measure} size @param {Outline} outline @returns {Pile[]} */
function blankTop(size, outline) {
  const { variant, top } = size;
  const fan = Math.min(outline.waste, 3, Math.max(1, variant.draw));
  const waste = Array.from({ length: fan }, (_, at) => ({
    what: "blank",
    x: wasteLeft(size) + Math.round(at * size.card * FAN),
    y: top,
    ...(at === fan - 1 ? { count: outline.waste } : {}),
  }));
  return [
    stockPile(size, outline.stock, outline.waste, outline.redeals),
    pile(size, "W", waste),
    pile(size, "F", blankHome(size, outline.home)),
  ];
}

/**
 * A row of cards that grows as they come home: which foundation they lie on may not be told.
 * @param {Measure} size @param {number} home @returns {Spot[]}
 */
function blankHome(size, home) {
  const { variant, top } = size;
  const deck = 4 * variant.packs * variant.ranks;
  const { from, step } = homes(size, 4 * variant.packs);
  const slots = Array.from({ length: 4 * variant.packs }, (_, number) => ({
    what: "slot",
    x: Math.round(from + number * step),
    y: top,
  }));
  const each = (step * (4 * variant.packs - 1)) / Math.max(1, deck - 1);
  const seen = Math.min(home, Math.ceil((home * each) / LEAST_FAN));
  const cards = Array.from({ length: seen }, (_, at) => ({
    what: "blank",
    x: Math.round(from + (home - 1) * each * (seen > 1 ? at / (seen - 1) : 1)),
    y: top,
    ...(at === seen - 1 ? { count: home } : {}),
  }));
  return [...slots, ...cards];
}

/** @param {Measure} size @param {number} stock @param {number} waste @param {number} redeals @returns {Pile} */
function stockPile(size, stock, waste, redeals) {
  const { variant } = size;
  const turns = variant.max_passes === null || redeals + 1 < variant.max_passes;
  const empty = waste && turns ? "slot:turn" : "slot:done";
  const spot = { what: stock ? "back" : empty, x: size.left, y: size.top, ...(stock ? { count: stock } : {}) };
  return pile(size, "S", [spot]);
}

/**
 * @param {Measure} size @param {number} number
 * @param {Table["columns"][number] | Outline["columns"][number]} column
 * @returns {Pile}
 */
function columnPile(size, number, [down, up]) {
  const x = Math.round(size.left + number * size.pitch);
  const faces = typeof up === "number" ? Array.from({ length: up }, () => "blank") : up;
  const { low, high } = steps(size, down, faces.length);
  const first = size.columns + down * low;
  const most = Math.floor(high - edgeOf(size.card) - 1);
  const index = most < size.index ? { index: Math.max(1, most) } : {};
  const spots = [
    ...Array.from({ length: down }, (_, at) => ({ what: "back", x, y: Math.round(size.columns + at * low) })),
    ...faces.map((face, at) => ({ what: face ?? "blank", x, y: Math.round(first + at * high), ...index })),
  ];
  const name = `T${number + 1}`;
  const all = spots.length ? spots : [{ what: "slot", x, y: size.columns }];
  return { name, key: keyOf(all), x: x - 1, y: size.columns - 1, width: size.card + 2, height: size.height - size.columns + 1, spots: all };
}

/**
 * How far apart the cards of a column lie: hidden ones come closer first.
 * @param {Measure} size @param {number} down @param {number} up
 */
function steps(size, down, up) {
  const room = size.height - size.columns - size.tall - 2;
  const least = leastHidden(room, down);
  const wish = Math.max(size.index + edgeOf(size.card) + 2, size.tall * 0.26, LEAST_STEP);
  const high = Math.max(1, Math.min(wish, (room - down * least) / Math.max(1, up - 1)));
  const left = room - Math.max(0, up - 1) * high;
  return { high, low: Math.max(0.5, Math.min(Math.max(size.tall * 0.1, LEAST_STEP / 2), left / Math.max(1, down))) };
}

/** @param {Measure} size */
function wasteLeft(size) {
  return Math.round(size.left + (size.variant.columns.length > 1 ? size.pitch : 0));
}

/**
 * Where the foundations lie: to the right of the widest waste, closer together where they must.
 * @param {Measure} size @param {number} count
 */
function homes(size, count) {
  const right = size.width - size.left - size.card;
  const fan = Math.min(2, size.variant.draw - 1) * FAN;
  const first = wasteLeft(size) + size.card * (1.2 + fan);
  const step = Math.min(size.pitch, Math.max(1, (right - first) / Math.max(1, count - 1)));
  return { from: right - step * (count - 1), step };
}

/** @param {number} height @param {number} number @param {number} packs */
function cardOf(height, number, packs) {
  return "A23456789TJQK"[height - 1] + suitOf(number, packs);
}

/** @param {number} number @param {number} packs */
function suitOf(number, packs) {
  return SUITS[Math.floor(number / packs)] ?? "H";
}

/** @param {Measure} size @param {string} name @param {Spot[]} spots @returns {Pile} */
function pile(size, name, spots) {
  const from = name === "S" ? 0 : name === "W" ? wasteLeft(size) - 1 : homes(size, 4 * size.variant.packs).from - 1;
  const fan = Math.min(2, size.variant.draw - 1) * FAN;
  const to = name === "S" ? wasteLeft(size) - 1 : name === "W" ? from + size.card * (1 + fan) + 2 : size.width;
  const x = Math.floor(from);
  return { name, key: keyOf(spots), x, y: 0, width: Math.ceil(to) - x, height: size.columns - 1, spots };
}

/** @param {Spot[]} spots */
function keyOf(spots) {
  return spots.map(({ what, x, y, count, index }) => `${what}@${x},${y},${count ?? ""},${index ?? ""}`).join(" ");
}
