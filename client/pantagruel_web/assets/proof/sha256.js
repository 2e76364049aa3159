/** SHA-256 and HMAC of our own: what browsers have is closed to pages on plain http. */

import { joined } from "./bytes.js";

const BLOCK = 64;

/** @param {number} number */
const fraction = (number) => Math.floor((number % 1) * 2 ** 32);

/** The first 64 primes, whose roots the constants are made from. */
const PRIMES = Array.from({ length: 312 }, (_, number) => number).filter((number) => {
  for (let part = 2; part * part <= number; part += 1) if (number % part === 0) return false;
  return number > 1;
});
const K = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/**
 * Begin a hash: `update` takes bytes piece by piece, `digest` answers the 32 bytes, once.
 */
export function hashing() {
  const state = START.slice();
  const words = new Int32Array(BLOCK);
  const rest = new Uint8Array(BLOCK);
  let held = 0;
  let length = 0;

  /** @param {Uint8Array} bytes */
  function update(bytes) {
    length += bytes.length;
    let at = 0;
    if (held) {
      at = Math.min(BLOCK - held, bytes.length);
      rest.set(bytes.subarray(0, at), held);
      held += at;
      if (held < BLOCK) return;
      compress(state, words, rest, 0);
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) compress(state, words, bytes, at);
    rest.set(bytes.subarray(at));
    held = bytes.length - at;
  }

  function digest() {
    const bits = new DataView(new ArrayBuffer(8));
    bits.setUint32(0, Math.floor(length / 2 ** 29));
    bits.setUint32(4, length * 8);
    const zeros = (2 * BLOCK - 9 - (length % BLOCK)) % BLOCK;
    update(joined(Uint8Array.of(128), new Uint8Array(zeros), new Uint8Array(bits.buffer)));
    const out = new DataView(new ArrayBuffer(32));
    state.forEach((word, at) => out.setInt32(4 * at, word));
    return new Uint8Array(out.buffer);
  }

  return { update, digest };
}

/**
 * Take one block of 64 bytes into the state.
 * @param {Int32Array} state
 * @param {Int32Array} words
 * @param {Uint8Array} bytes
 * @param {number} from
 */
function compress(state, words, bytes, from) {
  schedule(words, bytes, from);
  let a = word(state, 0);
  let b = word(state, 1);
  let c = word(state, 2);
  let d = word(state, 3);
  let e = word(state, 4);
  let f = word(state, 5);
  let g = word(state, 6);
  let h = word(state, 7);
  for (let at = 0; at < BLOCK; at += 1) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + word(K, at) + word(words, at)) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] = word(state, 0) + a;
  state[1] = word(state, 1) + b;
  state[2] = word(state, 2) + c;
  state[3] = word(state, 3) + d;
  state[4] = word(state, 4) + e;
  state[5] = word(state, 5) + f;
  state[6] = word(state, 6) + g;
  state[7] = word(state, 7) + h;
}

/**
 * @param {Int32Array} words
 * @param {Uint8Array} bytes
 * @param {number} from
 */
function schedule(words, bytes, from) {
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, BLOCK);
  for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(4 * at);
  for (let at = 16; at < BLOCK; at += 1) {
    const old = word(words, at - 15);
    const late = word(words, at - 2);
    const first = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = word(words, at - 16) + first + word(words, at - 7) + second;
  }
}

/**
 * @param {number} value
 * @param {number} by
 */
const turned = (value, by) => (value >>> by) | (value << (32 - by));

/**
 * @param {Int32Array} words
 * @param {number} at
 */
const word = (words, at) => /** @type {number} */ (words[at]);

/** @param {readonly Uint8Array[]} parts */
export function sha256(...parts) {
  const hash = hashing();
  parts.forEach(hash.update);
  return hash.digest();
}
