/** PGDEAL-1: from a key to an order of cards, and what binds a server to its seed. Frozen. */

import { four, joined, measured, utf8 } from "./bytes.js";
import { hmac } from "./hmac.js";
import { sha256 } from "./sha256.js";

const FACES = 52;
const DRAWS = 65536;

/**
 * Shuffle the card numbers 0..52*packs-1; the first is dealt first.
 * @param {Uint8Array} key  32 bytes
 * @param {number} packs
 * @returns {number[]}
 */
export function order(key, packs) {
  const cards = Array.from({ length: FACES * packs }, (_, card) => card);
  const numbers = draws(key, packs);
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const limit = DRAWS - (DRAWS % (last + 1));
    let number = limit;
    // What is too large is rejected, so that each place is equally likely.
    while (number >= limit) number = numbers.next().value;
    const other = number % (last + 1);
    const card = cards[last] ?? 0;
    cards[last] = cards[other] ?? 0;
    cards[other] = card;
  }
  return cards;
}

/**
 * Yield the 16-bit numbers that the shuffle takes, in order, without end.
 * @param {Uint8Array} key
 * @param {number} packs
 * @returns {Generator<number, never>}
 */
function* draws(key, packs) {
  const prefix = joined(utf8("pantagruel/deal/1\0"), Uint8Array.of(packs));
  for (let block = 0; ; block += 1) {
    const digest = new DataView(hmac(key, prefix, four(block)).buffer);
    for (let at = 0; at < digest.byteLength; at += 2) yield digest.getUint16(at);
  }
}

/**
 * Answer the key of a numbered deal.
 * @param {string} text
 */
export const keyOfText = (text) => sha256(utf8(text));

/**
 * Answer the key of a fresh deal from the server's seed and the players' nonces by seat.
 * @param {Uint8Array} serverSeed
 * @param {string} dealId
 * @param {readonly Uint8Array[]} nonces
 */
export const dealKey = (serverSeed, dealId, nonces) =>
  hmac(serverSeed, utf8("pantagruel/key/1"), measured(utf8(dealId), ...nonces));

/**
 * Answer what the server publishes before a race to bind itself to its seed.
 * @param {Uint8Array} salt
 * @param {string} dealId
 * @param {string} rules
 * @param {number} packs
 * @param {Uint8Array} serverSeed
 */
export const commitment = (salt, dealId, rules, packs, serverSeed) =>
  hmac(
    salt,
    utf8("pantagruel/commit/1"),
    measured(utf8(dealId), utf8(rules), Uint8Array.of(packs), serverSeed),
  );
