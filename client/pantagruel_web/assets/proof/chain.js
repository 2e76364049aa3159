/** The hash chain of a replay: four stages, each bound to those before it. Names stay outside. */

import { four, hex, measured, unhex, utf8 } from "./bytes.js";
import { canonical } from "./canonical.js";
import { hashing } from "./sha256.js";

/**
 * @typedef {import("../types.js").Chain} Chain
 * @typedef {import("../types.js").ReplayFile} ReplayFile
 * @typedef {[ms: number, seat: number, index: number, text: string]} Move
 */

/** @type {readonly (keyof Chain)[]} */
export const STAGES = ["header", "moves", "stoppages", "results"];
const PIECE = 2000; // moves that are written or hashed at a time: a few milliseconds

/**
 * Compute the hash of a stage on top of the hash that the file has for the one before: so only
 * the stage that was changed differs, and all are right when each is. Yields between pieces.
 * @param {ReplayFile} file
 * @param {keyof Chain} stage
 * @returns {Generator<void, string>}
 */
export function* linked(file, stage) {
  const before = STAGES[STAGES.indexOf(stage) - 1];
  const pieces = stage === "moves" ? yield* movesWritten(file) : [canonical(bound(file, stage))];
  const hash = hashing();
  hash.update(unhex(before ? file.chain[before] : "00".repeat(32)));
  hash.update(measured(utf8(`pantagruel/chain/1/${stage}`)));
  hash.update(four(pieces.reduce((sum, piece) => sum + piece.length, 0)));
  for (const piece of pieces) {
    hash.update(utf8(piece));
    yield;
  }
  return hex(hash.digest());
}

/**
 * Answer what a stage binds.
 * @param {ReplayFile} file
 * @param {Exclude<keyof Chain, "moves">} stage
 */
function bound(file, stage) {
  if (stage === "stoppages") return file.stoppages;
  if (stage === "results") {
    return file.players.map(({ player, seat, ended, result }) => ({ player, seat, ended, result }));
  }
  const { format, race, variant, deal, t0, limit_ms, bell_ms, rank_by } = file;
  const players = file.players.map(({ player, seat }) => ({ player, seat }));
  return { format, race, variant, deal, t0, limit_ms, bell_ms, rank_by, players };
}

/**
 * Write every move in the order of time, seat and index, in pieces that belong together.
 * @param {ReplayFile} file
 * @returns {Generator<void, string[]>}
 */
function* movesWritten(file) {
  /** @type {Move[][]} */
  const queues = [];
  for (const player of file.players) {
    queues.push(inTime(player));
    yield;
  }
  const left = queues.reduce((sum, queue) => sum + queue.length, 0);
  const next = merging(queues);
  const pieces = ["["];
  for (let done = 0; done < left; done += PIECE) {
    const moves = Array.from({ length: Math.min(PIECE, left - done) }, next);
    pieces.push(canonical(moves).slice(1, -1), ",");
    yield;
  }
  return [...pieces.slice(0, Math.max(pieces.length - 1, 1)), "]"];
}

/**
 * @param {ReplayFile["players"][number]} player
 * @returns {Move[]}
 */
const inTime = ({ seat, moves }) =>
  moves
    .map(([ms, text], index) => /** @type {Move} */ ([ms, seat, index, text]))
    .sort(([a], [b]) => a - b);

/**
 * Answer a function that takes the earliest move off the queues, of equal ones the lowest seat's.
 * @param {Move[][]} queues
 */
function merging(queues) {
  const at = queues.map(() => 0);
  return () => {
    let best = -1;
    queues.forEach((queue, number) => {
      const move = queue[at[number] ?? 0];
      const first = queues[best]?.[at[best] ?? 0];
      if (move && (!first || move[0] < first[0] || (move[0] === first[0] && move[1] < first[1]))) {
        best = number;
      }
    });
    const index = at[best] ?? 0;
    at[best] = index + 1;
    return queues[best]?.[index];
  };
}
