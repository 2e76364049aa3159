/** Every card painted once for its size, to be copied wherever it lies. */

import { HEIGHT, WIDTH, drawCard } from "./faces.js";

/**
 * @typedef {import("./faces.js").Style} Style
 * @typedef {ReturnType<typeof makeAtlas>} Atlas
 */

/** Cards less wide than this, in CSS pixels, are plain: a picture would be a smudge. */
export const LEAST_PICTURED = 56;

/**
 * @param {number} width  of a card in CSS pixels
 * @param {number} density  device pixels for each of them
 * @param {{fourColour: boolean, large: boolean}} settings
 */
export function makeAtlas(width, density, { fourColour, large }) {
  const style = { fourColour, plain: large || width < LEAST_PICTURED };
  const scale = (width * density) / WIDTH;
  /** @type {Map<string | null, HTMLCanvasElement>} */
  const painted = new Map();

  /** @param {string | null} card */
  function paint(card) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(WIDTH * scale);
    canvas.height = Math.ceil(HEIGHT * scale);
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    ctx.scale(scale, scale);
    drawCard(ctx, card, style);
    return canvas;
  }

  return {
    width,
    height: (width * HEIGHT) / WIDTH,
    density,
    style,

    /** The picture of a card, or of the back for null. @param {string | null} card */
    get(card) {
      let canvas = painted.get(card);
      if (!canvas) painted.set(card, (canvas = paint(card)));
      return canvas;
    },
  };
}
