/** The whole field on one line: a mark for each player, as far along as cards are home. */

import { make } from "./dom.js";

/** @typedef {import("../types.js").Row} Row */

/**
 * @param {HTMLElement} host
 * @param {number} cards
 */
export function makeField(host, cards) {
  const lane = make("div", { class: "field", "aria-hidden": "true" });
  host.append(lane);
  /** @type {Map<number, HTMLElement>} */
  const marks = new Map();

  return {
    /** @param {Iterable<Row>} rows @param {number | undefined} mine  the own seat */
    show(rows, mine) {
      for (const [seat, , home, , , , , , ended] of rows) {
        let mark = marks.get(seat);
        if (!mark) marks.set(seat, lane.appendChild((mark = make("i", {}))));
        const left = `${((100 * home) / cards).toFixed(1)}%`;
        if (mark.style.left !== left) mark.style.left = left;
        const kind = seat === mine ? "mine" : ended ? "ended" : "";
        if (mark.className !== kind) mark.className = kind;
      }
    },
  };
}

/**
 * Say in words how the race goes for a seat.
 *
 * @param {readonly Row[]} rows  best first
 * @param {readonly { seat: number, name: string }[]} people
 * @param {number} mine
 */
export function standing(rows, people, mine) {
  const own = rows.find((row) => row[0] === mine);
  const rival = rows.find((row) => row[0] !== mine && (!own || row[0] !== own[0]));
  if (!own || !rival) return "";
  const name = people.find(({ seat }) => seat === rival[0])?.name ?? "";
  const gap = own[2] - rival[2];
  const cards = Math.abs(gap) === 1 ? "card" : "cards";
  if (own[1] < rival[1]) return gap > 0 ? `${gap} ${cards} ahead of ${name}` : `just ahead of ${name}`;
  if (own[1] === rival[1]) return `level with ${name}`;
  if (rival[8] === "won") return `${name} has cleared the board`;
  return gap < 0 ? `${-gap} ${cards} behind ${name}` : `just behind ${name}`;
}
