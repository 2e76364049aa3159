/** A race from the room to the results, for whoever has a seat in it. */

import { BAD_TOKEN, KICKED } from "../net/codes.js";
import { keepToken, myName, myToken } from "../net/identity.js";
import { openRace, whereOf } from "../net/race.js";
import { mySeat } from "../net/room.js";
import { makeEnding } from "../race/ending.js";
import { showGate } from "../race/gate.js";
import { makeLine } from "../race/line.js";
import { makeRoom } from "../race/room.js";
import { makeSide } from "../race/side.js";
import { makeTable } from "../race/table.js";
import { VARIANTS } from "../rules/variants.js";
import { makeChat } from "../ui/chat.js";
import { byId, write } from "../ui/dom.js";
import { markCurrent } from "../ui/header.js";
import { play as sound } from "../ui/sound.js";

const FEW = 6; // players with whom the chat has room beside the rows

/** @param {string} target  what stands behind the # */
function enter(target) {
  let where = whereOf(target);
  let denied = false;
  let due = false;
  let stage = "knock";
  let read = 0;

  const race = openRace(where, {
    heard(message, command) {
      if (message.t === "rematched") fresh(message.code);
      table.heard(message, command);
      if (message.t === "deal") sound("start");
      later();
    },
    shown() {
      table.show();
      later();
    },
    refused(refused, move) {
      table.refused(refused, move);
      later();
    },
    denied: deny,
    line(state, trouble) {
      if (state === "red" && trouble?.code === BAD_TOKEN) {
        keepToken(null); // a guest that the server has forgotten: be a new one
        return location.reload();
      }
      if (state === "red" && trouble?.code === KICKED) return deny(trouble);
      line.is(state, trouble);
      table.freeze(state === "red");
    },
  });
  const table = makeTable(byId("table"), race);
  const room = makeRoom(byId("room"), race, () => location.assign("./"));
  const side = makeSide(race);
  const ending = makeEnding(byId("ending"), race);
  const line = makeLine(byId("line"), race);
  const chat = makeChat(byId("chat"), (text) => race.ask({ t: "say", text }));
  const talk = byId("talk", "details");

  /** @param {{ code: string, why: string }} why */
  function deny(why) {
    if (denied) return;
    denied = true;
    race.close();
    showGate(byId("gate"), why, where);
    go("gate");
  }

  /** The rematch: everything but the line is new. @param {string} code */
  function fresh(code) {
    where = { code };
    read = 0;
    side.clear();
  }

  function later() {
    if (due) return;
    due = true;
    requestAnimationFrame(draw);
  }

  /** Where in its life the race is. @returns {"knock" | "gate" | "room" | "game" | "ending"} */
  function now() {
    const state = race.state();
    if (denied) return "gate";
    if (!state.room) return "knock";
    if (state.results.length) return "ending";
    return state.room.phase === "open" ? "room" : "game";
  }

  /** @param {string} next */
  function go(next) {
    if (next === stage) return;
    stage = document.body.dataset["stage"] = next;
    document.body.classList.remove("more-open");
    byId("main").scrollTop = 0;
    talk.open = next !== "game" || (innerWidth > 800 && (race.state().room?.seats.length ?? 0) <= FEW);
  }

  function draw() {
    due = false;
    const state = race.state();
    const { room: here } = state;
    if (here) settle(here);
    if (here?.phase === "cancelled") deny({ code: "cancelled", why: "The host called it off, or nobody came" });
    else if (here && !mySeat(state)) deny({ code: "started", why: "The race began without you" });
    go(now());
    line.show();
    if (stage === "room") room.show(state);
    if (stage === "game") side.show();
    if (stage === "ending") ending.show(state);
    chat.show(state.said);
    chat.allow(here?.settings?.chat === "off" ? "The host has switched the chat off." : "");
    unread(state.said.length);
  }

  /** The address leads back here, whatever becomes of the code. @param {import("../types.js").Room} here */
  function settle(here) {
    if (!("race" in where) || where.race !== here.race) {
      where = { race: here.race };
      history.replaceState(null, "", `#${here.race}`);
    }
    const title = here.settings?.name || VARIANTS[here.variant]?.title || "Race";
    write(byId("title"), title);
    document.title = `${title} – Pantagruel`;
  }

  /** @param {number} said */
  function unread(said) {
    if (talk.open) read = said;
    write(byId("unread"), said > read ? said - read : "");
  }

  talk.addEventListener("toggle", later);
}

markCurrent();
const target = location.hash.slice(1);
if (!target) location.replace("./");
else if (!myToken() && !myName()) location.replace(`join#${target}`);
else enter(target);
addEventListener("hashchange", () => location.reload());
