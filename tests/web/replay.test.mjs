/** A replay's timeline: what it shows at the end is what the file says, and every moment before leads there. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { playback } from "../../client/pantagruel_web/assets/replay/playback.js";
import { NoReplay, readFile, replayOf } from "../../client/pantagruel_web/assets/replay/source.js";
import { timeline } from "../../client/pantagruel_web/assets/replay/timeline.js";
import { play } from "../../client/pantagruel_web/assets/rules/game.js";
import { moveWords } from "../../client/pantagruel_web/assets/watch/moves.js";
import { at, clockTicks, note, spread, ticks } from "../../client/pantagruel_web/assets/watch/series.js";
import { read, vectors } from "./vectors.mjs";

const FILES = [...vectors("replays"), read("../../protocol/vectors/replay.json")];

const timelineOf = (value) => {
  const { file, variant } = replayOf(value);
  return timeline(file, variant);
};

test("the rows at the end are the results", async () => {
  for (const file of FILES) {
    const course = await timelineOf(file);
    const told = new Map(course.rows(course.end).map((row) => [row[0], row]));
    for (const { seat, result, ended } of file.players) {
      const [, place, home, hidden, score, passes, moves, , ending] = told.get(seat);
      assert.deepEqual(
        { place, home, hidden, score, passes, moves, ending },
        {
          place: result.place,
          home: result.foundations,
          hidden: result.hidden,
          score: result.ledger,
          passes: result.redeals + 1,
          moves: result.moves,
          ending: ended[1],
        },
      );
    }
  }
});

test("a jump shows what playing shows", async () => {
  const course = await timelineOf(FILES[0]);
  const [{ moves }] = FILES[0].players;
  let game = course.gameAt(0, -1);
  moves.forEach(([ms, move], index) => {
    game = play(game, move, ms);
    const last = moves[index + 1]?.[0] !== ms;
    if (last) assert.deepEqual(course.gameAt(0, ms).view, game.view, `move ${index}`);
    if (last) assert.equal(course.count(0, ms), index + 1);
  });
});

test("steps stop at every move, of everybody or of one player, both ways", async () => {
  const file = FILES[0];
  const course = await timelineOf(file);
  const all = [...new Set(file.players.flatMap(({ moves, ended }) => [...moves.map(([ms]) => ms), ended[0]]))];
  const seen = [];
  for (let ms = course.step(0, 1, null); ; ms = course.step(ms, 1, null)) {
    seen.push(ms);
    if (ms === course.end) break;
  }
  assert.deepEqual(seen, all.filter((ms) => ms > 0).sort((a, b) => a - b));
  assert.equal(course.step(course.end, 1, null), course.end);
  assert.equal(course.step(0, -1, 0), 0);
  const [[first], [second]] = file.players[0].moves;
  assert.ok(course.step(second, -1, 0) <= first);
});

test("the graph's points are the games' counts", async () => {
  for (const file of FILES) {
    const course = await timelineOf(file);
    for (const { seat, result } of file.players) {
      const last = at(course.points(seat), course.end);
      assert.deepEqual([last.home, last.score], [result.foundations, result.ledger]);
    }
  }
});

test("a forged move ends its player's game there, and the others go on", async () => {
  const forged = structuredClone(FILES[0]);
  forged.players[0].moves[3][1] = "F1>T1";
  const course = await timelineOf(forged);

  assert.equal(course.count(0, course.end), 3);
  assert.equal(course.rows(course.end).length, forged.players.length);
});

test("what is no replay is named", async () => {
  assert.throws(() => replayOf({ format: "pantagruel-replay/1" }), NoReplay);
  assert.throws(() => replayOf(null), NoReplay);
  assert.throws(() => replayOf({ ...FILES[0], variant: { ...FILES[0].variant, id: "constructor" } }), /no variant/);
  await assert.rejects(readFile(new Blob(["{"])), NoReplay);
});

test("playing goes on by the clock and its speed, and stops at the end", () => {
  const heard = [];
  const player = playback(10_000, (ms, playing) => heard.push([ms, playing]));
  player.speed(10);
  player.toggle();
  player.tick(100);
  player.tick(300);
  assert.equal(player.ms(), 2000);
  player.pause();
  assert.equal(player.tick(900), false);
  assert.equal(player.ms(), 2000);
  player.toggle();
  player.tick(1000);
  assert.equal(player.ms(), 2000, "the pause is not made up for");
  assert.equal(player.tick(2000), false);
  assert.deepEqual(heard.at(-1), [10_000, false]);
  player.toggle();
  assert.equal(player.ms(), 0, "from the beginning when all was seen");
  player.jump(-5);
  assert.equal(player.ms(), 0);
});

test("moves are told in words", () => {
  const told = ["D", "R", "W>T4", "W>F", "T2>T5:3", "T2>F", "F3>T5", "F>T5", "bank"].map(moveWords);
  assert.deepEqual(told, [
    "draws",
    "turns the waste over",
    "moves a card from the waste to column 4",
    "moves a card from the waste home",
    "moves 3 cards from column 2 to column 5",
    "moves a card from column 2 home",
    "moves a card from home to column 5",
    "moves a card from home to column 5",
    "banks",
  ]);
});

test("a graph's points, ticks and labels", () => {
  const points = [];
  for (const [ms, home] of [[0, 0], [10, 0], [20, 1], [20, 2], [30, 2]]) note(points, { ms, home, score: 0 });
  assert.deepEqual(points.map(({ ms, home }) => [ms, home]), [[0, 0], [20, 2]]);
  assert.equal(at(points, 19).home, 0);
  assert.equal(at(points, -1), null);
  assert.deepEqual(ticks(0, 104, 4), [0, 50, 100, 150]);
  assert.deepEqual(ticks(-104, 20, 4), [-150, -100, -50, 0, 50]);
  assert.deepEqual(clockTicks(120_000, 4), [0, 30_000, 60_000, 90_000, 120_000]);
  const places = spread([50, 50, 50, 99], 12, 100);
  for (const [one, two] of [[0, 1], [1, 2], [2, 3]]) assert.ok(places[two] - places[one] >= 12);
  assert.ok(places[3] <= 94);
});
