/** A card as it is painted: faces with pictures, plain faces for small or large print, the back. */

import { CRIMSON, GOLD, GOLD_LIGHT, INK, IVORY, suitColour } from "./colours.js";
import { drawCourt } from "./courts.js";
import { widthOf, write } from "./glyphs.js";
import { fillPip } from "./pips.js";

/**
 * @typedef {CanvasRenderingContext2D} Ctx
 * @typedef {object} Style
 * @property {boolean} fourColour  every suit in a colour of its own
 * @property {boolean} plain  no pictures: rank and suit as large as they can be
 */

export const WIDTH = 100; // of a card in its own units
export const HEIGHT = 142; // of one with a picture; plain ones may be taller
/** Cards less wide than this, in CSS pixels, are plain: a picture would be a smudge. */
export const LEAST_PICTURED = 56;
const CORNER = 7;
const NARROW = 0.84; // two figures in the room of one: a waste's fan shows no more

// Where the pips of a number lie: columns from the left, rows from above, the lower half turned.
const L = 31;
const M = 50;
const R = 69;
/** @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [[M, 30], [M, 112]],
  3: [[M, 30], [M, 71], [M, 112]],
  4: [[L, 30], [R, 30], [L, 112], [R, 112]],
  5: [[L, 30], [R, 30], [M, 71], [L, 112], [R, 112]],
  6: [[L, 30], [R, 30], [L, 71], [R, 71], [L, 112], [R, 112]],
  7: [[L, 30], [R, 30], [M, 50], [L, 71], [R, 71], [L, 112], [R, 112]],
  8: [[L, 30], [R, 30], [M, 50], [L, 71], [R, 71], [M, 92], [L, 112], [R, 112]],
  9: [[L, 30], [R, 30], [L, 57], [R, 57], [M, 71], [L, 85], [R, 85], [L, 112], [R, 112]],
  T: [[L, 30], [R, 30], [M, 43], [L, 57], [R, 57], [L, 85], [R, 85], [M, 99], [L, 112], [R, 112]],
};

/** @param {Ctx} ctx @param {number} inset @param {number} height */
function outline(ctx, inset, height) {
  ctx.beginPath();
  ctx.roundRect(inset, inset, WIDTH - 2 * inset, height - 2 * inset, CORNER - inset / 2);
}

/** @param {Ctx} ctx @param {string} fill @param {number} height */
function blank(ctx, fill, height) {
  outline(ctx, 0.6, height);
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.strokeStyle = "#5b4a33";
  ctx.lineWidth = 1.2;
  ctx.stroke();
}

/** Rank and suit side by side, as high as a column lets one see. @param {Ctx} ctx @param {string} rank @param {string} suit @param {number} height */
function index(ctx, rank, suit, height) {
  const narrow = rank === "T" ? NARROW : 1;
  ctx.save();
  ctx.translate(rank === "T" ? 3.5 : 5, 6);
  ctx.scale(narrow, 1);
  write(ctx, rank, 0, 0, height, 1.08 / Math.sqrt(narrow));
  ctx.restore();
  fillPip(ctx, suit, 4.5 + widthOf(rank, height) * narrow + height * 0.5, 6 + height / 2, height * 0.9);
}

/** @param {Ctx} ctx @param {string} rank @param {string} suit */
function pictured(ctx, rank, suit) {
  const height = 19;
  index(ctx, rank, suit, height);
  ctx.save();
  ctx.translate(WIDTH, HEIGHT);
  ctx.rotate(Math.PI);
  if (PIPS[rank] === undefined) index(ctx, rank, suit, height);
  ctx.restore();
}

