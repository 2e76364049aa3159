/** A replay checked by anyone, in the browser: all that can be computed is computed again. */

import { begin, play } from "../rules/game.js";
import { parts } from "../rules/notation.js";
import { standings } from "../rules/rank.js";
import { VARIANTS } from "../rules/variants.js";
import { hex, unhex } from "./bytes.js";
import { canonical } from "./canonical.js";
import { STAGES, linked } from "./chain.js";
import { commitment, dealKey, order } from "./deal.js";
import { stopOf, wrongEnd } from "./ends.js";
import { outcome, result } from "./results.js";
import { FILE, PLAYER } from "./shape.js";

/**
 * @typedef {import("../types.js").ReplayFile} ReplayFile
 * @typedef {import("../types.js").PlayerRecord} PlayerRecord
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("../rules/game.js").Game} Game
 */

const PIECE = 500; // moves that are played at a time: a few milliseconds

/**
 * One thing that was checked. *expected* is what the rest of the file makes, *found* what stands
 * in it; *player* is a seat number, *where* a path in the file, *why* a sentence.
 * @typedef {object} Check
 * @property {"file" | "rules" | "commitment" | "key" | "seats" | "moves" | "end" | "result" | "place" | "stoppages" | "chain" | "signature"} name
 * @property {boolean} ok
 * @property {string | number | null} [expected]
 * @property {string | number | null} [found]
 * @property {number} [player]
 * @property {string} [where]
 * @property {string} [why]
 */

/**
 * Check a replay; each check stands on its own as far as it can, so that they tell what was changed.
 * Names are bound by nothing, and an unsigned replay proves that it agrees with itself, not who made it.
 * @param {unknown} value  what was read from the file
 * @param {{ onProgress?: (part: number) => void }} [manner]  *part* grows to 1
 * @returns {Promise<{ ok: boolean, checks: Check[] }>}
 */
export async function verify(value, { onProgress = () => {} } = {}) {
  /** @type {Check[]} */
  const checks = [];
  const steps = checking(value, checks);
  for (let step = steps.next(); !step.done; step = steps.next()) {
    onProgress(step.value);
    await new Promise((resolve) => setTimeout(resolve));
  }
  onProgress(1);
  return { ok: checks.every((check) => check.ok), checks };
}

/**
 * Do it step by step, and yield how much is done: a page must answer in between.
 * @param {unknown} value
 * @param {Check[]} checks
 * @returns {Generator<number, void>}
 */
function* checking(value, checks) {
  const why = yield* misshapen(value);
  checks.push(said("file", why));
  if (why !== null) return;
  const file = /** @type {ReplayFile} */ (value);
  const { id } = file.variant;
  const known = Object.hasOwn(VARIANTS, id) ? VARIANTS[id] : undefined;
  checks.push(rulesCheck(file, known));
  checks.push(...dealChecks(file), seatsCheck(file), stoppagesCheck(file));
  if (known) yield* gameChecks(file, known, checks);
  for (const stage of STAGES) {
    const hash = yield* counted(linked(file, stage), 0.9);
    checks.push(compared("chain", `chain.${stage}`, hash, file.chain[stage]));
  }
  if (file.signature !== null) {
    checks.push(said("signature", "nobody signs this format yet, so it says nothing", "signature"));
  }
}

/**
 * @template T
 * @param {Generator<void, T>} work
 * @param {number} part
 * @returns {Generator<number, T>}
 */
function* counted(work, part) {
  let step = work.next();
  for (; !step.done; step = work.next()) yield part;
  return step.value;
}

/**
 * @param {any} value
 * @returns {Generator<number, string | null>}
 */
function* misshapen(value) {
  const why = FILE(value, "");
  if (why !== null) return why;
  for (const [number, player] of value.players.entries()) {
    const wrong = PLAYER(player, `players[${number}]`);
    if (wrong !== null) return wrong;
    yield 0;
  }
  return null;
}

/**
 * @param {Check["name"]} name
 * @param {string | null} why
 * @param {string} [where]
 * @returns {Check}
 */
const said = (name, why, where) =>
  why === null ? { name, ok: true } : { name, ok: false, why, ...(where ? { where } : {}) };

/**
 * @param {Check["name"]} name
 * @param {string} where
 * @param {string | number | null} expected
 * @param {string | number | null} found
 * @returns {Check}
 */
function compared(name, where, expected, found) {
  if (expected === found) return { name, ok: true, found };
  const why = `the file says ${found}, the rest of it makes ${expected}`;
  return { name, ok: false, expected, found, where, why };
}

/**
 * Hold the variant's fields against our own table, and the text that the commitment binds.
 * @param {ReplayFile} file
 * @param {Variant | undefined} known
 */
