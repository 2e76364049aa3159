/** Elements made in code: whatever came over the network goes in as text, and as nothing else. */

/**
 * Make an element. `class` and attributes are set as they are, what begins with `on` is listened
 * to, true is an attribute without a value, and false or null none.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null | ((event: any) => void)>} [props]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null) element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/**
 * The element of the page with this id.
 *
 * @template {keyof HTMLElementTagNameMap} [Tag="div"]
 * @param {string} id
 * @param {Tag} [_tag]  what it is
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function byId(id, _tag) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return /** @type {any} */ (found);
}

/**
 * Write a text where it differs from what is there: an equal one costs no layout.
 *
 * @param {Element} element
 * @param {string | number} text
 */
export function write(element, text) {
  const next = String(text);
  if (element.textContent !== next) element.textContent = next;
}

/**
 * Copy a text, on plain http too, where browsers give no clipboard; answers whether it worked.
 *
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", { class: "visually-hidden", readonly: true });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
