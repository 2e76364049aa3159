/** The mirror of the rules says what the engine says. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { name, rank, red, suit } from "../../client/pantagruel_web/assets/rules/card.js";
import { finishMoves, finishable } from "../../client/pantagruel_web/assets/rules/finish.js";
import { follow, foreseen } from "../../client/pantagruel_web/assets/rules/follow.js";
import { finish, isWon, play, total } from "../../client/pantagruel_web/assets/rules/game.js";
import { destinations, legalMoves, refusal } from "../../client/pantagruel_web/assets/rules/moves.js";
import { parts } from "../../client/pantagruel_web/assets/rules/notation.js";
import { outlined } from "../../client/pantagruel_web/assets/rules/outline.js";
import { hidden, home } from "../../client/pantagruel_web/assets/rules/piles.js";
import { standings } from "../../client/pantagruel_web/assets/rules/rank.js";
import { timeBonus } from "../../client/pantagruel_web/assets/rules/score.js";
import { VARIANTS } from "../../client/pantagruel_web/assets/rules/variants.js";
import { digest, start, vectors } from "./vectors.mjs";

const words = vectors("words");
const cards = (text) => (text ? text.split(" ") : []);

test("a card is read", () => {
  assert.deepEqual([rank("AS"), rank("TD"), rank("KC")], [1, 10, 13]);
  assert.deepEqual(["AH", "AD", "AS", "AC"].map(red), [true, true, false, false]);
  assert.equal(suit("TD"), "D");
  assert.equal(name("TD"), "ten of diamonds");
});

test("the variants are those of the engine", () => {
  assert.deepEqual(Object.values(VARIANTS), words.variants);
});

for (const told of vectors("games")) {
  const { variant: id, passes, seed, steps } = told;
  const variant = VARIANTS[id];
  const legal = (view) => {
    const text = legalMoves(variant, view, passes).join(" ");
    return text.length <= 120 ? text : digest(text);
  };

  test(`${seed} goes as the engine says`, () => {
    let game = start(told);
    assert.deepEqual(game.view, told.start.view);
    assert.equal(legal(game.view), told.start.legal);
    for (const [ms, move, , , moves, numbers, state] of steps) {
      game = play(game, move, ms);
      const { view, last_score_ms } = game;
      const counts = [view.score, view.streak, total(game), home(view), hidden(view), last_score_ms];
      assert.deepEqual([move, legal(view), counts], [move, moves, numbers]);
      assert.equal(digest([view, finishable(variant, view, passes)]), state, `after ${move}`);
    }
    assert.deepEqual(game.view, told.end);
  });

  test(`${seed} is followed by who does not see every card`, () => {
    let game = start(told);
    let view = game.view;
    for (const [ms, move, drawn, flip] of steps) {
      const guess = foreseen(variant, view, move);
      const streak = (game = play(game, move, ms)).view.streak;
      view = follow(variant, view, move, { drawn: cards(drawn), flip, streak }, ms);
      assert.deepEqual(view, game.view);
      assert.deepEqual(blanked(guess, view), view);
    }
  });

  test(`${seed} has exactly these destinations`, () => {
    let game = start(told);
    for (const [ms, move] of steps.slice(0, 40)) {
      game = play(game, move, ms);
      const found = sources(game.view).flatMap((source) =>
        destinations(variant, game.view, passes, source).map((one) => one.move),
      );
      const moves = legalMoves(variant, game.view, passes).filter((one) => one.length > 1);
      assert.deepEqual(found.toSorted(), moves.toSorted());
    }
  });
}

/** Put the cards that a guess leaves blank, and what only the server counts, from the truth. */
function blanked(guess, truth) {
  const filled = (some, all) => some.map((card, index) => card ?? all[index]);
  return {
    ...guess,
    columns: guess.columns.map(([down, up], index) => [down, filled(up, truth.columns[index][1])]),
    waste: filled(guess.waste, truth.waste),
    streak: truth.streak,
    time_bonus: truth.time_bonus,
  };
}

/** Every part of a pile that a hand can take. */
function sources(view) {
  const columns = view.columns.flatMap(([, up], index) =>
    up.map((_, below) => ({ pile: "column", index, count: below + 1 })),
  );
  const foundations = view.foundations.map((_, index) => ({ pile: "foundation", index }));
  return [{ pile: "waste", index: 0 }, ...columns, ...foundations];
}

test("a move is refused for the engine's reason, in its words", () => {
  const reasons = new Set();
  for (const { variant, passes, view, said } of vectors("judgements")) {
    for (const [move, expected] of Object.entries(said)) {
      const no = refusal(VARIANTS[variant], view, passes, move);
      assert.deepEqual(no && [no.reason, no.why, no.cards], expected, `${variant}: ${move}`);
      reasons.add(no?.reason);
    }
  }
  reasons.add(vectors("finishes")[0].over[0]);
  assert.deepEqual([...reasons].filter(Boolean).sort(), words.reasons.toSorted());
});

test("what is no move is none", () => {
  const { view } = start({ variant: "turn1", seed: "1" });
  for (const text of words.no_moves) {
    assert.equal(parts(text), null, JSON.stringify(text));
    assert.equal(refusal(VARIANTS.turn1, view, null, text)?.reason, "invalid");
  }
});

