/** How long cards fly on boards that are watched, by the setting of speed. */

/** @type {Record<import("../ui/settings.js").Settings["speed"], number>} */
export const FLIGHT_MS = { off: 0, fast: 110, normal: 180, slow: 360 };
