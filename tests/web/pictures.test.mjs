/** Pictures of boards: everything lies inside, nothing covers an index, and little is painted twice. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { VARIANTS } from "../../client/pantagruel_web/assets/rules/variants.js";
import { describe } from "../../client/pantagruel_web/assets/watch/describe.js";
import { edgeOf, measure, piles } from "../../client/pantagruel_web/assets/watch/spots.js";
import { spotlight, tiles } from "../../client/pantagruel_web/assets/watch/tiles.js";

const COUNTS = { redeals: 0, moves: 0, draws: 0, score: 0 };

function dealt(variant) {
  const columns = variant.columns.map((size) => [size - 1, ["TD"]]);
  const foundations = Array(4 * variant.packs).fill(0);
  const stock = [null, null, null];
  return { ...COUNTS, columns, foundations, stock, waste: [], streak: 0, time_bonus: 0 };
}

function blank(variant) {
  const columns = variant.columns.map((size) => [size - 1, 1]);
  return { ...COUNTS, columns, home: 37, stock: 20, waste: 9 };
}

const SIZES = [[226, 124], [180, 260], [460, 600], [940, 430], [1880, 900]];

test("all cards of all variants lie inside the picture, whatever its size", () => {
  for (const variant of Object.values(VARIANTS)) {
    for (const [width, height] of SIZES) {
      const size = measure(variant, width, height);
      for (const board of [dealt(variant), blank(variant)]) {
        for (const pile of piles(size, board)) {
          for (const { x, y, what } of pile.spots) {
            const where = `${variant.id} ${width}x${height} ${pile.name} ${what} ${x},${y}`;
            assert.ok(x >= 0 && y >= 0 && x + size.card <= width && y + size.tall <= height, where);
            assert.ok(x >= pile.x && x + size.card <= pile.x + pile.width + 1, `${where} inside ${pile.x}+${pile.width}`);
          }
        }
      }
    }
  }
});

test("no card covers the index of the one below it, however long the run", () => {
  const variant = VARIANTS.turn3;
  const run = ["KC", "QD", "JC", "TD", "9C", "8D", "7C", "6D", "5C", "4D", "3C", "2D", "AC"];
  for (const length of [4, 9, 13]) {
    const board = { ...dealt(variant), columns: [[8, run.slice(0, length)], ...dealt(variant).columns.slice(1)] };
    for (const [width, height] of SIZES) {
      const size = measure(variant, width, height);
      const faces = piles(size, board).find(({ name }) => name === "T1").spots.filter(({ what }) => what !== "back");

      assert.equal(faces.length, length);
      for (let at = 1; at < faces.length; at += 1) {
        const index = edgeOf(size.card) + (faces[at].index ?? size.index);
        assert.ok(faces[at].y - faces[at - 1].y >= index, `${length} in ${width}x${height}`);
      }
    }
  }
});

test("a pile that stays as it was keeps its key", () => {
  const variant = VARIANTS.turn3;
  const size = measure(variant, 460, 600);
  const before = dealt(variant);
  const columns = before.columns.map((column, number) => (number === 4 ? [4, ["TD", "9S"]] : column));
  const keys = (board) => piles(size, board).map(({ name, key }) => `${name} ${key}`);
  const old = new Set(keys(before));

  assert.deepEqual(keys({ ...before, columns }).filter((key) => !old.has(key)).map((key) => key.slice(0, 2)), ["T5"]);
});

test("a board without faces tells no card", () => {
  const variant = VARIANTS.turn3;
  const seen = piles(measure(variant, 460, 600), blank(variant)).flatMap(({ spots }) => spots.map(({ what }) => what));

  assert.deepEqual([...new Set(seen)].sort(), ["back", "blank", "slot"]);
  assert.doesNotMatch(describe(variant, blank(variant)).join(" "), / of (hearts|diamonds|spades|clubs)/);
});

test("a board is told in words", () => {
  const lines = describe(VARIANTS.turn3, { ...dealt(VARIANTS.turn3), waste: ["2H", "QS"] });

  assert.deepEqual(lines.slice(0, 4), [
    "Stock 3, waste 2, on top the queen of spades.",
    "No card is home.",
    "Column 1: ten of diamonds.",
    "Column 2: 1 hidden, then ten of diamonds.",
  ]);
});

test("boards share a page without overflow, as large as they can be", () => {
  assert.deepEqual(tiles(1, 940, 640).columns, 1);
  assert.deepEqual(tiles(2, 940, 640).columns, 2);
  assert.deepEqual(tiles(4, 940, 640).columns, 2);
  assert.deepEqual(tiles(8, 940, 640).columns, 4);
  for (let count = 1; count <= 64; count += 1) {
    const { columns, width } = tiles(count, 940, 640);
    assert.ok(columns * (width + 10) + (columns - 1) * 10 <= 940);
  }
  assert.equal(tiles(8, 374, Infinity).columns, 2);
});

test("one board large leaves the others a strip", () => {
  const { large, small } = spotlight(8, 940, 640);

  assert.ok(large.height > 3 * small.height);
  assert.ok(large.height + small.height < 640);
});
