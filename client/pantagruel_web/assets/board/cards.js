/** The cards as elements: each keeps to its card as that moves, and only what changed is written. */

/**
 * @typedef {import("./slots.js").Slot} Slot
 * @typedef {import("../deck/atlas.js").Atlas} Atlas
 *
 * @typedef {object} CardElement
 * @property {HTMLCanvasElement} canvas
 * @property {Slot} slot  where it lies
 * @property {string} at  the transform last written
 * @property {string} z
 * @property {string | null | undefined} face  the card last painted; undefined: none
 * @property {string} mark  the class last written
 */

const ABOVE_ALL = 10_000;

/**
 * Answer for each new slot the element that takes it: the one that lies there, else the one whose
 * card came from elsewhere, else none. Elements that nobody takes are in `left`.
 *
 * @param {CardElement[]} elements
 * @param {Slot[]} next
 */
export function match(elements, next) {
  const free = new Map(elements.map((element) => [element.slot.key, element]));
  const stays = next.map((slot) => {
    const element = free.get(slot.key);
    const same = element && (element.slot.card === slot.card || element.slot.card === null || slot.card === null);
    if (same) free.delete(slot.key);
    return same ? element : null;
  });
  const pool = [...free.values()].sort((a, b) => b.slot.z - a.slot.z);
  const moved = next.map(
    (slot, at) => stays[at] ?? (slot.card && take(pool, (one) => one.slot.card === slot.card)),
  );
  const taken = moved.map((element, at) => element || turned(pool, /** @type {Slot} */ (next[at])));
  return { taken, left: pool };
}

/** A card that was turned on its way: drawn, or put back into the stock. @param {CardElement[]} pool @param {Slot} slot */
function turned(pool, slot) {
  if (slot.pile === "waste") return take(pool, (one) => one.slot.pile === "stock");
  if (slot.pile === "stock") return take(pool, (one) => one.slot.pile === "waste");
  return null;
}

/** @param {CardElement[]} pool @param {(one: CardElement) => boolean} fits */
function take(pool, fits) {
  const at = pool.findIndex(fits);
  return at < 0 ? null : (pool.splice(at, 1)[0] ?? null);
}

/** @param {HTMLElement} host */
export function makeCards(host) {
  /** @type {CardElement[]} */
  let elements = [];
  /** @type {Atlas | null} */
  let atlas = null;
  /** @type {HTMLCanvasElement[]} */
  const spare = [];

  /** @param {Slot} slot @returns {CardElement} */
  function made(slot) {
    const canvas = spare.pop() ?? document.createElement("canvas");
    canvas.setAttribute("aria-hidden", "true");
    host.append(canvas);
    return { canvas, slot, at: "", z: "", face: undefined, mark: "-" };
  }

  /** @param {CardElement} element @param {string | null} card */
  function paint(element, card) {
    if (element.face === card || !atlas) return;
    element.face = card;
    const picture = atlas.get(card);
    const { canvas } = element;
    if (canvas.width !== picture.width) {
      canvas.width = picture.width;
      canvas.height = picture.height;
      canvas.style.width = `${atlas.width}px`;
      canvas.style.height = `${atlas.height}px`;
    }
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    ctx.drawImage(picture, 0, 0);
  }

  /** @param {CardElement} element @param {number} x @param {number} y @param {number} z */
  function put(element, x, y, z) {
    const at = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    if (element.at !== at) element.canvas.style.transform = element.at = at;
    const level = String(z);
    if (element.z !== level) element.canvas.style.zIndex = element.z = level;
  }

  /** @param {CardElement} element @param {string} mark */
  function mark(element, mark) {
    if (element.mark !== mark) element.canvas.className = `card ${(element.mark = mark)}`;
  }

  return {
    /** Paint with other pictures from now on. @param {Atlas} next */
    use(next) {
      atlas = next;
      for (const canvas of spare.splice(0)) canvas.remove();
      for (const element of elements) {
        const { face } = element;
        element.face = undefined;
        if (face !== undefined) paint(element, face);
      }
    },

    /**
     * Let the cards lie in these slots; those that moved rise above the others on their way.
     *
     * @param {Slot[]} next
     * @param {boolean} animate
     */
    show(next, animate) {
      const { taken, left } = match(elements, next);
      for (const { canvas } of left) {
        canvas.remove();
        spare.push(canvas);
      }
      elements = next.map((slot, at) => {
        const element = taken[at] ?? made(slot);
        const moved = taken[at] && element.slot.key !== slot.key;
        element.slot = slot;
        paint(element, slot.card);
        mark(element, animate ? (moved ? "moves above" : "moves") : "");
        put(element, slot.x, slot.y, slot.z);
        return element;
      });
    },

    /**
     * The cards that go with the one in a slot, undermost first.
     *
     * @param {Slot} from
     */
    taking(from) {
      if (from.pile !== "column") return elements.filter((one) => one.slot.key === from.key);
      return elements.filter(
        ({ slot }) => slot.pile === "column" && slot.index === from.index && slot.z >= from.z,
      );
    },

    /** Hold cards where the pointer is: *dx*, *dy* from their place. @param {CardElement[]} held @param {number} dx @param {number} dy */
    drag(held, dx, dy) {
      for (const element of held) {
        mark(element, "held");
        put(element, element.slot.x + dx, element.slot.y + dy, ABOVE_ALL + element.slot.z);
      }
    },

    /** Let every card go back to its place. */
    settle(/** @type {CardElement[]} */ held) {
      for (const element of held) {
        mark(element, "moves above");
        put(element, element.slot.x, element.slot.y, element.slot.z);
      }
    },

    /**
     * Mark the cards in these slots, and no others: "chosen", "target", "shakes", "hint".
     *
     * @param {Map<string, string>} marks  by the slot's key
     */
    marks(marks) {
      for (const element of elements) {
        if (element.mark.includes("held")) continue;
        const base = element.mark.split(" ").filter((one) => one === "moves" || one === "above");
        mark(element, [...base, marks.get(element.slot.key) ?? ""].filter(Boolean).join(" "));
      }
    },

    all: () => elements,
  };
}
