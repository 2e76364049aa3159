/** How the race goes, beside the board: the clock, the own numbers, everybody's line. */

import { mySeat, ranked } from "../net/room.js";
import { hidden, home } from "../rules/piles.js";
import { makeClock } from "../ui/clock.js";
import { byId, make, write } from "../ui/dom.js";
import { makeField, standing } from "../ui/field.js";
import { makeRows } from "../ui/rows.js";
import { ordinal, signed } from "../ui/words.js";
import { makeActions } from "./actions.js";

/** @typedef {import("../net/race.js").Race} Race */

const NUMBERS = ["home", "points", "hidden", "pass"];

/** @param {HTMLElement} host */
function makeNumbers(host) {
  const fields = Object.fromEntries(
    NUMBERS.map((name) => {
      const value = make("dd", {});
      host.append(make("div", { class: name }, make("dt", {}, name), value));
      return [name, value];
    }),
  );
  return (/** @type {Record<string, string | number>} */ values) => {
    for (const name of NUMBERS) write(/** @type {HTMLElement} */ (fields[name]), values[name] ?? "");
  };
}

/** @param {Race} race */
export function makeSide(race) {
  const clock = makeClock(byId("clock"), () => ({
    room: race.state().room,
    ms: race.ms(),
    still: race.state().suspended,
  }));
  const numbers = makeNumbers(byId("numbers"));
  const actions = makeActions(byId("actions"), race);
  const place = byId("place");
  const gap = byId("standing");
  /** @type {ReturnType<typeof makeRows> | null} */
  let rows = null;
  /** @type {ReturnType<typeof makeField> | null} */
  let field = null;

  const more = byId("more", "button");
  more.addEventListener("click", () => {
    const open = document.body.classList.toggle("more-open");
    more.setAttribute("aria-expanded", String(open));
    write(more, open ? "Board" : "More");
  });

  function own() {
    const variant = race.variant();
    const view = race.seat().shown();
    const room = race.state().room;
    byId("numbers").hidden = !view;
    if (!variant || !view || !room) return;
    const cards = variant.packs * variant.ranks * 4;
    const most = room.passes ?? variant.max_passes;
    numbers({
      home: `${home(view)} / ${cards}`,
      points: signed(view.score) + (view.streak ? ` + ${view.streak}` : ""),
      hidden: hidden(view),
      pass: most ? `${view.redeals + 1} / ${most}` : view.redeals + 1,
    });
  }

  return {
    show() {
      const state = race.state();
      const variant = race.variant();
      if (!variant || !state.room) return;
      const cards = variant.packs * variant.ranks * 4;
      rows ??= makeRows(byId("rows"), { cards });
      field ??= makeField(byId("field"), cards);
      const mine = mySeat(state)?.seat;
      const order = ranked(state);
      rows.show(state.room.seats, order, { mine });
      field.show(order, mine);
      const row = order.find(([seat]) => seat === mine);
      const many = state.room.seats.length;
      write(place, row && many > 1 ? `${ordinal(row[1])} of ${many}` : "");
      write(gap, mine === undefined ? "" : standing(order, state.room.seats, mine));
      own();
      actions.show();
      clock.tick();
    },

    /** Another race: its rows are others. */
    clear() {
      byId("rows").replaceChildren();
      byId("field").replaceChildren();
      rows = field = null;
    },
  };
}
