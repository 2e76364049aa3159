/** What a watcher is told in plain words: how late the cards are, who leads, what one waits for. */

import { clockText } from "../net/clock.js";
import { count, minutes } from "../ui/words.js";

/** @typedef {import("../types.js").Room} Room */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {number | "end"} Faces */

/**
 * Say what is seen of the boards.
 * @param {Faces} faces @param {boolean} open  whether nothing is secret any more
 * @param {number | null} ms  race time @param {boolean} blank  whether the boards of now are looked at
 */
export function sightWords(faces, open, ms, blank) {
  if (open) return "The race is over: all cards are shown as they lie.";
  if (faces === 0) return "Live: you see every card at once.";
  if (faces === "end") return "Live, faces hidden: you see how the cards lie, and which they are after the end.";
  if (blank) return "Live, faces hidden: this is how the cards lie now.";
  const late = minutes(faces * 1000);
  const wait = faces * 1000 - (ms ?? 0);
  if (wait > 0) return `Faces are shown ${late} late: the first in ${clockText(wait + 999)}. Until then you see how the cards lie.`;
  return `The boards are ${late} late. Order, points and graph are of now.`;
}

/** Say what a race that has not begun waits for. @param {Room} room */
export function waitWords({ seats, places }) {
  const ready = seats.filter((seat) => seat.ready).length;
  const free = places - seats.length;
  const taken = free ? `${count(free, "seat is free", "seats are free")}` : "every seat is taken";
  return `Not yet begun: ${taken}, ${ready} of ${count(seats.length, "player is", "players are")} ready.`;
}

/**
 * Say who leads, for those who hear it; empty when nobody does alone.
 * @param {readonly Row[]} ranked @param {(seat: number) => string} nameOf
 */
export function leaderWords(ranked, nameOf) {
  const [first, second] = ranked;
  if (!first || (second && second[1] === first[1])) return "";
  return first[8] === "won" ? `${nameOf(first[0])} has cleared the board` : `${nameOf(first[0])} leads`;
}
