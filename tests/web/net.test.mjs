import assert from "node:assert/strict";
import { test } from "node:test";

const NET = "../../client/pantagruel_web/assets/net";
const { waits } = await import(`${NET}/backoff.js`);
const { clockText, makeRaceClock, makeServerClock } = await import(`${NET}/clock.js`);
const { makePace } = await import(`${NET}/pace.js`);
const { makePending } = await import(`${NET}/pending.js`);
const { emptyRoom, foldRoom, leftMs, ranked } = await import(`${NET}/room.js`);

const play = (n, m = "D") => ({ t: "play", n, m });

/** Send all that waits, and answer it. */
function sent(pending) {
  const all = [];
  for (let one = pending.takeUnsent(); one; one = pending.takeUnsent()) all.push(one);
  return all;
}

test("a command without an answer is sent again with its number, before any request", async () => {
  const pending = makePending();
  pending.give(play(pending.nextN()));
  pending.give(play(pending.nextN(), "T1>T2"));
  pending.ask({ t: "say", q: 1, text: "hello" });
  assert.deepEqual(sent(pending).map(({ t }) => t), ["play", "play", "say"]);
  pending.acked({ t: "ack", n: 1 });

  pending.socketGone();

  assert.deepEqual(sent(pending), [play(2, "T1>T2"), { t: "say", q: 1, text: "hello" }]);
  assert.equal(pending.nextN(), 3);
});

test("an ack that a resume brings is the answer too", () => {
  const pending = makePending();
  pending.give(play(1));
  sent(pending);
  pending.socketGone();

  assert.deepEqual(pending.acked({ t: "ack", n: 1 }), play(1));
  assert.deepEqual(sent(pending), []);
});

test("a refusal refuses those behind it, and their own refusals say nothing new", () => {
  const pending = makePending();
  for (const m of ["D", "T1>T2", "T3>T4"]) pending.give(play(pending.nextN(), m));
  sent(pending);
  pending.acked({ t: "ack", n: 1 });

  const gone = pending.refused({ t: "refused", code: "illegal", why: "", n: 2 });

  assert.deepEqual(gone, [play(2, "T1>T2"), play(3, "T3>T4")]);
  assert.equal(pending.nextN(), 2);
  pending.give(play(2, "R"));
  assert.deepEqual(sent(pending), [play(2, "R")]);
  assert.deepEqual(pending.refused({ t: "refused", code: "stale", why: "", n: 3 }), []);
  assert.deepEqual(pending.acked({ t: "ack", n: 2 }), play(2, "R"));
});

test("while the race stands still a command waits, and goes out again after the resync", () => {
  const pending = makePending();
  pending.give(play(1));
  sent(pending);
  assert.deepEqual(pending.refused({ t: "refused", code: "suspended", why: "", n: 1 }), []);

  pending.restart(0);
  pending.socketGone();

  assert.deepEqual(sent(pending), [play(1)]);
});

test("a resync takes what it has in it off the way", () => {
  const pending = makePending();
  for (let n = 1; n <= 3; n += 1) pending.give(play(n));

  pending.restart(2);

  assert.deepEqual(pending.commands(), [play(3)]);
  assert.equal(pending.nextN(), 4);
});

test("requests are answered by their number, or all refused in the end", async () => {
  const pending = makePending();
  const granted = pending.ask({ t: "unready", q: 7 });
  const refused = pending.ask({ t: "start", q: 8 });
  const left = pending.ask({ t: "leave", q: 9 });
  pending.answered({ t: "refused", q: 8, code: "not-host", why: "no" });
  pending.answered({ t: "ok", q: 7 });
  pending.fail("the line is lost");

  assert.equal((await granted).q, 7);
  await assert.rejects(refused, { code: "not-host" });
  await assert.rejects(left, { why: "the line is lost" });
});

test("a page speaks half of the burst at once, then at the rate", () => {
  const pace = makePace({ rate: 10, burst: 4 }, 0);

  assert.deepEqual([0, 0, 0].map((at) => pace.take(at)), [0, 0, 100]);
  assert.equal(pace.take(100), 0);
  pace.spend(100);
  assert.equal(pace.take(200), 100);
});

test("a server that names no rate is not waited for", () => {
  const pace = makePace({ rate: 0, burst: 0 }, 0);

  assert.deepEqual([0, 0, 0].map((at) => pace.take(at)), [0, 0, 0]);
});

test("waits double up to a bound, and do not go on for ever", () => {
  const all = [...waits(() => 1)];

  assert.deepEqual(all.slice(0, 5), [500, 1000, 2000, 4000, 4000]);
  assert.ok(all.reduce((sum, one) => sum + one) >= 120_000);
  assert.ok([...waits(() => 0)].length < 100);
});

test("the quickest pong tells best how far the server's clock is ahead", () => {
  const clock = makeServerClock();
  assert.equal(clock.offset(), null);

  clock.note(1000, 6500, 2000);
  clock.note(3000, 8010, 3020);
  clock.note(4000, 9900, 5000);

  assert.equal(clock.offset(), 5000);
});

test("race time is the highest that any stamp allows, and stands while the race does", () => {
  let now = 0;
  const clock = makeRaceClock(() => now);
  assert.equal(clock.read(), null);
  clock.startIn(3000);
  now = 1000;
  assert.equal(clock.read(), -2000);
  clock.note(500);
  now = 1400;
  clock.note(800);
  assert.equal(clock.read(), 900);
  clock.stop();
  now = 9000;
  assert.equal(clock.read(), 900);

  clock.note(950);

  assert.equal(clock.read(), 950);
});

test("after a break of the line an earlier time is believed, until then the clock goes on", () => {
  let now = 0;
  const clock = makeRaceClock(() => now);
  clock.note(1000);
  clock.loosen();
  now = 500;
  assert.equal(clock.read(), 1500);

  clock.note(700);

  assert.equal(clock.read(), 700);
});

test("race time is written as people read it", () => {
  assert.deepEqual([-5, 247_999, 3_847_000].map(clockText), ["0:00", "4:07", "1:04:07"]);
});

const ROOM = { t: "room", race: "r", phase: "open", seats: [{ seat: 0, player: "a", name: "Ada" }], limit_ms: 60_000 };
const row = (seat, place) => [seat, place, 0, 0, 0, 1, 0, true, null];

test("rows are kept by seat, best first, until seats are numbered anew", () => {
  const state = emptyRoom();
  foldRoom(state, { ...ROOM, phase: "running" });
  foldRoom(state, { t: "progress", ms: 1, rows: [row(0, 2), row(1, 1)] });
  foldRoom(state, { t: "progress", ms: 2, rows: [row(0, 1)] });

  assert.deepEqual(ranked(state).map(([seat]) => seat), [0, 1]);
  foldRoom(state, { ...ROOM, phase: "countdown", seats: [] });
  assert.deepEqual(ranked(state), []);
});

test("a line that comes again with every entrance is heard once", () => {
  const state = emptyRoom();
  const said = { t: "said", player: "a", name: "Ada", text: "hello", at: 5 };

  assert.deepEqual([foldRoom(state, said), foldRoom(state, { ...said })], [true, false]);
  assert.equal(state.said.length, 1);
});

test("time is left to the bell, or to the limit", () => {
  assert.equal(leftMs(ROOM, 10_000), 50_000);
  assert.equal(leftMs({ ...ROOM, rings_ms: 30_000 }, 10_000), 20_000);
  assert.equal(leftMs(ROOM, 70_000), 0);
});
