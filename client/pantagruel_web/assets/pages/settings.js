/** The page of settings, with a small game to try them on. */

import { createBoard } from "../board/board.js";
import { order } from "../proof/deal.js";
import { begin, play } from "../rules/game.js";
import { VARIANTS } from "../rules/variants.js";
import { markCurrent } from "../ui/header.js";
import { USUAL, change, onChange, settings } from "../ui/settings.js";

/** @typedef {import("../ui/settings.js").Settings} Settings */
/** @typedef {import("../types.js").Variant} Variant */

/** What may be chosen from: the setting, its title, and each choice with its words. */
const CHOICES = /** @type {[keyof Settings, string, [string, string][]][]} */ ([
  ["felt", "Felt", [["emerald", "Emerald Green"], ["crimson", "Royal Crimson"], ["navy", "Midnight Navy"]]],
  ["speed", "Moving cards", [["off", "at once"], ["fast", "fast"], ["normal", "normal"], ["slow", "slow"]]],
]);

const SWITCHES = /** @type {[keyof Settings, string, string][]} */ ([
  ["fourColour", "Four colours", "Diamonds are blue and clubs green: no suit is taken for another."],
  ["large", "Large print", "Plain faces with the largest ranks and suits."],
  ["leftHanded", "Left-handed", "Stock and waste change sides with the foundations."],
  ["sound", "Sound", "Cards are heard when they move, and so is the bell."],
]);

const form = /** @type {HTMLFormElement} */ (document.getElementById("settings"));
const host = /** @type {HTMLElement} */ (document.getElementById("board"));
const variant = /** @type {Variant} */ (VARIANTS["klondike-1"]);

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Node} parent @param {Tag} tag @param {Record<string, string>} [attributes] @param {string} [text]
 */
function add(parent, tag, attributes = {}, text = "") {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(text);
  parent.appendChild(element);
  return element;
}

/** @param {typeof CHOICES[number]} choice */
function addChoice([name, title, options]) {
  const set = add(form, "fieldset", { class: `choice ${name}` });
  add(set, "legend", {}, title);
  for (const [value, words] of options) {
    const label = add(set, "label");
    add(label, "input", { type: "radio", name, value });
    label.append(add(label, "span", { class: `sample ${value}`, "aria-hidden": "true" }), words);
  }
}

/** @param {typeof SWITCHES[number]} one */
function addSwitch([name, title, words]) {
  const label = add(form, "label", { class: "switch" });
  const box = add(label, "input", { type: "checkbox", name, "aria-describedby": `${name}-words` });
  label.append(box, title);
  add(form, "p", { class: "dim words", id: `${name}-words` }, words);
}

/** Show in the form what holds. @param {Settings} now */
function fill(now) {
  for (const input of form.querySelectorAll("input")) {
    const value = now[/** @type {keyof Settings} */ (input.name)];
    input.checked = input.type === "radio" ? input.value === value : value === true;
  }
}

/** @param {Event} event */
function changed({ target }) {
  const input = /** @type {HTMLInputElement} */ (target);
  change({ [input.name]: input.type === "radio" ? input.value : input.checked });
}

function trial() {
  const random = crypto.getRandomValues(new Uint8Array(32));
  let game = begin(variant, order(random, variant.packs), null);
  const board = createBoard(host, {
    variant,
    passes: null,
    play(move) {
      game = play(game, move);
      board.show(game.view, { animate: true });
    },
  });
  board.show(game.view, { animate: false });
  return board;
}

markCurrent();
CHOICES.forEach(addChoice);
SWITCHES.forEach(addSwitch);
const usual = add(form, "button", { type: "button" }, "As usual");
usual.addEventListener("click", () => change(USUAL));
form.addEventListener("change", changed);
fill(settings());
onChange(fill);
let board = trial();
document.getElementById("again")?.addEventListener("click", () => {
  board.destroy();
  board = trial();
});
