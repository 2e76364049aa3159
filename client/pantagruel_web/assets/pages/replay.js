/** The page of replays: a race that is over, played again and checked. */

import { clockText } from "../net/clock.js";
import { ApiError, fetchReplay } from "../net/api.js";
import { verify } from "../proof/verify.js";
import { showVerdict } from "../replay/checks.js";
import { controls } from "../replay/controls.js";
import { playback } from "../replay/playback.js";
import { NoReplay, readFile, replayOf } from "../replay/source.js";
import { timeline } from "../replay/timeline.js";
import { deckOf } from "../rules/words.js";
import { byId, write } from "../ui/dom.js";
import { markCurrent } from "../ui/header.js";
import { makeRows } from "../ui/rows.js";
import { onChange, settings } from "../ui/settings.js";
import { ENDINGS, signed } from "../ui/words.js";
import { chart } from "../watch/chart.js";
import { colourOf, colourRows, dashOf } from "../watch/colours.js";
import { gallery } from "../watch/gallery.js";
import { moveWords } from "../watch/moves.js";
import { FLIGHT_MS } from "../watch/pace.js";

/** @typedef {import("../types.js").ReplayFile} ReplayFile */
/** @typedef {import("../types.js").Variant} Variant */
/** @typedef {import("../replay/timeline.js").Timeline} Timeline */

const SPEED = 5;
const DATE = new Intl.DateTimeFormat([], { dateStyle: "long", timeStyle: "short" });

const boards = gallery(byId("boards"), { picked: () => redraw() });
const graph = chart(byId("graph"));
const trouble = byId("trouble");
const verdict = byId("verdict");
const check = byId("verify", "button");
const progress = byId("progress", "progress");

/** What is on the page: replaced as a whole by the next replay. @type {ReturnType<typeof stage> | null} */
let current = null;
/** @type {unknown} what was read, as it was read: that is what is verified */
let read = null;

/** @param {ReplayFile} file @param {Variant} variant @param {Timeline} course */
function stage(file, variant, course) {
  const names = file.players.map(({ name }) => name);
  const cards = deckOf(variant);
  const counts = names.map(() => -1);
  byId("rows").replaceChildren();
  const rows = makeRows(byId("rows"), { cards, pick: (seat) => boards.pick(boards.picked() === seat ? null : seat) });
  const people = names.map((name, seat) => ({ seat, name }));
  const player = playback(course.end, show);
  const bar = controls(byId("controls"), course.end, names, SPEED, {
    toggle,
    step,
    jump: player.jump,
    speed: player.speed,
    pick: boards.pick,
  });
  player.speed(SPEED);

  /** @param {number} ms @param {boolean} playing */
  function show(ms, playing) {
    const order = course.rows(ms);
    rows.show(people, order, { now: ms });
    colourRows(byId("rows"));
    rows.mark(boards.picked());
    for (const [seat, place, home, , score, , , , ended] of order) {
      const count = course.count(seat, ms);
      const next = count === (counts[seat] ?? 0) + 1 && playing;
      if (count !== counts[seat]) {
        boards.show(seat, course.gameAt(seat, ms).view, course.lastMove(seat, ms), next ? FLIGHT_MS[settings().speed] : 0);
      }
      counts[seat] = count;
      const large = boards.picked() === seat;
      const move = course.lastMove(seat, ms);
      const fate = ended ? ENDINGS[ended] : large && move ? moveWords(move) : "";
      boards.caption(seat, { place, home: `${home} home`, score: signed(score), fate, off: ended !== null && ended !== "won" });
    }
    bar.show(ms, playing);
    bar.mark(boards.picked());
    const lines = names.map((name, seat) => ({ name, colour: colourOf(seat), dash: dashOf(seat), points: course.points(seat) }));
    graph.show({ lines, most: cards, end: course.end, now: ms, since: 0, picked: boards.picked() });
  }

  /** @param {number} now */
  function frame(now) {
    if (current === me && player.tick(now)) requestAnimationFrame(frame);
  }

  function toggle() {
    player.toggle();
    if (player.playing()) requestAnimationFrame(frame);
  }

  /** @param {1 | -1} way */
  function step(way) {
    player.pause();
    player.jump(course.step(player.ms(), way, boards.picked()));
  }

  const me = { file, toggle, step, jump: player.jump, show: () => show(player.ms(), player.playing()), end: course.end };
  boards.seat(variant, people);
  return me;
}

function redraw() {
  current?.show();
}

/** @param {unknown} value */
async function open(value) {
  current = null;
  read = value;
  verdict.replaceChildren();
  const { file, variant } = replayOf(value);
  const course = await timeline(file, variant);
  byId("shown").hidden = byId("side").hidden = false;
  byId("empty").hidden = true;
  current = stage(file, variant, course);
  current.show();
  write(byId("title"), variant.title);
  const players = file.players.length === 1 ? "one player" : `${file.players.length} players`;
  write(byId("about"), `${players}, ${clockText(course.end)} long, ${DATE.format(file.t0)}`);
}

/** @param {() => Promise<unknown>} source */
async function load(source) {
  trouble.hidden = true;
  try {
    await open(await source());
  } catch (error) {
    if (!(error instanceof NoReplay || error instanceof ApiError)) throw error;
    write(trouble, error instanceof NoReplay ? error.message : words(error));
    trouble.hidden = false;
    byId("empty").hidden = current !== null;
  }
}

/** @param {ApiError} error */
function words({ code, message }) {
  if (code === "not-over") return "This race goes on. Its replay is here when the last player is done.";
  if (code === "not-found" || code === "race-unknown") return "No race of this name is kept here.";
  return `The replay cannot be had: ${message}.`;
}

function loadNamed() {
  const race = location.hash.slice(1);
  const save = byId("save", "a");
  save.hidden = race === "";
  if (race === "") {
    byId("empty").hidden = false;
    return;
  }
  save.href = `api/races/${encodeURIComponent(race)}/replay`;
  save.download = `${race}.json`;
  load(() => fetchReplay(race));
}

async function verifyIt() {
  check.disabled = true;
  progress.hidden = false;
  const found = await verify(read, { onProgress: (part) => (progress.value = part) });
  progress.hidden = true;
  check.disabled = false;
  showVerdict(verdict, current?.file ?? null, found);
}

/** @type {Record<string, (shown: NonNullable<typeof current>) => void>} */
const KEYS = {
  " ": ({ toggle }) => toggle(),
  ArrowRight: ({ step }) => step(1),
  ArrowLeft: ({ step }) => step(-1),
  Home: ({ jump }) => jump(0),
  End: ({ jump, end }) => jump(end),
};

/** @param {KeyboardEvent} event */
function pressed(event) {
  const target = event.target instanceof Element ? event.target : document.body;
  const own = event.key === " " ? "input, select, button, a, summary" : "input, select";
  const act = KEYS[event.key];
  if (!current || !act || event.ctrlKey || event.metaKey || event.altKey || target.closest(own)) return;
  event.preventDefault();
  act(current);
}

markCurrent();
boards.restyle(settings());
onChange(boards.restyle);
check.addEventListener("click", verifyIt);
addEventListener("keydown", pressed);
addEventListener("hashchange", loadNamed);
const chooser = byId("file", "input");
chooser.addEventListener("change", () => {
  const [file] = chooser.files ?? [];
  chooser.value = "";
  if (file) load(() => readFile(file));
});
loadNamed();
