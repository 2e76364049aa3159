/** A board without faces, kept up by arithmetic: how many cards lie where. */

/**
 * @typedef {import("../types.js").Outline} Outline
 * @typedef {import("../types.js").Step} Step
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {readonly [down: number, up: number]} Pair
 */

/**
 * Answer the outline after a step; an error is thrown where so many cards are not there.
 *
 * The score comes with the seat's row: no blank step tells it. After a `finish`, whose moves are
 * not told, draws and redeals stay as they were before it.
 * @param {Variant} variant
 * @param {Outline} outline
 * @param {Step} step
 * @returns {Outline}
 */
export function outlined(variant, outline, [, , , text]) {
  switch (text) {
    case "D":
      return drawn(outline, Math.min(variant.draw, outline.stock));
    case "R":
      return { ...outline, stock: outline.waste, waste: outline.stock, redeals: outline.redeals + 1 };
    case "finish":
      return finished(outline);
    case "bank":
    case "forfeit":
      return outline;
    default:
      return moved(outline, text);
  }
}

/**
 * @param {Outline} outline
 * @param {number} count
 */
function drawn(outline, count) {
  const { stock, waste, draws } = outline;
  return { ...outline, stock: less(stock, count || 1), waste: waste + count, draws: draws + 1 };
}

/** @param {Outline} outline */
function finished(outline) {
  const up = outline.columns.reduce((sum, column) => sum + column[1], 0);
  const left = outline.waste + outline.stock + up; // each of them goes home by itself
  const { moves, home } = outline;
  const columns = outline.columns.map(() => /** @type {const} */ ([0, 0]));
  return { ...outline, columns, stock: 0, waste: 0, moves: moves + left, home: home + left };
}

/**
 * @param {Outline} outline
 * @param {string} text
 */
function moved(outline, text) {
  const [source = "", target = "", digits = "1"] = text.split(/[>:]/);
  const count = Number(digits);
  const after = { ...outline, moves: outline.moves + 1, columns: [...outline.columns] };
  if (source === "W") after.waste = less(after.waste, count);
  else if (source.startsWith("F")) after.home = less(after.home, count); // named or not
  else change(after.columns, source, ([down, up]) => taken(down, less(up, count)));
  if (target === "F") after.home += count;
  else change(after.columns, target, ([down, up]) => [down, up + count]);
  return after;
}

/**
 * @param {number} down
 * @param {number} up
 * @returns {Pair}
 */
const taken = (down, up) => (down && !up ? [down - 1, 1] : [down, up]);

/**
 * @param {Pair[]} columns
 * @param {string} pile
 * @param {(column: Pair) => Pair} how
 */
function change(columns, pile, how) {
  const number = Number(pile.slice(1)) - 1;
  const column = columns[number];
  if (!pile.startsWith("T") || !column) throw new Error(`no column is called ${pile}`);
  columns[number] = how(column);
}

/**
 * @param {number} count
 * @param {number} cards
 */
function less(count, cards) {
  if (!(cards <= count)) throw new Error("so many cards are not there");
  return count - cards;
}
