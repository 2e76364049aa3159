/** Taking cards and putting them down: by tap and tap, by drag and drop, by keys. */

import { refusal } from "../rules/moves.js";
import { parts } from "../rules/notation.js";
import { play as sound } from "../ui/sound.js";
import { aims, homeward, moveTo, nearest, piles, sourceOf, whyNot } from "./aim.js";

/**
 * @typedef {import("./aim.js").Aim} Aim
 * @typedef {import("./aim.js").Game} Game
 * @typedef {import("./cards.js").CardElement} CardElement
 * @typedef {import("./pointer.js").Hit} Hit
 * @typedef {import("./slots.js").PileKind} PileKind
 * @typedef {import("./slots.js").Slot} Slot
 * @typedef {import("../rules/moves.js").Source} Source
 *
 * @typedef {object} Surroundings
 * @property {ReturnType<typeof import("./cards.js").makeCards>} cards
 * @property {ReturnType<typeof import("./places.js").makePlaces>} places
 * @property {ReturnType<typeof import("./note.js").makeNote>} note
 * @property {() => Game | null} game  null while nobody may play
 * @property {() => import("./layout.js").Geometry | null} geometry
 * @property {(move: string) => void} play
 */

const SHAKE_MS = 420;
const HINT_MS = 2_500;

