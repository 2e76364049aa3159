/** What the engine wrote for the tests, and games that begin as its own. */

import { readFileSync } from "node:fs";

import { hex, utf8 } from "../../client/pantagruel_web/assets/proof/bytes.js";
import { canonical } from "../../client/pantagruel_web/assets/proof/canonical.js";
import { keyOfText, order } from "../../client/pantagruel_web/assets/proof/deal.js";
import { sha256 } from "../../client/pantagruel_web/assets/proof/sha256.js";
import { begin } from "../../client/pantagruel_web/assets/rules/game.js";
import { VARIANTS } from "../../client/pantagruel_web/assets/rules/variants.js";

export const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

export const vectors = (name) => read(`vectors/${name}.json`);

/** The short hash of a value's canonical JSON, as the writer of the vectors makes it. */
export const digest = (value) => hex(sha256(utf8(canonical(value)))).slice(0, 12);

export function start({ variant, seed, passes = null }) {
  const rules = VARIANTS[variant];
  return begin(rules, order(keyOfText(seed), rules.packs), passes);
}
