/** A player's own game: what the server confirmed, and what is shown with the moves on their way. */

import { refusal } from "../rules/moves.js";
import { follow, foreseen } from "../rules/follow.js";

/**
 * @typedef {import("../types.js").Command} Command
 * @typedef {import("../types.js").ServerMessage} ServerMessage
 * @typedef {import("../types.js").Ack} Ack
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("../types.js").Result} Result
 * @typedef {import("../types.js").Verdict} Verdict
 * @typedef {ReturnType<typeof makeSeat>} Seat
 */

/** More frames than any seat has: who resumes there is sent the whole board. */
export const AHEAD = 2 ** 53 - 1;

/**
 * Frames are numbered; *commands* answers what is on its way, in order. A frame that is missing, or
 * one that does not follow from the rules, makes `hear` answer "lost": resume from `resumeAt`.
 *
 * @param {() => Command[]} commands
 */
export function makeSeat(commands) {
  /** @type {{variant: Variant, passes: number | null} | null} */
  let rules = null;
  /** @type {Table | null} */
  let view = null;
  /** @type {Table | null} */
  let shown = null;
  let s = 0;
  let resumeAt = 0;
  let lost = false;
  /** @type {string | null} */
  let ended = null;
  /** @type {Result | null} */
  let result = null;
  /** @type {Verdict | null} */
  let verdict = null;

  /** Draw the confirmed board with what is on its way; what no longer fits waits for its answer. */
  function predict() {
    shown = view;
    for (const command of commands()) {
      if (command.t !== "play" || !shown || !rules) continue;
      if (refusal(rules.variant, shown, rules.passes, command.m)) break;
      shown = foreseen(rules.variant, shown, command.m);
    }
  }

  /** @param {Ack} ack @param {Command | null} command */
  function confirmed(ack, command) {
    if (!view || !rules || !command) return false;
    const m = command.t === "play" ? command.m : command.t;
    let board;
    try {
      board = follow(rules.variant, view, m, ack, ack.ms);
    } catch {
      return false; // the rules do not allow it, so what lies here is not what the server has
    }
    const { score, streak, moves, draws, redeals, time_bonus = 0 } = ack;
    if (board.moves !== moves || board.draws !== draws || board.redeals !== redeals) return false;
    view = { ...board, score, streak, time_bonus };
    ended = ack.ended ?? ended;
    return true;
  }

  /** @param {ServerMessage & {s: number}} frame @param {Command | null} command */
  function numbered(frame, command) {
    if (frame.s <= s) return "known"; // the stored answer to a command that was sent twice
    if (frame.s !== s + 1) return "lost";
    if (frame.t === "deal") view = frame.view;
    if (frame.t === "ack" && !confirmed(frame, command)) return "lost";
    if (frame.t === "over") {
      ({ ended, result } = frame);
      resumeAt = s; // it has to come again, or the server does not know that we heard it
    } else if (result === null) {
      resumeAt = frame.s;
    }
    s = frame.s;
    return "new";
  }

  return {
    /** Play by these from now on. @param {Variant} variant @param {number | null} passes */
    rules(variant, passes) {
      rules = { variant, passes };
    },

    /**
     * Take a frame in, and answer whether it was "new", "known", or shows that something was "lost".
     *
     * @param {ServerMessage} message
     * @param {Command | null} command  what a first ack answers
     */
    hear(message, command) {
      let what = "known";
      if (message.t === "resync") {
        ({ view, s } = message);
        resumeAt = s;
        verdict = null; // what is known comes after the board
        lost = false;
        what = "new";
      } else if (message.t === "verdict") {
        verdict = message;
        what = "new";
      } else if ("s" in message && message.s && !lost) {
        what = numbered(/** @type {any} */ (message), command);
        lost = what === "lost";
      }
      predict();
      return what;
    },

    predict,

    /** The frame to resume after; AHEAD when the board is not known, or not to be trusted. */
    resumeAt: () => (lost ? AHEAD : resumeAt),

    /** What the server confirmed. */
    view: () => view,

    /** The same with the moves on their way, cards not known yet blank. */
    shown: () => shown,

    ended: () => ended,

    result: () => result,

    /** The server's word that no progress is possible any more. */
    verdict: () => verdict,

    playing: () => view !== null && ended === null,
  };
}
