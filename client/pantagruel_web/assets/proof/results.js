/** What a player made of a deal, read off the game: what the server said must be the same. */

import { isWon, total } from "../rules/game.js";
import { hidden, home } from "../rules/piles.js";

/**
 * @typedef {import("../types.js").Class} Class
 * @typedef {import("../types.js").Ending} Ending
 * @typedef {import("../types.js").Result} Result
 * @typedef {import("../rules/game.js").Game} Game
 * @typedef {import("../rules/rank.js").Outcome} Outcome
 */

/**
 * Answer what of a seat's game counts for its place.
 * @param {number} seat
 * @param {Game} game
 * @param {Ending | null} ending  null: it goes on
 * @returns {Outcome}
 */
export const outcome = (seat, game, ending) => ({
  seat,
  class: classOf(game, ending),
  elapsed_ms: game.elapsed_ms,
  moves: game.view.moves,
  score: game.view.score,
  home: home(game.view),
  hidden: hidden(game.view),
  last_score_ms: game.last_score_ms,
  total: total(game),
});

/**
 * Say how a game ended at a race time, in what way, but for its place.
 * @param {Game} game
 * @param {readonly [number, Ending]} ended
 * @returns {Omit<Result, "place">}
 */
export const result = (game, [ms, ending]) => ({
  class: classOf(game, ending),
  ledger: game.view.score,
  streak: game.view.streak,
  time_bonus: game.view.time_bonus,
  total: total(game),
  foundations: home(game.view),
  hidden: hidden(game.view),
  moves: game.view.moves,
  draws: game.view.draws,
  redeals: game.view.redeals,
  elapsed_ms: ms,
});

/**
 * Call a game cleared or, in whatever way it ends but by ejection, unfinished.
 * @param {Game} game
 * @param {Ending | null} ending
 * @returns {Class}
 */
function classOf(game, ending) {
  if (ending === "eject") return "disqualified";
  return isWon(game) ? "cleared" : "unfinished";
}
