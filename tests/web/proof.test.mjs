/** The browser's proof: hashes as they are defined, good replays pass, and whatever is changed is found. */

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";

import { hex, joined, unhex, utf8 } from "../../client/pantagruel_web/assets/proof/bytes.js";
import { canonical } from "../../client/pantagruel_web/assets/proof/canonical.js";
import { STAGES, linked } from "../../client/pantagruel_web/assets/proof/chain.js";
import { commitment, dealKey, order } from "../../client/pantagruel_web/assets/proof/deal.js";
import { hmac } from "../../client/pantagruel_web/assets/proof/hmac.js";
import { hashing, sha256 } from "../../client/pantagruel_web/assets/proof/sha256.js";
import { spent } from "../../client/pantagruel_web/assets/proof/spent.js";
import { verify } from "../../client/pantagruel_web/assets/proof/verify.js";
import { VARIANTS } from "../../client/pantagruel_web/assets/rules/variants.js";
import { read, vectors } from "./vectors.mjs";

const deals = read("../engine/cases/deal_vectors.json");
const [fresh, pool, numbered] = vectors("replays");

const bytes = (length, seed = 1) =>
  Uint8Array.from({ length }, (_, at) => (at * 167 + seed * 31 + (at >> 3)) & 255);

test("SHA-256 is SHA-256, at every length up to five blocks and in pieces", () => {
  for (let length = 0; length <= 320; length += 1) {
    const data = bytes(length);
    const right = createHash("sha256").update(data).digest("hex");
    assert.equal(hex(sha256(data)), right, `${length} bytes`);
    const hash = hashing();
    for (let at = 0; at < length; at += 37) hash.update(data.subarray(at, at + 37));
    assert.equal(hex(hash.digest()), right, `${length} bytes in pieces`);
  }
  const long = bytes(200_003);
  assert.equal(hex(sha256(long)), createHash("sha256").update(long).digest("hex"));
});

test("HMAC is HMAC, with short keys and long ones", () => {
  for (const length of [0, 1, 32, 63, 64, 65, 200]) {
    const [key, data] = [bytes(length, 7), bytes(length + 5, 3)];
    const right = createHmac("sha256", key).update(data).digest("hex");
    assert.equal(hex(hmac(key, data)), right, `a key of ${length} bytes`);
  }
});

test("bytes are written and read", () => {
  assert.equal(hex(unhex("00ff10")), "00ff10");
  assert.deepEqual(joined(utf8("é"), new Uint8Array(1)), Uint8Array.of(0xc3, 0xa9, 0));
  assert.equal(canonical({ b: [1, null], a: { d: "x", c: true } }), '{"a":{"c":true,"d":"x"},"b":[1,null]}');
});

test("cards are dealt as PGDEAL-1 says", () => {
  for (const { key, decks, perm, sha256: whole } of deals.perm) {
    const cards = order(unhex(key), decks);
    if (perm) assert.deepEqual(cards, perm);
    const written = cards.flatMap((card) => [card >> 8, card & 255]);
    assert.equal(hex(sha256(Uint8Array.from(written))), whole);
  }
});

test("commitment and key are made as the deal says", () => {
  for (const { salt, race_id, rules, decks, server_seed, commitment: right } of deals.commit) {
    assert.equal(hex(commitment(unhex(salt), race_id, rules, decks, unhex(server_seed))), right);
  }
  for (const { server_seed, race_id, nonces, key } of deals.deal_key) {
    assert.equal(hex(dealKey(unhex(server_seed), race_id, nonces.map(unhex))), key);
  }
});

/** Make the chain fit again, as a forger would. */
function sealed(file) {
  for (const stage of STAGES) {
    const work = linked(file, stage);
    let step = work.next();
    while (!step.done) step = work.next();
    file.chain[stage] = step.value;
  }
  return file;
}

/** A copy of a replay after a change, with the chain as it was or made anew. */
function changed(file, change, seal = false) {
  const copy = structuredClone(file);
  change(copy);
  return seal ? sealed(copy) : copy;
}

const put = (path, value) => (file) => {
  const last = path.at(-1);
  path.slice(0, -1).reduce((inner, step) => inner[step], file)[last] = value;
};

const wrong = ({ checks }) => checks.filter(({ ok }) => !ok);

test("replays in order pass, of every kind of deal", async () => {
  for (const file of [fresh, pool, numbered, read("../../protocol/vectors/replay.json")]) {
    const { ok, checks } = await verify(file);
    assert.deepEqual(wrong({ checks }), []);
    assert.ok(ok);
    const names = new Set(checks.map(({ name }) => name));
    const kinds = ["file", "rules", "commitment", "seats", "moves", "end", "result", "place", "chain"];
    assert.deepEqual(kinds.filter((name) => !names.has(name)), []);
    assert.equal(names.has("key"), file !== numbered);
    assert.deepEqual(canonical(sealed(structuredClone(file)).chain), canonical(file.chain));
  }
});

