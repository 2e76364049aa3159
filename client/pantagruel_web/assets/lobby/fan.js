/** A hand of cards at the head of the page, for the eye alone. */

import { HEIGHT, WIDTH, drawCard } from "../deck/faces.js";
import { settings } from "../ui/settings.js";

const HAND = ["AC", "JD", "QS", "KH", "TD"];
const TURN = 0.2; // of a circle's radius, from a card to the next
const REACH = 330; // of the wrist below the cards, in their own units
const SCALE = 1.02;

/** @param {HTMLCanvasElement} canvas */
export function drawFan(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!width) return; // a phone has no room for it
  const density = globalThis.devicePixelRatio || 1;
  canvas.width = width * density;
  canvas.height = height * density;
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ctx.scale(density * SCALE, density * SCALE);
  const style = { fourColour: settings().fourColour, plain: false };
  HAND.forEach((card, at) => {
    ctx.save();
    ctx.translate(width / SCALE / 2, REACH + 14);
    ctx.rotate((at - (HAND.length - 1) / 2) * TURN);
    ctx.translate(-WIDTH / 2, -REACH);
    ctx.shadowColor = "rgb(0 0 0 / 45%)";
    ctx.shadowBlur = 8 * density;
    ctx.fillRect(2, 2, WIDTH - 4, HEIGHT - 4);
    ctx.shadowColor = "transparent";
    drawCard(ctx, card, style);
    ctx.restore();
  });
}
