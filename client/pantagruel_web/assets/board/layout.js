/** Where everything lies on the table, worked out from the room there is; nothing is asked of the page. */

import { LEAST_PICTURED } from "../deck/faces.js";

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{width: number, height: number}} Room
 * @typedef {{columns: number, foundations: number}} Piles
 * @typedef {"usual" | "upright" | "low" | "long"} Kind  *upright*: stock and waste lie below, at the
 *   thumb; *low*: beside the columns, which need all the height; *long*: in a row of their own, and
 *   the rest slides beneath one's eyes, downwards too if it must
 *
 * @typedef {object} Geometry
 * @property {Kind} kind
 * @property {number} w  of a card, in CSS pixels as everything here
 * @property {number} h
 * @property {number} width  of the whole table; wider than the room when it has to slide
 * @property {number} height
 * @property {Point} stock
 * @property {Point} waste  of the card that lies undermost in the fan
 * @property {Point} fan  how far a card of the waste's fan lies from the next
 * @property {Point[]} foundations
 * @property {Point[]} columns
 * @property {number} foot  below which no column reaches
 * @property {boolean} plain  faces are plain, their indices large
 */

const ASPECT = 1.42;
const TALL = 1.6; // upright and plain, where there is room below and none beside
// Of a card's width: rank and suit of each stay visible; a plain face writes them larger.
const FAN = 0.42;
const PLAIN_FAN = 0.64;
const FAN_DOWN = 0.28; // of a card's height, where the fan lies upright
export const FANNED = 3; // cards of the waste that lie side by side
const EDGE = 8;
const GAP = 0.08; // of a card's width, at least
const WIDEST_GAP = 0.36;
const APART = 0.4; // of a card's width, from the waste to the foundations
const NUMBERS = 15; // pixels for the numbers above the columns
const LEAST = { usual: 44, upright: 34, low: 34, long: 44 }; // less wide is no use to a hand
const MOST = 132;
// A column of a usual game, in cards' heights; large indices need more of it.
const DEEP = 3.1;
const PLAIN_DEEP = 4;
const LOWEST = 2.5; // a column in a room too low for it, in cards' heights
const UPRIGHT_UNTIL = 900;
const LOW_UNTIL = 420;

const stack = (/** @type {number} */ cards) => cards + GAP * (cards - 1);
const wasteWidth = (/** @type {number} */ fan) => 1 + (FANNED - 1) * fan; // in cards' widths

/**
 * @param {Piles} piles
 * @param {Room} room
 * @param {{leftHanded: boolean, large: boolean}} settings
 * @returns {Geometry}
 */
export function layout(piles, room, { leftHanded, large }) {
  const kind = kindOf(piles, room);
  const plain = large || kind === "long" || cardWidth(kind, piles, room, false) < LEAST_PICTURED;
  const w = Math.max(LEAST[kind], cardWidth(kind, piles, room, plain));
  const h = Math.round(w * (kind === "upright" && plain ? TALL : ASPECT));
  return { plain, ...LAYERS[kind](piles, room, w, h, plain ? PLAIN_FAN : FAN, leftHanded) };
}

/** @param {Piles} piles @param {Room} room @returns {Kind} */
function kindOf(piles, room) {
  const { width, height } = room;
  if (width < UPRIGHT_UNTIL && height > width * 1.15) return "upright";
  const kind = height < LOW_UNTIL && width > height * 1.6 ? "low" : "usual";
  return across(kind, piles, room, true) < LEAST[kind] ? "long" : kind;
}

/** Foundations lie in as few rows as there must be. @param {Kind} kind @param {Piles} piles */
function rowsOf(kind, { columns, foundations }) {
  const rows = Math.ceil(foundations / Math.max(4, columns - (kind === "usual" ? 1 : 0)));
  return { rows, perRow: Math.ceil(foundations / rows) };
}

/** How wide a card can be for all to lie side by side. @param {Kind} kind @param {Piles} piles @param {Room} room @param {boolean} plain */
function across(kind, piles, room, plain) {
  const { columns, foundations } = piles;
  const { perRow } = rowsOf(kind, piles);
  const top = perRow + 1 + wasteWidth(plain ? PLAIN_FAN : FAN) + APART + 0.15;
  const cards = {
    usual: stack(Math.max(columns, top)),
    upright: stack(Math.max(columns, perRow)),
    low: stack(columns + 1 + foundations / 4) + 2 * APART,
    long: Infinity,
  }[kind];
  return (room.width - 2 * EDGE) / cards;
}

/**
 * How wide a card can be, so that all of it fits and a column may grow.
 *
 * @param {Kind} kind
 * @param {Piles} piles
 * @param {Room} room
 * @param {boolean} plain
 */
function cardWidth(kind, piles, room, plain) {
  const { rows } = rowsOf(kind, piles);
  const cards = {
    usual: rows * 1.05 + (plain ? PLAIN_DEEP : DEEP),
    upright: rows * 1.05 + DEEP + 1.1,
    low: stack(4),
    long: rows + 1 + DEEP,
  }[kind];
  const down = (room.height - 2 * EDGE - NUMBERS) / cards / ASPECT;
  return Math.floor(Math.min(MOST, across(kind, piles, room, plain), down));
}

/**
 * @typedef {(piles: Piles, room: Room, w: number, h: number, fan: number, leftHanded: boolean) =>
 *   Omit<Geometry, "plain">} Layer
 */

/** Points in a row: *count* of them, *step* apart. @param {number} count @param {number} x @param {number} step @param {number} y */
const row = (count, x, step, y) => Array.from({ length: count }, (_, index) => ({ x: x + index * step, y }));

