/** The rules of a variant in plain words, with its numbers, told from its data alone. */

/** @typedef {import("../types.js").Variant} Variant */

const NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** @param {number} count */
const number = (count) => NUMBERS[count] ?? String(count);

/** @param {number} count @param {string} one */
const counted = (count, one) => `${number(count)} ${one}${count === 1 ? "" : "s"}`;

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number} points */
const signed = (points) => (points < 0 ? `−${-points}` : `+${points}`);

/** Count the deck. @param {Variant} variant */
export const deckOf = (variant) => 4 * variant.ranks * variant.packs;

/** Count what the layout leaves for the stock. @param {Variant} variant */
export const stockOf = (variant) => deckOf(variant) - variant.columns.reduce((sum, size) => sum + size, 0);

/**
 * Say in a line what sets a variant apart.
 * @param {Variant} variant
 */
export function summary(variant) {
  const passes = variant.max_passes === null ? "no end of passes" : `${number(variant.max_passes)} pass${variant.max_passes === 1 ? "" : "es"}`;
  return `${capital(counted(variant.packs, "pack"))}, draw ${number(variant.draw)}, ${passes}.`;
}

/**
 * Say everything, a matter and its sentence at a time.
 * @param {Variant} variant
 * @returns {[matter: string, words: string][]}
 */
export function rulesOf(variant) {
  const all = /** @type {[string, string][]} */ ([
    ["Cards", `${capital(counted(variant.packs, "pack"))}, ${deckOf(variant)} cards.`],
    ["Layout", layoutWords(variant)],
    ["Draw", drawWords(variant)],
    ["Passes", passWords(variant)],
    ["Columns", buildWords(variant)],
    ["Empty column", emptyWords(variant)],
    ["Moving runs", runWords(variant)],
    ["Foundations", homeWords(variant)],
    ["Score", scoreWords(variant)],
  ]);
  const bonus = bonusWords(variant);
  return bonus ? [...all, ["Bonuses", bonus]] : all;
}

/** @param {Variant} variant */
function layoutWords({ columns, ...rest }) {
  const most = Math.max(...columns);
  const tent = columns.length > 1 && columns[columns.length - 1] === 1;
  const shape = tent
    ? `of 1, 2, ... up to ${most} cards and down again to 1`
    : `of 1 to ${most} cards`;
  const stock = stockOf({ columns, ...rest });
  return `${capital(counted(columns.length, "column"))} ${shape}, the last card of each face up; ${stock} cards are left in the stock.`;
}

/** @param {Variant} variant */
function drawWords({ draw }) {
  if (draw === 1) return "One card at a time from the stock to the waste.";
  return `${capital(number(draw))} cards at a time from the stock to the waste; only the last of them can be played.`;
}

/** @param {Variant} variant */
function passWords({ max_passes: most }) {
  if (most === null) return "As many trips through the stock as you like: turn the waste over whenever the stock is empty.";
  if (most === 1) return "One trip through the stock: the waste is never turned over.";
  const turns = most === 2 ? "once" : most === 3 ? "twice" : `${number(most - 1)} times`;
  return `${capital(number(most))} trips through the stock: the waste is turned over ${turns}.`;
}

/** @param {Variant} variant */
function buildWords({ build }) {
  return build === "other-colour"
    ? "Build down by one, red on black and black on red."
    : "Build down by one, on any suit but the card's own.";
}

/** @param {Variant} variant */
function emptyWords({ empty_column: takes }) {
  return takes === "king" ? "Takes a King, or a run that a King heads." : "Takes any card and any run.";
}

/** @param {Variant} variant */
function runWords({ run_moves: moves }) {
  switch (moves) {
    case "any":
      return "Any part of a run moves, from a card of it to its end.";
    case "full":
      return "Only the whole run of a column moves.";
    case "single":
      return "Cards move one at a time; a run headed by a King may go to an empty column.";
    case "full-or-single":
      return "The whole run of a column moves, or its last card alone.";
  }
}

/** @param {Variant} variant */
function homeWords({ packs, foundation_return: back }) {
  const piles = `${capital(number(4 * packs))} piles, ${packs === 1 ? "one" : number(packs)} a suit, each up from Ace to King.`;
  return `${piles} ${back ? "A pile's top card may come back to a column." : "What is home stays there."}`;
}

/** @param {Variant} variant */
function scoreWords(variant) {
  switch (variant.scoring) {
    case "royal":
      return royalWords(variant);
    case "casino":
      return `The deck costs ${52 * variant.packs}: the score begins at ${signed(-52 * variant.packs)}, and each card home pays +5.`;
    case "count":
      return "One point for each card home.";
    case "cardz":
      return "10 for each card home and 5 for each hidden card turned up, 100 off for each time the waste is turned over, never below 0.";
  }
}

/** @param {Variant} variant */
function royalWords({ foundation_return: back, pass_penalty: penalty }) {
  const parts = ["+5 from the waste to a column", "+10 for a card home", "+10 for a hidden card turned up"];
  if (back) parts.push("−15 for a card that comes back");
  if (penalty) parts.push(`−${penalty} each time the waste is turned over`);
  return `${parts.join(", ")}.`;
}

/** @param {Variant} variant */
function bonusWords({ scoring, streak }) {
  const parts = [];
  if (scoring === "royal") parts.push("A win in under ten minutes pays a point for each second left of them.");
  if (streak) parts.push("Cards that go home within three seconds of each other are a streak: the second pays 1 more, the third 2, the fourth 3, and every later one 4.");
  return parts.join(" ");
}
