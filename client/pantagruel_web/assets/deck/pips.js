/** The four suits as shapes, each in a box of 100 by 100 around its middle. */

/** @typedef {"H" | "D" | "S" | "C"} Suit */

/** @type {Record<Suit, string>} */
const OUTLINES = {
  H: "M0 47C-9 29-50 10-50-18C-50-36-38-46-25-46C-13-46-4-39 0-27C4-39 13-46 25-46C38-46 50-36 50-18C50 10 9 29 0 47Z",
  D: "M0-50C9-31 21-14 39 0C21 14 9 31 0 50C-9 31-21 14-39 0C-21-14-9-31 0-50Z",
  S: "M0-49C11-30 49-12 49 14C49 28 39 36 28 36C18 36 9 31 4 22C5 36 10 44 19 50H-19C-10 44-5 36-4 22C-9 31-18 36-28 36C-39 36-49 28-49 14C-49-12-11-30 0-49Z",
  C: "M0-49A22.5 22.500 0 0 1 15-10A22.500 22.500 0 1 1 5 21C6 36 10 44 19 50H-19C-10 44-6 36-5 21A22.500 22.500 0 1 1-15-10A22.500 22.500 0 0 1 0-49Z",
};

/** @type {Map<string, Path2D>} */
const made = new Map();

/** @param {string} suit @returns {Path2D} */
export function pip(suit) {
  let path = made.get(suit);
  if (!path) made.set(suit, (path = new Path2D(OUTLINES[/** @type {Suit} */ (suit)])));
  return path;
}

/**
 * Fill a pip of *size* around (x, y), upside down if *turned*.
 *
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [turned]
 */
export function fillPip(ctx, suit, x, y, size, turned = false) {
  const scale = (turned ? -size : size) / 100;
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(scale, scale);
  ctx.fill(pip(suit));
  ctx.restore();
}
