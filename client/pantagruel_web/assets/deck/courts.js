/** Jack, Queen and King as in a woodcut: half a figure, and the same again upside down. */

import { BLUE, CRIMSON, GOLD, GOLD_LIGHT, INK, IVORY, SHADE, SKIN } from "./colours.js";
import { fillPip } from "./pips.js";

// The frame of the picture in a card of 100 by 142; two corners are left to the index.
const FRAME = "M41.500 13H83V115H58.500V129H17V27H41.500Z";
const MIDDLE = 71;
const FIGURE = { scale: 0.93, x: 7, y: 6 };

/** @typedef {CanvasRenderingContext2D} Ctx */

/** @param {Ctx} ctx @param {string} path @param {string} fill @param {number} [line] */
function shape(ctx, path, fill, line = 0.9) {
  const outline = new Path2D(path);
  ctx.fillStyle = fill;
  ctx.fill(outline);
  ctx.strokeStyle = INK;
  ctx.lineWidth = line;
  ctx.stroke(outline);
}

/** Lines only. @param {Ctx} ctx @param {string} path @param {string} [colour] @param {number} [line] */
function lines(ctx, path, colour = INK, line = 0.8) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = line;
  ctx.stroke(new Path2D(path));
}

/**
 * Hatch the inside of *path* with lines that lie *step* apart and lean by *lean*.
 *
 * @param {Ctx} ctx
 * @param {string} path
 * @param {number} step
 * @param {number} lean
 * @param {string} [colour]
 */
function hatch(ctx, path, step, lean, colour = INK) {
  ctx.save();
  ctx.clip(new Path2D(path));
  ctx.strokeStyle = colour;
  ctx.lineWidth = 0.45;
  ctx.beginPath();
  for (let x = -80; x < 180; x += step) {
    ctx.moveTo(x, 0);
    ctx.lineTo(x + lean * 80, 80);
  }
  ctx.stroke();
  ctx.restore();
}

const ROBE = "M19 71V64C22 53 32 48 41 45L50 50L59 45C68 48 78 53 81 64V71Z";
const LEFT_FLAP = "M19 71V64C22 55 29 50 37 47L44 71Z";
const RIGHT_FLAP = "M81 71V64C78 55 71 50 63 47L56 71Z";
const STOLE = "M43 45L50 50L57 45L55 71H45Z";
const FACE = "M42 27C41 37 44 45 50 46C56 45 59 37 58 27C57 22 43 22 42 27Z";

/** @param {Ctx} ctx @param {string} robe @param {string} lining */
function body(ctx, robe, lining) {
  shape(ctx, ROBE, robe);
  hatch(ctx, LEFT_FLAP, 2.2, -0.35);
  hatch(ctx, RIGHT_FLAP, 2.2, 0.35);
  lines(ctx, "M37 47L44 71M63 47L56 71", GOLD_LIGHT, 2.6);
  lines(ctx, "M36 47.500L43 71M38.300 46.500L45.300 71M64 47.500L57 71M61.700 46.500L54.700 71", INK, 0.5);
  shape(ctx, STOLE, lining, 0.6);
  for (let y = 54; y < 71; y += 6) dot(ctx, 50, y, 1.3, GOLD_LIGHT);
}

/** @param {Ctx} ctx @param {number} x @param {number} y @param {number} r @param {string} fill */
function dot(ctx, x, y, r, fill) {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.strokeStyle = INK;
  ctx.lineWidth = 0.5;
  ctx.stroke();
}

/** @param {Ctx} ctx */
function features(ctx) {
  shape(ctx, FACE, SKIN, 0.7);
  lines(ctx, "M44.500 31C45.500 30 47 30 48 31M52 31C53 30 54.500 30 55.500 31M50 31.500L48.800 37H50.800", INK, 0.6);
  dot(ctx, 46.4, 32.4, 0.55, INK);
  dot(ctx, 53.6, 32.4, 0.55, INK);
  lines(ctx, "M47.600 40.300C49 41.200 51 41.200 52.400 40.300", CRIMSON, 0.9);
}

