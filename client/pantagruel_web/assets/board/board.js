/** A board to play on: shows a view, and says which move somebody makes on it. */

import { makeAtlas } from "../deck/atlas.js";
import { won } from "../rules/piles.js";
import { onChange, settings } from "../ui/settings.js";
import { play as sound } from "../ui/sound.js";
import { hitAt } from "./aim.js";
import { makeCards } from "./cards.js";
import { makeChoice } from "./choice.js";
import { NOTHING, feed } from "./keys.js";
import { layout, slid } from "./layout.js";
import { makeNote } from "./note.js";
import { makePlaces } from "./places.js";
import { listen } from "./pointer.js";
import { makeSlide } from "./slide.js";
import { slots } from "./slots.js";
import { celebrate } from "./victory.js";

/**
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("./layout.js").Geometry} Geometry
 * @typedef {ReturnType<typeof createBoard>} Board
 *
 * @typedef {object} Options
 * @property {Variant} variant
 * @property {number | null} passes  the limit of passes; null: none
 * @property {(move: string) => void} play  a move that the rules allow in the view shown
 */

const EDITED = "input, textarea, select, [contenteditable], dialog *";

/**
 * Fill *host*, which must have a size of its own, with a board.
 *
 * @param {HTMLElement} host
 * @param {Options} options
 */
export function createBoard(host, { variant, passes, play }) {
  const table = document.createElement("div");
  table.className = "table";
  table.setAttribute("role", "group");
  table.setAttribute("aria-label", "Board");
  const scroll = document.createElement("div");
  scroll.className = "scroll";
  scroll.append(table);
  host.classList.add("board");
  host.append(scroll);
  const places = makePlaces(table, variant, (pile, index) => choice.press(pile, index));
  const cards = makeCards(table);
  const note = makeNote(host);

  /** @type {Table | null} */
  let view = null;
  /** As if nothing had slid. @type {Geometry | null} */
  let flat = null;
  /** @type {Geometry | null} */
  let geometry = null;
  let entry = NOTHING;
  let locked = false;
  /** Where cards are held, and how far the table had slid when they were taken. */
  /** @type {{dx: number, dy: number, from: number} | null} */
  let grip = null;

  const game = () => (view && !locked ? { variant, view, passes } : null);

  /** @param {string} move */
  function made(move) {
    note.clear();
    sound(move === "D" || move === "R" ? "draw" : move.endsWith("F") ? "home" : "card");
    play(move);
  }

  const choice = makeChoice({ cards, places, note, game, geometry: () => geometry, play: made });

  const slide = makeSlide(scroll, (left) => {
    if (grip) choice.drag(grip.dx + left - grip.from, grip.dy);
    else settle();
  });

  /** Let stock and waste lie where the eye has them. */
  function settle() {
    if (!flat) return;
    geometry = slid(flat, slide.left());
    places.put(geometry);
    draw(false);
  }

  /** @param {boolean} dropped */
  function drop(dropped) {
    slide.holds(null);
    choice.drop(dropped);
    const moved = grip && grip.from !== slide.left();
    grip = null;
    if (moved) settle();
  }

  function lay() {
    const { clientWidth: width, clientHeight: height } = scroll;
    if (!width || !height) return;
    const { leftHanded, fourColour, large } = settings();
    const piles = { columns: variant.columns.length, foundations: variant.packs * 4 };
    flat = geometry = layout(piles, { width, height }, { leftHanded, large });
    const density = Math.min(globalThis.devicePixelRatio || 1, 3);
    table.style.width = `${flat.width}px`;
    table.style.height = `${flat.height}px`;
    table.dataset["kind"] = flat.kind;
    host.style.setProperty("--below", `${flat.kind === "upright" ? flat.h : 0}px`);
    places.size(flat, density);
    cards.use(makeAtlas(flat.w, flat.h, density, { fourColour, plain: flat.plain }));
    slide.size({ width, height }, flat);
    settle();
  }

  /** @param {boolean} animate */
  function draw(animate) {
    if (!view || !geometry) return;
    cards.show(slots(variant, view, geometry), animate && settings().speed !== "off");
    places.tell(view, passes === null || view.redeals + 1 < passes);
    choice.fresh();
  }

  /** @param {KeyboardEvent} event */
  function keydown(event) {
    const playing = game();
    const target = event.target instanceof Element ? event.target : document.body;
    if (!playing || event.ctrlKey || event.metaKey || event.altKey || target.closest(EDITED)) return;
    // A button that the mouse pressed keeps the focus; Space is the stock's all the same.
    if (event.key === " " && target.closest("button, a")?.matches(":focus-visible")) return;
    if (event.key === "Escape") choice.cancel();
    const fed = feed(entry, event.key, playing);
    if (!fed) return;
    event.preventDefault();
    ({ entry } = fed);
    choice.cancel();
    note.typed(fed.hint ?? "", entry.typed !== "");
    if (fed.move) choice.attempt(fed.move);
  }

  const observer = new ResizeObserver(lay);
  observer.observe(scroll);
  const stops = [
    onChange(lay),
    listen(table, {
      hit: (x, y) => (geometry && game() ? hitAt(x, y, geometry, cards.all().map(({ slot }) => slot)) : null),
      lift(hit) {
        grip = choice.lift(hit) ? { dx: 0, dy: 0, from: slide.left() } : null;
        return grip !== null;
      },
      move(dx, dy, x) {
        if (!grip) return;
        Object.assign(grip, { dx, dy });
        slide.holds(x - grip.from);
        choice.drag(dx + slide.left() - grip.from, dy);
      },
      drop,
      slide: slide.by,
      tap: choice.tap,
      home: choice.home,
    }),
  ];
  document.addEventListener("keydown", keydown);
  lay();

  return {
    /**
     * Show *next*, whatever it was before: cards go from where they lie.
     *
     * @param {Table} next
     * @param {{animate?: boolean, say?: string}} [how]  *say* tells it to those who listen
     */
    show(next, { animate = true, say = "" } = {}) {
      const first = view === null;
      const cleared = view && !won(variant, view) && won(variant, next);
      view = next;
      draw(animate && !first);
      if (say) note.tell(say);
      if (!cleared) return;
      sound("won");
      celebrate(host);
    },

    /** Say that a move was refused after all. @param {string} move @param {string} why */
    refuse: (move, why) => choice.refuse(move, why),

    /** Point at the cards and the pile of a move. @param {string} move */
    hint: (move) => choice.hint(move),

    /** Say something, to those who see and those who hear. @param {string} text */
    say: (text) => note.say(text),

    /** Let nobody play, or again. @param {boolean} on */
    lock(on) {
      locked = on;
      table.classList.toggle("locked", on);
      if (on) choice.cancel();
      entry = NOTHING;
    },

    destroy() {
      observer.disconnect();
      slide.stop();
      document.removeEventListener("keydown", keydown);
      for (const stop of stops) stop();
      host.classList.remove("board");
      host.replaceChildren();
    },
  };
}
