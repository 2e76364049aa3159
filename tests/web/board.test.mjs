/** The board without a page: where things lie, which element is which card, what keys mean. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { hitAt, nearest, piles } from "../../client/pantagruel_web/assets/board/aim.js";
import { match } from "../../client/pantagruel_web/assets/board/cards.js";
import { NOTHING, feed } from "../../client/pantagruel_web/assets/board/keys.js";
import { layout, slid } from "../../client/pantagruel_web/assets/board/layout.js";
import { sizeOf, spot } from "../../client/pantagruel_web/assets/board/places.js";
import { slots } from "../../client/pantagruel_web/assets/board/slots.js";
import { offsets } from "../../client/pantagruel_web/assets/board/spacing.js";
import { VARIANTS } from "../../client/pantagruel_web/assets/rules/variants.js";

const ROOMS = [[1366, 660], [1010, 700], [1920, 980], [390, 690], [360, 560], [844, 310], [820, 1050], [600, 400]];
const HANDS = [false, true].flatMap((leftHanded) => [false, true].map((large) => ({ leftHanded, large })));

const room = ([width, height]) => ({ width, height });
const count = ({ columns, packs }) => ({ columns: columns.length, foundations: packs * 4 });
const box = (table, { pile, index }) => ({ ...spot(table, pile, index), ...sizeOf(table, pile) });
const apart = (a, b) =>
  a.x + a.w <= b.x + 0.1 || b.x + b.w <= a.x + 0.1 || a.y + a.h <= b.y + 0.1 || b.y + b.h <= a.y + 0.1;

/** Every layout of every variant that differs from the others'. */
function* tables() {
  const seen = new Set();
  for (const variant of Object.values(VARIANTS)) {
    for (const size of ROOMS) {
      for (const hands of HANDS) {
        const key = JSON.stringify([count(variant), size, hands]);
        if (seen.has(key)) continue;
        seen.add(key);
        yield [`${variant.id} ${size} ${JSON.stringify(hands)}`, layout(count(variant), room(size), hands), size];
      }
    }
  }
}

test("no pile lies on another, and all lie on the table", () => {
  for (const [where, table] of tables()) {
    const boxes = piles(table).map((pile) => box(table, pile));
    for (const [at, a] of boxes.entries()) {
      const inside = a.x >= 0 && a.y >= 0 && a.x + a.w <= table.width + 0.1 && a.y + a.h <= table.height + 0.1;
      assert.ok(inside, `${where}: ${JSON.stringify([a, table.width, table.height])}`);
      for (const b of boxes.slice(at + 1)) assert.ok(apart(a, b), `${where}: ${JSON.stringify([a, b])}`);
    }
  }
});

test("nine columns never have to slide", () => {
  for (const size of ROOMS) {
    for (const hands of HANDS) {
      const { width, w } = layout(count(VARIANTS.turn1), room(size), hands);
      assert.ok(width === size[0] && w >= 34, `${size} ${width} ${w}`);
    }
  }
});

test("stock and waste are in sight however far a long table has slid, in either hand", () => {
  for (const leftHanded of [false, true]) {
    for (const size of [[1366, 660], [390, 690]]) {
      const table = layout(count(VARIANTS["ultra-25"]), room(size), { leftHanded, large: false });
      assert.ok(table.width > size[0]);
      for (const left of [0, 300, table.width - size[0]]) {
        const { stock, waste } = slid(table, left);
        for (const { x } of [stock, waste]) assert.ok(x >= left && x + table.w <= left + size[0]);
      }
    }
  }
});

test("a column never leaves the table, and its indices can be read as long as they can", () => {
  for (const [where, table] of tables()) {
    for (const [down, up] of [[0, 13], [8, 1], [8, 13], [48, 13]]) {
      const below = offsets(table, down, up);
      const last = (table.columns[0]?.y ?? 0) + (below.at(-1) ?? 0) + table.h;
      assert.ok(last <= Math.max(table.foot, (table.columns[0]?.y ?? 0) + table.h) + 0.1, `${where} ${down} ${up}`);
    }
  }
  for (const size of [[1366, 660], [390, 690], [844, 310], [820, 1050]]) {
    for (const hands of HANDS) {
      const table = layout(count(VARIANTS.turn1), room(size), hands);
      const [first, second] = offsets(table, 0, 13);
      const needs = table.plain ? 0.24 : 0.17; // of a card's height: most of an index
      assert.ok(second - first >= needs * table.h, `${size} ${JSON.stringify(hands)} ${(second - first) / table.h}`);
    }
  }
});

const VIEW = {
  columns: [[0, ["6S"]], [1, ["KD", "QS"]], [0, []], [0, ["7H"]], [0, ["AS"]], [0, []], [0, []], [0, []], [0, []]],
  foundations: [0, 0, 0, 0, 2, 0, 0, 0],
  stock: [null, null, null, null, null],
  waste: ["9C", "TC", "3S"],
  redeals: 0,
  moves: 0,
  draws: 0,
  score: 0,
  streak: 0,
  time_bonus: 0,
};
const GAME = { variant: VARIANTS.turn1, view: VIEW, passes: null };
const TABLE = layout(count(VARIANTS.turn1), room([1366, 660]), { leftHanded: false, large: false });
const laid = (view) => slots(VARIANTS.turn1, view, TABLE);

