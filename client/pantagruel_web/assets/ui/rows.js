/** The running order: one line for each player, patched as numbers change and moved as places do. */

import { make, write } from "./dom.js";
import { ENDINGS, signed } from "./words.js";

/**
 * @typedef {import("../types.js").Row} Row
 * @typedef {{ seat: number, name: string, bot?: boolean }} Person
 * @typedef {ReturnType<typeof makeRows>} Rows
 *
 * @typedef {object} Line
 * @property {HTMLLIElement} item
 * @property {Row | null} row  what is written there
 * @property {Record<"place" | "name" | "state" | "gain" | "home" | "hidden" | "score", HTMLElement>} parts
 * @property {HTMLElement} bar
 * @property {{ at: number, home: number }[]} past  how many cards were home, and when
 */

const MANY = 7; // lines from which on each is as low as can be
const GAIN_MS = 30_000;
const RISES_MS = 1_500;

/**
 * @param {HTMLElement} host
 * @param {{ cards: number, pick?: (seat: number) => void }} options  *cards* of the whole deck
 */
export function makeRows(host, { cards, pick }) {
  const list = make("ol", { class: "rows" });
  const head = make(
    "div",
    { class: "rows-head", "aria-hidden": "true" },
    make("span", {}, "home"),
    make("span", {}, "hidden"),
    make("span", {}, "points"),
  );
  host.append(head, list);
  /** @type {Map<number, Line>} */
  const lines = new Map();

  /** @param {Person} person @param {boolean} mine @returns {Line} */
  function added({ seat, name, bot }, mine) {
    const part = (/** @type {string} */ of) => make("span", { class: of });
    const parts = {
      place: part("rank"),
      name: make("b", { class: "name" }, name),
      state: part("state"),
      gain: part("gain"),
      home: part("home"),
      hidden: part("hidden"),
      score: part("score"),
    };
    const bar = make("i", {});
    const item = make(
      "li",
      { class: mine ? "mine" : "", "data-seat": seat, title: name, ...(pick && { onclick: () => pick(seat) }) },
      parts.place,
      make("span", { class: "who" }, parts.name, ...(bot ? [make("small", {}, "bot")] : []), parts.state),
      parts.gain,
      parts.home,
      parts.hidden,
      parts.score,
      make("span", { class: "track", "aria-hidden": "true" }, bar),
    );
    list.append(item);
    return { item, row: null, parts, bar, past: [] };
  }

  /** @param {Line} line @param {Row} row */
  function patch(line, row) {
    const [, place, home, hidden, score, , , on, ended] = row;
    const { parts, item, bar, row: old } = line;
    if (old && place < old[1]) rise(item);
    write(parts.place, place);
    write(parts.state, ended ? ENDINGS[ended] : on ? "" : "line is down");
    write(parts.home, home);
    write(parts.hidden, hidden);
    write(parts.score, signed(score));
    item.classList.toggle("off", !on && !ended);
    item.classList.toggle("ended", ended !== null);
    item.classList.toggle("won", ended === "won");
    bar.style.transform = `scaleX(${(home / cards).toFixed(4)})`;
    line.row = row;
  }

  /** @param {HTMLElement} item */
  function rise(item) {
    item.classList.add("rises");
    setTimeout(() => item.classList.remove("rises"), RISES_MS);
  }

  /** Say how many cards each brought home of late. @param {number} now */
  function gains(now) {
    for (const { row, past, parts } of lines.values()) {
      if (!row) continue;
      if (past.at(-1)?.home !== row[2]) past.push({ at: now, home: row[2] });
      while (past.length > 1 && (past[1]?.at ?? now) < now - GAIN_MS) past.shift();
      const gain = row[2] - (past[0]?.home ?? row[2]);
      write(parts.gain, gain > 0 && !row[8] ? `+${gain}` : "");
    }
  }

  function order() {
    const sorted = [...lines.values()].sort(
      (a, b) => (a.row?.[1] ?? 0) - (b.row?.[1] ?? 0) || (a.row?.[0] ?? 0) - (b.row?.[0] ?? 0),
    );
    sorted.forEach(({ item }, at) => {
      const there = list.children[at];
      if (there !== item) list.insertBefore(item, there ?? null);
    });
  }

  return {
    /**
     * Show everybody's line, or what has changed of it.
     *
     * @param {readonly Person[]} people
     * @param {Iterable<Row>} rows
     * @param {{ mine?: number | undefined, now?: number }} [how]  *mine* is the own seat
     */
    show(people, rows, { mine, now = performance.now() } = {}) {
      for (const [seat, { item, parts }] of lines) {
        const person = people.find((one) => one.seat === seat);
        if (person?.name === parts.name.textContent && item.classList.contains("mine") === (seat === mine)) continue;
        item.remove();
        lines.delete(seat);
      }
      for (const person of people) {
        if (!lines.has(person.seat)) lines.set(person.seat, added(person, person.seat === mine));
      }
      host.classList.toggle("many", people.length > MANY);
      let moved = false;
      for (const row of rows) {
        const line = lines.get(row[0]);
        if (!line || line.row === row) continue;
        moved ||= line.row?.[1] !== row[1];
        patch(line, row);
      }
      if (moved) order();
      gains(now);
    },

    /** Mark the line that was picked. @param {number | null} seat */
    mark(seat) {
      for (const [number, { item }] of lines) item.classList.toggle("picked", number === seat);
    },

    /** Begin anew, with other players. */
    clear() {
      lines.clear();
      list.replaceChildren();
    },
  };
}
