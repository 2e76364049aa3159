/** The banner of the line to the server: amber while it is mended, red when that has failed. */

import { REPLACED } from "../net/codes.js";
import { make } from "../ui/dom.js";
import { count, sentence } from "../ui/words.js";

/**
 * @typedef {import("../net/race.js").Race} Race
 * @typedef {import("../net/link.js").State} State
 * @typedef {import("../net/link.js").Trouble} Trouble
 */

/**
 * @param {HTMLElement} host
 * @param {Race} race
 */
export function makeLine(host, race) {
  /** @type {State} */
  let line = "up";
  /** @type {Trouble | null} */
  let trouble = null;
  let drawn = "";

  function amber() {
    const waits = race.waiting();
    const moves = waits ? ` ${count(waits, "move")} ${waits === 1 ? "waits" : "wait"} and will be sent.` : "";
    return race.seat().playing() ? `The line is down and being mended: play on.${moves}` : "The line is down and being mended.";
  }

  function red() {
    if (trouble?.code === REPLACED) return "This race is open in another window. The board is frozen here.";
    return `There is no way to the server: ${sentence(trouble?.why ?? "it does not answer")} The board is frozen.`;
  }

  function text() {
    if (line === "amber") return amber();
    if (line === "red") return red();
    return race.state().suspended ? "The server cannot write at the moment: the race stands still." : "";
  }

  function show() {
    const next = text();
    if (next === drawn) return;
    drawn = next;
    host.hidden = next === "";
    host.classList.toggle("red", line === "red");
    const again = trouble?.code === REPLACED ? "Play here" : "Try again";
    host.replaceChildren(next, ...(line === "red" ? [make("button", { onclick: () => race.retry() }, again)] : []));
  }

  return {
    show,

    /** @param {State} state @param {Trouble | null} why */
    is(state, why) {
      line = state;
      trouble = why;
      show();
    },
  };
}
