/** The seats of a room, taken and free. */

import { make } from "../ui/dom.js";
import { count } from "../ui/words.js";

/**
 * @typedef {import("../types.js").Room} Room
 * @typedef {import("../types.js").SeatInfo} SeatInfo
 */

const MOST_FREE = 8; // free seats that are drawn one by one

/** @param {SeatInfo} seat */
function state({ ready, on }) {
  if (!on) return make("span", { class: "state down" }, "line is down");
  return make("span", { class: ready ? "state ready" : "state" }, ready ? "ready" : "not ready yet");
}

/**
 * @param {Room} room
 * @param {string} me
 * @param {((player: SeatInfo) => void) | null} kick  null: one may not
 */
export function seatList(room, me, kick) {
  const taken = room.seats.map((seat) => {
    const mine = seat.player === me;
    const tags = [seat.player === room.host ? "host" : "", seat.bot ? "bot" : "", mine ? "you" : ""].filter(Boolean);
    return make(
      "li",
      { class: mine ? "mine" : "" },
      make("b", { class: "name", title: seat.name }, seat.name),
      ...(tags.length ? [make("small", {}, tags.join(", "))] : []),
      state(seat),
      ...(kick && !mine
        ? [make("button", { class: "kick", "aria-label": `Send ${seat.name} away`, onclick: () => kick(seat) }, "Send away")]
        : []),
    );
  });
  const left = room.places - room.seats.length;
  const drawn = Math.min(left, MOST_FREE);
  const free = Array.from({ length: drawn }, () => make("li", { class: "free" }, "a free seat"));
  const rest = left > drawn ? [make("li", { class: "free" }, `and ${count(left - drawn, "more free seat")}`)] : [];
  return make("ul", { class: "seats" }, ...taken, ...free, ...rest);
}
