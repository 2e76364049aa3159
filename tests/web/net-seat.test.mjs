import assert from "node:assert/strict";
import { test } from "node:test";

const ASSETS = "../../client/pantagruel_web/assets";
const { AHEAD, makeSeat } = await import(`${ASSETS}/net/seat.js`);
const { VARIANTS } = await import(`${ASSETS}/rules/variants.js`);

const NUMBERS = { score: -52, streak: 0, home: 0, hidden: 21, moves: 0, draws: 0, redeals: 0 };
const VIEW = {
  columns: [[0, ["8S"]], [1, ["TC"]], [2, ["7D"]], [3, ["7S"]], [4, ["5H"]], [5, ["9S"]], [6, ["8H"]]],
  foundations: [0, 0, 0, 0],
  stock: Array(24).fill(null),
  waste: [],
  redeals: 0,
  moves: 0,
  draws: 0,
  score: -52,
  streak: 0,
  time_bonus: 0,
};
const ack = (s, n, more) => ({ t: "ack", s, n, ms: 100 * n, ...NUMBERS, ...more });

/** A seat with a board, and the commands that are on their way. */
function seated() {
  const way = [];
  const seat = makeSeat(() => way);
  seat.rules(VARIANTS["klondike-strict"], 1);
  assert.equal(seat.hear({ t: "deal", s: 1, ms: 0, view: VIEW }, null), "new");
  const give = (m) => {
    way.push({ t: "play", n: way.length + 1, m });
    seat.predict();
  };
  return { seat, way, give };
}

test("a move is shown at once, and stays when the server confirms it", () => {
  const { seat, way, give } = seated();
  give("T3>T1");
  assert.deepEqual(seat.shown().columns[0], [0, ["8S", "7D"]]);
  assert.deepEqual(seat.view(), VIEW);

  const what = seat.hear(ack(2, 1, { moves: 1, hidden: 20, flip: "JC" }), way.shift());

  assert.equal(what, "new");
  assert.deepEqual(seat.view().columns.slice(0, 3), [[0, ["8S", "7D"]], [1, ["TC"]], [1, ["JC"]]]);
  assert.deepEqual(seat.shown(), seat.view());
});

test("a card that only the server knows is blank until it says which", () => {
  const { seat, way, give } = seated();
  give("D");
  assert.deepEqual(seat.shown().waste, [null]);

  seat.hear(ack(2, 1, { draws: 1, drawn: ["QS"] }), way.shift());

  assert.deepEqual(seat.shown().waste, ["QS"]);
});

test("a refused move goes back where it was", () => {
  const { seat, way, give } = seated();
  give("T3>T1");
  way.pop();

  seat.predict();

  assert.deepEqual(seat.shown(), VIEW);
});

test("a frame that is missing is noticed, and the whole board asked for", () => {
  const { seat } = seated();

  assert.equal(seat.hear(ack(3, 2, { draws: 2, drawn: ["QS"] }), { t: "play", n: 2, m: "D" }), "lost");
  assert.equal(seat.resumeAt(), AHEAD);
  const view = { ...VIEW, stock: VIEW.stock.slice(1), waste: ["QS"], draws: 1 };
  assert.equal(seat.hear({ t: "resync", s: 9, ms: 5, n: 1, view }, null), "new");
  assert.equal(seat.resumeAt(), 9);
  assert.deepEqual(seat.shown(), view);
});

test("a dead game is known to be one until a whole board comes", () => {
  const { seat } = seated();
  const verdict = { t: "verdict", n: 8, value: "dead", pays: false };
  assert.equal(seat.verdict(), null);
  assert.equal(seat.hear(verdict, null), "new");
  assert.deepEqual(seat.verdict(), verdict);

  seat.hear({ t: "resync", s: 9, ms: 5, n: 1, view: VIEW }, null);

  assert.equal(seat.verdict(), null);
});

test("an ack that breaks the rules is not believed", () => {
  const { seat } = seated();

  assert.equal(seat.hear(ack(2, 1, { draws: 5, drawn: ["QS"] }), { t: "play", n: 1, m: "D" }), "lost");
});

test("an ack that no board can follow is not believed either", () => {
  for (const lie of [{}, { drawn: ["QS", "2H"] }, { drawn: ["QS"], flip: "JC" }]) {
    const { seat } = seated();

    assert.equal(seat.hear(ack(2, 1, { draws: 1, ...lie }), { t: "play", n: 1, m: "D" }), "lost");
    assert.equal(seat.resumeAt(), AHEAD);
  }
});

test("the stored answer to a command sent twice changes nothing", () => {
  const { seat, way, give } = seated();
  give("D");
  const answer = ack(2, 1, { draws: 1, drawn: ["QS"] });
  seat.hear(answer, way.shift());

  assert.equal(seat.hear(answer, null), "known");
  assert.deepEqual(seat.view().waste, ["QS"]);
});

test("the end of the game has to come again, or nobody knows that it was heard", () => {
  const { seat } = seated();
  seat.hear({ t: "over", s: 2, ms: 9, ended: "limit", result: { class: "unfinished" } }, null);

  assert.equal(seat.playing(), false);
  assert.equal(seat.ended(), "limit");
  assert.equal(seat.resumeAt(), 1);
  seat.hear({ t: "results", s: 3, rows: [] }, null);
  assert.equal(seat.resumeAt(), 1);
});