/** @param {Ctx} ctx @param {number[]} points  x of the jewels */
function crown(ctx, points) {
  shape(ctx, "M39 25L37 13L43 19L46 11L50 18L54 11L57 19L63 13L61 25C54 22 46 22 39 25Z", GOLD_LIGHT);
  lines(ctx, "M39.500 22.800C46 20 54 20 60.500 22.800", INK, 0.5);
  for (const x of points) dot(ctx, x, x === 50 ? 16.5 : 12, 1.2, CRIMSON);
}

/** @param {Ctx} ctx @param {boolean} red */
function king(ctx, red) {
  body(ctx, red ? CRIMSON : BLUE, IVORY);
  shape(ctx, "M41 25C38 32 39 40 42 44L44 36L43 27ZM59 25C62 32 61 40 58 44L56 36L57 27Z", "#7d5a2e", 0.6);
  features(ctx);
  const beard = "M43 37C44 40 47 38.500 50 39.500C53 38.500 56 40 57 37C58 46 54 53 50 55C46 53 42 46 43 37Z";
  shape(ctx, beard, "#7d5a2e", 0.7);
  hatch(ctx, beard, 1.6, 0, IVORY);
  lines(ctx, "M47.600 41C49 42 51 42 52.400 41", CRIMSON, 0.9);
  crown(ctx, [37, 46, 50, 54, 63]);
  lines(ctx, "M73 71V31", INK, 2.6);
  lines(ctx, "M73 71V31", GOLD_LIGHT, 1.5);
  dot(ctx, 73, 27, 3.4, GOLD_LIGHT);
  lines(ctx, "M73 23.500V19M71 21H75", INK, 1);
  shape(ctx, "M68 60C70 56 76 56 78 60C78 64 69 65 68 60Z", SKIN, 0.6);
}

/** @param {Ctx} ctx @param {boolean} red */
function queen(ctx, red) {
  shape(ctx, "M40 24C33 31 34 45 38 51C41 52 44 48 44 44L43 27ZM60 24C67 31 66 45 62 51C59 52 56 48 56 44L57 27Z", GOLD, 0.7);
  hatch(ctx, "M40 24C33 31 34 45 38 51C41 52 44 48 44 44L43 27Z", 1.7, 0.1);
  hatch(ctx, "M60 24C67 31 66 45 62 51C59 52 56 48 56 44L57 27Z", 1.7, -0.1);
  body(ctx, red ? BLUE : CRIMSON, SHADE);
  features(ctx);
  shape(ctx, "M40 26C44 21 56 21 60 26L58 28C54 25 46 25 42 28Z", IVORY, 0.6);
  crown(ctx, [37, 46, 50, 54, 63]);
  lines(ctx, "M28 66C28 56 27 50 30 42", INK, 1.1);
  lines(ctx, "M28.300 56C25 54 24 52 24 50M28.500 52C31 51 33 49 33 47", INK, 0.8);
  for (let turn = 0; turn < 5; turn++) {
    const angle = (turn * 2 * Math.PI) / 5;
    dot(ctx, 30 + 2.7 * Math.cos(angle), 38 + 2.7 * Math.sin(angle), 2, CRIMSON);
  }
  dot(ctx, 30, 38, 1.5, GOLD_LIGHT);
  shape(ctx, "M24 63C25 59 31 59 32 63C32 67 25 68 24 63Z", SKIN, 0.6);
  lines(ctx, "M44 48C47 51 53 51 56 48", GOLD_LIGHT, 1.2);
}

