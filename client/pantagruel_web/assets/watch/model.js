/** What a watcher knows of the boards: a picture of each, and the steps after it, without a gap. */

import { follow } from "../rules/follow.js";
import { outlined } from "../rules/outline.js";

/** @typedef {import("../types.js").Variant} Variant */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Outline} Outline */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").ServerMessage} ServerMessage */
/** @typedef {number | "end"} Faces  how many seconds late faces are */

/**
 * A board as it was after command `k` of its seat, made at race time `ms`; `move` is that command.
 * @template Shown
 * @typedef {{board: Shown, k: number, ms: number, move: string | null}} Kept
 */

/** A step is missing or cannot be: take new pictures. */
export class Gap extends Error {}

/**
 * Begin with no board. `fold` takes a message in and answers the seats whose boards it changed;
 * `fresh` forgets the boards, since pictures come again after every entrance.
 */
export function watched() {
  /** @type {Map<number, Kept<Table>>} */
  const faced = new Map();
  /** @type {Map<number, Kept<Outline>>} */
  const blank = new Map();

  function fresh() {
    faced.clear();
    blank.clear();
  }

  /**
   * @param {Variant} variant @param {Faces} faces @param {boolean} open  whether nothing is secret any more
   * @param {ServerMessage} message
   * @returns {Set<number>}
   */
  function fold(variant, faces, open, message) {
    switch (message.t) {
      case "board":
        faced.set(message.seat, { board: message.view, k: message.k, ms: message.ms, move: null });
        if (open || faces === 0) blank.delete(message.seat);
        return new Set([message.seat]);
      case "outline":
        blank.set(message.seat, { board: message.view, k: message.k, ms: message.ms, move: null });
        return new Set([message.seat]);
      case "steps":
        return stepped(faced, message.steps, (view, step) => followed(variant, view, step));
      case "progress":
        return progressed(variant, faces, message);
      default:
        return new Set();
    }
  }

  /** @param {Variant} variant @param {Faces} faces @param {import("../types.js").Progress} message */
  function progressed(variant, faces, { rows, steps = [] }) {
    if (faces === 0) return stepped(faced, steps, (view, step) => followed(variant, view, step));
    const changed = stepped(blank, steps, (outline, step) => outlined(variant, outline, step));
    for (const row of rows) {
      const kept = blank.get(row[0]);
      if (kept) blank.set(row[0], { ...kept, board: compared(kept.board, row) });
    }
    return changed;
  }

  return {
    fold,
    fresh,
    /** @param {number} seat */
    faced: (seat) => faced.get(seat) ?? null,
    /** @param {number} seat */
    blank: (seat) => blank.get(seat) ?? null,
  };
}

/**
 * Do steps on the boards that they follow; those of a seat without a picture, or that are in it
 * already, are passed over.
 * @template Shown
 * @param {Map<number, Kept<Shown>>} boards
 * @param {readonly Step[]} steps
 * @param {(board: Shown, step: Step) => Shown} after
 */
function stepped(boards, steps, after) {
  /** @type {Set<number>} */
  const changed = new Set();
  for (const step of steps) {
    const [seat, k, ms, move] = step;
    const kept = boards.get(seat);
    if (!kept || k <= kept.k) continue;
    if (k > kept.k + 1) throw new Gap(`steps ${kept.k + 1} to ${k - 1} of seat ${seat} are missing`);
    boards.set(seat, { board: done(kept.board, step, after), k, ms, move });
    changed.add(seat);
  }
  return changed;
}

/**
 * @template Shown
 * @param {Shown} board @param {Step} step @param {(board: Shown, step: Step) => Shown} after
 */
function done(board, step, after) {
  try {
    return after(board, step);
  } catch (error) {
    throw new Gap(`the server shows a step that cannot be: ${step[3]} of seat ${step[0]}, ${error}`);
  }
}

/** @param {Variant} variant @param {Table} view @param {Step} step */
function followed(variant, view, [, , ms, m, drawn = [], flip = null, played = []]) {
  return follow(variant, view, m, { drawn, flip, played }, ms);
}

/**
 * Hold a seat's row against the counts, and take its score: no blank step tells it.
 * @param {Outline} outline @param {Row} row
 */
function compared(outline, [seat, , home, hidden, score, , moves]) {
  if (moves !== outline.moves) return outline; // of another moment
  const covered = outline.columns.reduce((sum, [down]) => sum + down, 0);
  if (home !== outline.home || hidden !== covered) {
    throw new Gap(`the steps of seat ${seat} do not lead to ${home} cards home`);
  }
  return { ...outline, score };
}
