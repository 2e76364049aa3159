/** A private seat in this browser: any variant, any deal, as often and as slowly as one likes. */

import { createBoard } from "../board/board.js";
import { moveText } from "../board/say.js";
import { keyOfText, order } from "../proof/deal.js";
import { begin, finish, isWon, play, total } from "../rules/game.js";
import { finishable } from "../rules/finish.js";
import { home } from "../rules/piles.js";
import { VARIANTS } from "../rules/variants.js";
import { suggest } from "../practice/suggest.js";
import { markCurrent } from "../ui/header.js";

/** @typedef {import("../rules/game.js").Game} Game */

const FINISH_MS = 2_500; // for all of it, or 70 for each card if they are few

/** @template {HTMLElement} Kind @param {string} id @returns {Kind} */
const at = (id) => /** @type {Kind} */ (document.getElementById(id));

const variantField = /** @type {HTMLSelectElement} */ (at("variant"));
const seedField = /** @type {HTMLInputElement} */ (at("seed"));
/** @type {Game[]} the games after each move, the first as dealt */
let history = [];
/** @type {string[]} */
let moves = [];
let now = 0;
let begun = 0;
/** @type {import("../board/board.js").Board | null} */
let board = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let finishing;

const game = () => /** @type {Game} */ (history[now]);

/** A seed that nobody chose. */
function drawn() {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => (byte % 36).toString(36)).join("");
}

/** @param {string} id @param {string} text */
function deal(id, text) {
  const variant = VARIANTS[id];
  if (!variant) return;
  seedField.placeholder = text;
  at("bar").classList.remove("choosing");
  clearTimeout(finishing);
  history = [begin(variant, order(keyOfText(text), variant.packs), variant.max_passes)];
  moves = [];
  now = 0;
  begun = performance.now();
  board?.destroy();
  board = createBoard(at("board"), { variant, passes: variant.max_passes, play: make });
  show(`Dealt: ${variant.title}.`);
}

/** @param {string} say */
function show(say, animate = true) {
  const { view, variant } = game();
  board?.show(view, { say, animate });
  const passes = variant.max_passes ? `pass ${view.redeals + 1} of ${variant.max_passes}` : `pass ${view.redeals + 1}`;
  const cards = variant.packs * variant.ranks * 4;
  at("numbers").textContent = `${home(view)} of ${cards} home · ${total(game())} points · ${view.moves} moves · ${passes}`;
  /** @type {HTMLButtonElement} */ (at("undo")).disabled = now === 0;
  /** @type {HTMLButtonElement} */ (at("redo")).disabled = now === history.length - 1;
  at("finish").hidden = !finishable(variant, view, variant.max_passes);
  at("won").hidden = !isWon(game());
  if (isWon(game())) at("wonText").textContent = `${total(game())} points, ${view.moves} moves, ${view.draws} draws.`;
}

/** @param {string} move */
function make(move) {
  const before = game();
  const after = play(before, move, Math.round(performance.now() - begun));
  history = [...history.slice(0, now + 1), after];
  moves = [...moves.slice(0, now), move];
  now += 1;
  show(moveText(after.variant, before.view, after.view, move));
}

/** @param {number} to */
function go(to) {
  clearTimeout(finishing);
  now = Math.max(0, Math.min(to, history.length - 1));
  show(`Move ${now} of ${history.length - 1}.`);
}

function finishNow() {
  const rest = finish(game());
  const pause = Math.min(70, FINISH_MS / rest.length);
  const step = () => {
    const move = rest.shift();
    if (!move) return;
    make(move);
    finishing = setTimeout(step, pause);
  };
  step();
}

function hint() {
  const move = suggest(game());
  if (move) board?.hint(move);
  else board?.say("No move is left that would help.");
}

for (const { id, title } of Object.values(VARIANTS)) variantField.add(new Option(title, id));
variantField.value = new URLSearchParams(location.search).get("variant") ?? "turn1";
if (!variantField.value) variantField.value = "turn1";
at("deal").addEventListener("submit", (event) => {
  event.preventDefault();
  deal(variantField.value, seedField.value.trim() || drawn());
});
variantField.addEventListener("change", () => deal(variantField.value, seedField.value.trim() || drawn()));
at("choose").addEventListener("click", () => at("bar").classList.toggle("choosing"));
at("undo").addEventListener("click", () => go(now - 1));
at("redo").addEventListener("click", () => go(now + 1));
at("restart").addEventListener("click", () => go(0));
at("hint").addEventListener("click", hint);
at("finish").addEventListener("click", finishNow);
at("again").addEventListener("click", () => deal(variantField.value, drawn()));
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  go(now + (event.shiftKey ? 1 : -1));
});
markCurrent();
seedField.value = new URLSearchParams(location.search).get("seed") ?? "";
deal(variantField.value, seedField.value.trim() || drawn());
