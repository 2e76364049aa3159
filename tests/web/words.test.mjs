/** The rules in plain words say what the data say. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { VARIANTS } from "../../client/pantagruel_web/assets/rules/variants.js";
import { rulesOf, stockOf, summary } from "../../client/pantagruel_web/assets/rules/words.js";

const told = (id) => Object.fromEntries(rulesOf(VARIANTS[id]));

test("Strict Royal is told with its numbers", () => {
  const words = told("strict-royal");

  assert.equal(words.Cards, "Two packs, 104 cards.");
  assert.match(words.Layout, /^Nine columns of 1 to 9 cards.*59 cards are left/);
  assert.match(words.Draw, /^Three cards at a time/);
  assert.match(words.Passes, /^Three trips .* turned over twice/);
  assert.match(words.Foundations, /^Eight piles, two a suit.*stays there/);
  assert.equal(words.Score, "+5 from the waste to a column, +10 for a card home, +10 for a hidden card turned up.");
  assert.match(words.Bonuses, /second left.*streak/);
});

test("what differs between variants is told differently", () => {
  assert.match(told("turn1").Score, /−15 .*−20 each time/);
  assert.match(told("gargantua-till-dawn").Score, /costs 104: the score begins at −104/);
  assert.match(told("klondike-strict").Passes, /never turned over/);
  assert.match(told("harp-single")["Moving runs"], /one at a time/);
  assert.match(told("thumb-and-pouch")["Empty column"], /any card/);
  assert.match(told("thumb-and-pouch").Columns, /any suit but/);
  assert.match(told("ultra-20-tent").Layout, /^62 columns of 1, 2, .* up to 31 cards and down/);
  assert.equal(summary(VARIANTS["klondike-strict"]), "One pack, draw one, one pass.");
});

test("every variant has a sentence for everything", () => {
  for (const variant of Object.values(VARIANTS)) {
    for (const [matter, words] of rulesOf(variant)) assert.match(words, /^[A-Z0-9+].*\.$/, `${variant.id}: ${matter}`);
    assert.ok(stockOf(variant) >= 0);
  }
});
