/** The commands and requests that wait for their answers, and what to send again after a drop. */

/**
 * @typedef {import("../types.js").Ack} Ack
 * @typedef {import("../types.js").Ok} Ok
 * @typedef {import("../types.js").Refused} Refused
 * @typedef {import("../types.js").Command} Command
 * @typedef {import("../types.js").ClientMessage} ClientMessage
 *
 * @typedef {object} Given   A command on its way.
 * @property {Command} command
 * @property {boolean} owed  whether the present socket still has to bring its answer
 * @property {boolean} dead  refused because one before it was: waits out its answer in silence
 *
 * @typedef {object} Asked   A request on its way.
 * @property {ClientMessage} message
 * @property {boolean} sent
 * @property {(answer: Ok) => void} granted
 * @property {(why: Refused) => void} refused
 */

/**
 * Commands in the order of their number n, requests by their number q. The server answers commands
 * in the order they came: an answer belongs to the first command with its number that is owed one.
 */
export function makePending() {
  /** @type {Given[]} */
  let given = [];
  /** @type {Map<number, Asked>} */
  const asked = new Map();
  let lastQ = 0;
  let accepted = 0;

  const alive = () => given.filter((one) => !one.dead);

  return {
    /** Begin at another board, after its command *n*; what it has in it is no more on its way. */
    restart(/** @type {number} */ n) {
      accepted = n;
      given = given.filter((one) => one.command.n > n);
    },

    nextQ: () => ++lastQ,

    /** The number of the next command: one more than those accepted and on their way. */
    nextN: () => accepted + 1 + alive().length,

    /** The commands on their way that were not refused, in order. */
    commands: () => alive().map((one) => one.command),

    /** @param {Command} command */
    give(command) {
      given.push({ command, owed: false, dead: false });
    },

    /**
     * Register a request; the promise is fulfilled by `ok` and rejected with the refusal.
     *
     * @param {ClientMessage & {q: number}} message
     * @returns {Promise<Ok>}
     */
    ask(message) {
      return new Promise((granted, refused) => {
        asked.set(message.q, { message, sent: false, granted, refused });
      });
    },

    /**
     * Answer what is to be sent next, commands first, and note it as sent.
     *
     * @returns {ClientMessage | null}
     */
    takeUnsent() {
      const command = given.find((one) => !one.owed && !one.dead);
      if (command) {
        command.owed = true;
        return command.command;
      }
      for (const one of asked.values()) {
        if (!one.sent) {
          one.sent = true;
          return one.message;
        }
      }
      return null;
    },

    /** The socket is gone: what it had not answered is to be sent again. */
    socketGone() {
      given = alive();
      for (const one of given) one.owed = false;
      for (const one of asked.values()) one.sent = false;
    },

    /**
     * Take in an ack; answers its command if this is the first one for it.
     *
     * @param {Ack} ack
     * @returns {Command | null}
     */
    acked(ack) {
      accepted = Math.max(accepted, ack.n);
      const index = given.findIndex((one) => one.command.n === ack.n && !one.dead);
      return given.splice(index, index < 0 ? 0 : 1)[0]?.command ?? null;
    },

    /**
     * Take in the refusal of a command. Those behind it can only be refused too: they are dead at
     * once, and never sent again. Answers the commands that will not be, the refused one first.
     *
     * @param {Refused} refused
     * @returns {Command[]}
     */
    refused(refused) {
      if (refused.code === "suspended") return []; // it goes out again after the `resync` to come
      const index = given.findIndex((one) => one.command.n === refused.n && one.owed);
      if (index < 0) return [];
      const [first] = given.splice(index, 1);
      if (!first || first.dead) return [];
      const behind = given.slice(index).filter((one) => !one.dead);
      for (const one of behind) one.dead = true;
      given = given.filter((one) => one.owed || !one.dead);
      return [first, ...behind].map((one) => one.command);
    },

    /** @param {Ok | Refused} answer */
    answered(answer) {
      const one = asked.get(answer.q ?? -1);
      if (!one) return;
      asked.delete(answer.q ?? -1);
      if (answer.t === "ok") one.granted(answer);
      else one.refused(answer);
    },

    /** Nothing will come any more: refuse every request in these words. */
    fail(/** @type {string} */ why) {
      for (const one of asked.values()) one.refused({ t: "refused", code: "going-away", why });
      asked.clear();
    },
  };
}
