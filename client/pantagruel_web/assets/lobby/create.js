/** The form that opens a race. */

import { ApiError, createRace } from "../net/api.js";
import { VARIANTS } from "../rules/variants.js";
import { make, write } from "../ui/dom.js";
import { sentence } from "../ui/words.js";
import { becomeNamed, nameField } from "./name.js";

/** @typedef {import("../types.js").NewRace} NewRace */

const USUAL = "strict-royal";
const FEATURED = ["strict-royal", "turn1", "turn3", "klondike-1", "klondike-3"];
const MINUTES = [3, 5, 10, 15, 20, 30, 45, 60, 90];
const BELLS = [30, 60, 120, 300];
const MOST_SEATS = 64;
const KEPT = "pantagruel.race-options";

/** @param {string} id @param {string} label @param {HTMLElement} field @param {string} [hint] */
function row(id, label, field, hint) {
  field.id = id;
  if (hint) field.setAttribute("aria-describedby", `${id}-hint`);
  return make(
    "div",
    {},
    make("label", { for: id }, label),
    field,
    ...(hint ? [make("small", { id: `${id}-hint`, class: "dim" }, hint)] : []),
  );
}

/** @param {[value: string, text: string][]} options @param {string} [chosen] */
function choice(options, chosen = options[0]?.[0] ?? "") {
  const select = make("select", {}, ...options.map(([value, text]) => make("option", { value }, text)));
  select.value = chosen;
  return select;
}

/** @param {string[]} ids @returns {HTMLElement[]} */
const named = (ids) => ids.map((id) => make("option", { value: id }, VARIANTS[id]?.title ?? id));

function variantChoice() {
  const others = Object.keys(VARIANTS).filter((id) => !FEATURED.includes(id));
  const select = make("select", {}, ...named(FEATURED), make("optgroup", { label: "All others" }, ...named(others)));
  select.value = USUAL;
  return select;
}

function fields() {
  const seats = make("input", { type: "number", min: 1, max: MOST_SEATS, value: 2, required: true, inputmode: "numeric" });
  const passes = make("input", { type: "number", min: 1, max: 1000, placeholder: "as the game has it", inputmode: "numeric" });
  return {
    variant: variantChoice(),
    seats,
    limit: choice([["", "The usual"], ...MINUTES.map((n) => /** @type {[string, string]} */ ([`${n}`, `${n} minutes`]))]),
    bell: choice([["", "No bell"], ...BELLS.map((n) => /** @type {[string, string]} */ ([`${n}`, n < 60 ? `After ${n} s` : `After ${n / 60} min`]))]),
    rank: choice([["time", "Time"], ["score", "Total points"]]),
    visibility: choice([["code", "With the link"], ["listed", "Everybody, listed"]]),
    faces: choice([
      ["0", "All cards, at once"],
      ["30", "All cards, 30 s late"],
      ["120", "All cards, 2 min late"],
      ["end", "Faces after the end"],
    ]),
    chat: choice([["all", "Players and watchers"], ["players", "Players only"], ["off", "Nobody"]]),
    title: make("input", { maxlength: 60, autocomplete: "off", placeholder: "Thursday's cup" }),
    passes,
    seed: make("input", { maxlength: 200, autocomplete: "off", spellcheck: "false", placeholder: "any words" }),
  };
}

/** @param {ReturnType<typeof fields>} form @returns {NewRace} */
function wish(form) {
  const number = (/** @type {string} */ text, by = 1) => (text ? Number(text) * by : null);
  const { value: faces } = form.faces;
  return {
    variant: form.variant.value,
    seats: Number(form.seats.value),
    limit_ms: number(form.limit.value, 60_000),
    bell_ms: number(form.bell.value, 1000),
    rank_by: /** @type {NewRace["rank_by"] & string} */ (form.rank.value),
    passes: number(form.passes.value),
    seed: form.seed.value.trim() || null,
    title: form.title.value.trim(),
    visibility: /** @type {NewRace["visibility"] & string} */ (form.visibility.value),
    faces: faces === "end" ? "end" : Number(faces),
    chat: /** @type {NewRace["chat"] & string} */ (form.chat.value),
  };
}

/** What is asked for again and again is kept; titles and seeds are not. @param {ReturnType<typeof fields>} form */
function remember(form) {
  const { title: _title, seed: _seed, ...usual } = form;
  const kept = Object.fromEntries(Object.entries(usual).map(([key, field]) => [key, field.value]));
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // It is typed again next time.
  }
}

/** @param {ReturnType<typeof fields>} form */
function recall(form) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    for (const [key, field] of Object.entries(form)) {
      const before = field.value;
      if (typeof kept[key] === "string") field.value = kept[key];
      if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.value = before;
    }
  } catch {
    // As usual.
  }
}

/**
 * @param {HTMLFormElement} host
 * @param {(race: string) => void} opened
 */
export function makeCreate(host, opened) {
  const name = nameField("name");
  const form = fields();
  recall(form);
  const go = make("button", { class: "primary" }, "Open the race");
  const trouble = make("p", { class: "trouble", role: "alert", hidden: true });
  host.append(
    name.row,
    row("variant", "Game", form.variant),
    row("seats", "Seats", form.seats),
    row("limit", "Time limit", form.limit),
    row("visibility", "Who may find it", form.visibility),
    make(
      "details",
      { class: "wide" },
      make("summary", {}, "More choices"),
      make(
        "div",
        { class: "fields" },
        row("rank", "Rank cleared boards by", form.rank),
        row("bell", "Bell after the first win", form.bell),
        row("faces", "What watchers see", form.faces),
        row("chat", "Who may talk", form.chat),
        row("passes", "Passes through the stock", form.passes),
        row("title", "Title", form.title),
        row("seed", "Seed of a practice deal", form.seed, "The same words deal the same cards. Leave it empty for a secret deal."),
      ),
    ),
    make("div", { class: "wide" }, go),
    trouble,
  );

  host.addEventListener("submit", async (event) => {
    event.preventDefault();
    becomeNamed(name.field.value);
    go.disabled = true;
    trouble.hidden = true;
    remember(form);
    try {
      opened((await createRace(wish(form))).code);
    } catch (error) {
      write(trouble, sentence(error instanceof ApiError ? error.message : "something went wrong"));
      trouble.hidden = false;
      go.disabled = false;
    }
  });
}
