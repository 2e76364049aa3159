/** How boards share a page: as large as they can all be, side by side. */

const HEAD = 38; // pixels of a frame around each board, and of its head
const FRAME = 10; // to the left and right of a board
const GAP = 10;
const LEAST_TALL = 112;
const LEAST_WIDE = 150;
const GOOD_WIDE = 320;
const SCROLLED_WIDE = 210; // of a board where not all fit
const SHAPE = 1.15; // width by height of a board that can be read
const TALLEST = 1.25; // height by width of what it can use
const SCROLLED = 0.85; // height by width where boards are scrolled to
const STRIP_TALL = 124;

/** @typedef {{columns: number, width: number, height: number}} Tiles  sizes of a board without its head */

/**
 * Share an area among *count* boards; what does not fit is scrolled to, and so is all that an
 * endless height makes room for.
 * @param {number} count @param {number} width @param {number} height
 * @returns {Tiles}
 */
export function tiles(count, width, height) {
  if (height === Infinity) return scrolled(fitting(count, width, count > 2 ? LEAST_WIDE : GOOD_WIDE), width);
  const most = fitting(count, width, LEAST_WIDE);
  /** @type {Tiles | null} */
  let best = null;
  let worth = 0;
  for (let columns = 1; columns <= most; columns += 1) {
    const rows = Math.ceil(count / columns);
    const wide = across(width, columns);
    const tall = Math.floor((height - (rows - 1) * GAP) / rows) - HEAD;
    const high = Math.min(tall, Math.round(wide * TALLEST));
    const seen = Math.min(wide, high * SHAPE);
    if (high >= LEAST_TALL && seen > worth) [best, worth] = [{ columns, width: wide, height: high }, seen];
  }
  return best ?? scrolled(fitting(count, width, SCROLLED_WIDE), width);
}

/** @param {number} count @param {number} width @param {number} least */
function fitting(count, width, least) {
  return Math.max(1, Math.min(count, Math.floor((width + GAP) / (least + FRAME + GAP))));
}

/** @param {number} columns @param {number} width @returns {Tiles} */
function scrolled(columns, width) {
  const wide = across(width, columns);
  return { columns, width: wide, height: Math.max(LEAST_TALL, Math.round(wide * SCROLLED)) };
}

/** @param {number} width @param {number} columns */
function across(width, columns) {
  return Math.floor((width - (columns - 1) * GAP) / columns) - FRAME;
}

/**
 * Give one board most of an area, and the others a strip below it.
 * @param {number} count @param {number} width @param {number} height
 * @returns {{large: Tiles, small: Tiles}}
 */
export function spotlight(count, width, height) {
  const strip = count > 1 ? STRIP_TALL + HEAD + GAP : 0;
  const endless = height === Infinity;
  const tall = Math.max(260, height - HEAD - strip);
  const wide = Math.round(STRIP_TALL * 1.4);
  return {
    large: { columns: 1, width: width - FRAME, height: Math.min(tall, Math.round(width * (endless ? SCROLLED : TALLEST))) },
    small: { columns: count - 1, width: wide, height: STRIP_TALL },
  };
}
