/** Where a replay stands: played, paused, stepped and jumped in race time. */

export const SPEEDS = [0.5, 1, 2, 5, 10, 30, 100];

/**
 * @param {number} end  race time, milliseconds
 * @param {(ms: number, playing: boolean) => void} changed
 */
export function playback(end, changed) {
  let ms = 0;
  let speed = 5;
  let playing = false;
  /** @type {number | null} */
  let last = null;

  /** @param {number} to */
  function move(to) {
    ms = Math.max(0, Math.min(end, to));
    if (ms >= end) playing = false;
    changed(ms, playing);
  }

  return {
    ms: () => ms,
    playing: () => playing,

    /** Stand at a race time. @param {number} to */
    jump: move,

    /** @param {number} times  as fast as it was */
    speed(times) {
      speed = times;
    },

    /** Play on, from the beginning if all was seen; or pause. */
    toggle() {
      playing = !playing;
      last = null;
      move(playing && ms >= end ? 0 : ms);
    },

    pause() {
      playing = false;
      changed(ms, playing);
    },

    /** Go on by what has passed since the last time; answers whether to come again. @param {number} now */
    tick(now) {
      if (!playing) return false;
      const passed = last === null ? 0 : now - last;
      last = now;
      move(ms + passed * speed);
      return playing;
    },
  };
}
