/** Bytes and what they are written from and as. */

const encoder = new TextEncoder();

/** @param {string} text */
export const utf8 = (text) => encoder.encode(text);

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export const unhex = (text) =>
  Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));

/**
 * Write a number in four bytes, big-endian.
 * @param {number} number
 */
export const four = (number) =>
  Uint8Array.of(number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255);

/** @param {readonly Uint8Array[]} parts */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Join parts, each after its length in four bytes, so that no two lists look alike.
 * @param {readonly Uint8Array[]} parts
 */
export const measured = (...parts) => joined(...parts.flatMap((part) => [four(part.length), part]));