/** @param {Ctx} ctx @param {boolean} red */
function jack(ctx, red) {
  shape(ctx, "M41 26C37 32 37 40 40 46C43 47 44 43 44 40L43 28ZM59 26C63 32 63 40 60 46C57 47 56 43 56 40L57 28Z", "#8b5a22", 0.7);
  hatch(ctx, "M41 26C37 32 37 40 40 46C43 47 44 43 44 40L43 28Z", 1.6, 0.15);
  hatch(ctx, "M59 26C63 32 63 40 60 46C57 47 56 43 56 40L57 28Z", 1.6, -0.15);
  body(ctx, GOLD, red ? CRIMSON : BLUE);
  features(ctx);
  shape(ctx, "M36 25C34 19 42 13 50 14C58 13 66 17 64 24C56 22 44 22 36 25Z", red ? BLUE : CRIMSON);
  hatch(ctx, "M36 25C34 19 42 13 50 14C58 13 66 17 64 24C56 22 44 22 36 25Z", 2, 0.5, IVORY);
  lines(ctx, "M36.500 25C44 22 56 22 63.500 24", GOLD_LIGHT, 1.6);
  shape(ctx, "M62 20C68 14 74 17 76 25C71 22 67 22 63 24Z", IVORY, 0.7);
  lines(ctx, "M63 22.500C67 19 71 20 74 23", INK, 0.5);
  lines(ctx, "M26 71L31 27", INK, 2.4);
  lines(ctx, "M26 71L31 27", "#b07a3c", 1.3);
  shape(ctx, "M31 16C33 20 33 24 31.300 28C28 25 28 20 31 16Z", SHADE, 0.7);
  shape(ctx, "M31 28C27 28 24 25 24 21C26 24 28 24 31 25Z", SHADE, 0.7);
  shape(ctx, "M23 62C24 58 30 58 31 62C31 66 24 67 23 62Z", SKIN, 0.6);
}

/** Robes part the colours of the suits: a King is crimson where his Queen is blue. @type {Record<string, (ctx: Ctx, red: boolean) => void>} */
const FIGURES = { J: jack, Q: queen, K: king };

/**
 * Draw the picture of a court card into a card of 100 by 142; no other rank has one.
 *
 * @param {Ctx} ctx
 * @param {string} rank
 * @param {string} suit
 * @param {string} colour  of the suit
 */
export function drawCourt(ctx, rank, suit, colour) {
  const frame = new Path2D(FRAME);
  ctx.save();
  ctx.lineJoin = "round";
  ctx.lineCap = "round";
  ctx.save();
  ctx.clip(frame);
  ctx.fillStyle = SHADE;
  ctx.fillRect(0, 0, 100, 2 * MIDDLE);
  for (const turned of [false, true]) half(ctx, rank, suit, colour, turned);
  lines(ctx, `M0 ${MIDDLE}H100`, GOLD_LIGHT, 2);
  lines(ctx, `M0 ${MIDDLE - 1.2}H100M0 ${MIDDLE + 1.2}H100`, INK, 0.5);
  ctx.restore();
  ctx.lineJoin = "miter";
  for (const [colour, width] of /** @type {const} */ ([[INK, 2.6], [GOLD_LIGHT, 1.6]])) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.stroke(frame);
  }
  ctx.restore();
}

/** @param {Ctx} ctx @param {string} rank @param {string} suit @param {string} colour @param {boolean} turned */
function half(ctx, rank, suit, colour, turned) {
  ctx.save();
  if (turned) {
    ctx.translate(100, 2 * MIDDLE);
    ctx.rotate(Math.PI);
  }
  ctx.beginPath();
  ctx.rect(0, 0, 100, MIDDLE);
  ctx.clip();
  hatch(ctx, `M0 0H100V${MIDDLE}H0Z`, 4, 0, "#d8c48e");
  ctx.save();
  ctx.translate(FIGURE.x, FIGURE.y);
  ctx.scale(FIGURE.scale, FIGURE.scale);
  FIGURES[rank]?.(ctx, suit === "H" || suit === "D");
  ctx.restore();
  ctx.fillStyle = colour;
  if (rank === "K") fillPip(ctx, suit, 29, 38, 15);
  else fillPip(ctx, suit, 74, rank === "Q" ? 24 : 42, 13);
  ctx.restore();
}
