/** The own game: the board, the countdown before it, and what became of it. */

import { createBoard } from "../board/board.js";
import { moveText } from "../board/say.js";
import { finishMoves, finishable, unseen } from "../rules/finish.js";
import { legalMoves } from "../rules/moves.js";
import { parts } from "../rules/notation.js";
import { make, write } from "../ui/dom.js";
import { toast } from "../ui/toast.js";
import { ENDINGS, count, sentence, signed } from "../ui/words.js";

/**
 * @typedef {import("../net/race.js").Race} Race
 * @typedef {import("../types.js").Command} Command
 * @typedef {import("../types.js").Refused} Refused
 * @typedef {import("../types.js").ServerMessage} ServerMessage
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Variant} Variant
 */

const COUNT_MS = 100;
const SPENT = "No moves left: nothing can be won or paid any more. Bank?";
const MAY_PAY = "No moves left, except for cards that go home. Then bank.";

/**
 * Say what finishing costs, as far as that is known.
 *
 * @param {Variant} variant
 * @param {Table} view
 * @param {number | null} passes
 */
function finishText(variant, view, passes) {
  if (unseen(view)) return "Finish";
  const redeals = finishMoves(variant, view, passes).filter((move) => move === "R").length;
  const cost = redeals * variant.pass_penalty;
  return cost ? `Finish (${count(redeals, "redeal")}: ${signed(-cost)} points)` : "Finish";
}

/**
 * @param {HTMLElement} host
 * @param {Race} race
 */
export function makeTable(host, race) {
  const felt = make("div", { class: "felt" });
  const counter = make("div", { class: "counter", role: "status", hidden: true });
  const finish = make("button", { class: "primary finish", hidden: true, onclick: () => race.finish() });
  const verdict = make("p", { class: "verdict", role: "status", hidden: true });
  host.append(felt, counter, make("div", { class: "calls" }, verdict, finish));
  /** @type {ReturnType<typeof createBoard> | null} */
  let board = null;
  /** @type {ReturnType<Race["seat"]> | null} */
  let seated = null;
  /** @type {Table | null} */
  let drawn = null;
  /** @type {Table | null} */
  let confirmed = null;
  let frozen = false;
  let locked = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let counting;

  /** A board of the own for every race. @returns {ReturnType<typeof createBoard> | null} */
  function current() {
    const seat = race.seat();
    const variant = race.variant();
    if (!variant || !seat.shown()) return null;
    if (board && seated === seat) return board;
    clear();
    seated = seat;
    board = createBoard(felt, { variant, passes: race.state().room?.passes ?? null, play: race.play });
    return board;
  }

  function clear() {
    board?.destroy();
    board = seated = drawn = confirmed = null;
    locked = false;
    finish.hidden = verdict.hidden = true;
  }

  /** @param {string} [say] */
  function show(say = "") {
    const shown = race.seat().shown();
    const on = current();
    if (!on || !shown) return;
    if (shown !== drawn || say) on.show(shown, { say });
    drawn = shown;
    judge(shown);
    guard();
  }

  /** Offer what is left to do, and say what became of the game. @param {Table} shown */
  function judge(shown) {
    const seat = race.seat();
    const variant = race.variant();
    const passes = race.state().room?.passes ?? null;
    if (!variant) return;
    const ending = seat.ended();
    finish.hidden = ending !== null || !finishable(variant, shown, passes);
    if (!finish.hidden) write(finish, finishText(variant, shown, passes));
    const stuck = ending === null && race.waiting() === 0 && legalMoves(variant, shown, passes).length === 0;
    const dead = seat.verdict();
    verdict.hidden = ending === null && !stuck && !dead;
    if (stuck) write(verdict, "No move is left. Bank what you have.");
    else if (dead) write(verdict, dead.pays ? MAY_PAY : SPENT);
    if (ending) {
      const left = race.state().room?.seats.length ?? 1;
      const rest = left > 1 ? " The race goes on until everybody is done." : "";
      write(verdict, `Your game has ended: ${ENDINGS[/** @type {keyof typeof ENDINGS} */ (ending)]}.${rest}`);
    }
  }

  function guard() {
    const shut = frozen || race.state().suspended || !race.seat().playing();
    if (shut !== locked) board?.lock(shut); // a lock forgets the first of two keys
    locked = shut;
  }

  function count3() {
    clearTimeout(counting);
    const ms = race.ms();
    const begins = ms !== null && ms < 0 && race.state().room?.phase === "countdown";
    counter.hidden = !begins;
    if (!begins) return;
    write(counter, Math.ceil(-ms / 1000));
    counting = setTimeout(count3, COUNT_MS);
  }

  return {
    show,

    /** Take in what the server said. @param {ServerMessage} message @param {Command | null} command */
    heard(message, command) {
      if (message.t === "countdown" || message.t === "room") count3();
      if (message.t === "rematched") return clear();
      const before = confirmed;
      confirmed = race.seat().view();
      const variant = race.variant();
      const move = message.t === "ack" && command?.t === "play" ? command.m : "";
      const told = move && before && confirmed && variant ? moveText(variant, before, confirmed, move) : "";
      // A resume brings the board before the room, and with it the rules.
      if (confirmed !== before || (message.t === "room" && !drawn)) show(told);
      else if (message.t === "over" || message.t === "verdict" || message.t === "suspended") show();
    },

    /** Put back what was refused, and say why. @param {Refused} refused @param {string} move */
    refused({ why }, move) {
      show();
      if (parts(move)) board?.refuse(move, sentence(why));
      else toast(sentence(why), "bad");
    },

    /** Let nobody play while the line is lost. @param {boolean} on */
    freeze(on) {
      frozen = on;
      guard();
    },
  };
}
