/** What everybody in a race's room knows: who is there, how they stand, what is said. */

/**
 * @typedef {import("../types.js").ServerMessage} ServerMessage
 * @typedef {import("../types.js").Room} RoomMessage
 * @typedef {import("../types.js").Row} Row
 * @typedef {import("../types.js").Said} Said
 * @typedef {import("../types.js").Placing} Placing
 * @typedef {import("../types.js").Reveal} Reveal
 * @typedef {import("../types.js").SeatInfo} SeatInfo
 *
 * @typedef {object} RoomState
 * @property {string} me  the own player id
 * @property {RoomMessage | null} room
 * @property {Map<number, Row>} rows  by seat
 * @property {Said[]} said  oldest first
 * @property {Placing[]} results  best first; empty until the race is over
 * @property {Reveal | null} reveal
 * @property {number | null} t0  UTC on the server's clock, once the countdown began
 * @property {boolean} suspended  the race stands still, since the server cannot write
 */

const LINES = 200;

/** @returns {RoomState} */
export function emptyRoom() {
  return {
    me: "",
    room: null,
    rows: new Map(),
    said: [],
    results: [],
    reveal: null,
    t0: null,
    suspended: false,
  };
}

/**
 * Take *message* in; answers whether it told anything new.
 *
 * @param {RoomState} state
 * @param {ServerMessage} message
 */
export function foldRoom(state, message) {
  switch (message.t) {
    case "welcome":
      state.me = message.player;
      return true;
    case "room":
      return entered(state, message);
    case "countdown":
      state.t0 = message.t0;
      return true;
    case "progress":
      for (const row of message.rows) state.rows.set(row[0], row);
      return true;
    case "said":
      return heard(state, message);
    case "results":
      state.results = [...message.rows];
      return true;
    case "reveal":
      state.reveal = message;
      return true;
    case "suspended":
    case "resync":
      state.suspended = message.t === "suspended";
      return true;
    default:
      return false;
  }
}

/** @param {RoomState} state @param {RoomMessage} room */
function entered(state, room) {
  // Seats are numbered anew when the countdown begins.
  if (room.phase === "open" || room.seats.length !== state.room?.seats.length) state.rows.clear();
  state.room = room;
  return true;
}

/** @param {RoomState} state @param {Said} line */
function heard(state, line) {
  // The last lines come again with every entrance.
  const known = state.said.some(
    (one) => one.at === line.at && one.player === line.player && one.text === line.text,
  );
  if (!known) state.said = [...state.said.slice(1 - LINES), line];
  return !known;
}

/** The own seat, or null. @param {RoomState} state @returns {SeatInfo | null} */
export function mySeat(state) {
  return state.room?.seats.find((seat) => seat.player === state.me) ?? null;
}

/** Whether one is the host. @param {RoomState} state */
export const isHost = (state) => state.room?.host === state.me;

/** Everybody's row, best first. @param {RoomState} state */
export const ranked = (state) => [...state.rows.values()].sort((a, b) => a[1] - b[1] || a[0] - b[0]);

/**
 * Race time left, to the limit or to the bell once it is set.
 *
 * @param {RoomMessage} room
 * @param {number} ms  race time
 */
export function leftMs(room, ms) {
  return Math.max(0, Math.min(room.rings_ms ?? Infinity, room.limit_ms) - Math.max(0, ms));
}
