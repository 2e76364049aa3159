/** Cards as the protocol writes them: rank and suit, `TD`. */

/** @typedef {import("../types.js").Card} Card */

export const SUITS = "HDSC";
export const RANKS = "A23456789TJQK";

const RANK_NAMES = [
  "ace", "two", "three", "four", "five", "six", "seven",
  "eight", "nine", "ten", "jack", "queen", "king",
];
/** @type {Record<string, string>} */
const SUIT_NAMES = { H: "hearts", D: "diamonds", S: "spades", C: "clubs" };

/**
 * Count from the Ace, 1, to the King, 13.
 * @param {Card} card
 */
export const rank = (card) => RANKS.indexOf(card.charAt(0)) + 1;

/**
 * Answer the letter of the suit.
 * @param {Card} card
 */
export const suit = (card) => card.charAt(1);

/**
 * Tell hearts and diamonds from spades and clubs.
 * @param {Card} card
 */
export const red = (card) => SUITS.indexOf(suit(card)) < 2;

/**
 * Say which card it is: "ten of diamonds".
 * @param {Card} card
 */
export const name = (card) => `${RANK_NAMES[rank(card) - 1]} of ${SUIT_NAMES[suit(card)]}`;

/**
 * Answer what the card with this number in a deck of one or more packs shows.
 * @param {number} id
 * @returns {Card}
 */
export const cardOf = (id) => RANKS.charAt(id % 13) + SUITS.charAt(Math.floor((id % 52) / 13));
