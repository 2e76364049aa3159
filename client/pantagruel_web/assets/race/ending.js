/** The end of a race: how it came out, that nobody could have chosen it, and the way to the next. */

import { isHost } from "../net/room.js";
import { make, write } from "../ui/dom.js";
import { headline, resultsTable } from "../ui/results.js";
import { toast } from "../ui/toast.js";
import { sentence } from "../ui/words.js";
import { promiseHolds } from "./promise.js";

/**
 * @typedef {import("../net/race.js").Race} Race
 * @typedef {import("../net/room.js").RoomState} RoomState
 */

/** @param {RoomState} state */
function honesty({ room, reveal }) {
  if (room?.kind === "numbered") return "A practice deal: whoever knows its seed could know the cards.";
  const holds = room && reveal ? promiseHolds(room, reveal) : null;
  if (holds === null) return "The secrets of the deal are out: anybody can check that it was shuffled as was promised.";
  return holds
    ? "The deal came from the server's commitment and your own random number, as was promised."
    : "This is not the deal that your browser was promised. Check the replay before you believe the result.";
}

/**
 * @param {HTMLElement} host
 * @param {Race} race
 */
export function makeEnding(host, race) {
  const head = make("h2", {});
  const table = make("div", { class: "scroll-x", tabindex: "0", role: "group", "aria-label": "Results" });
  const words = make("p", { class: "dim" });
  const ways = make("div", { class: "ways" });
  host.append(make("div", { class: "panel" }, head, table, words, ways));
  let drawn = "";

  async function rematch() {
    try {
      await race.ask({ t: "rematch" });
    } catch (refused) {
      toast(sentence(/** @type {{ why: string }} */ (refused).why), "bad");
    }
  }

  /** @param {RoomState} state */
  function next({ room }, /** @type {boolean} */ host) {
    if (room?.rematch) return [make("a", { class: "button primary", href: `race#${room.rematch}` }, "To the rematch")];
    if (room?.phase !== "finished") return [];
    return [make("button", { class: host ? "primary" : "", onclick: rematch }, "Rematch")];
  }

  return {
    /** @param {RoomState} state */
    show(state) {
      const { room, results, reveal, me } = state;
      if (!room) return;
      const text = [room.race, room.phase, room.rematch, room.host, results.length, Boolean(reveal)].join();
      if (text === drawn) return;
      drawn = text;
      write(head, headline(results, me));
      table.replaceChildren(resultsTable(results, me));
      write(words, honesty(state));
      ways.replaceChildren(
        ...next(state, isHost(state)),
        make("a", { class: "button", href: `replay#${room.race}` }, "Replay and verify"),
        make("a", { class: "button", href: "./" }, "To the races"),
      );
    },
  };
}
