import assert from "node:assert/strict";
import { mock, test } from "node:test";

const { openLink } = await import("../../client/pantagruel_web/assets/net/link.js");

/** A socket whose other end is the test. */
class FakeSocket {
  static OPEN = 1;
  static all = [];

  constructor(url, subprotocol) {
    Object.assign(this, { url, subprotocol, readyState: 1, said: [], heard: {} });
    FakeSocket.all.push(this);
  }
  addEventListener(type, listener) {
    this.heard[type] = listener;
  }
  send(text) {
    this.said.push(JSON.parse(text));
  }
  close(code, reason = "") {
    this.readyState = 3;
    this.heard.close?.({ code, reason });
  }
  says(...messages) {
    for (const message of messages) this.heard.message({ data: JSON.stringify(message) });
  }
  /** Everything said but the pings. */
  get words() {
    return this.said.filter(({ t }) => t !== "ping");
  }
}
globalThis.WebSocket = FakeSocket;
globalThis.addEventListener = () => {};
globalThis.removeEventListener = () => {};

const WELCOME = { t: "welcome", player: "a", name: "Ada", now: 0, limits: { rate: 30, burst: 120 } };
const RESUME = { race: "r", s: 4 };

/** A link to fake sockets, in fake time, which says what happens to it. */
function line({ resume = null, enter = () => null } = {}) {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  FakeSocket.all = [];
  const seen = { states: [], heard: [], gone: [], denied: [] };
  const greeting = { resume };
  const link = openLink({
    url: "ws://test/ws",
    hello: () => ({ t: "hello", token: "x", ...(greeting.resume && { resume: greeting.resume }) }),
    enter,
    hear: (message) => seen.heard.push(message.t),
    drop: (_refused, gone) => seen.gone.push(...gone),
    denied: (refused) => seen.denied.push(refused.code),
    state: (state, trouble) => seen.states.push(trouble ? `${state}: ${trouble.code}` : state),
  });
  const open = () => {
    const socket = FakeSocket.all.at(-1);
    socket.heard.open();
    return socket;
  };
  return { link, seen, open, greeting };
}

/** Every test leaves its timers behind it. */
function check(name, body) {
  test(name, () => {
    try {
      body();
    } finally {
      mock.timers.reset();
    }
  });
}

check("nothing but hello is said before the welcome", () => {
  const { link, open } = line();
  const socket = open();
  link.give({ t: "play", m: "D" });
  mock.timers.tick(20_000);

  assert.deepEqual(socket.said, [{ t: "hello", token: "x" }]);
  socket.says(WELCOME);
  assert.deepEqual(socket.words.slice(1), [{ t: "play", m: "D", n: 1 }]);
});

check("a resume waits for the room, then sends first what has no answer, with the same numbers", () => {
  const { link, seen, open, greeting } = line();
  open().says(WELCOME);
  link.give({ t: "play", m: "D" });
  link.give({ t: "play", m: "T1>T2" });
  greeting.resume = RESUME;
  FakeSocket.all[0].close(1006);
  assert.deepEqual(seen.states, ["up", "amber: unreachable"]);
  link.give({ t: "play", m: "R" });
  link.ask({ t: "say", text: "still here" }).catch(() => {});
  mock.timers.tick(500);
  const socket = open();
  socket.says(WELCOME, { t: "ack", s: 5, n: 1, ms: 1 });
  assert.deepEqual(socket.words.map(({ t }) => t), ["hello"]);

  socket.says({ t: "room", race: "r" });

  const again = socket.words.slice(1);
  assert.deepEqual(again.map(({ t, n, m }) => [t, n, m]), [
    ["play", 2, "T1>T2"],
    ["play", 3, "R"],
    ["say", undefined, undefined],
  ]);
  assert.equal(seen.states.at(-1), "up");
});

check("a refused command takes those behind it along", () => {
  const { link, seen, open } = line();
  const socket = open();
  socket.says(WELCOME);
  for (const m of ["D", "R"]) link.give({ t: "play", m });

  socket.says({ t: "refused", code: "illegal", why: "no", n: 1 });

  assert.deepEqual(seen.gone.map(({ m }) => m), ["D", "R"]);
  assert.deepEqual(link.commands(), []);
});

check("when the race is gone the line goes on, in the lobby", () => {
  const { seen, open } = line({ resume: RESUME });
  const socket = open();
  socket.says(WELCOME, { t: "error", code: "race-unknown", why: "no such race" });

  assert.deepEqual(seen.states, ["up"]);
  assert.deepEqual(seen.heard, ["error"]);
});

check("a seat that is not to be had is told, and the line goes on", () => {
  const { seen, open } = line({ enter: (q) => ({ t: "join", q, code: "K" }) });
  const socket = open();
  socket.says(WELCOME);
  const { q } = socket.words.at(-1);

  socket.says({ t: "refused", q, code: "full", why: "every seat is taken" });

  assert.deepEqual(seen.denied, ["full"]);
  assert.deepEqual(seen.states, ["up"]);
});

check("the server's last word ends the tries, and one may ask for more", () => {
  const { link, seen, open } = line();
  const socket = open();
  socket.says(WELCOME, { t: "error", code: "replaced", why: "a newer socket took this seat" });
  socket.close(4003);
  mock.timers.tick(60_000);
  assert.deepEqual(seen.states, ["up", "red: replaced"]);
  assert.equal(FakeSocket.all.length, 1);

  link.retry();

  assert.equal(FakeSocket.all.length, 2);
});

check("it is red only when the retries have failed", () => {
  const { seen } = line();
  FakeSocket.all[0].close(1006);
  assert.deepEqual(seen.states, ["amber: unreachable"]);
  for (let tries = 0; seen.states.at(-1) !== "red: unreachable"; tries += 1) {
    assert.ok(tries < 200);
    mock.timers.tick(4_000);
    const socket = FakeSocket.all.at(-1);
    if (socket.readyState === 1) socket.close(1006);
  }
  assert.ok(FakeSocket.all.length > 20);
});

check("a page speaks no faster than the server bears", () => {
  const { link, open } = line();
  const socket = open();
  socket.says({ ...WELCOME, limits: { rate: 10, burst: 20 } });
  for (let n = 0; n < 30; n += 1) link.give({ t: "play", m: "D" });

  assert.ok(socket.said.length <= 11);
});

check("after a stop of the race everything without an ack goes out again", () => {
  const { link, open } = line();
  const socket = open();
  socket.says(WELCOME);
  link.give({ t: "play", m: "D" });
  socket.says({ t: "suspended" }, { t: "refused", code: "suspended", why: "", n: 1 });

  socket.says({ t: "resync", s: 1, ms: 0, n: 0, view: {} });

  assert.deepEqual(socket.words.slice(1).map(({ n, m }) => [n, m]), [[1, "D"], [1, "D"]]);
});
