/** What the board says: a line that fades for those who see, a live region for those who hear. */

const SHOWN_MS = 3_500;
const TYPED_MS = 1_500;

/** @param {HTMLElement} host */
export function makeNote(host) {
  const line = document.createElement("div");
  line.className = "board-note";
  line.setAttribute("aria-hidden", "true");
  const keys = document.createElement("div");
  keys.className = "board-keys";
  keys.setAttribute("aria-hidden", "true");
  const live = document.createElement("div");
  live.className = "visually-hidden";
  live.setAttribute("role", "status");
  host.append(line, keys, live);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fading;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let forgetting;
  let turn = false;

  /** @param {string} text */
  function tell(text) {
    // The same words twice would not be read twice: every other time they end in a space.
    turn = !turn;
    live.textContent = text + (turn ? "\u00a0" : "");
  }

  function clear() {
    clearTimeout(fading);
    line.classList.remove("shown");
  }

  return {
    tell,
    clear,

    /** @param {string} text */
    say(text) {
      tell(text);
      line.textContent = text;
      line.classList.add("shown");
      clearTimeout(fading);
      fading = setTimeout(clear, SHOWN_MS);
    },

    /** What was typed so far; what is not *waiting* for more is soon forgotten. @param {string} text @param {boolean} waiting */
    typed(text, waiting) {
      clearTimeout(forgetting);
      keys.textContent = text;
      keys.classList.toggle("shown", text !== "");
      if (!waiting) forgetting = setTimeout(() => keys.classList.remove("shown"), TYPED_MS);
    },
  };
}
