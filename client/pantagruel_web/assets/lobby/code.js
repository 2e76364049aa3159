/** Join codes, as people type, say and paste them. */

const LENGTH = 8;
const ALPHABET = /^[0-9A-HJKMNP-TV-Z]{8}$/; // no I, L, O, U: nobody reads them twice alike
const ID = /^[0-9a-f]{20}$/;
/** @type {Record<string, string>} */
const LOOKALIKES = { I: "1", L: "1", O: "0" };

/**
 * Read a code, a race's id or a link with one; null: there is none in it.
 *
 * @param {string} typed
 */
export function readCode(typed) {
  const behind = typed.slice(typed.lastIndexOf("#") + 1).trim();
  if (ID.test(behind)) return behind;
  const code = behind.toUpperCase().replace(/[\s-]/g, "").replace(/[ILO]/g, (letter) => LOOKALIKES[letter] ?? letter);
  return code.length === LENGTH && ALPHABET.test(code) ? code : null;
}

/** Write a code so that it can be read aloud. @param {string} code */
export const spaced = (code) => (code.length === LENGTH ? `${code.slice(0, 4)} ${code.slice(4)}` : code);
