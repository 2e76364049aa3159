/** The places of the table: what is empty shows what belongs there, and each can be reached by Tab. */

import { fillPip } from "../deck/pips.js";
import { digits } from "./keys.js";
import { columnText, foundationText, stockText, suitOf, wasteText } from "./say.js";

/**
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("./layout.js").Geometry} Geometry
 * @typedef {import("./slots.js").PileKind} PileKind
 * @typedef {{pile: PileKind, index: number, button: HTMLButtonElement, at: string, label: string, mark: string}} Place
 */

/**
 * @param {HTMLElement} host
 * @param {Variant} variant
 * @param {(pile: PileKind, index: number) => void} press  by Enter or a screen reader
 */
export function makePlaces(host, variant, press) {
  const foundations = variant.packs * 4;
  const wide = digits(variant);
  /** @type {[PileKind, number][]} */
  const piles = [
    ["stock", 0],
    ["waste", 0],
    ...Array.from({ length: foundations }, (_, index) => /** @type {[PileKind, number]} */ (["foundation", index])),
    ...variant.columns.map((_, index) => /** @type {[PileKind, number]} */ (["column", index])),
  ];
  const places = piles.map(([pile, index]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `place ${pile}`;
    // The pointer is read on the table; a click that it did not make comes from the keyboard.
    button.addEventListener("click", ({ detail }) => detail === 0 && press(pile, index));
    if (pile === "foundation" || pile === "stock") button.append(document.createElement("canvas"));
    else if (pile === "column") button.dataset["number"] = String(index + 1).padStart(wide, "0");
    host.append(button);
    return /** @type {Place} */ ({ pile, index, button, at: "", label: "", mark: "" });
  });

  return {
    /** @param {Geometry} table @param {number} density */
    size(table, density) {
      for (const { pile, index, button } of places) {
        const { w, h } = sizeOf(table, pile);
        button.style.width = `${w}px`;
        button.style.height = `${h}px`;
        const canvas = button.querySelector("canvas");
        if (canvas) drawSign(canvas, table, density, pile === "stock" ? "" : suitOf(variant, index));
      }
    },

    /** Put them where they are. @param {Geometry} table */
    put(table) {
      for (const place of places) {
        const { x, y } = spot(table, place.pile, place.index);
        const at = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
        if (place.at !== at) place.button.style.transform = place.at = at;
      }
    },

    /** @param {Table} view @param {boolean} redeals */
    tell(view, redeals) {
      for (const place of places) {
        const label = textOf(variant, view, place, redeals);
        if (place.label !== label) place.button.setAttribute("aria-label", (place.label = label));
      }
      places[0]?.button.classList.toggle("spent", !view.stock.length && !redeals);
    },

    /** @param {Map<string, string>} marks  by pile and index, as "column 3" */
    marks(marks) {
      for (const place of places) {
        const mark = marks.get(`${place.pile} ${place.index}`) ?? "";
        if (mark === place.mark) continue;
        place.mark = mark;
        place.button.className = `place ${place.pile} ${mark}`;
      }
    },
  };
}

/** @param {Geometry} table @param {PileKind} pile @param {number} index */
export function spot(table, pile, index) {
  const spots = { stock: [table.stock], waste: [table.waste], foundation: table.foundations, column: table.columns };
  return /** @type {import("./layout.js").Point} */ (spots[pile][index]);
}

/** How large a pile's place is: the waste lies fanned. @param {Geometry} table @param {PileKind} pile */
export const sizeOf = ({ w, h, fan }, pile) => (pile === "waste" ? { w: w + 2 * fan.x, h: h + 2 * fan.y } : { w, h });

/** @param {Variant} variant @param {Table} view @param {Place} place @param {boolean} redeals */
function textOf(variant, view, { pile, index }, redeals) {
  if (pile === "stock") return stockText(view, redeals);
  if (pile === "waste") return wasteText(view);
  return pile === "column" ? columnText(view, index) : foundationText(variant, view, index);
}

/**
 * Draw what an empty place says: the suit that belongs there, or that the waste may be turned.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Geometry} table
 * @param {number} density
 * @param {string} suit
 */
function drawSign(canvas, table, density, suit) {
  const size = Math.round(table.w * 0.56);
  canvas.width = canvas.height = size * density;
  canvas.style.width = canvas.style.height = `${size}px`;
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ctx.scale((size * density) / 100, (size * density) / 100);
  ctx.fillStyle = ctx.strokeStyle = "#d9b45b";
  if (suit) return fillPip(ctx, suit, 50, 50, 90);
  ctx.lineWidth = 9;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.arc(50, 50, 34, -0.4, 4.9);
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(47, 2);
  ctx.lineTo(66, 17);
  ctx.lineTo(45, 31);
  ctx.stroke();
}
