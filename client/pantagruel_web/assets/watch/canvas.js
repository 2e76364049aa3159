/** A board painted on a canvas: only the piles that changed, and cards that fly to their place. */

import { GOLD_LIGHT } from "../deck/colours.js";
import { measure, piles } from "./spots.js";
import { sprites, tally } from "./sprites.js";

/** @typedef {import("./spots.js").Board} Board */
/** @typedef {import("./spots.js").Measure} Measure */
/** @typedef {import("./spots.js").Pile} Pile */
/** @typedef {import("./spots.js").Spot} Spot */
/** @typedef {import("./sprites.js").Look} Look */
/** @typedef {import("../types.js").Variant} Variant */

/**
 * Makes pictures of one size, shared by all boards that have it.
 * @typedef {{size: Measure, look: Look, sprite: ReturnType<typeof sprites>}} Press
 */

/**
 * Cards on their way: `under` is the pile they come to, as it looks without them.
 * @typedef {{spots: Spot[], from: {x: number, y: number}[], under: Pile, start: number, ms: number}} Flight
 */

/**
 * Make what draws boards of *variant* in boxes of one size.
 * @param {Variant} variant @param {number} width @param {number} height @param {Look} look
 * @returns {Press}
 */
export function press(variant, width, height, look) {
  const size = measure(variant, width, height);
  return { size, look, sprite: sprites(size, look) };
}

/**
 * Paint a whole board once.
 * @param {CanvasRenderingContext2D} ctx @param {Press} with_ @param {Board} board
 */
export function paint(ctx, with_, board) {
  for (const pile of piles(with_.size, board)) paintPile(ctx, with_, pile, 0);
}

/**
 * Keep a canvas like a board that changes. `show` takes the new board, and the move that made it
 * if its cards are to fly for `ms`; `tick` paints what is due and answers whether more is.
 * @param {HTMLCanvasElement} canvas
 */
export function painter(canvas) {
  const ctx = canvas.getContext("2d");
  /** @type {Press | null} */
  let by = null;
  /** @type {Map<string, string>} what each pile looks like on the canvas */
  let painted = new Map();
  /** @type {Pile[]} */
  let now = [];
  /** @type {Flight | null} */
  let flight = null;
  let mark = { pile: "", count: 0 };

  /** @param {Press} next */
  function use(next) {
    if (by === next) return;
    by = next;
    canvas.width = next.size.width;
    canvas.height = next.size.height;
    painted = new Map();
    flight = null;
  }

  /** @param {Board} board @param {string | null} move @param {number} ms */
  function show(board, move = null, ms = 0) {
    if (!by) return;
    const before = now;
    now = piles(by.size, board);
    if (flight) painted = new Map(); // where the cards were on their way is to be cleared
    flight = null;
    mark = move ? target(move) : { pile: "", count: 0 };
    if (move && ms > 0) flight = launched(before, now, move, ms);
  }

  /** @param {number} time @returns {boolean} */
  function tick(time) {
    if (!by || !ctx) return false;
    if (flight) {
      flight.start ||= time;
      const part = Math.min(1, (time - flight.start) / flight.ms);
      if (part < 1) {
        fly(ctx, by, flight, part);
        return true;
      }
      flight = null;
      painted = new Map();
    }
    if (!painted.size) ctx.clearRect(0, 0, canvas.width, canvas.height);
    for (const pile of now) {
      const count = pile.name === mark.pile ? mark.count : 0;
      const key = `${pile.key}*${count}`;
      if (painted.get(pile.name) === key) continue;
      painted.set(pile.name, key);
      paintPile(ctx, by, pile, count);
    }
    return false;
  }

  /** @param {CanvasRenderingContext2D} on @param {Press} with_ @param {Flight} moving @param {number} part */
  function fly(on, with_, moving, part) {
    const eased = 1 - (1 - part) ** 3;
    on.clearRect(0, 0, canvas.width, canvas.height);
    for (const pile of now) paintPile(on, with_, pile.name === moving.under.name ? moving.under : pile, 0);
    moving.spots.forEach((spot, at) => {
      const from = moving.from[at] ?? spot;
      const x = Math.round(from.x + (spot.x - from.x) * eased);
      const y = Math.round(from.y + (spot.y - from.y) * eased);
      on.drawImage(with_.sprite(spot), x, y);
    });
  }

  return { use, show, tick };
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Press} by @param {Pile} pile
 * @param {number} marked  how many of its last cards are framed
 */
function paintPile(ctx, by, pile, marked) {
  ctx.clearRect(pile.x, pile.y, pile.width, pile.height);
  for (const spot of pile.spots) {
    ctx.drawImage(by.sprite(spot), spot.x, spot.y);
    tally(ctx, by.size, spot);
  }
  const first = pile.spots[pile.spots.length - marked];
  const last = pile.spots[pile.spots.length - 1];
  if (marked && first && last) frame(ctx, by, first, last);
}

/** @param {CanvasRenderingContext2D} ctx @param {Press} by @param {Spot} first @param {Spot} last */
function frame(ctx, { size }, first, last) {
  const line = Math.max(1, Math.round(size.card / 28));
  ctx.strokeStyle = GOLD_LIGHT;
  ctx.lineWidth = line;
  ctx.beginPath();
  const [x, y] = [first.x + line / 2, first.y + line / 2];
  ctx.roundRect(x, y, last.x - first.x + size.card - line, last.y - first.y + size.tall - line, size.card * 0.08);
  ctx.stroke();
}

/** Answer where a move puts cards on a column, and how many. @param {string} move */
function target(move) {
  const [, to = "", count] = /^\w+>(T\d+)(?::(\d+))?$/.exec(move) ?? [];
  return { pile: to, count: to ? Number(count ?? 1) : 0 };
}

/**
 * Answer the flight of a move's cards from where they lay; null where none is to be seen.
 * @param {Pile[]} before @param {Pile[]} after @param {string} move @param {number} ms
 * @returns {Flight | null}
 */
function launched(before, after, move, ms) {
  const [source = "", goal = ""] = move === "D" ? ["S", "W"] : move.split(/>|:/);
  const old = named(before, source);
  const new_ = named(after, goal);
  const was = named(before, goal);
  if (!old || !new_ || !was) return null;
  if (goal === "F") {
    const spots = new_.spots.filter((spot, at) => spot.what !== was.spots[at]?.what || !was.spots[at]).slice(-1);
    return { spots, from: old.spots.slice(-1), under: was, start: 0, ms };
  }
  const count = goal === "W" ? new_.spots.length : target(move).count;
  const spots = new_.spots.slice(-count);
  const from = goal === "W" ? spots.map(() => old.spots[0] ?? { x: old.x, y: old.y }) : old.spots.slice(-count);
  return { spots, from, under: { ...new_, spots: new_.spots.slice(0, -count) }, start: 0, ms };
}

/** @param {Pile[]} all @param {string} name  a foundation is called F, whichever it is */
function named(all, name) {
  return all.find((pile) => pile.name === name.replace(/^F\d*$/, "F"));
}
