/** One player's line to the server: at any time at most one socket, which is replaced when it breaks. */

import { waits } from "./backoff.js";
import { makeServerClock } from "./clock.js";
import { GAP, TOO_FAST, isFinal } from "./codes.js";
import { makePace } from "./pace.js";
import { makePending } from "./pending.js";

/**
 * @typedef {import("../types.js").ClientMessage} ClientMessage
 * @typedef {import("../types.js").Command} Command
 * @typedef {import("../types.js").Hello} Hello
 * @typedef {import("../types.js").Refused} Refused
 * @typedef {import("../types.js").ServerMessage} ServerMessage
 * @typedef {import("../types.js").Welcome} Welcome
 *
 * @typedef {object} Trouble
 * @property {string} code  the server's word, or "unreachable"
 * @property {string} why
 *
 * @typedef {"up" | "amber" | "red"} State  amber: mending; red: given up, as the trouble says
 *
 * @typedef {object} Manner
 * @property {string} url  of the WebSocket
 * @property {() => Hello} hello  the greeting of the next socket; a `resume` in it waits for a room
 * @property {(q: number) => ClientMessage | null} enter  what leads a socket that did not resume,
 *   or had nothing to resume, to its place; null where there is none
 * @property {(message: ServerMessage, command: Command | null) => void} hear  everything that is
 *   said; with a first ack its command
 * @property {(refused: Refused, gone: Command[]) => void} [drop]  a command that will not be, and
 *   those behind it
 * @property {(refused: Refused) => void} [denied]  the place that `enter` asked for
 * @property {(state: State, trouble: Trouble | null) => void} state
 * @property {(welcome: Welcome) => void} [welcome]
 *
 * @typedef {ClientMessage extends infer M ? M extends { q: number } ? Omit<M, "q"> : never : never} Request
 * @typedef {ReturnType<typeof openLink>} Link
 */

const SUBPROTOCOL = "pantagruel.v1.json";
const PING_MS = 10_000;
const SILENT_MS = 25_000; // two pings without an answer: a line may be dead without saying so
const CALM_MS = 1_000;
const GONE = ["race-unknown", "not-your-race"];
const NO_REASON = "the connection broke";

