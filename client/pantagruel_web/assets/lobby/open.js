/** The list of races that anybody may see, asked for again and again. */

import { listRaces } from "../net/api.js";
import { VARIANTS } from "../rules/variants.js";
import { make, write } from "../ui/dom.js";
import { count, minutes } from "../ui/words.js";

/** @typedef {import("../types.js").RaceInfo} RaceInfo */

const EVERY_MS = 3_000;
const MOST = "12";
/** @type {Record<string, string>} */
const PHASES = {
  open: "full",
  countdown: "starts now",
  running: "runs",
  closing: "closes",
  finished: "over",
  recorded: "over",
  cancelled: "called off",
};
const LIVE = ["open", "countdown", "running", "closing"];

/** @param {RaceInfo} race */
const joinable = ({ phase, seats, places }) => phase === "open" && seats.length < places;

/** Where one goes from a line, and how that is called. @param {RaceInfo} race */
function way(race) {
  if (joinable(race)) return { href: `join#${race.code}`, text: "Take a seat", kind: "button primary" };
  if (LIVE.includes(race.phase)) return { href: `watch#${race.code ?? race.race}`, text: "Watch", kind: "button" };
  return { href: `replay#${race.race}`, text: "Replay", kind: "button" };
}

/** @param {RaceInfo} race */
const free = ({ seats, places, phase }) =>
  phase === "open" && seats.length < places ? `${count(places - seats.length, "seat")} free` : (PHASES[phase] ?? phase);

/** @param {RaceInfo} race */
function line(race) {
  const { variant, limit_ms, phase, seats, settings, watchers = 0 } = race;
  const game = VARIANTS[variant]?.title ?? variant;
  const { href, text, kind } = way(race);
  const facts = [free(race), settings.name ? game : "", minutes(limit_ms), watchers ? `${watchers} watching` : ""];
  return make(
    "li",
    { class: phase },
    make(
      "div",
      {},
      make("b", { class: "title" }, settings.name || game),
      make("span", { class: "people" }, seats.map(({ name }) => name).join(", ") || "Nobody yet"),
      make("small", { class: "dim" }, facts.filter(Boolean).join(" \u00b7 ")),
    ),
    make("a", { href, class: kind }, text),
  );
}

/** Keep *host* showing the races that are listed. @param {HTMLElement} host */
export function showOpen(host) {
  const list = make("ol", { class: "races" });
  const none = make("p", { class: "dim" }, "Asking the server\u2026");
  host.append(none, list);
  let shown = "";

  async function ask() {
    if (document.hidden) return;
    try {
      const { races } = await listRaces({ limit: MOST });
      const text = JSON.stringify(races);
      if (text !== shown) {
        shown = text;
        list.replaceChildren(...races.filter(({ phase }) => phase !== "cancelled").map(line));
      }
      write(none, "No race is listed at the moment. Open one, or join your friends by their code.");
    } catch (error) {
      write(none, `The list cannot be had: ${/** @type {Error} */ (error).message}. It is asked for again.`);
      list.replaceChildren();
      shown = "";
    }
    none.hidden = list.childElementCount > 0;
  }

  setInterval(ask, EVERY_MS);
  document.addEventListener("visibilitychange", ask);
  ask();
}