/** Columns as far apart as there is room for, in the middle of *width*. @param {number} count @param {number} w @param {number} width @param {number} y */
function spread(count, w, width, y) {
  const gap = Math.min((width - 2 * EDGE - count * w) / Math.max(1, count - 1), w * WIDEST_GAP);
  return row(count, (width - count * w - (count - 1) * gap) / 2, w + gap, y);
}

/** Foundations in rows that end at *right*, in the order of their suits. @param {number} count @param {number} perRow @param {number} right @param {Point} step */
const grid = (count, perRow, right, step) =>
  Array.from({ length: count }, (_, index) => ({
    x: right - (perRow - 1 - (index % perRow)) * step.x,
    y: EDGE + Math.floor(index / perRow) * step.y,
  }));

/** @type {Layer} */
function usual(piles, room, w, h, fan, leftHanded) {
  const { rows, perRow } = rowsOf("usual", piles);
  const step = h + Math.max(6, h * 0.05);
  const columns = spread(piles.columns, w, room.width, EDGE + rows * step + Math.max(h * 0.06, NUMBERS - 3));
  const left = columns[0]?.x ?? 0;
  const right = columns.at(-1)?.x ?? 0;
  const taken = (1 + 0.15 + wasteWidth(fan) + APART) * w;
  const apart = Math.min((right - left - taken) / Math.max(1, perRow - 1), columns[1] ? columns[1].x - left : w);
  const end = leftHanded ? left + (perRow - 1) * apart : right;
  const stock = leftHanded ? right : left;
  const waste = leftHanded ? right - 0.15 * w - wasteWidth(fan) * w : left + 1.15 * w;
  return {
    kind: "usual",
    w,
    h,
    width: room.width,
    height: room.height,
    stock: { x: stock, y: EDGE },
    waste: { x: waste, y: EDGE },
    fan: { x: fan * w, y: 0 },
    foundations: grid(piles.foundations, perRow, end, { x: apart, y: step }),
    columns,
    foot: room.height - EDGE,
  };
}

/** @type {Layer} */
function upright(piles, room, w, h, fan, leftHanded) {
  const { rows, perRow } = rowsOf("upright", piles);
  const width = Math.max(room.width, Math.ceil(stack(piles.columns) * w + 2 * EDGE));
  const step = { x: Math.min((width - 2 * EDGE - w) / Math.max(1, perRow - 1), w * (1 + WIDEST_GAP)), y: h + Math.max(6, h * 0.05) };
  const below = room.height - EDGE - h;
  const span = (perRow - 1) * step.x;
  const end = width > room.width ? EDGE + span : (width + span - w) / 2;
  const stock = leftHanded ? EDGE : room.width - EDGE - w;
  const waste = leftHanded ? EDGE + 1.25 * w : stock - 0.25 * w - wasteWidth(fan) * w;
  return {
    kind: "upright",
    w,
    h,
    width,
    height: room.height,
    stock: { x: stock, y: below },
    waste: { x: waste, y: below },
    fan: { x: fan * w, y: 0 },
    foundations: grid(piles.foundations, perRow, end, step),
    columns: spread(piles.columns, w, width, EDGE + rows * step.y + h * 0.06),
    foot: below - h * 0.12,
  };
}

/** @type {Layer} */
function low(piles, room, w, h, _fan, leftHanded) {
  const perRow = piles.foundations / 4;
  const strip = perRow * w * (1 + GAP) + APART * w;
  const hand = w * (1 + APART);
  const middle = room.width - strip - hand;
  const y = EDGE + NUMBERS - 3;
  const columns = spread(piles.columns, w, middle, y).map((at) => ({ x: at.x + (leftHanded ? strip : hand), y }));
  const stock = leftHanded ? room.width - EDGE - w : EDGE;
  const end = leftHanded ? EDGE + (perRow - 1) * w * (1 + GAP) : room.width - EDGE - w;
  return {
    kind: "low",
    w,
    h,
    width: room.width,
    height: room.height,
    stock: { x: stock, y: EDGE },
    waste: { x: stock, y: EDGE + h * 1.15 },
    fan: { x: 0, y: h * FAN_DOWN },
    foundations: grid(piles.foundations, perRow, end, { x: w * (1 + GAP), y: h * (1 + GAP / 2) }),
    columns,
    foot: room.height - EDGE,
  };
}

/** @type {Layer} */
function long(piles, room, w, h, fan, leftHanded) {
  const { rows, perRow } = rowsOf("long", piles);
  const width = Math.max(room.width, Math.ceil(stack(Math.max(piles.columns, perRow)) * w + 2 * EDGE));
  const step = { x: w * (1 + GAP), y: h + Math.max(6, h * 0.05) };
  const stock = leftHanded ? room.width - EDGE - w : EDGE;
  const waste = leftHanded ? stock - 0.15 * w - wasteWidth(fan) * w : stock + 1.15 * w;
  const foundations = grid(piles.foundations, perRow, EDGE + (perRow - 1) * step.x, step);
  const head = EDGE + (rows + 1) * step.y + NUMBERS - 3;
  const height = Math.max(room.height, head + LOWEST * h);
  return {
    kind: "long",
    w,
    h,
    width,
    height,
    stock: { x: stock, y: EDGE },
    waste: { x: waste, y: EDGE },
    fan: { x: fan * w, y: 0 },
    foundations: foundations.map(({ x, y }) => ({ x, y: y + step.y })),
    columns: spread(piles.columns, w, width, head),
    foot: height - EDGE,
  };
}

const LAYERS = { usual, upright, low, long };

/** The same table, slid by *left*: stock and waste stay where they are to the eye. @param {Geometry} table @param {number} left @returns {Geometry} */
export const slid = (table, left) =>
  left ? { ...table, stock: { ...table.stock, x: table.stock.x + left }, waste: { ...table.waste, x: table.waste.x + left } } : table;