test("a finish plays the engine's moves and wins", () => {
  for (const told of vectors("finishes")) {
    let game = start(told);
    for (const [ms, move] of told.moves) game = play(game, move, ms);
    const before = game.view;
    assert.ok(finishable(game.variant, before, null));
    const moves = finish(game);
    assert.deepEqual(moves, told.finish);
    const ms = game.elapsed_ms;
    for (const move of moves) game = play(game, move, ms);
    assert.ok(isWon(game));
    assert.deepEqual(game.view, told.end);
    const no = refusal(game.variant, game.view, null, moves.at(-1));
    assert.deepEqual([no.reason, no.why, no.cards], told.over);
  }
});

test("only a certain win of known cards is finished", () => {
  const game = start({ variant: "turn1", seed: "1" });
  assert.throws(() => finish(game), /not finishable/);
  const told = vectors("finishes").find(({ finish: moves }) => moves[0] === "D");
  let late = start(told);
  for (const [ms, move] of told.moves) late = play(late, move, ms);
  const blind = { ...late.view, stock: late.stock.map(() => null) };
  assert.throws(() => finishMoves(late.variant, blind, null), /never seen/);
  const drawn = { ...late.view, stock: [], waste: [...late.view.waste, ...late.view.stock.slice(1), null] };
  assert.throws(() => finishMoves(late.variant, drawn, null), /never seen/);
  assert.ok(!finishable(late.variant, late.view, 4));
  assert.ok(!finishable(VARIANTS.turn3, late.view, null));
});

test("a finish is followed from what was disclosed for it", () => {
  const told = vectors("finishes").find(({ finish: moves }) => moves.includes("D"));
  let game = start(told);
  for (const [ms, move] of told.moves) game = play(game, move, ms);
  const drawn = [];
  let each = game;
  for (const move of told.finish) {
    if (move === "D") drawn.push(each.stock[0]);
    each = play(each, move, game.elapsed_ms);
  }
  const { streak, time_bonus } = told.end;
  const shown = { played: told.finish, drawn, streak, time_bonus };
  const after = follow(game.variant, game.view, "finish", shown, game.elapsed_ms);
  assert.deepEqual(after, told.end);
});

test("what cannot have been accepted is not followed", () => {
  const { variant, view } = start({ variant: "turn3", seed: "1" });
  const three = { drawn: ["2H", "3H", "4H"] };
  assert.equal(follow(variant, view, "D", three, 0).waste.at(-1), "4H");
  for (const shown of [{}, { drawn: ["2H"] }, { ...three, flip: "5H" }]) {
    assert.throws(() => follow(variant, view, "D", shown, 0));
  }
  for (const move of ["R", "T1>T1", "nonsense"]) {
    assert.throws(() => follow(variant, view, move, {}, 0));
  }
  const move = legalMoves(variant, view, null).find((one) => /^T[2-9]>/.test(one));
  assert.throws(() => follow(variant, view, move, {}, 0));
  assert.equal(follow(variant, view, "bank", {}, 0), view);
});

test("a blank card lies and takes nothing until it is named", () => {
  const { variant, view } = start({ variant: "turn1", seed: "1" });
  const table = foreseen(variant, view, "D");
  assert.deepEqual(table.waste, [null]);
  const to = table.columns.map((_, index) => `W>T${index + 1}`);
  for (const move of ["W>F", ...to]) assert.ok(refusal(variant, table, null, move), move);
  const buried = { ...view, columns: [[0, []], ...view.columns.slice(1, 8), [7, [null]]] };
  const king = { ...buried, waste: ["KS"] };
  assert.equal(refusal(variant, king, null, "W>T9").why, "KS does not go on ??");
  assert.deepEqual(refusal(variant, king, null, "W>T9").cards, ["KS"]);
  assert.equal(refusal(variant, king, null, "W>T1"), null);
  assert.equal(refusal(variant, buried, null, "T9>T1").reason, "king-only");
});

test("what did not change is shared", () => {
  const { variant, view } = start({ variant: "turn1", seed: "1" });
  const move = legalMoves(variant, view, null).find((one) => one.startsWith("T"));
  const after = foreseen(variant, view, move);
  const { source, target } = parts(move);
  after.columns.forEach((column, index) => {
    assert.equal(column === view.columns[index], index !== source && index !== target);
  });
  assert.equal(after.stock, view.stock);
  assert.equal(after.waste, view.waste);
  assert.equal(after.foundations === view.foundations, target >= 0);
});

test("a board without faces is kept up", () => {
  for (const { variant, start: before, steps, end } of vectors("outlines")) {
    let outline = before;
    steps.forEach((move, index) => {
      outline = outlined(VARIANTS[variant], outline, [0, index + 1, 0, move, [], null, []]);
    });
    assert.deepEqual(outline, end);
  }
  const [{ start: outline }] = vectors("outlines");
  for (const move of ["W>T1", "F>T2", "T1>T2:2", "T99>T1", "nonsense", "T1>W"]) {
    assert.throws(() => outlined(VARIANTS.turn1, outline, [0, 1, 0, move, [], null, []]), move);
  }
  const dry = { ...outline, stock: 0 };
  assert.throws(() => outlined(VARIANTS.turn1, dry, [0, 1, 0, "D", [], null, []]));
});

test("places are the engine's", () => {
  for (const { by, field, places } of vectors("rankings")) {
    const found = standings(field, by).map(({ place, outcome }) => [place, outcome.seat]);
    assert.deepEqual(found, places);
  }
});

test("the time bonus runs out after ten minutes", () => {
  for (const [ms, bonus] of words.bonuses) assert.equal(timeBonus(ms), bonus);
});
