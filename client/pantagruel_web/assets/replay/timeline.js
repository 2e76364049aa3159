/** A whole race from its replay: every player's board, row and progress at every race time. */

import { unhex } from "../proof/bytes.js";
import { order } from "../proof/deal.js";
import { outcome } from "../proof/results.js";
import { begin, play } from "../rules/game.js";
import { hidden, home } from "../rules/piles.js";
import { standings } from "../rules/rank.js";
import { note } from "../watch/series.js";

/** @typedef {import("../types.js").ReplayFile} ReplayFile */
/** @typedef {import("../types.js").PlayerRecord} PlayerRecord */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").Variant} Variant */
/** @typedef {import("../rules/game.js").Game} Game */
/** @typedef {import("../watch/series.js").Point} Point */

/** @typedef {{record: PlayerRecord, times: number[], kept: Game[], points: Point[]}} Track */

/** @typedef {Awaited<ReturnType<typeof timeline>>} Timeline */

const KEPT_EACH = 24; // moves between two games that are kept: the others are played from these
const PIECE = 400; // moves played at a time: a few milliseconds

/**
 * Play all games; those of a forged file end before their first move that cannot be.
 * @param {ReplayFile} file @param {Variant} variant
 * @param {(part: number) => void} [progress]
 */
export async function timeline(file, variant, progress = () => {}) {
  const passes = file.variant.max_passes;
  const first = begin(variant, order(unhex(file.deal.key), variant.packs), passes);
  /** @type {Track[]} */
  const tracks = [];
  for (const record of file.players) {
    tracks.push(await track(first, record));
    progress(tracks.length / file.players.length);
  }
  const ends = file.players.map(({ ended }) => ended[0]);
  const end = Math.max(1, ...ends, ...tracks.map(({ times }) => times[times.length - 1] ?? 0));
  const stops = [...new Set([0, ...tracks.flatMap(({ times }) => times), ...ends])].sort((a, b) => a - b);

  /** @param {number} player @param {number} ms */
  const gameAt = (player, ms) => {
    const one = /** @type {Track} */ (tracks[player]);
    return game(one, countUpTo(one.times, ms));
  };

  return {
    end,
    variant,

    /** Each player's cards home and score over race time. @param {number} player */
    points: (player) => tracks[player]?.points ?? [],

    gameAt,

    /** How many moves a player had made. @param {number} player @param {number} ms */
    count: (player, ms) => countUpTo(tracks[player]?.times ?? [], ms),

    /** A player's last move, null before the first. @param {number} player @param {number} ms */
    lastMove(player, ms) {
      const one = tracks[player];
      return one?.record.moves[countUpTo(one.times, ms) - 1]?.[1] ?? null;
    },

    /** Everybody's row of the running order. @param {number} ms @returns {Row[]} */
    rows: (ms) => rowsAt(file, ms, (player) => gameAt(player, ms)),

    /**
     * The next time at which something happens, or the one before: to anybody, or to one player.
     * @param {number} ms @param {1 | -1} way @param {number | null} player
     */
    step(ms, way, player) {
      const times = player === null ? stops : [0, ...(tracks[player]?.times ?? []), end];
      return way > 0 ? (times.find((time) => time > ms) ?? end) : (times.filter((time) => time < ms).at(-1) ?? 0);
    },
  };
}

/** @param {Game} first @param {PlayerRecord} record @returns {Promise<Track>} */
async function track(first, record) {
  /** @type {Track} */
  const made = { record, times: [], kept: [first], points: [] };
  let now = first;
  note(made.points, { ms: 0, home: 0, score: first.view.score });
  for (const [ms, move] of record.moves) {
    try {
      now = play(now, move, ms);
    } catch {
      break;
    }
    made.times.push(ms);
    if (made.times.length % KEPT_EACH === 0) made.kept.push(now);
    note(made.points, { ms, home: home(now.view), score: now.view.score });
    if (made.times.length % PIECE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return made;
}

/** @param {Track} one @param {number} count */
function game({ record, kept }, count) {
  const from = Math.min(Math.floor(count / KEPT_EACH), kept.length - 1);
  const moves = record.moves.slice(from * KEPT_EACH, count);
  return moves.reduce((now, [ms, move]) => play(now, move, ms), /** @type {Game} */ (kept[from]));
}

/** Count the times up to *ms*. @param {readonly number[]} times @param {number} ms */
function countUpTo(times, ms) {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (/** @type {number} */ (times[middle]) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param {ReplayFile} file @param {number} ms @param {(player: number) => Game} gameOf @returns {Row[]} */
function rowsAt({ players, rank_by }, ms, gameOf) {
  const games = players.map((_, player) => gameOf(player));
  const endings = players.map(({ ended: [at, word] }) => (at <= ms ? word : null));
  const ranked = games.map((one, seat) => outcome(seat, one, endings[seat] ?? null));
  return standings(ranked, rank_by).map(({ place, outcome: { seat } }) => {
    const { view } = /** @type {Game} */ (games[seat]);
    return [seat, place, home(view), hidden(view), view.score, view.redeals + 1, view.moves, true, endings[seat] ?? null];
  });
}
