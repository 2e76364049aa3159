/** Where a replay comes from: the server, or a file of one's own; and whether it is one at all. */

import { FILE, PLAYER } from "../proof/shape.js";
import { VARIANTS } from "../rules/variants.js";

/** @typedef {import("../types.js").ReplayFile} ReplayFile */
/** @typedef {import("../types.js").Variant} Variant */

const MOST_BYTES = 2 ** 25; // as the protocol has it

/** Why something is no replay, in words for people. */
export class NoReplay extends Error {}

/**
 * Answer what was read if it has a replay's form, with the rules that it names.
 * @param {any} value
 * @returns {{file: ReplayFile, variant: Variant}}
 */
export function replayOf(value) {
  const why = FILE(value, "") ?? firstWrong(value.players);
  if (why !== null) throw new NoReplay(`This is no replay: ${why}.`);
  const variant = Object.hasOwn(VARIANTS, value.variant.id) ? VARIANTS[value.variant.id] : undefined;
  if (!variant) throw new NoReplay(`There is no variant ${value.variant.id} here.`);
  return { file: value, variant };
}

/** @param {readonly unknown[]} players */
function firstWrong(players) {
  for (const [number, player] of players.entries()) {
    const why = PLAYER(player, `players[${number}]`);
    if (why !== null) return why;
  }
  return null;
}

/**
 * Read a file as JSON.
 * @param {Blob} file
 * @returns {Promise<unknown>}
 */
export async function readFile(file) {
  if (file.size > MOST_BYTES) throw new NoReplay("This is no replay: it is too large.");
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new NoReplay("This is no replay: it cannot be read as JSON.");
  }
}