/** @param {Ctx} ctx @param {string} suit */
function ace(ctx, suit) {
  ctx.save();
  ctx.translate(50, 71);
  ctx.lineWidth = 0.9;
  for (let leaf = 0; leaf < 28; leaf++) {
    ctx.save();
    ctx.rotate((leaf * 2 * Math.PI) / 28);
    ctx.beginPath();
    ctx.ellipse(0, -31, 2.1, 4.6, 0.6, 0, 2 * Math.PI);
    ctx.fillStyle = leaf % 2 ? GOLD : GOLD_LIGHT;
    ctx.fill();
    ctx.strokeStyle = INK;
    ctx.lineWidth = 0.4;
    ctx.stroke();
    ctx.restore();
  }
  for (const [radius, width] of /** @type {const} */ ([[25, 0.8], [37, 0.8]])) {
    ctx.beginPath();
    ctx.arc(0, 0, radius, 0, 2 * Math.PI);
    ctx.lineWidth = width;
    ctx.strokeStyle = GOLD;
    ctx.stroke();
  }
  ctx.restore();
  fillPip(ctx, suit, 50, 71, 32);
}

/** @param {Ctx} ctx @param {string} rank @param {string} suit @param {number} height */
function plain(ctx, rank, suit, height) {
  index(ctx, rank, suit, 33);
  fillPip(ctx, suit, 54, height - 44, 64);
}

/** @param {Ctx} ctx @param {number} height */
function back(ctx, height) {
  blank(ctx, IVORY, height);
  ctx.save();
  outline(ctx, 4.5, height);
  ctx.fillStyle = CRIMSON;
  ctx.fill();
  ctx.clip();
  ctx.strokeStyle = GOLD;
  ctx.lineWidth = 0.7;
  ctx.beginPath();
  const rows = Math.ceil(height / 6.5) * 6.5;
  for (let x = 6.5 - 13 * Math.ceil(rows / 13); x < WIDTH + rows; x += 13) {
    ctx.moveTo(x, 0);
    ctx.lineTo(x + rows, rows);
    ctx.moveTo(x, 0);
    ctx.lineTo(x - rows, rows);
  }
  ctx.stroke();
  ctx.fillStyle = GOLD_LIGHT;
  for (let row = 0; row * 6.5 < height; row++) {
    for (let x = ((row + 1) % 2) * 6.5; x < WIDTH; x += 13) fillPip(ctx, "D", x, row * 6.5, 3.4);
  }
  ctx.restore();
  outline(ctx, 8, height);
  ctx.lineWidth = 1.2;
  ctx.strokeStyle = GOLD_LIGHT;
  ctx.stroke();
  medallion(ctx, height / 2);
}

/** @param {Ctx} ctx @param {number} y */
function medallion(ctx, y) {
  ctx.beginPath();
  ctx.arc(50, y, 19, 0, 2 * Math.PI);
  ctx.fillStyle = CRIMSON;
  ctx.fill();
  ctx.strokeStyle = GOLD_LIGHT;
  ctx.lineWidth = 1.2;
  ctx.stroke();
  ctx.lineWidth = 0.6;
  ctx.beginPath();
  // A rose of two circles that roll inside a third.
  for (let step = 0; step <= 240; step++) {
    const turn = (step * 2 * Math.PI) / 240;
    const reach = 10.5 + 5.5 * Math.cos(8 * turn);
    ctx.lineTo(50 + reach * Math.cos(turn), y + reach * Math.sin(turn));
  }
  ctx.stroke();
  ctx.fillStyle = GOLD_LIGHT;
  fillPip(ctx, "D", 50, y, 11);
}

/**
 * Paint a card at the origin, 100 wide; null is its back.
 *
 * @param {Ctx} ctx
 * @param {string | null} card
 * @param {Style} style
 * @param {number} [height]  of a plain face or a back
 */
export function drawCard(ctx, card, style, height = HEIGHT) {
  if (card === null) return back(ctx, height);
  const rank = card.charAt(0);
  const suit = card.charAt(1);
  const colour = suitColour(suit, style.fourColour);
  blank(ctx, IVORY, height);
  ctx.fillStyle = colour;
  ctx.strokeStyle = colour;
  if (style.plain) return plain(ctx, rank, suit, height);
  pictured(ctx, rank, suit);
  if (rank === "A") ace(ctx, suit);
  else if (PIPS[rank]) for (const [x, y] of PIPS[rank] ?? []) fillPip(ctx, suit, x, 41 + (y - 30) * 0.93, 19, y > 80);
  else drawCourt(ctx, rank, suit, colour);
}
