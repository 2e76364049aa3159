/** `node verify.mjs FILE`: check a replay as the browser does, and name what is wrong. */

import { readFileSync } from "node:fs";

import { verify } from "../../client/pantagruel_web/assets/proof/verify.js";

const { ok, checks } = await verify(JSON.parse(readFileSync(process.argv[2], "utf8")));
for (const { name, where, why } of checks.filter((check) => !check.ok)) console.log(name, where, why);
process.exitCode = ok ? 0 : 1;
