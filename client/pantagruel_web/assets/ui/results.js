/** The final table of a race. */

import { clockText } from "../net/clock.js";
import { make } from "./dom.js";
import { ENDINGS, ordinal, signed } from "./words.js";

/** @typedef {import("../types.js").Placing} Placing */

/** When a game ended, to the tenth of a second that counts. @param {number} ms */
const exactly = (ms) => `${clockText(ms)}.${Math.floor(ms / 100) % 10}`;

/** @param {Placing} placing @param {string | null} me */
function line({ player, name, ended: [ms, ending], result }, me) {
  const extra = result.streak || result.time_bonus;
  const points = extra
    ? `${signed(result.ledger)} + ${result.streak} streak${result.time_bonus ? ` + ${result.time_bonus} time` : ""}`
    : "";
  const fate = `${ENDINGS[ending]} at ${exactly(ms)}`;
  return make(
    "tr",
    { class: `${player === me ? "mine" : ""} ${result.class}` },
    make("td", { class: "number" }, result.place === null ? "" : String(result.place)),
    make("th", { scope: "row", title: name }, make("span", {}, name), make("small", {}, fate)),
    make("td", { class: "fate" }, fate),
    make("td", { class: "number", title: points }, signed(result.total)),
    make("td", { class: "number" }, String(result.foundations)),
    make("td", { class: "number" }, String(result.hidden)),
    make("td", { class: "number wide" }, String(result.moves)),
  );
}

/** @param {string} title @param {string} [kind] */
const heading = (title, kind = "number") => make("th", { scope: "col", class: kind }, title);

/**
 * @param {readonly Placing[]} placings  best first
 * @param {string | null} me  the own player id
 */
export function resultsTable(placings, me) {
  const titles = make(
    "tr",
    {},
    heading("#"),
    heading("Player", ""),
    heading("Game", "fate"),
    heading("Points"),
    heading("Home"),
    heading("Hidden"),
    heading("Moves", "number wide"),
  );
  return make(
    "table",
    { class: "results" },
    make("caption", { class: "visually-hidden" }, "Results"),
    make("thead", {}, titles),
    make("tbody", {}, ...placings.map((placing) => line(placing, me))),
  );
}

/**
 * Say in a line how a race went for somebody.
 *
 * @param {readonly Placing[]} placings
 * @param {string | null} me
 */
export function headline(placings, me) {
  const own = placings.find(({ player }) => player === me);
  const winners = placings.filter(({ result }) => result.place === 1).map(({ name }) => name);
  if (!own || placings.length === 1) {
    if (!own || own.result.class !== "cleared") return own ? "Your game is over" : `${winners.join(" and ")} won`;
    return "You cleared the board";
  }
  if (own.result.place === 1) return winners.length > 1 ? "You share the first place" : "You won the race";
  return own.result.place ? `You came ${ordinal(own.result.place)} of ${placings.length}` : "The race is over";
}
