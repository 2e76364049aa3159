/** Cards as small pictures, each drawn once for a size and then only copied. */

import { GOLD, INK, IVORY, suitColour } from "../deck/colours.js";
import { LEAST_PICTURED, WIDTH, drawCard } from "../deck/faces.js";
import { widthOf, write } from "../deck/glyphs.js";
import { fillPip } from "../deck/pips.js";
import { edgeOf } from "./spots.js";

/** @typedef {import("./spots.js").Measure} Measure */
/** @typedef {import("./spots.js").Spot} Spot */

/**
 * How cards look: `ratio` device pixels are a CSS pixel, `large` wants plain faces at every size.
 * @typedef {{fourColour: boolean, large: boolean, ratio: number}} Look
 */

const LINE = "rgb(217 180 91 / 55%)";
const EDGE = "#5b4a33";
const LEAST_BACK = 16; // pixels; on a smaller one the pattern is a smudge
const CRIMSON_BACK = "#8e1820";
const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif';
const LEAST_INDEX = 4; // pixels; a smaller one is a smudge, and a bar of its colour says more

/**
 * Answer what makes the pictures of one size; ask it with what a spot says.
 * @param {Measure} size
 * @param {Look} look
 * @returns {(spot: Spot) => HTMLCanvasElement}
 */
export function sprites(size, look) {
  /** @type {Map<string, HTMLCanvasElement>} */
  const made = new Map();
  return ({ what, upright = false, index = 0 }) => {
    const key = `${what}${upright ? "|" : ""}${index || ""}`;
    let sprite = made.get(key);
    if (!sprite) {
      sprite = document.createElement("canvas");
      sprite.width = size.card;
      sprite.height = size.tall;
      const ctx = sprite.getContext("2d");
      if (ctx) draw(ctx, index ? { ...size, index } : size, look, what, upright, index > 0);
      made.set(key, sprite);
    }
    return sprite;
  };
}

/**
 * Write how many cards lie there, at the foot of a card.
 * @param {CanvasRenderingContext2D} ctx @param {Measure} size
 * @param {{what: string, x: number, y: number, count?: number}} spot
 */
