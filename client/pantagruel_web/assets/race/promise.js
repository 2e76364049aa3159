/** What this browser put into a deal and was promised for it, kept until the secrets come out. */

/**
 * @typedef {import("../types.js").Reveal} Reveal
 * @typedef {{ race: string, commit: string, nonce: string }} Kept
 */

const KEY = "pantagruel.promises";
const MOST = 20;

/** @returns {Kept[]} */
function kept() {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}

/**
 * Draw the nonce that goes into a race's deal, and keep it with the server's commitment.
 *
 * @param {{ race: string, commit?: string | null }} room
 */
export function nonceFor({ race, commit = null }) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (commit === null) return nonce; // a numbered deal, which nobody has a say in
  const others = kept().filter((one) => one.race !== race);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others.slice(1 - MOST), { race, commit, nonce }]));
  } catch {
    // Then it cannot be compared later; the deal is as good.
  }
  return nonce;
}

/**
 * Tell whether what came out is what was promised; null if this browser was promised nothing.
 *
 * @param {{ race: string, commit?: string | null }} room
 * @param {Reveal} reveal
 */
export function promiseHolds({ race, commit = null }, { nonces = [] }) {
  const mine = kept().find((one) => one.race === race);
  return mine ? mine.commit === commit && nonces.includes(mine.nonce) : null;
}
