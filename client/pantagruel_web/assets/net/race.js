/** A race from its player's side: the line, the room, the seat and the clock, and what of it changed. */

import { VARIANTS } from "../rules/variants.js";
import { makeRaceClock } from "./clock.js";
import { keepToken, myName, myToken } from "./identity.js";
import { openLink, socketUrl } from "./link.js";
import { emptyRoom, foldRoom } from "./room.js";
import { AHEAD, makeSeat } from "./seat.js";

/**
 * @typedef {import("../types.js").Command} Command
 * @typedef {import("../types.js").Hello} Hello
 * @typedef {import("../types.js").Refused} Refused
 * @typedef {import("../types.js").ServerMessage} ServerMessage
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("./link.js").State} State
 * @typedef {import("./link.js").Trouble} Trouble
 * @typedef {ReturnType<typeof openRace>} Race
 * @typedef {{ race: string } | { code: string }} Where
 *
 * @typedef {object} Listener
 * @property {(message: ServerMessage, command: Command | null) => void} heard  the picture has
 *   changed, by this; if it is the ack of a command, by that
 * @property {() => void} shown  the board has, by a move of one's own
 * @property {(refused: Refused, move: string) => void} refused  a command; the board is back where it was
 * @property {(refused: { code: string, why: string }) => void} denied  there is no seat to be had
 * @property {(state: State, trouble: Trouble | null) => void} line
 */

const ID = /^[0-9a-f]{20}$/;

/**
 * Read what stands behind the # of an address: a race's id, or a join code.
 *
 * @param {string} text
 * @returns {Where}
 */
export const whereOf = (text) => (ID.test(text) ? { race: text } : { code: text });

/**
 * @param {Where} where
 * @param {Listener} on
 */
export function openRace(where, on) {
  const clock = makeRaceClock(() => performance.now());
  let state = emptyRoom();
  let seat = makeSeat(() => link.commands());
  let target = where;

  /** @returns {Hello} */
  function hello() {
    const token = myToken();
    if (!token) return { t: "hello", name: myName() };
    if (!("race" in target)) return { t: "hello", token };
    // A page that was loaded anew knows no frame: it is sent the whole board.
    return { t: "hello", token, resume: { race: target.race, s: state.room ? seat.resumeAt() : AHEAD } };
  }

  /** @param {ServerMessage} message @param {Command | null} command */
  function hear(message, command) {
    if ("ms" in message) clock.note(message.ms);
    foldRoom(state, message);
    if (message.t === "room") entered(message);
    else if (message.t === "countdown") counted(message);
    else if (message.t === "suspended") clock.stop();
    else if (message.t === "rematched") carried(message.code);
    if (seat.hear(message, command) === "lost") link.resume();
    else on.heard(message, command);
  }

  /** @param {import("../types.js").Room} room */
  function entered(room) {
    target = { race: room.race };
    const variant = VARIANTS[room.variant];
    if (variant) seat.rules(variant, room.passes ?? null);
  }

  /** @param {import("../types.js").Countdown} countdown */
  function counted({ t0, now }) {
    const offset = link.offset();
    clock.startIn(t0 - (offset === null ? now : Date.now() + offset));
  }

  /** @param {string} code */
  function carried(code) {
    target = { code };
    state = { ...emptyRoom(), me: state.me };
    seat = makeSeat(() => link.commands());
    clock.forget();
    link.restart(0);
  }

  const link = openLink({
    url: socketUrl(),
    hello,
    enter(q) {
      if ("code" in target) return { t: "join", q, code: target.code };
      on.denied({ code: "not-your-race", why: "you have no seat in this race" });
      return null;
    },
    hear,
    welcome(welcome) {
      state.me = welcome.player;
      if (welcome.token) keepToken(welcome.token);
    },
    drop(refused, gone) {
      seat.predict();
      const first = gone[0];
      on.refused(refused, first?.t === "play" ? first.m : (first?.t ?? ""));
    },
    denied: on.denied,
    state(line, trouble) {
      if (line !== "up") clock.loosen();
      on.line(line, trouble);
    },
  });

  /** @param {{ t: "play", m: string } | { t: "finish" } | { t: "bank" } | { t: "forfeit" }} command */
  function give(command) {
    if (!seat.playing()) return;
    link.give(command);
    seat.predict();
    on.shown();
  }

  return {
    /** The room as it is now: not to be kept, but for what is in it. */
    state: () => state,
    seat: () => seat,
    /** @returns {Variant | null} */
    variant: () => VARIANTS[state.room?.variant ?? ""] ?? null,
    /** Race time in milliseconds, below 0 in the countdown; null when it was never told. */
    ms: () => clock.read(),
    /** How many commands wait for the server's word. */
    waiting: () => link.commands().length,

    /** @param {string} m */
    play: (m) => give({ t: "play", m }),
    finish: () => give({ t: "finish" }),
    bank: () => give({ t: "bank" }),
    forfeit: () => give({ t: "forfeit" }),

    /** Ask something of the server; rejected with the refusal. @type {typeof link.ask} */
    ask: (request) => link.ask(request),
    retry: () => link.retry(),
    close: () => link.close(),
  };
}
