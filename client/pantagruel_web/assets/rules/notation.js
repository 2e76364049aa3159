/** One text for every move, read into its parts; the text counts piles from 1, the parts from 0. */

/**
 * @typedef {"D" | "R" | "W>T" | "W>F" | "T>T" | "T>F" | "F>T" | "W>W" | "T>W" | "F>W" | "F>F"} Kind
 * @typedef {{ kind: Kind, source: number, target: number, count: number }} Parts
 */

const LONGEST = 16;
const GRAMMAR = /^(W|[TF][1-9][0-9]*)>(W|T[1-9][0-9]*|F(?:[1-9][0-9]*)?)(?::([1-9][0-9]*))?$/;

/** @param {string} pile */
const index = (pile) => Number(pile.slice(1)) - 1;

/**
 * Read a move; `source` and `target` are -1 where the text names no number. Null: it is no move.
 * @param {string} text
 * @returns {Parts | null}
 */
export function parts(text) {
  if (text === "D" || text === "R") return { kind: text, source: -1, target: -1, count: 1 };
  const found = text.length <= LONGEST ? GRAMMAR.exec(text) : null;
  if (!found) return null;
  const [, source = "", target = "", count] = found;
  const kind = /** @type {Kind} */ (`${source.charAt(0)}>${target.charAt(0)}`);
  const homeward = kind === "W>F" || kind === "T>F";
  if ((count && kind !== "T>T") || (homeward && target !== "F")) return null;
  return { kind, source: index(source), target: index(target), count: Number(count ?? 1) };
}

/**
 * Write a move of cards as it is read.
 * @param {string} source
 * @param {string} target
 * @param {number} count
 */
export const written = (source, target, count = 1) =>
  count === 1 ? `${source}>${target}` : `${source}>${target}:${count}`;
