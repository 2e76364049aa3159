/** The race clock on the page: what is left, and what has gone by. */

import { clockText } from "../net/clock.js";
import { leftMs } from "../net/room.js";
import { make, write } from "./dom.js";

/** @typedef {import("../types.js").Room} Room */

const SOON_MS = 60_000;
const TICK_MS = 200;

/**
 * @param {HTMLElement} host
 * @param {() => { room: Room | null, ms: number | null, still: boolean }} read
 */
export function makeClock(host, read) {
  const gone = make("b", { class: "gone" });
  const left = make("span", { class: "left" });
  host.classList.add("clock");
  host.setAttribute("role", "timer");
  host.setAttribute("aria-label", "Race time");
  host.append(gone, left);

  function tick() {
    const { room, ms, still } = read();
    if (!room || ms === null) return;
    const rest = leftMs(room, ms);
    const bell = room.rings_ms != null && room.rings_ms < room.limit_ms;
    write(gone, clockText(ms));
    write(left, `${bell ? "bell in " : ""}${clockText(rest)}${bell ? "" : " left"}${still ? ", stands still" : ""}`);
    host.classList.toggle("soon", rest < SOON_MS);
    host.classList.toggle("still", still);
  }

  setInterval(tick, TICK_MS);
  tick();
  return { tick };
}
