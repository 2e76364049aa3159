/** What was checked of a replay, in words, and what differs. */

import { make } from "../ui/dom.js";

/** @typedef {import("../proof/verify.js").Check} Check */
/** @typedef {import("../types.js").ReplayFile} ReplayFile */

/** @type {Record<Check["name"], string>} */
const WORDS = {
  file: "The file is whole",
  rules: "The rules are those of the game it names",
  commitment: "The server was bound to this deal before the start",
  key: "The deal's key comes from the server's seed and everybody's own number",
  seats: "Everybody sits in one seat",
  moves: "every move is legal",
  end: "the game ended as it says",
  result: "the result is right",
  place: "the place is right",
  stoppages: "The clock's stoppages are in order",
  chain: "The chain of hashes holds",
  signature: "The signature",
};

/** @type {Record<Check["name"], string>} */
const FAULTS = {
  file: "The file is not whole",
  rules: "The rules are not those of the game it names",
  commitment: "The commitment does not bind this deal",
  key: "The deal's key is another than seed and numbers make",
  seats: "The seats are not in order",
  moves: "a move cannot have been played",
  end: "the game cannot have ended so",
  result: "the result is another",
  place: "the place is another",
  stoppages: "The clock's stoppages are not in order",
  chain: "A hash of the chain is another",
  signature: "The signature says nothing",
};

const PROVES = "Unsigned, this proves that the replay agrees with itself, not who made it. Names are bound by nothing.";

/**
 * Show the verdict and every check with a tick, or with what differs; what differs comes first.
 * @param {HTMLElement} host @param {ReplayFile | null} file @param {{ok: boolean, checks: Check[]}} verdict
 */
export function showVerdict(host, file, { ok, checks }) {
  const wrong = checks.filter((check) => !check.ok);
  const right = checks.filter((check) => check.ok);
  const words = ok
    ? `Everything agrees: all ${checks.length} checks hold.`
    : `${wrong.length} of ${checks.length} checks do not hold.`;
  host.replaceChildren(
    make("p", { class: `verdict ${ok ? "good" : "bad"}` }, ok ? "✓ " : "✗ ", words),
    ...(wrong.length ? [make("ul", { class: "checks wrong" }, ...wrong.map((check) => line(check, file)))] : []),
    make("details", ok ? {} : { class: "rest" }, make("summary", {}, `What holds (${right.length})`), grouped(right, file)),
    make("p", { class: "dim proves" }, PROVES),
  );
}

/**
 * What holds of a player stands on one line.
 * @param {Check[]} checks @param {ReplayFile | null} file
 */
function grouped(checks, file) {
  const common = checks.filter(({ player }) => player === undefined);
  const players = [...new Set(checks.flatMap(({ player }) => (player === undefined ? [] : [player])))];
  const chain = common.filter(({ name }) => name === "chain");
  const lines = common.filter(({ name }) => name !== "chain").map((check) => line(check, file));
  for (const player of players) {
    const held = checks.filter((check) => check.player === player).map(({ name }) => WORDS[name]);
    lines.push(ticked(true, `${nameOf(file, player)}${movesOf(file, player)}: ${held.join(", ")}`));
  }
  if (chain.length) lines.push(ticked(true, `${WORDS.chain}: ${chain.length} links over all of this`));
  return make("ul", { class: "checks" }, ...lines);
}

/** @param {Check} check @param {ReplayFile | null} file */
function line({ name, ok, player, why, where, expected, found }, file) {
  const who = player === undefined ? "" : `${nameOf(file, player)}: `;
  const item = ticked(ok, `${who}${(ok ? WORDS : FAULTS)[name]}`);
  if (!ok) {
    const compared = expected !== undefined && found !== undefined;
    item.append(make("p", {}, [where, compared ? "" : why].filter(Boolean).join(": ")));
    if (compared) item.append(pair("the file says", found), pair("it should be", expected));
  } else if (found && ["commitment", "key"].includes(name)) {
    item.append(make("code", {}, String(found)));
  }
  return item;
}

/** @param {string} words @param {string | number | null} value */
const pair = (words, value) => make("p", {}, `${words} `, make("code", { title: String(value) }, shortened(String(value))));

/** @param {string} text */
const shortened = (text) => (text.length > 40 ? `${text.slice(0, 24)}…` : text);

/** @param {boolean} ok @param {string} words */
function ticked(ok, words) {
  return make("li", { class: ok ? "right" : "differs" }, make("span", { class: "visually-hidden" }, ok ? "Holds: " : "Differs: "), words);
}

/** @param {ReplayFile | null} file @param {number} player */
const nameOf = (file, player) => file?.players[player]?.name ?? `Player ${player + 1}`;

/** @param {ReplayFile | null} file @param {number} player */
function movesOf(file, player) {
  const moves = file?.players[player]?.moves.length;
  return moves === undefined ? "" : ` (${moves} moves)`;
}