/** @param {Surroundings} around */
export function makeChoice({ cards, places, note, game, geometry, play }) {
  /** @type {{source: Source, slot: Slot, aims: Aim[]} | null} */
  let chosen = null;
  /** @type {{source: Source, slot: Slot, aims: Aim[], held: CardElement[], dx: number, dy: number, aim?: Aim | undefined} | null} */
  let drag = null;
  /** @type {Map<string, string>} */
  let extra = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fading;

  /** The uppermost card of a pile. @param {PileKind} pile @param {number} index */
  const topOf = (pile, index) =>
    cards.all().reduce(
      (/** @type {Slot | null} */ top, { slot }) =>
        slot.pile === pile && slot.index === index && slot.z >= (top?.z ?? -1) ? slot : top,
      null,
    );

  function refresh() {
    const marks = new Map(extra);
    /** @type {Map<string, string>} */
    const pileMarks = new Map();
    const from = drag ?? chosen;
    for (const aim of from?.aims ?? []) {
      const { pile, index } = aim.pile;
      const top = topOf(pile, index);
      const mark = aim === drag?.aim ? "target aimed" : "target";
      if (top) marks.set(top.key, mark);
      else pileMarks.set(`${pile} ${index}`, mark);
    }
    if (chosen) for (const { slot } of cards.taking(chosen.slot)) marks.set(slot.key, "chosen");
    cards.marks(marks);
    places.marks(pileMarks);
  }

  /** @param {Map<string, string>} marks @param {number} ms */
  function flash(marks, ms) {
    clearTimeout(fading);
    extra = marks;
    refresh();
    fading = setTimeout(() => {
      extra = new Map();
      refresh();
    }, ms);
  }

  /** @param {Slot[]} which @param {string} why */
  function shake(which, why) {
    sound("refused");
    note.say(why);
    flash(new Map(which.map(({ key }) => [key, "shakes"])), SHAKE_MS);
  }

  /** The cards that a move would take. @param {string} move */
  function cardsOf(move) {
    const read = parts(move);
    if (!read) return [];
    const pile = /** @type {PileKind} */ ({ D: "stock", R: "stock", W: "waste", T: "column", F: "foundation" }[read.kind.charAt(0)]);
    const index = Math.max(0, read.source);
    const all = cards.all().map(({ slot }) => slot).filter((slot) => slot.pile === pile && slot.index === index);
    return all.slice(-read.count);
  }

  /** @param {string} move @param {string} why */
  function refuse(move, why) {
    cancel();
    shake(cardsOf(move), why);
  }

  /** Play a move if it may be; else say why not. @param {string} move */
  function attempt(move) {
    const now = game();
    if (!now) return;
    if (refusal(now.variant, now.view, now.passes, move)) return refuse(move, whyNot(now, move));
    cancel();
    play(move);
  }

  function cancel() {
    if (drag) cards.settle(drag.held);
    drag = null;
    if (chosen || extra.size) {
      chosen = null;
      extra = new Map();
    }
    refresh();
  }

  /** What can be done with the card in a slot. @param {Slot | null} slot */
  function taken(slot) {
    const now = game();
    const source = sourceOf(slot);
    return now && slot && source ? { source, slot, aims: aims(now, source) } : null;
  }

  /** The same in the view there is now; null if other cards lie there. @param {Slot} old */
  function again(old) {
    const found = cards.all().find(({ slot }) => slot.key === old.key)?.slot;
    return found && found.card === old.card && found.count === old.count ? taken(found) : null;
  }

  /** @param {Slot | null} slot */
  function choose(slot) {
    chosen = taken(slot);
    refresh();
    return chosen !== null;
  }

  /** The pile that the held cards would go to now. Answers whether it is another. */
  function retarget() {
    const table = geometry();
    if (!drag || !table) return false;
    const at = { x: drag.slot.x + drag.dx, y: drag.slot.y + drag.dy };
    const found = nearest(at, table, drag.aims.map((aim) => ({ ...aim.pile, aim })))?.aim;
    if (found === drag.aim) return false;
    drag.aim = found;
    return true;
  }

  function draw() {
    const now = game();
    if (now) attempt(now.view.stock.length ? "D" : "R");
  }

  /** Put the chosen cards on a pile, or choose others there. @param {PileKind} pile @param {number} index @param {Slot | null} slot */
  function second(pile, index, slot) {
    const now = game();
    if (!now || !chosen) return;
    const { source, aims: legal, slot: first } = chosen;
    const aim = legal.find((one) => one.pile.pile === pile && (pile === "foundation" || one.pile.index === index));
    if (aim) return attempt(aim.move);
    if (first.pile === pile && first.index === index) {
      if (slot?.key === first.key || !choose(slot)) cancel();
      return;
    }
    if (sourceOf(slot) && pile !== "foundation" && choose(slot)) return;
    refuse(moveTo(source, pile, index), whyNot(now, moveTo(source, pile, index)));
  }

  return {
    refresh,
    refuse,
    attempt,
    cancel,

    /** Another view: what is held or chosen stays so if it lies where it lay. */
    fresh() {
      extra = new Map();
      chosen = chosen && again(chosen.slot);
      const held = drag && again(drag.slot);
      drag = drag && held && { ...held, held: cards.taking(held.slot), dx: drag.dx, dy: drag.dy };
      if (drag) cards.drag(drag.held, drag.dx, drag.dy);
      retarget();
      refresh();
    },

    /** Answers whether a card is chosen now. @param {Hit | null} hit */
    tap(hit) {
      if (!hit || hit.pile === "stock") cancel();
      if (hit?.pile === "stock") draw();
      else if (hit && chosen) second(hit.pile, hit.index, hit.slot);
      else if (hit) choose(hit.slot);
      return chosen !== null;
    },

    /** Enter on a pile: its uppermost card, or what is chosen goes there. @param {PileKind} pile @param {number} index */
    press(pile, index) {
      if (pile === "stock") return draw();
      const top = topOf(pile, index);
      if (chosen) second(pile, index, top);
      else if (choose(top)) note.tell("Chosen. Choose where to, or Escape.");
    },

    /** @param {Hit} hit */
    home(hit) {
      const now = game();
      const source = sourceOf(hit.slot && topOf(hit.pile, hit.index));
      if (!now || !source || hit.pile === "foundation") return;
      const aim = homeward(now, source);
      if (aim) attempt(aim.move);
      else refuse(moveTo({ ...source, count: 1 }, "foundation", 0), whyNot(now, moveTo({ ...source, count: 1 }, "foundation", 0)));
    },

    /** @param {Hit} hit */
    lift(hit) {
      const one = taken(hit.slot);
      if (!one) return false;
      chosen = null;
      drag = { ...one, held: cards.taking(one.slot), dx: 0, dy: 0 };
      refresh();
      return true;
    },

    /** @param {number} dx @param {number} dy */
    drag(dx, dy) {
      if (!drag) return;
      Object.assign(drag, { dx, dy });
      cards.drag(drag.held, dx, dy);
      if (retarget()) refresh();
    },

    /** @param {boolean} dropped */
    drop(dropped) {
      const now = game();
      const table = geometry();
      const dragged = drag;
      if (!dragged) return;
      const at = { x: dragged.slot.x + dragged.dx, y: dragged.slot.y + dragged.dy };
      if (dropped && now && dragged.aim) {
        drag = null;
        return attempt(dragged.aim.move);
      }
      cancel();
      const over = dropped && table && now && nearest(at, table, piles(table));
      if (!over || (over.pile === dragged.slot.pile && over.index === dragged.slot.index)) return;
      refuse(moveTo(dragged.source, over.pile, over.index), whyNot(now, moveTo(dragged.source, over.pile, over.index)));
    },

    /** @param {string} move */
    hint(move) {
      const read = parts(move);
      const marks = new Map(cardsOf(move).map(({ key }) => [key, "hint"]));
      const target = read && read.target >= 0 ? topOf("column", read.target) : null;
      if (target) marks.set(target.key, "target");
      flash(marks, HINT_MS);
    },
  };
}
