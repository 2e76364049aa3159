/** A watched race on the page: boards, rows and graph, each patched by what changed. */

import { ranked } from "../net/room.js";
import { deckOf } from "../rules/words.js";
import { makeRows } from "../ui/rows.js";
import { settings } from "../ui/settings.js";
import { ENDINGS, signed } from "../ui/words.js";
import { colourOf, colourRows, dashOf } from "./colours.js";
import { moveWords } from "./moves.js";
import { FLIGHT_MS } from "./pace.js";

/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").SeatInfo} SeatInfo */
/** @typedef {import("../types.js").Variant} Variant */
/** @typedef {import("../ui/rows.js").Rows} Rows */
/** @typedef {import("./lookout.js").Lookout} Lookout */

/**
 * @param {Lookout} race
 * @param {ReturnType<typeof import("./gallery.js").gallery>} boards
 * @param {ReturnType<typeof import("./chart.js").chart>} graph
 * @param {HTMLElement} host  of the running order
 * @param {(seat: number) => void} pick
 */
export function makeScene(race, boards, graph, host, pick) {
  let blank = false;
  /** @type {Set<number>} */
  const due = new Set();
  /** @type {Map<number, number>} the command that each shown board follows */
  const shown = new Map();
  /** @type {readonly SeatInfo[]} */
  let seated = [];
  /** @type {Variant | null} */
  let variant = null;
  /** @type {Rows | null} */
  let rows = null;

  /** Of the faces that come late and the cards as they lie now, what is looked at. @param {number} seat */
  const keptOf = (seat) => (blank ? race.blank(seat) : null) ?? race.faced(seat) ?? race.blank(seat);

  /** @param {readonly SeatInfo[]} seats */
  function seat(seats) {
    if (seats === seated) return;
    seated = seats;
    const rules = race.variant();
    if (!rules) return;
    if (rules !== variant) {
      variant = rules;
      host.replaceChildren();
      rows = makeRows(host, { cards: deckOf(rules), pick });
    }
    boards.seat(rules, seats);
  }

  /** @param {number} number */
  function show(number) {
    const kept = keptOf(number);
    if (!kept) return;
    const next = kept.k === (shown.get(number) ?? -1) + 1;
    shown.set(number, kept.k);
    boards.show(number, kept.board, kept.move, next ? FLIGHT_MS[settings().speed] : 0);
  }

  /** @param {Row} row */
  function caption([seatNumber, place, home, , score, , , on, ended]) {
    const move = boards.picked() === seatNumber ? keptOf(seatNumber)?.move : null;
    const fate = ended ? ENDINGS[ended] : on ? (move ? moveWords(move) : "") : "line is down";
    const off = ended !== null && ended !== "won";
    boards.caption(seatNumber, { place, home: `${home} home`, score: signed(score), fate, off });
  }

  function draw() {
    const { room } = race.state();
    if (!room) return;
    seat(room.seats);
    for (const number of due) show(number);
    due.clear();
    const order = ranked(race.state());
    rows?.show(room.seats, order);
    colourRows(host);
    rows?.mark(boards.picked());
    order.forEach(caption);
    chart(order);
  }

  /** @param {Row[]} order */
  function chart(order) {
    const ended = order.every((row) => row[8] !== null);
    const last = Math.max(1, ...order.map(([number]) => race.points(number).at(-1)?.ms ?? 0));
    const now = ended ? last : Math.max(last, race.ms() ?? 0);
    const lines = seated.map(({ seat: number, name }) => ({ name, colour: colourOf(number), dash: dashOf(number), points: race.points(number) }));
    const picked = seated.findIndex(({ seat: number }) => number === boards.picked());
    graph.show({ lines, most: variant ? deckOf(variant) : 52, end: now, now, since: race.since(), picked: picked < 0 ? null : picked });
  }

  return {
    draw,

    /** These boards are others than they were. @param {Iterable<number>} seats */
    changed(seats) {
      for (const number of seats) due.add(number);
    },

    /** Look at the boards of now, faces hidden, or not; or tell which. @param {boolean} [now] */
    blank(now = blank) {
      if (now !== blank) {
        shown.clear();
        seated.forEach((one) => due.add(one.seat));
      }
      return (blank = now);
    },

    /** Another race begins. */
    clear() {
      due.clear();
      shown.clear();
      rows?.clear();
    },
  };
}
