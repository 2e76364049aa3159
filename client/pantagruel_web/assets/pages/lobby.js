/** The page that people come to first: open a race, or take part in one. */

import { readCode, spaced } from "../lobby/code.js";
import { makeCreate } from "../lobby/create.js";
import { drawFan } from "../lobby/fan.js";
import { becomeNamed, nameField } from "../lobby/name.js";
import { showOpen } from "../lobby/open.js";
import { byId, make, write } from "../ui/dom.js";
import { markCurrent } from "../ui/header.js";

markCurrent();
drawFan(byId("fan", "canvas"));
makeCreate(byId("create", "form"), (code) => location.assign(`race#${code}`));
showOpen(byId("open"));

const field = byId("code", "input");
const trouble = byId("join-trouble");
byId("join", "form").addEventListener("submit", (event) => {
  event.preventDefault();
  const code = readCode(field.value);
  trouble.hidden = code !== null;
  if (code === null) write(trouble, "A code has eight letters or digits; the link ends with it.");
  else location.assign(`join#${code}`);
});

/** Show the invitation that the address holds, if it does. */
function invite() {
  const panel = byId("invited");
  const code = readCode(location.hash);
  panel.hidden = code === null;
  panel.querySelector("form")?.remove();
  if (code === null) return;
  const name = nameField("invited-name");
  write(byId("invited-text"), `Its code is ${spaced(code)}. Take a seat before it starts, or look on.`);
  const form = make(
    "form",
    { class: "inline", onsubmit: seat },
    name.row,
    make("button", { class: "primary" }, "Take a seat"),
    make("a", { href: `watch#${code}`, class: "button" }, "Watch"),
  );
  /** @param {Event} event */
  function seat(event) {
    event.preventDefault();
    becomeNamed(name.field.value);
    location.assign(`race#${code}`);
  }
  panel.append(form);
  name.field.focus();
}

addEventListener("hashchange", invite);
invite();
