/** Mouse, finger and pen on the table, as taps, drags and drops; the page is asked for nothing else. */

/**
 * @typedef {import("./slots.js").Slot} Slot
 * @typedef {import("./slots.js").PileKind} PileKind
 * @typedef {{pile: PileKind, index: number, slot: Slot | null}} Hit  a pile, and the card of it if any
 *
 * @typedef {object} Hands
 * @property {(x: number, y: number) => Hit | null} hit  what lies at a point of the table
 * @property {(hit: Hit) => boolean} lift  begin to drag; false if it lies fast
 * @property {(dx: number, dy: number, x: number) => void} move  from where it lay; the pointer is at *x* of the table
 * @property {(dx: number, dy: number) => void} slide  what lies fast, or the felt, is pulled along
 * @property {(dropped: boolean) => void} drop  let go there, or put it back
 * @property {(hit: Hit | null) => boolean} tap  answers whether something is chosen now
 * @property {(hit: Hit) => void} home  double-click, double-tap or right-click
 */

const FAR = { mouse: 4, touch: 8, pen: 6 }; // pixels that make a drag of a tap
const TWICE_MS = 350;

/**
 * @param {HTMLElement} table
 * @param {Hands} hands
 * @returns {() => void}  stops listening
 */
export function listen(table, hands) {
  /** @type {{id: number, x: number, y: number, left: number, top: number, far: number, edge: number, hit: Hit | null, does: "" | "drags" | "slides"} | null} */
  let down = null;
  /** @type {{hit: Hit, at: number} | null} */
  let last = null;

  /** @param {PointerEvent} event */
  function pointerdown(event) {
    if (down || event.button !== 0) return;
    const box = table.getBoundingClientRect();
    const hit = hands.hit(event.clientX - box.left, event.clientY - box.top);
    const far = FAR[/** @type {"mouse"} */ (event.pointerType)] ?? FAR.mouse;
    down = { id: event.pointerId, x: event.clientX, y: event.clientY, left: event.clientX, top: event.clientY, edge: box.left, far, hit, does: "" };
    table.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  function pointermove(event) {
    if (!down || event.pointerId !== down.id) return;
    const dx = event.clientX - down.x;
    const dy = event.clientY - down.y;
    if (!down.does && Math.hypot(dx, dy) > down.far) {
      down.does = down.hit && hands.lift(down.hit) ? "drags" : "slides";
      last = null;
    }
    if (down.does === "drags") hands.move(dx, dy, event.clientX - down.edge);
    else if (down.does) hands.slide(event.clientX - down.left, event.clientY - down.top);
    [down.left, down.top] = [event.clientX, event.clientY];
  }

  /** @param {PointerEvent} event */
  function pointerup(event) {
    if (!down || event.pointerId !== down.id) return;
    const { does, hit, x, y, far } = down;
    down = null;
    if (does === "drags") hands.drop(true);
    else if (Math.hypot(event.clientX - x, event.clientY - y) <= far * 2) tapped(hit, event.timeStamp);
  }

  /** @param {Hit | null} hit @param {number} at */
  function tapped(hit, at) {
    const twice = hit && last && at - last.at < TWICE_MS && same(hit, last.hit);
    last = null;
    if (twice && hit.pile !== "foundation") hands.home(hit);
    // Only what a tap chose can be tapped twice: whoever moved cards there may take them at once.
    else if (hands.tap(hit) && hit) last = { hit, at };
  }

  /** @param {PointerEvent} event */
  function pointercancel(event) {
    if (!down || event.pointerId !== down.id) return;
    const { does } = down;
    down = null;
    if (does === "drags") hands.drop(false);
  }

  /** The keys are for the board now, and Space is no button's. @param {MouseEvent} event */
  function mousedown(event) {
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  /** @param {MouseEvent} event */
  function contextmenu(event) {
    const box = table.getBoundingClientRect();
    const hit = hands.hit(event.clientX - box.left, event.clientY - box.top);
    if (!hit) return;
    event.preventDefault();
    // A finger held still opens the menu too: it is no right click.
    if (!down) hands.home(hit);
  }

  /** @type {[string, (event: any) => void][]} */
  const listeners = [
    ["pointerdown", pointerdown],
    ["pointermove", pointermove],
    ["pointerup", pointerup],
    ["pointercancel", pointercancel],
    ["mousedown", mousedown],
    ["contextmenu", contextmenu],
  ];
  for (const [name, listener] of listeners) table.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of listeners) table.removeEventListener(name, listener);
  };
}

/** @param {Hit} a @param {Hit} b */
const same = (a, b) => a.pile === b.pile && a.index === b.index && a.slot?.key === b.slot?.key;
