/** What a replay file looks like: every field, and nothing else. */

const BIGGEST = Number.MAX_SAFE_INTEGER;

/** Says what is wrong with a value at a path; null: nothing. @typedef {(value: any, path: string) => string | null} Spec */

/** @param {RegExp} pattern @returns {Spec} */
const text = (pattern) => (value, path) =>
  typeof value === "string" && pattern.test(value) ? null : `${path} is not written as it should be`;

/** @param {number} least @param {number} most @returns {Spec} */
const whole = (least = 0, most = BIGGEST) => (value, path) =>
  Number.isInteger(value) && value >= least && value <= most
    ? null
    : `${path} is no whole number from ${least} to ${most}`;

/** @param {readonly unknown[]} words @returns {Spec} */
const word = (...words) => (value, path) =>
  words.includes(value) ? null : `${path} is none of ${words.join(", ")}`;

/** @param {Spec} spec @returns {Spec} */
const maybe = (spec) => (value, path) => (value === null ? null : spec(value, path));

/** @param {Spec} spec @param {number} least @param {number} most @returns {Spec} */
const list = (spec, least = 0, most = Infinity) => (value, path) => {
  if (!Array.isArray(value)) return `${path} is no list`;
  if (value.length < least || value.length > most) return `${path} has ${value.length} entries`;
  return first(value, (inner, at) => spec(inner, `${path}[${at}]`));
};

/** @param {readonly Spec[]} specs @returns {Spec} */
const tuple = (...specs) => (value, path) => {
  if (!Array.isArray(value) || value.length !== specs.length) return `${path} is no list of ${specs.length}`;
  return first(specs, (spec, at) => spec(value[at], `${path}[${at}]`));
};

/** @param {Record<string, Spec>} fields @returns {Spec} */
const object = (fields) => (value, path) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return `${path} is no object`;
  const odd = Object.keys(value).find((key) => !Object.hasOwn(fields, key));
  if (odd !== undefined) return `${path} has a field ${odd} that no replay has`;
  return first(Object.entries(fields), ([key, spec]) =>
    key in value ? spec(value[key], path ? `${path}.${key}` : key) : `${path} lacks ${key}`,
  );
};

/**
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T, at: number) => string | null} wrong
 */
function first(items, wrong) {
  for (const [at, item] of items.entries()) {
    const why = wrong(item, at);
    if (why !== null) return why;
  }
  return null;
}

const count = whole();
const points = whole(-BIGGEST);
const truth = word(true, false);
const id = text(/^[A-Za-z0-9_-]{1,64}$/);
const hex32 = text(/^[0-9a-f]{32}$/);
const hex64 = text(/^[0-9a-f]{64}$/);

const variant = object({
  id,
  packs: whole(1, 255),
  ranks: whole(1, 13),
  columns: list(whole(1)),
  draw: whole(1),
  max_passes: maybe(whole(1)),
  foundation_return: truth,
  run_moves: word("any", "full", "single", "full-or-single"),
  scoring: word("royal", "casino", "count", "cardz"),
  pass_penalty: count,
  streak: truth,
  build: word("other-colour", "other-suit"),
  empty_column: word("king", "any"),
});

const deal = object({
  scheme: word("PGDEAL-1"),
  deal_id: id,
  kind: word("fresh", "pool", "numbered"),
  rules: text(/^[a-z0-9-]{1,64};passes=([0-9]{1,16}|none);(fresh|pool|numbered)$/),
  key: hex64,
  commit: maybe(hex64),
  salt: maybe(hex64),
  server_seed: maybe(hex64),
  nonces: list(hex32),
});

const result = object({
  class: word("cleared", "unfinished", "disqualified"),
  place: maybe(count),
  ledger: points,
  streak: count,
  time_bonus: count,
  total: points,
  foundations: count,
  hidden: count,
  moves: count,
  draws: count,
  redeals: count,
  elapsed_ms: count,
});

/** One player. */
export const PLAYER = object({
  player: id,
  seat: whole(0, 63),
  name: text(/^.{1,40}$/su),
  moves: list(tuple(count, text(/^[DRTWF0-9>:]{1,16}$/))),
  ended: tuple(count, word("won", "dead", "bank", "forfeit", "limit", "bell", "eject")),
  result,
});

/** A whole file, but for what stands in its players. */
export const FILE = object({
  format: word("pantagruel-replay/1"),
  race: id,
  variant,
  deal,
  t0: count,
  limit_ms: count,
  bell_ms: maybe(count),
  rank_by: word("time", "score"),
  players: list(() => null, 1, 64),
  stoppages: list(tuple(count, count)),
  chain: object({ header: hex64, moves: hex64, stoppages: hex64, results: hex64 }),
  signature: maybe(text(/^/)),
});
