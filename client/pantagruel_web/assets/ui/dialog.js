/** Questions that wait for an answer, in the browser's own dialogs. */

import { make } from "./dom.js";

let dialogs = 0;

/**
 * Ask, and answer whether it was said yes to. Escape says no.
 *
 * @param {string} question
 * @param {{ more?: string, yes: string, no?: string }} words
 * @returns {Promise<boolean>}
 */
export function confirm(question, { more = "", yes, no = "No" }) {
  const id = `dialog-${(dialogs += 1)}`;
  const dialog = make(
    "dialog",
    { "aria-labelledby": id, class: "ask" },
    make("h2", { id }, question),
    ...(more ? [make("p", {}, more)] : []),
    make(
      "form",
      { method: "dialog", class: "answers" },
      make("button", { value: "no" }, no),
      make("button", { value: "yes", class: "primary" }, yes),
    ),
  );
  return show(dialog).then((value) => value === "yes");
}

/**
 * Show a dialog until it is closed; answers its return value.
 *
 * @param {HTMLDialogElement} dialog
 * @returns {Promise<string>}
 */
export function show(dialog) {
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
}
