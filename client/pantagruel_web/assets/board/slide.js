/** A table larger than its room: it slides under a hand on the felt, and when cards are held at an edge. */

const EDGE = 56; // pixels within which held cards draw the table along
const FASTEST = 18; // pixels a frame, at the very edge

/**
 * @param {HTMLElement} scroll
 * @param {(left: number) => void} slid
 */
export function makeSlide(scroll, slid) {
  let left = 0;
  let most = 0;
  let width = 0;
  let low = false;
  let speed = 0;
  let frame = 0;

  function scrolled() {
    left = scroll.scrollLeft;
    slid(left);
  }
  scroll.addEventListener("scroll", scrolled, { passive: true });

  /** @param {number} to */
  function go(to) {
    const next = Math.max(0, Math.min(most, to));
    if (next === left) return;
    scroll.scrollLeft = left = next;
    slid(left);
  }

  function step() {
    frame = speed ? requestAnimationFrame(step) : 0;
    go(left + speed);
  }

  return {
    left: () => left,

    /** @param {{width: number, height: number}} room @param {{width: number, height: number}} table */
    size(room, table) {
      width = room.width;
      most = Math.max(0, table.width - room.width);
      low = table.height > room.height;
      go(Math.min(left, most));
    },

    /** @param {number} dx @param {number} dy */
    by(dx, dy) {
      go(left - dx);
      if (low) scroll.scrollTop -= dy;
    },

    /** Cards are held at *x* of the room; null: no more. @param {number | null} x */
    holds(x) {
      const over = x === null ? 0 : x < EDGE ? x - EDGE : Math.max(0, x - width + EDGE);
      speed = most ? (Math.max(-1, Math.min(1, over / EDGE)) * FASTEST) : 0;
      if (speed && !frame) frame = requestAnimationFrame(step);
    },

    stop() {
      speed = 0;
      scroll.removeEventListener("scroll", scrolled);
    },
  };
}