test("it tells how far it is, and lets others work in between", async () => {
  const parts = [];
  let turns = 0;
  const turning = setInterval(() => (turns += 1));
  await verify(fresh, { onProgress: (part) => parts.push(part) });
  clearInterval(turning);
  assert.deepEqual(parts, parts.toSorted((a, b) => a - b));
  assert.equal(parts.at(-1), 1);
  assert.ok(turns >= 3);
});

const zeros = "00".repeat(32);
const first = (file) => file.players[0];
const CHANGES = {
  "a changed move": [(file) => (first(file).moves[3][1] = "T1>T1"), "moves", "moves"],
  "a left-out move": [(file) => first(file).moves.splice(4, 1), "moves", "moves"],
  "commands in another order": [
    ({ players: [{ moves }] }) => {
      const at = moves.findIndex(([, move], index) => move === "D" && moves[index + 1][1] === "W>F");
      [moves[at][1], moves[at + 1][1]] = ["W>F", "D"];
    },
    "moves",
    "moves",
  ],
  "a time that runs backwards": [(file) => (first(file).moves[5][0] = 0), "moves", "moves"],
  "a changed score": [(file) => (first(file).result.ledger += 5), "result", "results"],
  "a changed class": [(file) => (file.players[1].result.class = "cleared"), "result", "results"],
  "a changed place": [(file) => (file.players[1].result.place = 1), "place", "results"],
  "a changed end": [(file) => (file.players[1].ended = [1000, "bank"]), "end", "results"],
  "a changed commitment": [(file) => (file.deal.commit = zeros), "commitment", "header"],
  "another salt": [(file) => (file.deal.salt = zeros), "commitment", "header"],
  "another seed": [(file) => (file.deal.server_seed = zeros), "key", "header"],
  "another nonce": [(file) => (file.deal.nonces[1] = "00".repeat(16)), "key", "header"],
  "a nonce too few": [(file) => file.deal.nonces.pop(), "key", "header"],
  "another key": [(file) => (file.deal.key = zeros), "key", "header"],
  "other rules": [(file) => (file.variant.draw = 3), "rules", "header"],
  "players in other seats": [(file) => file.players.reverse(), "seats", "header"],
  "outages in another order": [(file) => file.stoppages.reverse(), "stoppages", "stoppages"],
  "a signature": [(file) => (file.signature = "Rabelais"), "signature", null],
};

for (const [what, [change, name, stage]] of Object.entries(CHANGES)) {
  test(`${what} is found, even when the chain is made anew`, async () => {
    const { ok, checks } = await verify(changed(fresh, change));
    assert.ok(!ok);
    const links = wrong({ checks }).filter((check) => check.name === "chain");
    assert.equal(links.some(({ where }) => where === `chain.${stage}`), stage !== null);
    const forged = await verify(changed(fresh, change, true));
    const [found] = wrong(forged).filter((check) => check.name === name);
    assert.ok(found, JSON.stringify(wrong(forged)));
    assert.ok(found.why);
    assert.ok(wrong(forged).every((check) => check.name !== "chain"));
  });
}

test("one change of a result is found in one place, and its player named", async () => {
  const found = wrong(await verify(changed(fresh, (file) => (file.players[2].result.moves += 1), true)));
  const moves = fresh.players[2].result.moves;
  assert.equal(found.length, 1);
  const [{ name, player, where, expected, found: said }] = found;
  assert.deepEqual([name, player, where], ["result", 2, "players[2].result.moves"]);
  assert.deepEqual([expected, said], [moves, moves + 1]);
});

test("a changed link is found by itself", async () => {
  for (const stage of STAGES) {
    const found = wrong(await verify(changed(fresh, (file) => (file.chain[stage] = zeros))));
    assert.ok(found.some(({ where }) => where === `chain.${stage}`));
    assert.ok(found.every(({ name }) => name === "chain"));
  }
});

test("what is no replay is called that", async () => {
  for (const value of [null, 7, "x", [], {}, { ...fresh, more: 1 }, { ...fresh, players: [] }]) {
    const { ok, checks } = await verify(value);
    assert.ok(!ok);
    assert.deepEqual(checks.map(({ name }) => name), ["file"]);
  }
  const unknown = await verify(changed(fresh, (file) => (file.variant.id = "__proto__")));
  assert.ok(wrong(unknown).some(({ name }) => name === "rules"));
});

test("games end by themselves where the engine says so, and nowhere else", () => {
  for (const { variant, passes, view, spent: right } of vectors("prospects")) {
    assert.equal(spent(VARIANTS[variant], view, passes), right, JSON.stringify({ variant, view }));
  }
});

test("forgeries are found where the engine finds them, and no others", async () => {
  for (const [path, value, where] of vectors("forgeries")) {
    const unread = where === "file";
    const { checks } = await verify(changed(fresh, put(path, value), !unread));
    assert.equal(checks[0].ok, !unread, `${path}: ${value}`);
    if (unread) continue;
    const forged = wrong({ checks });
    const places = forged.map((check) => check.where.replace(/\.moves.*|\.ended/, ""));
    const place = where?.replace(/\.moves.*|\.ended/, "");
    const near = where === null ? !places.length : places.some((one) => one.startsWith(place));
    assert.ok(near, `${path}: ${value} at ${where}, not ${places}`);
  }
});