/** The address of the socket that belongs to the page. */
export function socketUrl() {
  const url = new URL("ws", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.hash = "";
  return url.href;
}

/** @param {Manner} manner */
export function openLink(manner) {
  const pending = makePending();
  const clock = makeServerClock();
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {ReturnType<typeof makePace> | null} */
  let pace = null;
  let inPlace = false;
  let entering = 0;
  let closed = false;
  let heardAt = 0;
  /** @type {Generator<number, void> | null} */
  let tries = null;
  /** @type {Trouble | null} */
  let trouble = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let flushing;

  /** @param {ClientMessage} message */
  function put(message) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function flush() {
    clearTimeout(flushing);
    flushing = undefined;
    while (inPlace && pace) {
      const wait = pace.take(performance.now());
      if (wait) {
        flushing = setTimeout(flush, wait);
        return;
      }
      const message = pending.takeUnsent();
      if (!message) return;
      put(message);
    }
  }

  function settle() {
    inPlace = true;
    tries = null;
    trouble = null;
    manner.state("up", null);
    flush();
  }

  function ping() {
    if (!pace) return; // before `welcome` nothing but `hello` may be said
    pace.spend(performance.now());
    put({ t: "ping", q: pending.nextQ(), at: Math.round(Date.now()) });
  }

  function open() {
    const hello = manner.hello();
    const mine = (socket = new WebSocket(manner.url, SUBPROTOCOL));
    heardAt = performance.now();
    mine.addEventListener("open", () => put(hello));
    mine.addEventListener("message", ({ data }) => {
      if (mine === socket) take(JSON.parse(data), hello);
    });
    mine.addEventListener("close", ({ code, reason }) => {
      if (mine === socket) mend(code, reason);
    });
  }

  /** @param {ServerMessage} message @param {Hello} hello */
  function take(message, hello) {
    heardAt = performance.now();
    switch (message.t) {
      case "welcome":
        return welcomed(message, hello);
      case "pong":
        return clock.note(message.at, message.now, Date.now());
      case "ok":
      case "refused":
        return answered(message);
      case "error":
        return failed(message, hello);
      case "ack":
        return manner.hear(message, pending.acked(message));
      case "resync":
        pending.restart(message.n);
        if (inPlace) pending.socketGone(); // after a stop of the race nothing was answered
        break;
      default:
    }
    manner.hear(message, null);
    if (message.t === "room" && !inPlace && hello.resume) settle();
    else if (message.t === "resync" && inPlace) flush();
  }

  /** @param {import("../types.js").Error} error @param {Hello} hello */
  function failed(error, hello) {
    trouble = { code: error.code, why: error.why }; // of the close that may follow
    manner.hear(error, null);
    if (hello.resume && !inPlace && GONE.includes(error.code)) enter(); // the socket stays open
  }

  /** @param {Welcome} welcome @param {Hello} hello */
  function welcomed(welcome, hello) {
    pace = makePace(welcome.limits, performance.now());
    pace.spend(performance.now()); // for the `hello`
    manner.welcome?.(welcome);
    ping();
    if (!hello.resume) enter();
  }

  function enter() {
    entering = pending.nextQ();
    const message = manner.enter(entering);
    if (!message) return settle();
    pace?.spend(performance.now());
    put(message);
  }

  /** @param {import("../types.js").Ok | import("../types.js").Refused} answer */
  function answered(answer) {
    if (answer.t === "refused" && answer.n) {
      const gone = pending.refused(answer);
      if (gone.length) manner.drop?.(answer, gone);
    } else if (answer.q === entering && !inPlace) {
      if (answer.t === "refused") manner.denied?.(answer);
      settle();
    } else {
      pending.answered(answer);
    }
  }

  /** @param {number} code @param {string} reason */
  function mend(code, reason) {
    socket = null;
    pace = null;
    inPlace = false;
    clearTimeout(flushing);
    pending.socketGone();
    if (closed) return;
    const why = trouble ?? { code: "unreachable", why: reason || NO_REASON };
    trouble = null;
    tries ??= waits();
    const next = tries.next();
    if (isFinal(code) || next.done) {
      closed = true;
      pending.fail(why.why);
      return manner.state("red", why);
    }
    manner.state("amber", why);
    setTimeout(reopen, Math.max(next.value, code === TOO_FAST ? CALM_MS : 0));
  }

  function reopen() {
    if (!closed && !socket) open();
  }

  function drop() {
    const old = socket;
    if (!old) return;
    // A dead line may take minutes to close; nobody waits for it.
    old.close(GAP, "resume");
    mend(GAP, NO_REASON);
  }

  const beat = setInterval(() => {
    if (socket && performance.now() - heardAt > SILENT_MS) drop();
    else ping();
  }, PING_MS);
  addEventListener("online", reopen);
  open();

  return {
    /** Answer how far the server's UTC is ahead of ours, in milliseconds; null if not known yet. */
    offset: () => clock.offset(),

    /** The commands on their way, in order. */
    commands: () => pending.commands(),

    /**
     * Give a command the next number and send it, now or when the line is up again.
     *
     * @param {{t: "play", m: string} | {t: "finish"} | {t: "bank"} | {t: "forfeit"}} command
     */
    give(command) {
      pending.give(/** @type {Command} */ ({ ...command, n: pending.nextN() }));
      flush();
    },

    /**
     * Ask something of the server; rejected with the refusal.
     *
     * @param {Request} request
     */
    ask(request) {
      const answer = pending.ask(/** @type {any} */ ({ ...request, q: pending.nextQ() }));
      flush();
      return answer;
    },

    /** Go on at the command after *n*: another board. */
    restart: pending.restart,

    /** Something was lost: take a new socket. */
    resume: drop,

    /** Try again after all, once it was given up. */
    retry() {
      if (!closed || socket) return;
      closed = false;
      tries = null;
      open();
    },

    close() {
      closed = true;
      clearInterval(beat);
      removeEventListener("online", reopen);
      clearTimeout(flushing);
      socket?.close(1000);
      pending.fail("the page was left");
    },
  };
}
