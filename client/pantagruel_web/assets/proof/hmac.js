/** HMAC-SHA256: a hash that only who has the key can make. */

import { sha256 } from "./sha256.js";

const BLOCK = 64;

/**
 * @param {Uint8Array} key
 * @param {readonly Uint8Array[]} parts
 */
export function hmac(key, ...parts) {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(padded.map((byte) => byte ^ 0x36), ...parts);
  return sha256(padded.map((byte) => byte ^ 0x5c), inner);
}
