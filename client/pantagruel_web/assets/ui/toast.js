/** Short words at the edge of the page, which go by themselves and never take a click. */

import { make } from "./dom.js";

const STAYS_MS = 6_000;
const MOST = 3;

/** @type {HTMLElement | null} */
let host = null;

/**
 * @param {string} text
 * @param {"plain" | "bad"} [kind]
 */
export function toast(text, kind = "plain") {
  if (!host?.isConnected) {
    host = make("div", { class: "toasts", role: "status" });
    document.body.append(host);
  }
  const line = make("p", { class: `toast ${kind}` }, text);
  host.append(line);
  while (host.childElementCount > MOST) host.firstElementChild?.remove();
  setTimeout(() => line.remove(), STAYS_MS);
}
