/** What one may do in a race beside moving cards: stop in some way, or watch once that is done. */

import { confirm } from "../ui/dialog.js";
import { make } from "../ui/dom.js";
import { toast } from "../ui/toast.js";
import { count, sentence, signed } from "../ui/words.js";
import { mySeat } from "../net/room.js";

/** @typedef {import("../net/race.js").Race} Race */

/**
 * @param {HTMLElement} host
 * @param {Race} race
 */
export function makeActions(host, race) {
  let drawn = "";

  async function bank() {
    const points = signed(race.seat().shown()?.score ?? 0);
    const more = "Your game ends here and you keep these points. The others go on.";
    if (await confirm(`Bank ${points} points?`, { more, yes: "Bank", no: "Play on" })) race.bank();
  }

  async function forfeit() {
    const more = "Your game ends here; the board counts as it lies.";
    if (await confirm("Give up?", { more, yes: "Give up", no: "Play on" })) race.forfeit();
  }

  /** @param {boolean} agreed */
  function agree(agreed) {
    race.ask({ t: "agree", agreed }).catch((refused) => toast(sentence(refused.why), "bad"));
  }

  /** @param {number} agreed @param {number} playing @param {boolean} mine */
  function closing(agreed, playing, mine) {
    const text = mine ? "Play on after all" : "Agree to end";
    const title = "The race ends now if everybody who still plays agrees";
    const button = make("button", { title, "aria-pressed": String(mine), onclick: () => agree(!mine) }, text);
    return agreed ? [button, make("small", { class: "dim" }, `${agreed} of ${count(playing, "player")} would end it now`)] : [button];
  }

  return {
    show() {
      const state = race.state();
      const { room, rows } = state;
      if (!room) return;
      const playing = room.seats.filter(({ seat }) => !rows.get(seat)?.[8]);
      const agreed = playing.filter((seat) => seat.agreed).length;
      const mine = mySeat(state)?.agreed ?? false;
      const on = race.seat().playing();
      const text = [on, playing.length, agreed, mine, room.race].join();
      if (text === drawn) return;
      drawn = text;
      host.replaceChildren(
        ...(on
          ? [
              make("button", { onclick: bank }, "Bank"),
              make("button", { onclick: forfeit }, "Give up"),
              ...(room.seats.length > 1 ? closing(agreed, playing.length, mine) : []),
            ]
          : playing.length
            ? [make("a", { class: "button primary", href: `watch#${room.race}` }, "Watch the others")]
            : []),
      );
    },
  };
}
