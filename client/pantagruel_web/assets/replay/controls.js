/** The bar below a replay: play, steps, a slider through race time, speed, and whose board is seen. */

import { clockText } from "../net/clock.js";
import { make, write } from "../ui/dom.js";
import { SPEEDS } from "./playback.js";

/**
 * @typedef {object} Wishes
 * @property {() => void} toggle
 * @property {(way: 1 | -1) => void} step
 * @property {(ms: number) => void} jump
 * @property {(times: number) => void} speed
 * @property {(player: number | null) => void} pick
 */

/**
 * @param {HTMLElement} host @param {number} end @param {readonly string[]} names @param {number} speed @param {Wishes} wish
 */
export function controls(host, end, names, speed, wish) {
  const button = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => void} */ act) =>
    make("button", { type: "button", "aria-label": label, title: label, onclick: act }, sign);
  const toggle = button("Play", "▶", wish.toggle);
  toggle.classList.add("primary");
  const slider = make("input", { type: "range", min: 0, max: end, step: 1, value: 0, "aria-label": "Race time" });
  slider.addEventListener("input", () => wish.jump(Number(slider.value)));
  const clock = make("output", { class: "number clock" });
  const speeds = make(
    "select",
    { "aria-label": "Speed", onchange: () => wish.speed(Number(speeds.value)) },
    ...SPEEDS.map((times) => make("option", { value: times, selected: times === speed }, `${times} ×`)),
  );
  const whose = make(
    "select",
    { "aria-label": "Whose board", onchange: () => wish.pick(whose.value === "" ? null : Number(whose.value)) },
    make("option", { value: "" }, "Side by side"),
    ...names.map((name, player) => make("option", { value: player }, name)),
  );
  host.replaceChildren(
    make("div", { class: "buttons" }, button("One move back", "◀︎❘", () => wish.step(-1)), toggle, button("One move on", "❘▶︎", () => wish.step(1))),
    slider,
    clock,
    make("div", { class: "choices" }, speeds, ...(names.length > 1 ? [whose] : [])),
  );

  return {
    /** @param {number} ms @param {boolean} playing */
    show(ms, playing) {
      slider.value = String(ms);
      slider.setAttribute("aria-valuetext", clockText(ms));
      write(clock, `${clockText(ms)} of ${clockText(end)}`);
      write(toggle, playing ? "❚❚" : "▶");
      toggle.setAttribute("aria-label", playing ? "Pause" : "Play");
      toggle.title = playing ? "Pause" : "Play";
    },

    /** @param {number | null} player */
    mark(player) {
      whose.value = player === null ? "" : String(player);
    },
  };
}
