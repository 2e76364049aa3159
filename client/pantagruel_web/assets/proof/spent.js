/** Whether nothing can be won or paid any more in a game, by the relaxation that the engine has too. */

import { RANKS, SUITS, rank, suit } from "../rules/card.js";
import { finishable } from "../rules/finish.js";
import { fits, foundationTop, lifts, starts, won } from "../rules/piles.js";

/**
 * @typedef {import("../types.js").Card} Card
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("../rules/moves.js").Passes} Passes
 * @typedef {{ card: Card, run: readonly Card[], place: number, bare: boolean, gone: boolean, home: boolean, hidden: boolean }} Place
 */

const ALL = [...SUITS].flatMap((letter) => [...RANKS].map((one) => one + letter));

/**
 * Answer the cards that can come to the top of the waste before any of them is played; null: one
 * of them was never seen.
 *
 * @param {Variant} variant
 * @param {Table} view
 * @param {Passes} passes
 */
function comingCards({ draw }, { stock, waste, redeals }, passes) {
  /** @param {readonly (Card | null)[]} cards */
  const tops = (cards) => cards.filter((_, at) => at % draw === draw - 1 || at === cards.length - 1);
  const again = passes == null || redeals + 1 < passes;
  const cards = [...waste.slice(-1), ...tops(stock), ...(again ? tops([...waste, ...stock]) : [])];
  return cards.includes(null) ? null : new Set(/** @type {Card[]} */ (cards));
}

/** @param {Table} view @returns {Place[]} */
function placesOf(view) {
  return view.columns.flatMap(([down, up]) =>
    up.map((card, place) => ({
      card: card ?? "",
      run: /** @type {Card[]} */ (up),
      place,
      bare: place === up.length - 1,
      gone: false,
      home: false,
      hidden: down > 0,
    })),
  );
}

/**
 * A world whose facts only grow: what never comes about in it never can. What may be true by now
 * are the cards that some column takes, those that some foundation waits for, the tops of those.
 */
class World {
  /** @param {Variant} variant @param {Table} view @param {Set<Card>} coming */
  constructor(variant, view, coming) {
    this.variant = variant;
    this.coming = coming;
    this.progress = this.pays = this.grew = false;
    /** @type {Set<Card>} */
    this.takes = new Set();
    /** @type {Set<Card>} */
    this.wanted = new Set();
    /** @type {Set<Card>} */
    this.tops = new Set();
    /** @type {Set<Card>} */
    this.down = new Set();
    this.places = placesOf(view);
    for (const { card, bare } of this.places) if (bare) this.host(card);
    if (view.columns.some(([, up]) => up.length === 0)) this.host(null);
    view.foundations.forEach((height, pile) => {
      const top = foundationTop(variant, view, pile);
      this.stands(SUITS.charAt(Math.floor(pile / variant.packs)), height, top);
    });
  }

  /** Let a column end with a card, or be empty. @param {Card | null} below */
  host(below) {
    for (const card of ALL) {
      if (below === null ? starts(this.variant, card) : fits(this.variant, card, below)) this.takes.add(card);
    }
  }

  /** Let a foundation be of this height. @param {string} letter @param {number} height @param {Card | null} top */
  stands(letter, height, top = height ? RANKS.charAt(height - 1) + letter : null) {
    if (top) this.tops.add(top);
    if (height < this.variant.ranks) this.wanted.add(RANKS.charAt(height) + letter);
  }

  /** Let a card leave its place in every way it can. @param {Place} one */
  move(one) {
    const { card, run, place, bare } = one;
    if (bare && !one.home && this.wanted.has(card)) {
      one.home = this.pays = this.grew = true;
      this.stands(suit(card), rank(card));
    }
    const alone = bare && lifts(this.variant, [...run.slice(0, place), card], 1);
    const lifted = alone || lifts(this.variant, run, run.length - place);
    if (one.gone || !(one.home || (lifted && this.takes.has(card)))) return;
    one.gone = this.grew = true;
    const under = place > 0 ? this.places[this.places.indexOf(one) - 1] : undefined;
    if (under) under.bare = true;
    if (under || !one.hidden) this.host(under?.card ?? null);
    else this.progress = true;
  }

  comeDown() {
    for (const card of [...this.tops]) {
      if (this.down.has(card) || !this.takes.has(card)) continue;
      this.down.add(card);
      this.grew = true;
      this.host(card);
      this.stands(suit(card), rank(card) - 1);
    }
  }

  /** Draw every conclusion once; tell whether any was new. */
  grows() {
    this.grew = false;
    for (const one of this.places) this.move(one);
    if (this.variant.foundation_return) this.comeDown();
    for (const card of this.coming) {
      if (this.takes.has(card) || this.wanted.has(card)) this.progress = true;
    }
    return this.grew && !this.progress;
  }
}

/**
 * Tell whether the game is dead and can pay nothing more, as far as that is proved in this way.
 *
 * @param {Variant} variant
 * @param {Table} view
 * @param {Passes} passes
 */
export function spent(variant, view, passes) {
  const coming = comingCards(variant, view, passes);
  if (coming === null || won(variant, view) || finishable(variant, view, passes)) return false;
  const world = new World(variant, view, coming);
  while (world.grows());
  return !world.progress && !world.pays;
}
