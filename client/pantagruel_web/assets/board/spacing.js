/** How far apart the cards of a column lie: as far as is pleasant, and as close as the table's foot asks. */

/** @typedef {import("./layout.js").Geometry} Geometry */

const HIDDEN = { upright: 0.17, other: 0.1 }; // of a card's height, as everything here
const THIN = 0.04; // a hidden card's edge can still be counted

/**
 * How an open card may show its index: with air, just whole, and at the very least.
 *
 * @param {Geometry} table
 */
function open({ kind, plain }) {
  if (kind === "upright") return { airy: plain ? 0.42 : 0.3, whole: plain ? 0.25 : 0.2, least: 0.19 };
  return plain ? { airy: 0.3, whole: 0.275, least: 0.22 } : { airy: 0.265, whole: 0.2, least: 0.15 };
}

/**
 * How far below a column's head each of its cards lies.
 *
 * @param {Geometry} table
 * @param {number} down
 * @param {number} up
 * @returns {number[]}
 */
export function offsets(table, down, up) {
  const { h } = table;
  const room = Math.max(0, table.foot - (table.columns[0]?.y ?? 0) - h);
  const steps = Math.max(0, up - 1);
  const { airy, whole, least } = open(table);
  let hidden = h * HIDDEN[table.kind === "upright" ? "upright" : "other"];
  let step = between(h * whole, (room - down * hidden) / steps, h * airy);
  hidden = between(h * THIN, (room - steps * step) / down, hidden);
  step = between(h * least, (room - down * hidden) / steps, step);
  const scale = Math.min(1, room / (down * hidden + steps * step || 1));
  return Array.from(
    { length: down + up },
    (_, index) => scale * (index < down ? index * hidden : down * hidden + (index - down) * step),
  );
}

/** @param {number} least @param {number} wanted @param {number} most */
const between = (least, wanted, most) => Math.min(most, Math.max(least, wanted || 0));
