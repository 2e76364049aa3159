/** Where everything lies on the table, worked out from the room there is; nothing is asked of the page. */

import { LEAST_PICTURED } from "../deck/faces.js";

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {object} Geometry
 * @property {number} w  of a card, in CSS pixels as everything here
 * @property {number} h
 * @property {number} width  of the whole table; wider than the room when it has to scroll
 * @property {number} height
 * @property {Point} stock
 * @property {Point} waste  of the card that lies undermost in the fan
 * @property {number} fan  how far a card of the waste's fan lies from the next
 * @property {Point[]} foundations
 * @property {Point[]} columns
 * @property {number} foot  below which no column reaches
 * @property {boolean} plain  faces are plain, their indices large
 * @property {boolean} upright  stock and waste lie below, at the thumb
 */

const ASPECT = 1.42;
const TALL = 1.6; // upright, where there is room below and none beside
// Of a card's width: rank and suit of each stay visible; a plain face writes them larger.
const FAN = 0.42;
const PLAIN_FAN = 0.64;
export const FANNED = 3; // cards of the waste that lie side by side
const wasteWidth = (/** @type {number} */ fan) => 1 + (FANNED - 1) * fan; // in cards' widths
const EDGE = 8;
const GAP = 0.08; // of a card's width, at least
const WIDEST_GAP = 0.36;
const LEAST = { upright: 34, wide: 44 }; // a card less wide than this is no use to a finger
const MOST = 132;
const DEEP = 3.1; // a column of a usual game, in cards' heights
const UPRIGHT_UNTIL = 700;

/**
 * @param {{columns: number, foundations: number}} piles
 * @param {{width: number, height: number}} room
 * @param {{leftHanded: boolean, large: boolean}} settings
 * @returns {Geometry}
 */
export function layout(piles, room, { leftHanded, large }) {
  const upright = room.width < UPRIGHT_UNTIL && room.height > room.width * 1.15;
  const rows = Math.ceil(piles.foundations / Math.max(4, piles.columns - (upright ? 0 : 1)));
  const perRow = Math.ceil(piles.foundations / rows);
  const size = (/** @type {number} */ fan) => cardWidth(piles, room, upright, rows, perRow, fan);
  const plain = large || size(FAN) < LEAST_PICTURED;
  const fanned = plain ? PLAIN_FAN : FAN;
  const w = size(fanned);
  const fan = w * fanned;
  const waste = wasteWidth(fanned);
  const h = Math.round(w * (upright ? TALL : ASPECT));
  const least = Math.max(
    piles.columns * w * (1 + GAP),
    (perRow + (upright ? 0 : 1 + waste + 0.1)) * w * (1 + GAP),
  );
  const width = Math.max(room.width, Math.ceil(least + 2 * EDGE));
  const flip = (/** @type {number} */ x) => (leftHanded ? width - w - x : x);

  const gap = Math.min((width - 2 * EDGE - piles.columns * w) / Math.max(1, piles.columns - 1), w * WIDEST_GAP);
  const span = piles.columns * w + (piles.columns - 1) * gap;
  const left = (width - span) / 2;
  const right = left + span - w;
  const rowStep = h + Math.max(6, h * 0.05);
  const top = EDGE + rows * rowStep + h * 0.06;
  const below = room.height - EDGE - h;

  const foundationStep = upright
    ? Math.min((width - 2 * EDGE - w) / Math.max(1, perRow - 1), w * (1 + WIDEST_GAP))
    : Math.min((right - left - (1 + waste + 0.2) * w) / Math.max(1, perRow - 1), w + gap);
  const foundationsEnd = upright ? (width + (perRow - 1) * foundationStep - w) / 2 : right;
  const foundations = Array.from({ length: piles.foundations }, (_, index) => ({
    x: flip(foundationsEnd - (perRow - 1 - (index % perRow)) * foundationStep),
    y: EDGE + Math.floor(index / perRow) * rowStep,
  }));
  const columns = Array.from({ length: piles.columns }, (_, index) => ({
    x: left + index * (w + gap),
    y: top,
  }));
  const stockX = upright ? right : left;
  const wasteX = upright ? stockX - 1.25 * w - (FANNED - 1) * fan : stockX + w * 1.15;
  const wasteAt = leftHanded ? flip(wasteX) - (FANNED - 1) * fan : wasteX;
  return {
    w,
    h,
    width,
    height: room.height,
    stock: { x: flip(stockX), y: upright ? below : EDGE },
    waste: { x: wasteAt, y: upright ? below : EDGE },
    fan,
    foundations: leftHanded ? mirrored(foundations, perRow) : foundations,
    columns,
    foot: (upright ? below - h * 0.12 : room.height - EDGE),
    plain,
    upright,
  };
}

/**
 * Hearts stay on the left, however the row lies.
 *
 * @param {Point[]} points
 * @param {number} perRow
 */
function mirrored(points, perRow) {
  return points.map((_, index) => {
    const row = Math.floor(index / perRow) * perRow;
    const last = Math.min(row + perRow, points.length) - 1;
    return /** @type {Point} */ (points[last - (index - row)]);
  });
}

/**
 * @param {{columns: number, foundations: number}} piles
 * @param {{width: number, height: number}} room
 * @param {boolean} upright
 * @param {number} rows
 * @param {number} perRow
 * @param {number} fan  in cards' widths
 */
function cardWidth(piles, room, upright, rows, perRow, fan) {
  const across = room.width - 2 * EDGE;
  const cards = Math.max(piles.columns, perRow + (upright ? 0 : 1 + wasteWidth(fan) + 0.15));
  const down = (room.height - 4 * EDGE) / (rows * 1.05 + DEEP + (upright ? 1.1 : 0)) / (upright ? TALL : ASPECT);
  const fitting = Math.min(across / (cards + GAP * (cards - 1)), down, MOST);
  return Math.floor(Math.max(fitting, upright ? LEAST.upright : LEAST.wide));
}

/**
 * How far below a column's head each of its cards lies: hidden ones close together, the others so
 * that their indices show, all closer where the table ends.
 *
 * @param {Geometry} table
 * @param {number} down
 * @param {number} up
 * @returns {number[]}
 */
export function offsets(table, down, up) {
  const { h } = table;
  const room = table.foot - (table.columns[0]?.y ?? 0) - h;
  const most = table.upright ? 0.42 : table.plain ? 0.3 : 0.265; // rank and suit, and a little air
  let hidden = h * (table.upright ? 0.17 : 0.1);
  let open = h * most;
  const steps = Math.max(0, up - 1);
  if (down * hidden + steps * open > room) open = Math.max((room - down * hidden) / steps, h * (table.plain ? 0.26 : 0.225));
  if (down * hidden + steps * open > room) {
    const scale = Math.max(0, room) / (down * hidden + steps * open);
    hidden *= scale;
    open *= scale;
  }
  return Array.from({ length: down + up }, (_, index) =>
    index < down ? index * hidden : down * hidden + (index - down) * open,
  );
}
