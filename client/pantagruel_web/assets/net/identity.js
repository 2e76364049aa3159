/** Who one is in this browser: a name, and the secret by which the server knows its owner again. */

const NAME = "pantagruel.name";
const TOKEN = "pantagruel.token";

/** Storage that a strict browser may forbid; then nothing is kept, and everything works once. */
const store = {
  /** @param {string} key */
  get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** @param {string} key @param {string | null} value */
  set(key, value) {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // Nothing to be done, and nothing lost but convenience.
    }
  },
};

export const myName = () => store.get(NAME) ?? "";

export const myToken = () => store.get(TOKEN);

/** @param {string} name */
export function keepName(name) {
  store.set(NAME, name);
}

/** @param {string | null} token */
export function keepToken(token) {
  store.set(TOKEN, token);
}
