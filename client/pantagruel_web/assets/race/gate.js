/** What stands at the door instead of a race: why there is no way in, and what one may do. */

import { becomeNamed, nameField } from "../lobby/name.js";
import { showRace } from "../net/api.js";
import { LATE } from "../net/codes.js";
import { make } from "../ui/dom.js";
import { resultsTable } from "../ui/results.js";
import { sentence } from "../ui/words.js";

/**
 * @typedef {import("../net/race.js").Where} Where
 * @typedef {{ title: string, text: string, ways: HTMLElement[] }} Notice
 */

const NAMES = ["name-taken", "bad-name"];
const LIVE = ["open", "countdown", "running", "closing"];

const lobby = () => make("a", { href: "./", class: "button" }, "To the races");

/** @param {string} target */
const watch = (target) => make("a", { href: `watch#${target}`, class: "button primary" }, "Watch");

/** @param {Where} where */
const targetOf = (where) => ("race" in where ? where.race : where.code);

/** Ask for another name and come again. @returns {HTMLElement} */
function otherName() {
  const { field, row } = nameField("other-name", "Another name");
  field.value = "";
  return make(
    "form",
    {
      class: "inline",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        becomeNamed(field.value);
        location.reload();
      },
    },
    row,
    make("button", { class: "primary" }, "Come in"),
  );
}

/**
 * @param {{ code: string, why: string }} denied
 * @param {Where} where
 * @returns {Notice}
 */
function notice({ code, why }, where) {
  const text = sentence(why);
  if (LATE.includes(code)) {
    const title = code === "full" ? "Every seat is taken" : "The race has begun";
    return { title, text: "You can watch it, and be there for the rematch.", ways: [watch(targetOf(where)), lobby()] };
  }
  if (NAMES.includes(code)) return { title: "You need another name", text, ways: [otherName(), lobby()] };
  if (code === "kicked") return { title: "You were sent away", text, ways: [lobby()] };
  if (code === "cancelled") return { title: "The race was called off", text, ways: [lobby()] };
  if (code === "unknown-code") {
    return { title: "No race has this code", text: "It may be over, or called off, or mistyped.", ways: [lobby()] };
  }
  return { title: "There is no way in", text, ways: [lobby()] };
}

/** What became of a race in which there is no seat for us. @param {string} race @returns {Promise<Notice & { more?: Node }>} */
async function looked(race) {
  const info = await showRace(race);
  if (info.results?.length) {
    const replay = make("a", { href: `replay#${race}`, class: "button primary" }, "Replay");
    return { title: "This race is over", text: "", ways: [replay, lobby()], more: resultsTable(info.results, null) };
  }
  if (!LIVE.includes(info.phase)) return { title: "The race was called off", text: "", ways: [lobby()] };
  const seat = make("a", { href: `join#${info.code ?? ""}`, class: "button" }, "Take a seat");
  const free = info.phase === "open" && info.code && info.seats.length < info.places;
  const text = "It is for others; you can watch them.";
  return { title: "You have no seat here", text, ways: [watch(race), ...(free ? [seat] : []), lobby()] };
}

/**
 * Say in *host* what stands in the way.
 *
 * @param {HTMLElement} host
 * @param {{ code: string, why: string }} denied
 * @param {Where} where
 */
export async function showGate(host, denied, where) {
  put(host, notice(denied, where));
  const unknown = denied.code === "not-your-race" || denied.code === "race-unknown";
  if (!unknown || !("race" in where)) return;
  try {
    put(host, await looked(where.race));
  } catch {
    // The first notice says what is known.
  }
}

/** @param {HTMLElement} host @param {Notice & { more?: Node }} notice */
function put(host, { title, text, ways, more }) {
  host.replaceChildren(
    make("h2", {}, title),
    ...(text ? [make("p", {}, text)] : []),
    ...(more ? [more] : []),
    make("div", { class: "ways" }, ...ways),
  );
}
