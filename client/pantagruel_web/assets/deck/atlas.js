/** Every card painted once for its size, to be copied wherever it lies. */

import { WIDTH, drawCard } from "./faces.js";

/**
 * @typedef {import("./faces.js").Style} Style
 * @typedef {ReturnType<typeof makeAtlas>} Atlas
 */

/**
 * @param {number} width  of a card in CSS pixels
 * @param {number} height  what a picture needs, or more if the faces are plain
 * @param {number} density  device pixels for each of them
 * @param {Style} style
 */
export function makeAtlas(width, height, density, style) {
  const scale = (width * density) / WIDTH;
  /** @type {Map<string | null, HTMLCanvasElement>} */
  const painted = new Map();

  /** @param {string | null} card */
  function paint(card) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(WIDTH * scale);
    canvas.height = Math.ceil(height * density);
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    ctx.scale(scale, scale);
    drawCard(ctx, card, style, (height * density) / scale);
    return canvas;
  }

  return {
    width,
    height,
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
