/** The field for one's name. */

import { keepName, keepToken, myName } from "../net/identity.js";
import { make } from "../ui/dom.js";

const LONGEST = 40; // as the protocol has it

/** @param {string} id @param {string} [label] */
export function nameField(id, label = "Your name") {
  const field = make("input", { id, maxlength: LONGEST, required: true, autocomplete: "nickname" });
  field.value = myName();
  return { field, row: make("div", { class: "wide" }, make("label", { for: id }, label), field) };
}

/**
 * Be called *name* from now on. Another name is another player: the server keeps what it was told
 * first.
 *
 * @param {string} name
 */
export function becomeNamed(name) {
  const plain = name.trim();
  if (plain === myName()) return;
  keepToken(null);
  keepName(plain);
}
