/** What is said in a room, and a field to say something in. */

import { make, write } from "./dom.js";

/**
 * @typedef {import("../types.js").Said} Said
 */

const LONGEST = 200; // as the protocol has it
const NEAR = 40; // pixels from the last line: whoever is there follows what comes

const TIME = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit" });

/**
 * @param {HTMLElement} host
 * @param {(text: string) => Promise<unknown>} say  rejected with why it was refused
 */
export function makeChat(host, say) {
  const log = make("ol", { class: "said", "aria-live": "polite", "aria-label": "What was said", tabindex: "0" });
  const field = make("input", { id: "say", maxlength: LONGEST, autocomplete: "off", placeholder: "Say something" });
  const label = make("label", { for: "say", class: "visually-hidden" }, "Say something");
  const send = make("button", {}, "Say");
  const trouble = make("p", { class: "trouble", role: "alert", hidden: true });
  const form = make("form", { onsubmit: submit }, label, field, send);
  const none = make("p", { class: "dim nothing" }, "Nothing was said yet.");
  host.classList.add("chat");
  host.append(none, log, form, trouble);
  /** @type {Said | undefined} */
  let last;

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    trouble.hidden = true;
    try {
      await say(text);
    } catch (refused) {
      write(trouble, /** @type {{why: string}} */ (refused).why);
      trouble.hidden = false;
      field.value ||= text;
    }
  }

  /** @param {Said} said */
  function line({ name, text, at, watching }) {
    return make(
      "li",
      {},
      make("b", {}, name),
      ...(watching ? [make("small", {}, " watching")] : []),
      make("time", {}, TIME.format(at)),
      make("span", {}, text),
    );
  }

  return {
    /** Show these lines, the oldest first. @param {Said[]} said */
    show(said) {
      const from = last ? said.indexOf(last) + 1 : 0;
      if (from === 0) log.replaceChildren();
      last = said.at(-1);
      none.hidden = said.length > 0;
      if (from === said.length) return;
      const follows = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
      log.append(...said.slice(from).map(line));
      if (follows) log.scrollTop = log.scrollHeight;
    },

    /** Let people speak, or say why they may not. @param {string} [why] */
    allow(why = "") {
      form.hidden = why !== "";
      if (why) write(none, why);
      none.hidden = why === "" && log.childElementCount > 0;
    },
  };
}

