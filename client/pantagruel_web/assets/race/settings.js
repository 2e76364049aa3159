/** The dialog in which a host changes what may be changed before the countdown. */

import { show } from "../ui/dialog.js";
import { make } from "../ui/dom.js";

/**
 * @typedef {import("../types.js").RoomSettings} RoomSettings
 * @typedef {Omit<import("../types.js").Settings, "t" | "q">} Changes
 */

const FACES = [
  ["0", "All cards, at once"],
  ["30", "All cards, 30 s late"],
  ["120", "All cards, 2 min late"],
  ["600", "All cards, 10 min late"],
  ["end", "Faces after the end"],
];
const VISIBILITY = [["code", "With the link"], ["listed", "Everybody, listed"]];
const TALK = [["all", "Players and watchers"], ["players", "Players only"], ["off", "Nobody"]];

/** @param {string[][]} options @param {string} chosen */
function choice(options, chosen) {
  const known = options.some(([value]) => value === chosen);
  const all = known ? options : [...options, [chosen, `All cards, ${chosen} s late`]];
  const select = make("select", {}, ...all.map(([value = "", text = ""]) => make("option", { value }, text)));
  select.value = chosen;
  return select;
}

/** @param {string} id @param {string} label @param {HTMLElement} field */
function row(id, label, field) {
  field.id = id;
  return make("div", {}, make("label", { for: id }, label), field);
}

/**
 * Ask the host; answers what is to be changed, null for nothing.
 *
 * @param {RoomSettings} settings
 * @returns {Promise<Changes | null>}
 */
export async function askSettings({ name = "", visibility = "code", faces = 0, chat = "all" }) {
  const title = make("input", { maxlength: 60, autocomplete: "off" });
  title.value = name;
  const who = choice(VISIBILITY, visibility);
  const sight = choice(FACES, String(faces));
  const talk = choice(TALK, chat);
  const dialog = make(
    "dialog",
    { "aria-labelledby": "settings-title", class: "ask" },
    make("h2", { id: "settings-title" }, "Settings of the race"),
    make(
      "form",
      { method: "dialog", class: "fields" },
      row("set-title", "Title", title),
      row("set-who", "Who may find it", who),
      row("set-sight", "What watchers see", sight),
      row("set-talk", "Who may talk", talk),
      make("p", { class: "dim" }, "Other sight takes everybody's readiness back: nobody plays for eyes that they did not agree to."),
      make(
        "div",
        { class: "answers" },
        make("button", { value: "no", formnovalidate: true }, "Leave it"),
        make("button", { value: "yes", class: "primary" }, "Change it"),
      ),
    ),
  );
  if ((await show(dialog)) !== "yes") return null;
  return {
    name: title.value.trim(),
    visibility: /** @type {NonNullable<RoomSettings["visibility"]>} */ (who.value),
    faces: sight.value === "end" ? "end" : Number(sight.value),
    chat: /** @type {NonNullable<RoomSettings["chat"]>} */ (talk.value),
  };
}
