/** The letters and figures of indices, written with a broad pen: lines here, the pen in `write`. */

/**
 * Each is as wide as its number says and 100 high; the lines are where the middle of the pen goes.
 *
 * @type {Record<string, [number, string]>}
 */
const LINES = {
  A: [80, "M40 7L13 94M40 7L67 94M23 65H58M4 95H24M56 95H77"],
  2: [66, "M12 27C13 13 23 6 35 6C49 6 57 15 57 28C57 48 36 62 10 94H58L61 80"],
  3: [66, "M12 19C17 10 25 6 34 6C47 6 55 14 55 26C55 39 45 46 29 47C48 47 59 56 59 71C59 86 48 95 33 95C21 95 13 91 8 82"],
  4: [68, "M47 95V8L8 69H64M34 95H60"],
  5: [66, "M55 8H19L15 47C21 41 28 39 35 39C50 39 59 50 59 66C59 84 48 95 32 95C21 95 13 91 8 83"],
  6: [68, "M54 12C49 8 44 6 39 6C21 6 9 26 9 56C9 82 19 95 35 95C50 95 60 84 60 67C60 50 50 40 36 40C22 40 12 50 9 64"],
  7: [66, "M9 22V8H59C45 34 34 62 30 96"],
  8: [70, "M35 47C22 43 14 36 14 26C14 14 23 6 35 6C47 6 56 14 56 26C56 36 48 43 35 47C19 52 9 59 9 72C9 86 20 95 35 95C50 95 61 86 61 72C61 59 51 52 35 47Z"],
  9: [68, "M14 89C19 93 24 95 29 95C47 95 59 75 59 45C59 19 49 6 33 6C18 6 8 17 8 34C8 51 18 61 32 61C46 61 56 51 59 37"],
  T: [104, "M6 20L23 8V95M8 95H38M73 6C86 6 93 22 93 50C93 79 86 95 73 95C60 95 53 79 53 50C53 22 60 6 73 6Z"],
  J: [62, "M27 8H58M45 8V72C45 88 37 95 25 95C15 95 9 90 7 80"],
  Q: [88, "M42 6C62 6 75 24 75 50C75 77 62 95 42 95C22 95 9 77 9 50C9 24 22 6 42 6ZM42 74C54 80 60 98 84 94"],
  K: [84, "M19 8V95M6 8H33M6 95H33M66 8L22 58M36 43L68 95M53 8H77M56 95H81"],
};
export const HEIGHT = 100;
const NIB = 15.5; // how broad the pen is, and how thin the other way
const THIN = 0.42;
const TILT = -0.32; // radians: what goes down is thick, what goes across thin

/** @type {Map<string, Path2D>} */
const made = new Map();

// The pen is a flat ellipse: a round one, seen through a squeeze that its path was drawn against.
const cos = Math.cos(TILT);
const sin = Math.sin(TILT);

/** @param {number} k  squeeze along the pen's thin side */
const squeeze = (k) => ({
  a: cos * cos + k * sin * sin,
  b: (1 - k) * cos * sin,
  c: (1 - k) * cos * sin,
  d: sin * sin + k * cos * cos,
});

/** @param {string} rank */
function against(rank) {
  let path = made.get(rank);
  if (!path) {
    path = new Path2D();
    path.addPath(new Path2D(LINES[rank]?.[1]), squeeze(1 / THIN));
    made.set(rank, path);
  }
  return path;
}

/** How wide a rank is when it is *height* high. @param {string} rank @param {number} height */
export const widthOf = (rank, height) => ((LINES[rank]?.[0] ?? 0) * height) / HEIGHT;

/**
 * Write a rank with its upper left corner at (x, y), *height* high, in the colour for lines.
 *
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} rank
 * @param {number} x
 * @param {number} y
 * @param {number} height
 * @param {number} [weight]  how heavy the pen is
 */
export function write(ctx, rank, x, y, height, weight = 1) {
  const { a, b, c, d } = squeeze(THIN);
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(height / HEIGHT, height / HEIGHT);
  ctx.transform(a, b, c, d, 0, 0);
  ctx.lineWidth = NIB * weight;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.stroke(against(rank));
  ctx.restore();
}
