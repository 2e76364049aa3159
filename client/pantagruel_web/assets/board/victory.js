/** A rain of suits over a board that is cleared: in nobody's way, and gone by itself. */

import { CRIMSON, GOLD_LIGHT, INK, IVORY } from "../deck/colours.js";
import { fillPip } from "../deck/pips.js";
import { SUITS } from "../rules/card.js";

const LASTS_MS = 5_000;
const PIPS = 90;
const COLOURS = [CRIMSON, GOLD_LIGHT, INK, IVORY];

/**
 * Let it rain over *host* for a while; nothing at all for whoever wants little to move.
 *
 * @param {HTMLElement} host
 */
export function celebrate(host) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const canvas = document.createElement("canvas");
  canvas.className = "victory";
  canvas.setAttribute("aria-hidden", "true");
  const width = (canvas.width = host.clientWidth);
  const height = (canvas.height = host.clientHeight);
  host.append(canvas);
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const pips = Array.from({ length: PIPS }, (_, index) => ({
    suit: SUITS.charAt(index % 4),
    colour: /** @type {string} */ (COLOURS[index % 3 === 0 ? 1 : index % 4]),
    x: Math.random() * width,
    delay: Math.random() * 2_500,
    fall: 0.18 + Math.random() * 0.2, // pixels a millisecond
    sway: Math.random() * 6,
    size: 12 + Math.random() * 18,
  }));
  const begun = performance.now();

  /** @param {number} now */
  function frame(now) {
    const age = now - begun;
    if (age > LASTS_MS || !canvas.isConnected) return canvas.remove();
    ctx.clearRect(0, 0, width, height);
    ctx.globalAlpha = Math.min(1, (LASTS_MS - age) / 800);
    for (const { suit, colour, x, delay, fall, sway, size } of pips) {
      const y = (age - delay) * fall - size;
      if (y < -size) continue;
      ctx.fillStyle = colour;
      fillPip(ctx, suit, x + 20 * Math.sin(sway + age / 500), y, size);
    }
    requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);
}
