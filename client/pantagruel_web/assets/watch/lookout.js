/** A race as whoever watches it knows it: the line, the room, the boards, the clock, and how it went. */

import { makeRaceClock } from "../net/clock.js";
import { keepToken, myName, myToken } from "../net/identity.js";
import { openLink, socketUrl } from "../net/link.js";
import { emptyRoom, foldRoom } from "../net/room.js";
import { VARIANTS } from "../rules/variants.js";
import { Gap, watched } from "./model.js";
import { note } from "./series.js";

/** @typedef {import("../types.js").ServerMessage} ServerMessage */
/** @typedef {import("../net/link.js").State} State */
/** @typedef {import("../net/link.js").Trouble} Trouble */
/** @typedef {import("../net/race.js").Where} Where */
/** @typedef {import("./series.js").Point} Point */
/** @typedef {ReturnType<typeof openLookout>} Lookout */

/**
 * @typedef {object} Listener
 * @property {(message: ServerMessage, boards: Set<number>) => void} heard  the picture has changed, and these boards
 * @property {(refused: {code: string, why: string}) => void} denied  it may not be watched
 * @property {(state: State, trouble: Trouble | null) => void} line
 */

const OPEN = ["finished", "recorded"]; // nothing is secret any more
const FROM_THE_START_MS = 1_500; // whoever hears of the race by then has missed nothing

const MOST_GAPS = 3;
const GAPS_MS = 60_000;

/** A name for whoever did not choose one: it need only be nobody else's. */
const someName = () => `Watcher ${1000 + (/** @type {number} */ (crypto.getRandomValues(new Uint16Array(1))[0]) % 9000)}`;

/** @param {Where} where @param {Listener} on */
export function openLookout(where, on) {
  const clock = makeRaceClock(() => performance.now());
  const boards = watched();
  const stranger = someName();
  let state = emptyRoom();
  let target = where;
  /** @type {Map<number, Point[]>} */
  const courses = new Map();
  let since = 0;
  /** @type {number[]} when steps were missing */
  let gaps = [];

  /** @param {ServerMessage} message */
  function hear(message) {
    if ("ms" in message && message.t !== "board" && message.t !== "outline") clock.note(message.ms);
    foldRoom(state, message);
    if (message.t === "room") target = { race: message.race };
    else if (message.t === "countdown") counted(message);
    else if (message.t === "progress") chart(message);
    else if (message.t === "suspended") clock.stop();
    else if (message.t === "rematched") begin(message.code);
    show(message);
  }

  /** @param {ServerMessage} message */
  function show(message) {
    const variant = VARIANTS[state.room?.variant ?? ""];
    try {
      on.heard(message, variant ? boards.fold(variant, faces(), open(), message) : new Set());
    } catch (error) {
      if (!(error instanceof Gap)) throw error;
      amiss(error.message);
    }
  }

  /** Ask for new pictures; if that never helps there is no use in asking on. @param {string} why */
  function amiss(why) {
    const now = performance.now();
    gaps = [...gaps.filter((at) => now - at < GAPS_MS), now];
    if (gaps.length <= MOST_GAPS) return link.resume();
    link.close();
    on.line("red", { code: "gap", why });
  }

  /** @param {import("../types.js").Countdown} countdown */
  function counted({ t0, now }) {
    const offset = link.offset();
    clock.startIn(t0 - (offset === null ? now : Date.now() + offset));
    boards.fresh();
    courses.clear();
    since = 0;
  }

  /** @param {import("../types.js").Progress} progress */
  function chart({ ms, rows }) {
    if (!courses.size) since = ms > FROM_THE_START_MS ? ms : 0;
    for (const [seat, , home, , score] of rows) {
      const points = courses.get(seat) ?? [];
      courses.set(seat, points);
      note(points, { ms, home, score });
    }
  }

  /** The rematch. @param {string} code */
  function begin(code) {
    target = { code };
    state = { ...emptyRoom(), me: state.me };
    boards.fresh();
    courses.clear();
    clock.forget();
  }

  const faces = () => state.room?.settings?.faces ?? 0;
  const open = () => state.reveal !== null || OPEN.includes(state.room?.phase ?? "");

  const link = openLink({
    url: socketUrl(),
    hello() {
      const token = myToken();
      return token ? { t: "hello", token } : { t: "hello", name: myName() || stranger };
    },
    enter(q) {
      boards.fresh();
      return { t: "watch", q, code: "race" in target ? target.race : target.code };
    },
    hear,
    welcome(welcome) {
      state.me = welcome.player;
      if (welcome.token && myName()) keepToken(welcome.token);
    },
    denied: on.denied,
    state(line, trouble) {
      if (line !== "up") clock.loosen();
      on.line(line, trouble);
    },
  });

  return {
    state: () => state,
    variant: () => VARIANTS[state.room?.variant ?? ""] ?? null,
    faced: boards.faced,
    blank: boards.blank,
    faces,
    /** Whether nothing is secret any more. */
    open,
    /** Race time in milliseconds, below 0 in the countdown; null when it was never told. */
    ms: () => clock.read(),
    /** How it went for a seat, as far as it was seen. @param {number} seat */
    points: (seat) => courses.get(seat) ?? [],
    /** The race time from which on it was seen; 0: all of it. */
    since: () => since,
    /** Ask something of the server; rejected with the refusal. @type {typeof link.ask} */
    ask: (request) => link.ask(request),
    retry: () => link.retry(),
    close: () => link.close(),
  };
}
