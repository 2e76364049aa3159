/** When and how games may end: nobody moves after the limit or the bell. */

import { isWon } from "../rules/game.js";
import { spent } from "./spent.js";

/**
 * @typedef {import("../types.js").PlayerRecord} PlayerRecord
 * @typedef {import("../types.js").ReplayFile} ReplayFile
 * @typedef {import("../rules/game.js").Game} Game
 * @typedef {{ ms: number, word: "limit" | "bell" }} Stop
 */

const FORFEIT_FROM_MS = 5_000; // races refuse a forfeit before

/**
 * Answer the race time from which nobody could move any more, and what brought it about.
 * @param {ReplayFile} file
 * @param {readonly Game[]} games
 * @returns {Stop}
 */
export function stopOf(file, games) {
  const won = Math.min(...games.filter(isWon).map((game) => game.elapsed_ms));
  const bell = file.bell_ms === null ? Infinity : won + file.bell_ms;
  return bell < file.limit_ms ? { ms: bell, word: "bell" } : { ms: file.limit_ms, word: "limit" };
}

/**
 * Say what is wrong with a player's end; null: nothing.
 * @param {PlayerRecord} player
 * @param {Game} game
 * @param {Stop} stop
 */
export function wrongEnd({ moves, ended: [ms, word] }, game, stop) {
  const last = game.elapsed_ms;
  const gong = `the ${stop.word} was at ${stop.ms} ms`;
  if (moves.length && last >= stop.ms) return `the last move came at ${last} ms, but ${gong}`;
  if (isWon(game) !== (word === "won")) return `it ended with ${word}, which the moves do not show`;
  if (ms < last || (word === "won" && ms !== last)) {
    return `it ended at ${ms} ms, but the last move came at ${last} ms`;
  }
  if (word === "won") return null;
  if (word === "limit" || word === "bell") {
    return word === stop.word && ms === stop.ms ? null : `${word} at ${ms} ms, but ${gong}`;
  }
  if (word === "dead" && !spent(game.variant, game.view, game.passes)) {
    return "dead, but something can be won or paid yet";
  }
  if (ms >= stop.ms) return `${word} at ${ms} ms, but ${gong}`;
  if (word !== "forfeit" || ms >= FORFEIT_FROM_MS) return null;
  return `nobody can forfeit before ${FORFEIT_FROM_MS} ms`;
}
