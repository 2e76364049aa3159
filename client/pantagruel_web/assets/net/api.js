/** What is asked over HTTP: races made, listed and shown. */

import { keepToken, myName, myToken } from "./identity.js";

/**
 * @typedef {import("../types.js").Created} Created
 * @typedef {import("../types.js").NewRace} NewRace
 * @typedef {import("../types.js").RaceInfo} RaceInfo
 * @typedef {import("../types.js").RaceList} RaceList
 * @typedef {import("../types.js").ReplayFile} ReplayFile
 */

/** A refusal in the server's words; *code* is its stable word for it, *status* 0 if it never answered. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} why
   */
  constructor(status, code, why) {
    super(why);
    this.status = status;
    this.code = code;
  }
}

/**
 * @param {string} path  relative to the page, so that it works below a proxy's path too
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function call(path, init) {
  let response;
  try {
    response = await fetch(path, { ...init, credentials: "omit" });
  } catch {
    throw new ApiError(0, "unreachable", "the server does not answer");
  }
  const body = await response.json().catch(() => null);
  if (response.ok && body !== null) return body;
  throw new ApiError(response.status, body?.code ?? "fault", body?.why ?? "the answer makes no sense");
}

/**
 * Make a race; whoever has no token yet gets one with it.
 *
 * @param {NewRace} race
 * @returns {Promise<Created>}
 */
export async function createRace(race) {
  try {
    return await post(race, myToken());
  } catch (error) {
    // A guest who never took a seat is forgotten when the server starts anew: be a new one.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    return post(race, null);
  }
}

/**
 * @param {NewRace} race
 * @param {string | null} token
 * @returns {Promise<Created>}
 */
async function post(race, token) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json" };
  if (token) headers["Authorization"] = `Bearer ${token}`;
  const body = JSON.stringify(token ? race : { ...race, name: myName() });
  /** @type {Created} */
  const made = await call("api/races", { method: "POST", headers, body });
  if (made.token) keepToken(made.token);
  return made;
}

/**
 * @param {Record<string, string>} query  phase, variant, after, limit
 * @returns {Promise<RaceList>}
 */
export const listRaces = (query = {}) => call(`api/races?${new URLSearchParams(query)}`);

/**
 * @param {string} race
 * @returns {Promise<RaceInfo>}
 */
export const showRace = (race) => call(`api/races/${encodeURIComponent(race)}`);

/**
 * @param {string} race
 * @returns {Promise<ReplayFile>}
 */
export const fetchReplay = (race) => call(`api/races/${encodeURIComponent(race)}/replay`);
