/** A watcher's boards: rebuilt from what a real server sent, they are what the players had before them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { VARIANTS } from "../../client/pantagruel_web/assets/rules/variants.js";
import { Gap, watched } from "../../client/pantagruel_web/assets/watch/model.js";
import { leaderWords, sightWords, waitWords } from "../../client/pantagruel_web/assets/watch/words.js";
import { digest, read } from "./vectors.mjs";

const UNTOLD = { streak: 0, time_bonus: 0 };

/** Fold frames as the page does, and call *look* after each. */
function follow({ variant, frames }, look, boards = watched()) {
  let faces = 0;
  let open = false;
  for (const frame of frames) {
    if (frame.t === "room") faces = frame.settings?.faces ?? 0;
    if (frame.t === "countdown") boards.fresh();
    if (frame.t === "reveal") open = true;
    const changed = boards.fold(VARIANTS[variant], faces, open, frame);
    look(boards, changed, frame, open);
  }
  return boards;
}

/** Fold one frame's steps one by one, so that every board between is seen. */
const apart = (record) => ({
  ...record,
  frames: record.frames.flatMap((frame) =>
    frame.steps ? [...frame.steps.map((step) => ({ ...frame, rows: [], steps: [step] })), { ...frame, steps: [] }] : [frame],
  ),
});

function seen(record) {
  const found = { faced: [new Set(), new Set()], blank: [new Set(), new Set()] };
  const last = record.boards.map((all) => all.length - 1);
  follow(apart(record), (boards, changed, frame, open) => {
    for (const seat of changed) {
      const [faced, blank] = [boards.faced(seat), boards.blank(seat)];
      // To bank is a command too, and moves no card.
      if (faced) assert.equal(digest({ ...faced.board, ...UNTOLD }), record.boards[seat][Math.min(faced.k, last[seat])][0], `${seat} ${faced.k}`);
      if (blank) assert.equal(digest({ ...blank.board, score: 0 }), record.boards[seat][Math.min(blank.k, last[seat])][1], `${seat} ${blank.k}`);
      if (faced) found.faced[seat].add(faced.k);
      if (blank && !open) found.blank[seat].add(blank.k);
    }
  });
  return found;
}

const all = (record, seat) => record.boards[seat].length + 1;

test("with faces at once every board is seen after every command", () => {
  const record = read("recorded/watching-at-once.json");
  const { faced, blank } = seen(record);

  for (const seat of [0, 1]) {
    assert.equal(faced[seat].size, all(record, seat));
    assert.equal(blank[seat].size, 0);
  }
});

test("with faces late two streams go apart, each without a gap", () => {
  const record = read("recorded/watching-late.json");
  const { faced, blank } = seen(record);

  for (const seat of [0, 1]) {
    assert.ok(blank[seat].size > 30 && faced[seat].size > 10);
    assert.ok(faced[seat].has(all(record, seat) - 1), "the last board has its faces");
  }
});

test("with faces after the end there are counts, then the boards as they were left", () => {
  const record = read("recorded/watching-end.json");
  const { faced, blank } = seen(record);

  for (const seat of [0, 1]) {
    assert.ok(blank[seat].size > 30);
    assert.deepEqual([...faced[seat]], [all(record, seat) - 1]);
  }
});

test("a lost step is noticed, in both modes", () => {
  for (const name of ["at-once", "late", "end"]) {
    const record = apart(read(`recorded/watching-${name}.json`));
    const at = record.frames.findIndex((frame) => frame.steps?.length && frame.steps[0][1] > 5);
    const frames = record.frames.filter((_, index) => index !== at);

    assert.throws(() => follow({ ...record, frames }, () => {}), Gap, name);
  }
});

test("what a picture has in it already is passed over, and so is who has no picture", () => {
  const record = read("recorded/watching-at-once.json");
  const twice = record.frames.flatMap((frame) => (frame.t === "progress" ? [frame, frame] : [frame]));
  const boards = follow({ ...record, frames: twice }, () => {});
  assert.equal(boards.faced(0).k, all(record, 0) - 1);

  const none = record.frames.filter(({ t }) => t !== "board");
  assert.equal(follow({ ...record, frames: none }, () => {}).faced(0), null);
});

test("a step that cannot be, and rows that do not follow, are noticed", () => {
  const record = read("recorded/watching-end.json");
  const variant = VARIANTS[record.variant];
  const boards = watched();
  boards.fold(variant, "end", false, record.frames.find(({ t }) => t === "outline"));
  const { k } = boards.blank(0);
  const row = [0, 1, 7, 21, 0, 1, 0, true, null];
  const progress = { t: "progress", ms: 1, rows: [] };

  assert.throws(() => boards.fold(variant, "end", false, { ...progress, rows: [row] }), Gap);
  assert.throws(() => boards.fold(variant, "end", false, { ...progress, steps: [[0, k + 1, 1, "T1>T2:9", [], null, []]] }), Gap);
});

test("how late the cards are is said plainly", () => {
  assert.match(sightWords(0, false, 5, false), /every card at once/);
  assert.match(sightWords("end", false, 5, false), /faces hidden.*after the end/);
  assert.match(sightWords(60, false, 10_000, false), /1 min late: the first in 0:50/);
  assert.match(sightWords(90, false, 100_000, false), /boards are 1 min 30 s late/);
  assert.match(sightWords(90, false, 100_000, true), /faces hidden/);
  assert.match(sightWords("end", true, 1, false), /over/);
  const seats = [{ ready: true }, { ready: false }];
  assert.equal(waitWords({ seats, places: 3 }), "Not yet begun: 1 seat is free, 1 of 2 players are ready.");
  const rows = [[1, 1, 9, 0, 0, 0, 0, true, null], [0, 2, 5, 0, 0, 0, 0, true, null]];
  assert.equal(leaderWords(rows, (seat) => `P${seat}`), "P1 leads");
  assert.equal(leaderWords([rows[0], [0, 1]], () => ""), "");
});
