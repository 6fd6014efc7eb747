/*
 * Brings one tree of nodes in line with another and keeps what is already there: focus, open details, scroll
 * places and running animations survive a new state. Children with `data-key` are matched by it. The inside of a
 * custom element is its own affair, and what a person opened (`open`) stays open.
 */

/** Properties that a template hands to a node: they are set once the node stands in the page. */
export const GIVEN = Symbol("given");

export function morph(target, source) {
  const keyed = new Map();
  for (const child of target.children) if (child.dataset.key) keyed.set(child.dataset.key, child);
  let cursor = target.firstChild;
  for (const next of [...source.childNodes]) {
    const old = next.dataset?.key ? keyed.get(next.dataset.key) : alike(cursor, next) ? cursor : null;
    if (!old || old.nodeName !== next.nodeName) {
      target.insertBefore(next, cursor);
      handDown(next);
    } else {
      if (old === cursor) cursor = cursor.nextSibling;
      else target.insertBefore(old, cursor);
      patch(old, next);
    }
  }
  while (cursor) {
    const after = cursor.nextSibling;
    cursor.remove();
    cursor = after;
  }
}

function alike(old, next) {
  return old && old.nodeType === next.nodeType && old.nodeName === next.nodeName && !old.dataset?.key;
}

function patch(old, next) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== next.data) old.data = next.data;
    return;
  }
  patchAttributes(old, next);
  give(old, next[GIVEN]);
  if (!old.localName.includes("-")) morph(old, next);
}

function patchAttributes(old, next) {
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && name !== "open" && name !== "style") old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.style && old.style.cssText !== next.style.cssText) old.style.cssText = next.style.cssText;
}

function handDown(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  for (const each of [node, ...node.querySelectorAll("*")]) give(each, each[GIVEN]);
}

/** What a person is typing just now is theirs: a new state does not overwrite it. */
function give(node, given = {}) {
  for (const [name, value] of Object.entries(given)) {
    if (name !== "value" || node !== document.activeElement) node[name] = value;
  }
}
