/** The room before the race: who is there, how it will be played, and what one may do. */

import { spaced } from "../lobby/code.js";
import { isHost, mySeat } from "../net/room.js";
import { VARIANTS } from "../rules/variants.js";
import { confirm } from "../ui/dialog.js";
import { copy, make, write } from "../ui/dom.js";
import { toast } from "../ui/toast.js";
import { count, minutes, sentence, sight } from "../ui/words.js";
import { nonceFor } from "./promise.js";
import { seatList } from "./seats.js";
import { askSettings } from "./settings.js";

/**
 * @typedef {import("../net/race.js").Race} Race
 * @typedef {import("../net/room.js").RoomState} RoomState
 * @typedef {import("../types.js").Room} Room
 * @typedef {import("../types.js").SeatInfo} SeatInfo
 */

const FEW = 4; // seats that leave room for the buttons below

/** @param {Room} room */
function facts(room) {
  const { bell_ms, kind, passes, rank_by, settings = {}, variant } = room;
  const own = VARIANTS[variant]?.max_passes ?? null;
  return [
    `${minutes(room.limit_ms)} at most${bell_ms ? `, the bell ${minutes(bell_ms)} after the first win` : ""}`,
    rank_by === "score" ? "cleared boards are ranked by points" : "cleared boards are ranked by time",
    ...(passes != null && passes !== own ? [`${count(passes, "pass", "passes")} through the stock`] : []),
    sight(settings.faces),
    ...(kind === "numbered" ? ["a practice deal: whoever knows its seed knows the cards"] : []),
  ];
}

/** @param {{ why: string }} refused */
const complain = (refused) => toast(sentence(refused.why), "bad");

/**
 * @param {HTMLElement} host
 * @param {Race} race
 * @param {() => void} left  called when the seat was given up
 */
export function makeRoom(host, race, left) {
  /** @type {Room | null} */
  let drawn = null;

  /** @param {import("../net/link.js").Request} request */
  const ask = (request) => race.ask(request).catch(complain);

  /** @param {SeatInfo} seat */
  async function kick({ player, name }) {
    if (await confirm(`Send ${name} away?`, { more: "For good: there is no way back into this race.", yes: "Send away" })) {
      ask({ t: "kick", player });
    }
  }

  /** @param {Room} room */
  async function start(room) {
    const out = room.seats.filter(({ ready }) => !ready);
    if (out.length === 0) return ask({ t: "start" });
    const question = out.length === 1 ? `${out[0]?.name} is not ready. Start without?` : `${out.length} are not ready. Start without them?`;
    const yes = await confirm(question, { more: "They lose their seats and may watch.", yes: "Start without", no: "Wait" });
    if (yes) ask({ t: "start", without_unready: true });
  }

  async function cancel() {
    if (await confirm("Call the race off?", { more: "Everybody is sent home.", yes: "Call it off", no: "Keep it" })) ask({ t: "cancel" });
  }

  /** @param {Room} room */
  async function change({ settings = {} }) {
    const changes = await askSettings(settings);
    if (changes) ask({ t: "settings", ...changes });
  }

  async function leave() {
    try {
      await race.ask({ t: "leave" });
      left();
    } catch (refused) {
      complain(/** @type {{ why: string }} */ (refused));
    }
  }

  /** @param {Room} room */
  function invitation(room) {
    const url = new URL(`join#${room.code}`, location.href).href;
    const field = make("input", { readonly: true, "aria-label": "Link to invite with", onfocus: () => field.select() });
    field.value = url;
    const button = make("button", { onclick: copied }, "Copy");
    async function copied() {
      const done = await copy(url);
      write(button, done ? "Copied" : "Copy it by hand");
      if (!done) field.focus();
    }
    return [
      make("p", {}, "Send this link, or say the code ", make("b", { class: "code" }, spaced(room.code))),
      make("div", { class: "inline" }, field, button),
    ];
  }

  /** @param {Room} room */
  function hosting(room) {
    const all = room.seats.every(({ ready }) => ready);
    const some = room.seats.some(({ ready }) => ready);
    return [
      make("button", { class: all && some ? "primary" : "", disabled: !some, onclick: () => start(room) }, "Start the race"),
      make("button", { onclick: () => change(room) }, "Settings"),
      make("button", { onclick: cancel }, "Call it off"),
    ];
  }

  /** @param {Room} room @param {SeatInfo} seat */
  function readiness(room, { ready }) {
    return ready
      ? make("button", { onclick: () => ask({ t: "unready" }) }, "Not ready after all")
      : make("button", { class: "primary", onclick: () => ask({ t: "ready", nonce: nonceFor(room) }) }, "I am ready");
  }

  /** @param {Room} room @param {RoomState} state */
  function advice(room, state) {
    const waits = room.seats.filter(({ ready }) => !ready).length;
    const full = room.seats.length === room.places;
    if (isHost(state)) {
      if (waits) return full ? "Start when everybody is ready." : "Wait for your friends, or start with those who are ready.";
      return full ? "Everybody is ready. Off you go!" : "All here are ready: start, or wait for more.";
    }
    const name = room.seats.find(({ player }) => player === room.host)?.name ?? "The host";
    return `${name} starts the race when it suits.`;
  }

  const title = make("h2", {});
  const how = make("p", { class: "facts" });
  const invited = make("div", { class: "invitation" });
  const heads = make("h3", {});
  const seats = make("div", {});
  const advised = make("p", { class: "advice", role: "status" });
  const ways = make("div", { class: "ways" });
  const promised = make("div", {});
  host.append(make("div", { class: "panel" }, title, how, invited, heads, seats, advised, ways, promised));

  /** What stays as long as the room does. @param {Room} room */
  function enter(room) {
    invited.replaceChildren(...invitation(room));
    promised.replaceChildren(...(room.commit ? [promise(room.commit)] : []));
  }

  return {
    /** @param {RoomState} state */
    show(state) {
      const { room } = state;
      const seat = mySeat(state);
      if (!room || !seat || room === drawn) return;
      if (room.race !== drawn?.race) enter(room);
      drawn = room;
      const game = VARIANTS[room.variant]?.title ?? room.variant;
      write(title, room.settings?.name || game);
      const rules = make("a", { href: `rules#${room.variant}` }, room.settings?.name ? game : "The rules");
      how.replaceChildren(rules, ` \u00b7 ${facts(room).join(" \u00b7 ")}`);
      heads.replaceChildren(`${room.seats.length} of ${count(room.places, "seat")} taken`, watching(room));
      seats.replaceChildren(seatList(room, state.me, isHost(state) ? kick : null));
      host.classList.toggle("full", room.places > FEW); // then the buttons stay in sight
      write(advised, advice(room, state));
      const held = [...ways.children].indexOf(/** @type {Element} */ (document.activeElement));
      ways.replaceChildren(
        readiness(room, seat),
        ...(isHost(state) ? hosting(room) : []),
        make("button", { onclick: leave }, "Leave"),
      );
      /** @type {HTMLElement | undefined} */ (ways.children[held])?.focus();
    },
  };
}

/** @param {Room} room */
const watching = ({ watchers = 0 }) => make("small", {}, watchers ? ` ${watchers} watching` : "");

/** @param {string} commit */
function promise(commit) {
  return make(
    "details",
    { class: "promise" },
    make("summary", {}, "Nobody can choose the deal"),
    make(
      "p",
      {},
      "The server has committed to its half of the shuffle, and your browser adds a random number of its own when you are ready. After the race anybody can check both. The commitment: ",
    ),
    make("code", {}, commit),
  );
}
