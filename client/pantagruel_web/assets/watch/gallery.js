/** All boards of a race side by side on canvases, or one of them large above the others. */

import { painter, press } from "./canvas.js";
import { colourOf } from "./colours.js";
import { describe } from "./describe.js";
import { spotlight, tiles } from "./tiles.js";

/** @typedef {import("./spots.js").Board} Board */
/** @typedef {import("./sprites.js").Look} Look */
/** @typedef {import("./canvas.js").Press} Press */
/** @typedef {import("../types.js").Variant} Variant */

/** @typedef {{seat: number, name: string}} Player */

/** What stands above a board: its place if it has one, and how it goes. @typedef {{place: number | null, home: string, score: string, fate: string, off: boolean}} Caption */

/** @typedef {ReturnType<typeof makeTile>} Tile */

const DESCRIBE_MS = 1_500; // a screen reader that reads along is not to be outrun

/**
 * @param {HTMLElement} element
 * @param {{picked: (seat: number | null) => void}} events
 */
export function gallery(element, { picked }) {
  element.classList.add("gallery");
  const large = element.appendChild(list("gallery-large"));
  const small = element.appendChild(list("gallery-small"));
  /** @type {Map<number, Tile>} */
  const all = new Map();
  /** @type {Map<string, Press>} */
  const presses = new Map();
  /** @type {Variant | null} */
  let variant = null;
  /** @type {Look} */
  let look = { fourColour: false, large: false, ratio: 1 };
  /** @type {number | null} */
  let chosen = null;
  let asked = 0;
  let described = 0;

  new ResizeObserver(arrange).observe(element);

  /** @param {Variant} rules @param {readonly Player[]} players */
  function seat(rules, players) {
    if (rules !== variant) presses.clear();
    variant = rules;
    const there = new Set(players.map((player) => player.seat));
    for (const [number, tile] of all) {
      if (!there.has(number)) {
        tile.item.remove();
        all.delete(number);
      }
    }
    for (const player of players) {
      if (!all.has(player.seat)) all.set(player.seat, makeTile(player.seat, () => pick(chosen === player.seat ? null : player.seat)));
      all.get(player.seat)?.rename(player.name);
    }
    if (chosen !== null && !there.has(chosen)) chosen = null;
    arrange();
  }

  /** @param {number | null} seatNumber */
  function pick(seatNumber) {
    chosen = seatNumber !== null && all.has(seatNumber) ? seatNumber : null;
    arrange();
    picked(chosen);
  }

  function arrange() {
    const width = element.clientWidth;
    if (!variant || !width || !all.size) return;
    // Below a certain width the page scrolls, and the element is as high as its boards.
    const height = matchMedia("(width <= 900px)").matches ? Infinity : element.clientHeight;
    const one = chosen !== null && all.size > 1 ? spotlight(all.size, width, height) : null;
    const even = tiles(all.size, width, height);
    for (const [number, tile] of [...all].sort(([a], [b]) => a - b)) {
      const big = number === chosen && one !== null;
      (big ? large : small).append(tile.item);
      const { width: wide, height: tall } = one ? (big ? one.large : one.small) : even;
      tile.fit(pressOf(wide, tall), wide, tall, number === chosen);
    }
    large.hidden = one === null;
    small.classList.toggle("strip", one !== null);
    small.style.setProperty("--columns", String(even.columns));
    wake();
  }

  /** @param {number} width @param {number} height */
  function pressOf(width, height) {
    const key = `${width}x${height}`;
    let found = presses.get(key);
    if (!found) {
      if (presses.size > 6) presses.clear();
      found = press(/** @type {Variant} */ (variant), Math.round(width * look.ratio), Math.round(height * look.ratio), look);
      presses.set(key, found);
    }
    return found;
  }

  function wake() {
    asked ||= requestAnimationFrame(frame);
  }

  /** @param {number} time */
  function frame(time) {
    asked = 0;
    let more = false;
    for (const tile of all.values()) more = tile.tick(time) || more;
    if (more) wake();
    else if (!described) described = setTimeout(tell, DESCRIBE_MS);
  }

  function tell() {
    described = 0;
    if (variant) for (const tile of all.values()) tile.tell(variant);
  }

  return {
    seat,
    pick,
    picked: () => chosen,

    /**
     * Show a board; the cards of `move` fly there in `ms` if that is above 0.
     * @param {number} number @param {Board} board @param {string | null} [move] @param {number} [ms]
     */
    show(number, board, move = null, ms = 0) {
      all.get(number)?.show(board, move, ms);
      wake();
    },

    /** @param {number} number @param {Caption} words */
    caption: (number, words) => all.get(number)?.caption(words),

    /** @param {{fourColour: boolean, large: boolean}} settings */
    restyle({ fourColour, large: plain }) {
      look = { fourColour, large: plain, ratio: Math.min(2, devicePixelRatio || 1) };
      presses.clear();
      arrange();
    },
  };
}

/** @param {string} name */
function list(name) {
  const made = document.createElement("ul");
  made.className = name;
  return made;
}

/** @param {number} seat @param {() => void} choose */
function makeTile(seat, choose) {
  const item = document.createElement("li");
  item.className = "tile";
  item.dataset["seat"] = String(seat);
  const head = item.appendChild(document.createElement("button"));
  head.type = "button";
  head.className = "tile-head";
  const [swatch, place, name, fate, home, score] = ["swatch", "tile-place", "tile-name", "tile-fate", "tile-home", "tile-score"].map((kind) => {
    const part = head.appendChild(document.createElement("span"));
    part.className = kind;
    return part;
  });
  swatch?.style.setProperty("--colour", colourOf(seat));
  const canvas = item.appendChild(document.createElement("canvas"));
  canvas.setAttribute("aria-hidden", "true");
  const words = item.appendChild(document.createElement("ul"));
  words.className = "visually-hidden";
  const brush = painter(canvas);
  /** @type {Board | null} */
  let board = null;
  /** @type {Board | null} */
  let told = null;
  head.addEventListener("click", choose);
  canvas.addEventListener("click", choose);

  return {
    item,
    tick: brush.tick,

    /** @param {string} called */
    rename(called) {
      write(name, called);
      words.setAttribute("aria-label", `Board of ${called}`);
    },

    /** @param {Press} by @param {number} width @param {number} height @param {boolean} picked */
    fit(by, width, height, picked) {
      brush.use(by);
      canvas.style.setProperty("width", `${width}px`);
      canvas.style.setProperty("height", `${height}px`);
      item.style.setProperty("--wide", `${width}px`);
      head.setAttribute("aria-pressed", String(picked));
      if (board) brush.show(board);
    },

    /** @param {Board} next @param {string | null} move @param {number} ms */
    show(next, move, ms) {
      board = next;
      brush.show(next, move, ms);
    },

    /** @param {Caption} caption */
    caption({ place: rank, home: cards, score: points, fate: how, off }) {
      write(place, rank === null ? "" : `${rank}.`);
      write(fate, how);
      write(home, cards);
      write(score, points);
      item.classList.toggle("off", off);
    },

    /** Say the board in words. @param {Variant} variant */
    tell(variant) {
      if (!board || board === told) return;
      told = board;
      const lines = describe(variant, board);
      while (words.children.length > lines.length) words.lastChild?.remove();
      lines.forEach((line, at) => write(words.children[at] ?? words.appendChild(document.createElement("li")), line));
    },
  };
}

/** @param {Element | undefined} element @param {string} text */
function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}
