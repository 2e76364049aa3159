/** Moves in words: what watchers read of a board they look at. */

/**
 * Say what a command did.
 * @param {string} m  a move, `finish`, `bank` or `forfeit`
 */
export function moveWords(m) {
  switch (m) {
    case "D":
      return "draws";
    case "R":
      return "turns the waste over";
    case "finish":
      return "plays the rest home";
    case "bank":
      return "banks";
    case "forfeit":
      return "gives up";
    default:
      return carriedWords(m);
  }
}

/** @param {string} m */
function carriedWords(m) {
  const [source = "", target = "", count = "1"] = m.split(/[>:]/);
  const cards = count === "1" ? "a card" : `${count} cards`;
  const from = source === "W" ? "the waste" : source.startsWith("F") ? "home" : `column ${source.slice(1)}`;
  return `moves ${cards} from ${from} ${target === "F" ? "home" : `to column ${target.slice(1)}`}`;
}