test("what lies at a point is the uppermost card there, else the pile's place", () => {
  const all = laid(VIEW);
  const at = ({ x, y }, dx, dy) => hitAt(x + dx, y + dy, TABLE, all);

  assert.equal(at(TABLE.columns[1], 5, 3).slot.card, null);
  assert.equal(at(TABLE.columns[1], 5, TABLE.h + 20).slot.card, "QS");
  assert.deepEqual(at(TABLE.columns[2], 5, 300), { pile: "column", index: 2, slot: null });
  assert.equal(at(TABLE.waste, 5, 5).slot.card, "9C");
  assert.equal(at(TABLE.waste, 2 * TABLE.fan.x + 5, 5).slot.card, "3S");
  assert.equal(hitAt(2, 655, TABLE, all), null);
});

test("a card is meant for the pile that it covers most of, and nearly covers is enough", () => {
  const { columns, w } = TABLE;
  const two = [{ pile: "column", index: 2 }, { pile: "column", index: 3 }];

  assert.equal(nearest({ x: columns[2].x + w * 0.4, y: 400 }, TABLE, two)?.index, 2);
  assert.equal(nearest({ x: columns[2].x - w * 1.1, y: 400 }, TABLE, two)?.index, 2);
  assert.equal(nearest({ x: columns[2].x - w * 1.4, y: 400 }, TABLE, two), undefined);
});

test("an element follows its card", () => {
  const elements = laid(VIEW).map((slot) => ({ slot, name: slot.key }));
  const columns = VIEW.columns.map((pile, index) =>
    index === 1 ? [0, ["2D"]] : index === 2 ? [0, ["KD", "QS"]] : pile);
  const next = laid({ ...VIEW, columns });
  const { taken, left } = match(elements, next);
  const came = Object.fromEntries(next.map((slot, at) => [slot.key, taken[at]?.name]));

  assert.deepEqual([came["c2:0"], came["c2:1"]], ["c1:1", "c1:2"]);
  assert.equal(came["c1:0"], "c1:0"); // the hidden one turned up where it lay
  assert.deepEqual(left, []);
});

test("a drawn card comes out of the stock", () => {
  const elements = laid(VIEW).map((slot) => ({ slot, name: slot.key }));
  const next = laid({ ...VIEW, stock: VIEW.stock.slice(1), waste: [...VIEW.waste, "4D"] });
  const { taken } = match(elements, next);

  assert.equal(taken[next.findIndex(({ card }) => card === "4D")]?.name, "s:4");
});

/** What comes of typing these keys one after the other. */
function typed(keys, game = GAME) {
  let fed = { entry: NOTHING };
  for (const key of keys) fed = feed(fed.entry, key, game) ?? fed;
  return fed;
}

test("two keys are a move, and the run's length is worked out", () => {
  assert.equal(typed("14").move, "T1>T4");
  assert.equal(typed("23").move, "T2>T3:2");
  assert.equal(typed(["d"]).move, "D");
  assert.equal(typed([" "]).move, "D");
  assert.equal(typed("wf").move, "W>F");
  assert.equal(typed("5f").move, "T5>F");
  assert.equal(typed("55").move, "T5>F");
});

test("a source alone waits, Escape forgets it, and what is no move says so by its refusal", () => {
  assert.equal(typed("1").hint, "1_");
  assert.deepEqual(typed(["1", "Escape"]).entry, NOTHING);
  assert.equal(typed(["1", "Escape", "2", "3"]).move, "T2>T3:2");
  assert.equal(typed("13").move, "T1>T3"); // no King: the rules say why
  assert.equal(feed(NOTHING, "x", GAME), null);
  assert.equal(feed(NOTHING, "Tab", GAME), null);
});

test("with more than nine columns each number has two digits", () => {
  const variant = VARIANTS["ultra-2"];
  const view = { ...VIEW, columns: [...VIEW.columns, [0, []], [0, []], [0, ["7D"]]] };
  const wide = { variant, view, passes: null };

  assert.equal(typed("0112", wide).move, "T1>T12");
  assert.equal(typed("01", wide).hint, "01_");
  assert.equal(typed("w12", { ...wide, view: { ...view, waste: ["6S"] } }).move, "W>T12");
});

test("where two foundations could give a card, the suit is asked for", () => {
  const view = { ...VIEW, foundations: [0, 0, 0, 0, 6, 0, 6, 0], columns: VIEW.columns.map((pile, at) => (at === 8 ? [0, ["7D"]] : pile)) };
  const asked = typed("f9", { ...GAME, view });

  assert.match(asked.hint ?? "", /which suit\? S C/);
  assert.equal(typed("f9c", { ...GAME, view }).move, "F7>T9");
});