export function tally(ctx, size, { what, x, y, count }) {
  const high = Math.round(size.card * 0.4);
  if (count === undefined || high < 9) return;
  ctx.font = `600 ${high}px ${SERIF}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const middle = y + size.tall / 2;
  if (what === "back") {
    const wide = ctx.measureText(String(count)).width + high * 0.5;
    ctx.fillStyle = IVORY;
    ctx.beginPath();
    ctx.roundRect(x + (size.card - wide) / 2, middle - high * 0.6, wide, high * 1.15, high * 0.25);
    ctx.fill();
  }
  ctx.fillStyle = INK;
  ctx.fillText(String(count), x + size.card / 2, middle + high * 0.04, size.card - 2);
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Measure} size @param {Look} look
 * @param {string} what @param {boolean} upright @param {boolean} narrow  a picture has no room for its index
 */
function draw(ctx, size, look, what, upright, narrow) {
  if (what.startsWith("slot")) drawSlot(ctx, size, what.slice(5));
  else if (what === "back") drawBack(ctx, size);
  else if (what !== "blank" && !look.large && !narrow && size.card >= LEAST_PICTURED * look.ratio) {
    drawDeckCard(ctx, size, what, look.fourColour);
  } else {
    drawPaper(ctx, size);
    if (what === "blank") drawBlank(ctx, size);
    else drawFace(ctx, size, look, what, upright);
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {Measure} size @param {number} inset */
function outline(ctx, { card, tall }, inset) {
  ctx.beginPath();
  ctx.roundRect(inset, inset, card - 2 * inset, tall - 2 * inset, Math.max(1, card * 0.08 - inset / 2));
}

/** @param {CanvasRenderingContext2D} ctx @param {Measure} size */
function drawPaper(ctx, size) {
  outline(ctx, size, size.card < 12 ? 0 : 0.5);
  ctx.fillStyle = IVORY;
  ctx.fill();
  if (size.card < 6) return;
  ctx.lineWidth = size.card < 12 ? 0.5 : Math.max(1, size.card / 90);
  ctx.strokeStyle = EDGE;
  ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {Measure} size */
function drawBack(ctx, size) {
  if (size.card >= LEAST_BACK) return drawDeckCard(ctx, size, null, true);
  drawPaper(ctx, size);
  ctx.fillStyle = CRIMSON_BACK;
  ctx.fillRect(1, 1, size.card - 2, size.tall - 2);
}

/** @param {CanvasRenderingContext2D} ctx @param {Measure} size @param {string | null} what @param {boolean} fourColour */
function drawDeckCard(ctx, size, what, fourColour) {
  ctx.scale(size.card / WIDTH, size.card / WIDTH);
  drawCard(ctx, what, { fourColour, plain: false });
}

/** @param {CanvasRenderingContext2D} ctx @param {Measure} size */
function drawBlank(ctx, size) {
  if (size.card < 14) return;
  outline(ctx, size, size.card * 0.1);
  ctx.globalAlpha = 0.6;
  ctx.strokeStyle = GOLD;
  ctx.lineWidth = Math.max(0.6, size.card / 70);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} ctx @param {Measure} size @param {string} suit */
function drawSlot(ctx, size, suit) {
  const { card, tall } = size;
  outline(ctx, size, 0.5);
  ctx.fillStyle = "rgb(0 0 0 / 16%)";
  ctx.fill();
  ctx.strokeStyle = LINE;
  ctx.lineWidth = 1;
  ctx.stroke();
  if (card < 10) return;
  ctx.globalAlpha = 0.7;
  if (suit.length === 1) {
    ctx.fillStyle = LINE;
    fillPip(ctx, suit, card / 2, tall / 2, card * 0.46);
  } else if (suit) {
    drawSign(ctx, size, suit === "turn");
  }
  ctx.globalAlpha = 1;
}

/**
 * A ring where the waste may be turned over, a cross where it may not.
 * @param {CanvasRenderingContext2D} ctx @param {Measure} size @param {boolean} ring
 */
function drawSign(ctx, { card, tall }, ring) {
  const radius = card * 0.2;
  const [x, y] = [card / 2, tall / 2];
  ctx.beginPath();
  ctx.lineWidth = Math.max(1, card * 0.06);
  if (ring) ctx.arc(x, y, radius, 0, 2 * Math.PI);
  else {
    ctx.moveTo(x - radius, y - radius);
    ctx.lineTo(x + radius, y + radius);
    ctx.moveTo(x + radius, y - radius);
    ctx.lineTo(x - radius, y + radius);
  }
  ctx.strokeStyle = LINE;
  ctx.stroke();
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Measure} size @param {Look} look
 * @param {string} what @param {boolean} upright
 */
function drawFace(ctx, size, look, what, upright) {
  const [rank = "A", suit = "S"] = what;
  const { card, tall, index } = size;
  const high = upright ? Math.round(card * 0.34) : index;
  const edge = edgeOf(card);
  ctx.fillStyle = ctx.strokeStyle = suitColour(suit, look.fourColour);
  if (high < LEAST_INDEX) {
    ctx.fillRect(edge, edge, Math.max(1, card - 2 * edge), Math.max(1, Math.round(high * 0.6)));
    if (card >= 9) fillPip(ctx, suit, card / 2, tall * 0.6, card * 0.62);
    return;
  }
  const wide = widthOf(rank, high);
  const pip = high * 0.96;
  write(ctx, rank, edge, edge, high, high < 12 ? 1.25 : 1);
  if (upright) fillPip(ctx, suit, edge + Math.max(wide, pip) / 2, edge + high * 1.68, pip);
  else fillPip(ctx, suit, edge + wide + pip / 2 + Math.max(1, card * 0.04), edge + high / 2, pip);
  const big = card * 0.5;
  const middle = tall - edge * 2 - big / 2;
  if (middle - big / 2 < edge + high * 1.15) return;
  fillPip(ctx, suit, upright ? card - big / 2 - edge * 1.2 : card / 2, middle, big);
}
