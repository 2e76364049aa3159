/** The page of rules: every variant in plain words, with a picture of its layout. */

import { VARIANTS } from "../rules/variants.js";
import { rulesOf, stockOf, summary } from "../rules/words.js";
import { markCurrent } from "../ui/header.js";
import { paint, press } from "../watch/canvas.js";

/** @typedef {import("../types.js").Variant} Variant */

const FAMILIES = /** @type {[string, string, RegExp][]} */ ([
  ["pantagruel", "Pantagruel", /^(turn\d|strict-royal)$/],
  ["gargantua", "Gargantua and Harp", /^(gargantua|harp)/],
  ["double", "Double Klondike", /^(cardz|double-klondike)/],
  ["klondike", "Klondike with one pack", /^(klondike|thumb)/],
]);
const ULTRA = /^ultra-(\d+)(-tent)?$/;
const PICTURE = { width: 400, height: 220 };

const list = /** @type {HTMLElement} */ (document.getElementById("variants"));
const games = /** @type {HTMLElement} */ (document.getElementById("games"));

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {HTMLElement} parent @param {Tag} tag @param {string} [text] @param {string} [kind]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function add(parent, tag, text = "", kind = "") {
  const element = parent.appendChild(document.createElement(tag));
  if (text) element.textContent = text;
  if (kind) element.className = kind;
  return element;
}

/** @param {string} id @param {string} title */
function family(id, title) {
  const section = add(list, "section");
  section.id = `games-${id}`;
  add(section, "h2", title);
  const link = add(games, "a", title);
  link.href = `#games-${id}`;
  return section;
}

/** @param {HTMLElement} article @param {Variant} variant @param {string} title */
function tell(article, variant, title) {
  article.replaceChildren();
  const head = add(article, "div", "", "variant-head");
  add(head, "h3", title);
  add(head, "p", summary(variant), "dim");
  article.append(picture(variant));
  const facts = add(article, "dl");
  for (const [matter, words] of rulesOf(variant)) {
    add(facts, "dt", matter);
    add(facts, "dd", words);
  }
}

/** Draw the layout, faces blank. @param {Variant} variant */
function picture(variant) {
  const canvas = document.createElement("canvas");
  const ratio = Math.min(2, devicePixelRatio || 1);
  canvas.width = PICTURE.width * ratio;
  canvas.height = PICTURE.height * ratio;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `The layout: ${variant.columns.length} columns, and the stock above them`);
  const ctx = canvas.getContext("2d");
  const look = { fourColour: false, large: false, ratio };
  if (ctx) paint(ctx, press(variant, canvas.width, canvas.height, look), dealt(variant));
  return canvas;
}

/** Answer the board as dealt, as one without faces. @param {Variant} variant @returns {import("../types.js").Outline} */
function dealt(variant) {
  const columns = variant.columns.map((size) => /** @type {[number, number]} */ ([size - 1, 1]));
  const nothing = { home: 0, waste: 0, redeals: 0, moves: 0, draws: 0, score: 0 };
  return { columns, stock: stockOf(variant), ...nothing };
}

/** One place for all that differ by the number of packs alone. */
function tellUltra() {
  const section = family("ultra", "Ultra");
  add(section, "p", "Klondike with as many packs as you dare. Choose how many; from fifteen on the columns may also be dealt as a tent.");
  const chooser = add(section, "div", "", "chooser");
  const label = add(chooser, "label", "Packs");
  const packs = add(label, "input");
  Object.assign(packs, { type: "range", min: "1", max: "25", value: "2" });
  const count = add(label, "output", "", "number");
  const shape = add(chooser, "label", "", "check");
  const tent = add(shape, "input");
  tent.type = "checkbox";
  shape.append("as a tent");
  const article = add(section, "article", "", "panel variant");
  const show = () => {
    const plain = `ultra-${packs.value}`;
    tent.disabled = !(`${plain}-tent` in VARIANTS);
    const variant = (tent.checked && VARIANTS[`${plain}-tent`]) || VARIANTS[plain];
    count.textContent = packs.value;
    if (variant) tell(article, variant, variant.title);
  };
  packs.addEventListener("input", show);
  tent.addEventListener("change", show);
  show();
}

markCurrent();
for (const [id, title, which] of FAMILIES) {
  const section = family(id, title);
  for (const variant of Object.values(VARIANTS).filter((one) => which.test(one.id) && !ULTRA.test(one.id))) {
    const article = add(section, "article", "", "panel variant");
    article.id = variant.id;
    tell(article, variant, variant.title);
  }
}
tellUltra();
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
