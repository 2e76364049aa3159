/** What stands at the head of every page. */

/** Mark the link of the page that one is on. */
export function markCurrent() {
  const here = location.pathname.replace(/\/join$/, "/");
  for (const link of document.querySelectorAll(".top nav a")) {
    const there = new URL(/** @type {HTMLAnchorElement} */ (link).href).pathname;
    if (there === here) link.setAttribute("aria-current", "page");
  }
}