function rulesCheck({ variant, deal }, known) {
  if (!known) return said("rules", `there is no variant ${variant.id}`, "variant.id");
  const { title: _, ...row } = { ...known, max_passes: variant.max_passes };
  const rules = `${variant.id};passes=${variant.max_passes ?? "none"};${deal.kind}`;
  const differing = /** @type {(keyof typeof row)[]} */ (Object.keys(row)).find(
    (key) => canonical(row[key]) !== canonical(variant[key]),
  );
  if (!differing) return compared("rules", "deal.rules", rules, deal.rules);
  const [expected, found] = [canonical(row[differing]), canonical(variant[differing])];
  return compared("rules", `variant.${differing}`, expected, found);
}

/**
 * @param {ReplayFile} file
 * @returns {Check[]}
 */
function dealChecks({ deal, variant, players }) {
  const { kind, commit, salt, server_seed: seed, nonces } = deal;
  if (kind === "numbered") {
    const bare = commit === null && salt === null && seed === null && !nonces.length;
    return [said("commitment", bare ? null : "a numbered deal has a key and nothing else", "deal")];
  }
  if (commit === null || salt === null || seed === null) {
    return [said("commitment", `a ${kind} deal has commit, salt and server_seed`, "deal")];
  }
  const bytes = unhex(seed);
  const bound = hex(commitment(unhex(salt), deal.deal_id, deal.rules, variant.packs, bytes));
  const checks = [compared("commitment", "deal.commit", bound, commit)];
  const takers = kind === "fresh" ? players.length : 0;
  if (nonces.length !== takers) {
    return [...checks, compared("key", "deal.nonces", takers, nonces.length)];
  }
  const fresh = () => hex(dealKey(bytes, deal.deal_id, nonces.map(unhex)));
  return [...checks, compared("key", "deal.key", kind === "fresh" ? fresh() : seed, deal.key)];
}

/** @param {ReplayFile} file */
function seatsCheck({ players }) {
  const at = players.findIndex(({ seat }, number) => seat !== number);
  if (at >= 0) return compared("seats", `players[${at}].seat`, at, players[at]?.seat ?? null);
  const names = players.map(({ player }) => player);
  const again = names.findIndex((name, number) => names.indexOf(name) < number);
  return said("seats", again < 0 ? null : "the player has a seat already", `players[${again}].player`);
}

/** @param {ReplayFile} file */
function stoppagesCheck({ stoppages }) {
  const at = stoppages.findIndex(([ms], number) => ms < (stoppages[number - 1]?.[0] ?? 0));
  const why = at < 0 ? null : "it comes before the one before it";
  return said("stoppages", why, `stoppages[${at}]`);
}

/**
 * Play every game again; ends and places follow from all of them together.
 * @param {ReplayFile} file
 * @param {Variant} variant
 * @param {Check[]} checks
 * @returns {Generator<number, void>}
 */
function* gameChecks(file, variant, checks) {
  const passes = file.variant.max_passes;
  const first = begin(variant, order(unhex(file.deal.key), variant.packs), passes);
  /** @type {Game[]} */
  const games = [];
  for (const [player, record] of file.players.entries()) {
    const part = (0.9 * player) / file.players.length;
    const { game, at, why } = yield* counted(replayed(first, record), part);
    checks.push({ ...said("moves", why, `players[${player}].moves[${at}]`), player });
    if (why === null) games.push(game);
  }
  if (games.length < file.players.length) return;
  const stop = stopOf(file, games);
  const ranked = games.map((game, seat) => outcome(seat, game, file.players[seat]?.ended[1] ?? null));
  const places = new Map(
    standings(ranked, file.rank_by).map(({ place, outcome: { seat } }) => [seat, place]),
  );
  for (const [player, record] of file.players.entries()) {
    const game = /** @type {Game} */ (games[player]);
    const where = `players[${player}]`;
    const end = said("end", wrongEnd(record, game, stop), `${where}.ended`);
    const place = places.get(player) ?? null;
    const placed = compared("place", `${where}.result.place`, place, record.result.place);
    checks.push(...[end, resultCheck(record, game, where), placed].map((one) => ({ ...one, player })));
  }
}

/**
 * @param {PlayerRecord} record
 * @param {Game} game
 * @param {string} where
 */
function resultCheck(record, game, where) {
  const right = result(game, record.ended);
  const keys = /** @type {(keyof typeof right)[]} */ (Object.keys(right));
  const key = keys.find((one) => right[one] !== record.result[one]) ?? "total";
  return compared("result", `${where}.result.${key}`, right[key], record.result[key]);
}

/**
 * Play one player's moves; *why* and *at* say where they cannot have been played.
 * @param {Game} first
 * @param {PlayerRecord} record
 * @returns {Generator<void, { game: Game, at: number, why: string | null }>}
 */
function* replayed(first, { moves }) {
  let game = first;
  for (const [at, [ms, move]] of moves.entries()) {
    if (at % PIECE === 0) yield;
    if (ms < game.elapsed_ms) return { game, at, why: "time does not run backwards" };
    if (/:1$/.test(move) && parts(move)) return { game, at, why: `${move} leaves :1 out` };
    try {
      game = play(game, move, ms);
    } catch (error) {
      return { game, at, why: `move ${at + 1}, ${move}: ${/** @type {Error} */ (error).message}` };
    }
  }
  return { game, at: -1, why: null };
}
