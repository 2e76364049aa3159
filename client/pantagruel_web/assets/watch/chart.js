/** The graph of a race on the page: its switch between cards home and points, and its words. */

import { make } from "../ui/dom.js";
import { drawGraph } from "./graph.js";
import { at } from "./series.js";

/** @typedef {import("./graph.js").Course} Course */
/** @typedef {import("./series.js").Measure} Measure */

const TALL = 172;
const EACH_MS = 100; // a line that grows is not looked at more often
const SAID = 4; // players in the words for who does not see it

/** @type {[Measure, string][]} */
const MEASURES = [
  ["home", "Cards home"],
  ["score", "Points"],
];

/** @param {HTMLElement} host */
export function chart(host) {
  const canvas = make("canvas", { role: "img", class: "graph" });
  const buttons = MEASURES.map(([measure, words]) =>
    make("button", { type: "button", onclick: () => choose(measure) }, words),
  );
  host.append(make("div", { class: "switcher", role: "group", "aria-label": "What the graph shows" }, ...buttons), canvas);
  /** @type {Omit<Course, "measure"> | null} */
  let course = null;
  /** @type {Measure} */
  let shown = "home";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asked;

  /** @param {Measure} measure */
  function choose(measure) {
    shown = measure;
    buttons.forEach((button, number) => button.setAttribute("aria-pressed", String(MEASURES[number]?.[0] === measure)));
    wake();
  }

  function wake() {
    asked ??= setTimeout(draw, EACH_MS);
  }

  function draw() {
    asked = undefined;
    const width = host.clientWidth;
    if (!course || !width) return;
    canvas.style.setProperty("width", `${width}px`);
    canvas.style.setProperty("height", `${TALL}px`);
    drawGraph(canvas, width, TALL, { ...course, measure: shown });
    canvas.setAttribute("aria-label", words(course, shown));
  }

  new ResizeObserver(wake).observe(host);
  choose("home");
  return {
    /** @param {Omit<Course, "measure">} next */
    show(next) {
      course = next;
      wake();
    },
  };
}

/** @param {Omit<Course, "measure">} course @param {Measure} measure */
function words({ lines, now }, measure) {
  const said = lines
    .map(({ name, points }) => ({ name, value: at(points, now)?.[measure] ?? 0 }))
    .sort((a, b) => b.value - a.value)
    .slice(0, SAID)
    .map(({ name, value }) => `${name} ${value}`);
  return `${measure === "home" ? "Cards home" : "Points"} over race time: ${said.join(", ")}`;
}
