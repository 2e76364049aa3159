/** Small sounds made on the spot: nothing is fetched, and nothing is heard unless one asked for it. */

import { settings } from "./settings.js";

/** @typedef {"card" | "draw" | "home" | "refused" | "start" | "won"} Sound */

/** What each is made of: tones as [begins after seconds, hertz, lasts seconds, loudness]. */
/** @type {Record<Sound, [number, number, number, number][]>} */
const TONES = {
  card: [[0, 190, 0.05, 0.25]],
  draw: [[0, 260, 0.04, 0.18]],
  home: [[0, 523, 0.09, 0.16], [0.06, 784, 0.14, 0.16]],
  refused: [[0, 130, 0.16, 0.3]],
  start: [[0, 392, 0.12, 0.2], [0.14, 587, 0.25, 0.2]],
  won: [[0, 523, 0.2, 0.2], [0.13, 659, 0.2, 0.2], [0.26, 784, 0.2, 0.2], [0.39, 1047, 0.5, 0.2]],
};

/** @type {AudioContext | null} */
let context = null;

/** Make a sound, if they are switched on. @param {Sound} sound */
export function play(sound) {
  if (!settings().sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  for (const [after, hertz, lasts, loudness] of TONES[sound]) tone(context, after, hertz, lasts, loudness);
}

/**
 * @param {AudioContext} audio
 * @param {number} after
 * @param {number} hertz
 * @param {number} lasts
 * @param {number} loudness
 */
function tone(audio, after, hertz, lasts, loudness) {
  const from = audio.currentTime + after;
  const pitch = audio.createOscillator();
  const volume = audio.createGain();
  pitch.type = "triangle";
  pitch.frequency.value = hertz;
  volume.gain.setValueAtTime(loudness, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + lasts);
  pitch.connect(volume).connect(audio.destination);
  pitch.start(from);
  pitch.stop(from + lasts);
}
