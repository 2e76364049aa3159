/** How one likes to play, kept in this browser and shown to the styles as data- attributes. */

/**
 * @typedef {object} Settings
 * @property {"emerald" | "crimson" | "navy"} felt
 * @property {boolean} fourColour  every suit in a colour of its own
 * @property {boolean} large  large print: plain faces
 * @property {boolean} leftHanded
 * @property {"off" | "fast" | "normal" | "slow"} speed  of cards that move
 * @property {boolean} sound
 */

const KEY = "pantagruel.settings";

/** @type {Settings} */
export const USUAL = {
  felt: "emerald",
  fourColour: false,
  large: false,
  leftHanded: false,
  speed: "normal",
  sound: false,
};

/** @type {{[Name in keyof Settings]: Settings[Name][]}} */
const ALLOWED = {
  felt: ["emerald", "crimson", "navy"],
  fourColour: [false, true],
  large: [false, true],
  leftHanded: [false, true],
  speed: ["off", "fast", "normal", "slow"],
  sound: [false, true],
};

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();
let current = read();

/** What is kept, without what an older or a tampered page may have left. @returns {Settings} */
function read() {
  /** @type {Record<string, unknown>} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    // Forbidden or no JSON: as usual.
  }
  const names = /** @type {(keyof Settings)[]} */ (Object.keys(USUAL));
  const known = names.filter((name) => /** @type {unknown[]} */ (ALLOWED[name]).includes(kept[name]));
  return { ...USUAL, ...Object.fromEntries(known.map((name) => [name, kept[name]])) };
}

function apply() {
  const { dataset } = document.documentElement;
  dataset["felt"] = current.felt;
  dataset["speed"] = current.speed;
  for (const listener of listeners) listener(current);
}

export const settings = () => current;

/** Change some, here and in every other page of this browser. @param {Partial<Settings>} some */
export function change(some) {
  current = { ...current, ...some };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // They hold until the page is left.
  }
  apply();
}

/**
 * Call *listener* whenever they change; answers what stops that.
 *
 * @param {(settings: Settings) => void} listener
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

addEventListener("storage", ({ key }) => {
  if (key !== KEY && key !== null) return;
  current = read();
  apply();
});
apply();
