/** The page of those who watch: all boards, the order, the graph and the talk of a race. */

import { BAD_TOKEN, KICKED } from "../net/codes.js";
import { keepToken } from "../net/identity.js";
import { whereOf } from "../net/race.js";
import { ranked } from "../net/room.js";
import { makeChat } from "../ui/chat.js";
import { makeClock } from "../ui/clock.js";
import { byId, make, write } from "../ui/dom.js";
import { markCurrent } from "../ui/header.js";
import { headline, resultsTable } from "../ui/results.js";
import { onChange, settings } from "../ui/settings.js";
import { sentence } from "../ui/words.js";
import { chart } from "../watch/chart.js";
import { gallery } from "../watch/gallery.js";
import { openLookout } from "../watch/lookout.js";
import { makeScene } from "../watch/scene.js";
import { leaderWords, sightWords, waitWords } from "../watch/words.js";

/** @typedef {import("../types.js").Room} Room */
/** @typedef {import("../net/link.js").State} State */
/** @typedef {import("../net/link.js").Trouble} Trouble */

const REFUSED = /** @type {Record<string, string>} */ ({
  "own-race": "You still play this race. Its boards open to you when you are done.",
  "race-unknown": "This race is not live any more.",
  "unknown-code": "No race has this code. It may be over, or mistyped.",
  kicked: "The host sent you away from this race.",
});

/** @param {string} target  what stands behind the # */
function enter(target) {
  let due = false;
  let leader = "";
  const race = openLookout(whereOf(target), {
    heard(message, seats) {
      if (message.t === "rematched") scene.clear();
      scene.changed(seats);
      later();
    },
    denied: refused,
    line,
  });
  const boards = gallery(byId("boards"), { picked: later });
  const pick = (/** @type {number} */ seat) => boards.pick(boards.picked() === seat ? null : seat);
  const scene = makeScene(race, boards, chart(byId("graph")), byId("rows"), pick);
  const chat = makeChat(byId("chat"), (text) => race.ask({ t: "say", text }));
  const modes = ["With faces", "As it is now"].map((words, number) =>
    make("button", { type: "button", onclick: () => (scene.blank(number === 1), later()) }, words),
  );
  byId("mode").append(...modes);
  makeClock(byId("clock"), () => ({ room: race.state().room, ms: race.ms(), still: race.state().suspended }));
  boards.restyle(settings());
  onChange(boards.restyle);

  function later() {
    if (due) return;
    due = true;
    requestAnimationFrame(draw);
  }

  function draw() {
    due = false;
    const { room, results } = race.state();
    if (!room) return;
    drawHead(room);
    const begun = room.phase !== "open" && room.phase !== "cancelled" && race.state().rows.size > 0;
    byId("gate").hidden = true;
    byId("wait").hidden = begun;
    byId("shown").hidden = !begun;
    byId("side").hidden = false;
    byId("course").hidden = !begun;
    byId("order").hidden = !begun || results.length > 0;
    if (begun) scene.draw();
    else drawWait(room);
    drawEnd(results);
    drawTalk(room);
    tell();
  }

  /** @param {Room} room */
  function drawHead(room) {
    const title = room.settings?.name || race.variant()?.title || "A race";
    write(byId("title"), title);
    document.title = `${title} – watched – Pantagruel`;
    if (location.hash.slice(1) !== room.race) history.replaceState(null, "", `#${room.race}`);
    const late = typeof race.faces() === "number" && race.faces() !== 0 && !race.open();
    byId("mode").hidden = !late;
    modes.forEach((button, number) => button.setAttribute("aria-pressed", String(scene.blank() === (number === 1))));
    const waits = room.phase === "open" || room.phase === "countdown";
    write(byId("sight"), waits ? "" : sightWords(race.faces(), race.open(), race.ms(), scene.blank()));
    byId("clock").hidden = waits || race.open();
    const seat = byId("seat", "a");
    seat.hidden = room.phase !== "open" || room.seats.length >= room.places;
    seat.href = `join#${room.code}`;
  }

  /** @param {Room} room */
  function drawWait(room) {
    const words = {
      open: waitWords(room),
      countdown: "It is about to begin.",
      cancelled: "This race was called off.",
    };
    write(byId("wait-title"), words[/** @type {keyof typeof words} */ (room.phase)] ?? "The boards are on their way.");
    byId("seats").replaceChildren(
      ...room.seats.map(({ name, ready }) => make("li", {}, make("b", {}, name), ready ? " is ready" : " is not ready")),
    );
  }

  /** @param {import("../types.js").Placing[]} results */
  function drawEnd(results) {
    const over = byId("over");
    if (over.hidden === (results.length === 0)) return;
    over.hidden = results.length === 0;
    write(byId("winner"), results.length ? headline(results, null) : "");
    byId("results").replaceChildren(resultsTable(results, null));
    byId("replay", "a").href = `replay#${race.state().room?.race ?? ""}`;
  }

  /** @param {Room} room */
  function drawTalk(room) {
    const whose = room.settings?.chat ?? "all";
    chat.show(race.state().said);
    chat.allow({ all: "", players: "In this race only players talk.", off: "The host has switched the talk off." }[whose]);
    const deaf = whose === "all" && (room.phase === "running" || room.phase === "closing");
    write(byId("hush"), deaf ? "Those who still play hear you after the end." : "");
  }

  /** Say who leads when that is somebody else. */
  function tell() {
    const names = new Map(race.state().room?.seats.map(({ seat, name }) => [seat, name]));
    const now = leaderWords(ranked(race.state()), (seat) => names.get(seat) ?? "");
    if (now && now !== leader) write(byId("told"), (leader = now));
  }

  /** @param {{code: string, why: string}} why */
  function refused({ code, why }) {
    race.close();
    byId("gate").hidden = false;
    const replay = "race" in whereOf(target) ? [make("a", { href: `replay#${target}`, class: "button" }, "Replay")] : [];
    byId("gate").replaceChildren(
      make("h2", {}, "You cannot watch this race"),
      make("p", {}, REFUSED[code] ?? sentence(why)),
      make("p", { class: "ways" }, ...(code === "race-unknown" ? replay : []), make("a", { href: "./", class: "button" }, "To the races")),
    );
  }

  /** @param {State} state @param {Trouble | null} trouble */
  function line(state, trouble) {
    if (trouble?.code === BAD_TOKEN) {
      keepToken(null); // a guest that the server has forgotten: be a new one
      return location.reload();
    }
    if (trouble?.code === KICKED) return refused(trouble);
    const host = byId("line");
    host.hidden = state === "up";
    host.classList.toggle("red", state === "red");
    const red = `There is no way to the server: ${sentence(trouble?.why ?? "it does not answer")} What you see is old.`;
    const again = make("button", { type: "button", onclick: () => race.retry() }, "Try again");
    if (state === "red") host.replaceChildren(red, again);
    else host.replaceChildren("The line is down and being mended. What you see is old.");
  }

  setInterval(later, 1000); // how late, and the graph, go on by themselves
}

markCurrent();
const target = location.hash.slice(1);
if (target) enter(target);
else location.replace("./");
addEventListener("hashchange", () => location.reload());
