/** The race as lines over race time, one a player, on a canvas. */

import { clockText } from "../net/clock.js";
import { clockTicks, spread, ticks } from "./series.js";

/** @typedef {import("./series.js").Point} Point */
/** @typedef {import("./series.js").Measure} Measure */

/** @typedef {{name: string, colour: string, dash: number[], points: readonly Point[]}} Line */

/**
 * What a graph shows: race time up to `end`, of which `now` has come; what lies before `since` is
 * not known; `picked` is the number of a line to stand out.
 * @typedef {{lines: Line[], measure: Measure, most: number, end: number, now: number, since: number, picked: number | null}} Course
 */

const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif';
const LABEL = 12; // pixels
const NAMES = 86; // at the right edge
const MOST_NAMES = 10;

/**
 * Draw a graph on a canvas `width` by `height` CSS pixels.
 * @param {HTMLCanvasElement} canvas @param {number} width @param {number} height @param {Course} course
 */
export function drawGraph(canvas, width, height, course) {
  const ratio = Math.min(2, devicePixelRatio || 1);
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const ctx = canvas.getContext("2d");
  if (!ctx || width < 60 || height < 40) return;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height);
  ctx.font = `${LABEL}px ${SERIF}`;
  const area = scales(width, height, course);
  drawGrid(ctx, area, course);
  const front = course.picked;
  course.lines.forEach((line, number) => number !== front && drawLine(ctx, area, course, line, front !== null));
  const picked = front === null ? undefined : course.lines[front];
  if (picked) drawLine(ctx, area, course, picked, false, 3);
  drawNames(ctx, area, course);
}

/** @typedef {ReturnType<typeof scales>} Area */

/** @param {number} width @param {number} height @param {Course} course */
function scales(width, height, { lines, measure, most, end }) {
  const values = lines.flatMap(({ points }) => points.map((point) => point[measure]));
  const low = Math.min(0, ...values);
  const high = Math.max(measure === "home" ? Math.min(most, 8) : 50, ...values);
  const steps = ticks(low, high, Math.max(2, Math.floor(height / 42))).filter((value) => value <= high);
  const [left, right, top, bottom] = [34, width - NAMES, 10, height - 22];
  const [first, last] = [steps[0] ?? 0, high];
  return {
    left, right, top, bottom, steps,
    /** @param {number} ms */
    x: (ms) => left + ((right - left) * Math.min(ms, end)) / Math.max(1, end),
    /** @param {number} value */
    y: (value) => bottom - ((bottom - top) * (value - first)) / Math.max(1, last - first),
  };
}

/** @param {CanvasRenderingContext2D} ctx @param {Area} area @param {Course} course */
function drawGrid(ctx, area, { end, now }) {
  ctx.lineWidth = 1;
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  for (const value of area.steps) {
    const y = Math.round(area.y(value)) + 0.5;
    ctx.strokeStyle = value === 0 ? "rgb(251 244 224 / 40%)" : "rgb(251 244 224 / 13%)";
    stroke(ctx, [[area.left, y], [area.right, y]]);
    ctx.fillStyle = "#e6dcc0";
    ctx.fillText(String(value), area.left - 6, y);
  }
  ctx.textBaseline = "alphabetic";
  ctx.textAlign = "center";
  for (const ms of clockTicks(end, Math.max(2, Math.floor((area.right - area.left) / 62)))) {
    ctx.fillText(clockText(ms), area.x(ms), area.bottom + 16);
  }
  if (now < end) {
    ctx.strokeStyle = "rgb(217 180 91 / 70%)";
    const x = Math.round(area.x(now)) + 0.5;
    stroke(ctx, [[x, area.top], [x, area.bottom]]);
  }
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Area} area @param {Course} course @param {Line} line
 * @param {boolean} faint @param {number} [broad]
 */
function drawLine(ctx, area, { measure, now, since }, { colour, dash, points }, faint, broad = 1.8) {
  const [first] = points;
  if (!first) return;
  ctx.strokeStyle = colour;
  ctx.globalAlpha = faint ? 0.4 : 1;
  ctx.lineWidth = broad;
  ctx.lineJoin = "round";
  if (since > 0) {
    ctx.setLineDash([1, 4]);
    stroke(ctx, [[area.x(0), area.y(0)], [area.x(first.ms), area.y(first[measure])]]);
  }
  ctx.setLineDash(dash);
  /** @type {[number, number][]} */
  const corners = [];
  let value = since > 0 ? first[measure] : 0;
  if (since <= 0) corners.push([area.x(0), area.y(0)]);
  for (const point of points) {
    if (point.ms > now) break;
    corners.push([area.x(point.ms), area.y(value)], [area.x(point.ms), area.y(point[measure])]);
    value = point[measure];
  }
  corners.push([area.x(now), area.y(value)]);
  stroke(ctx, corners);
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} ctx @param {[number, number][]} corners */
function stroke(ctx, corners) {
  ctx.beginPath();
  for (const [x, y] of corners) ctx.lineTo(x, y);
  ctx.stroke();
}

/** Write names at the ends of the lines, those of the best. @param {CanvasRenderingContext2D} ctx @param {Area} area @param {Course} course */
function drawNames(ctx, area, { lines, measure, now, picked }) {
  const ends = lines
    .map((line, number) => ({ line, number, value: valueAt(line.points, now, measure) }))
    .sort((a, b) => Number(b.number === picked) - Number(a.number === picked) || b.value - a.value)
    .slice(0, Math.min(MOST_NAMES, Math.floor((area.bottom - area.top) / LABEL)));
  const places = spread(ends.map(({ value }) => area.y(value) - area.top), LABEL + 1, area.bottom - area.top);
  const x = area.x(now);
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ends.forEach(({ line, number, value }, at) => {
    const y = area.top + (places[at] ?? 0);
    ctx.fillStyle = line.colour;
    ctx.beginPath();
    ctx.arc(x, area.y(value), 3, 0, 2 * Math.PI);
    ctx.fill();
    ctx.font = `${number === picked ? "700 " : ""}${LABEL}px ${SERIF}`;
    ctx.fillText(shortened(ctx, line.name, NAMES - 10), area.right + 8, y);
  });
}

/** @param {readonly Point[]} points @param {number} now @param {Measure} measure */
function valueAt(points, now, measure) {
  return points.reduce((value, point) => (point.ms <= now ? point[measure] : value), 0);
}

/** @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} most */
function shortened(ctx, text, most) {
  if (ctx.measureText(text).width <= most) return text;
  let end = text.length;
  while (end > 1 && ctx.measureText(`${text.slice(0, end)}…`).width > most) end -= 1;
  return `${text.slice(0, end)}…`;
}
