/*
 * `html` and `svg`: tagged templates that become DOM.
 *
 *   render(this, html`<p class="name">${seat.name}</p>`)
 *
 * The fixed text of a template is parsed once. Values never pass through the parser: a value between tags
 * becomes a text node (or the nodes of a nested template, or of each item of an array), a value in an attribute
 * is set with setAttribute. Two prefixes: `?disabled=${bool}` sets or leaves out, `.state=${any}` hands a
 * property down once the element stands in the page. `style=${{ "--seat": colour }}` sets properties of its style.
 */

import { GIVEN, morph } from "./morph.js";

const TOKEN = /\u00a7(\d+)\u00a7/;
const TOKENS = /\u00a7(\d+)\u00a7/g;
const OPEN_ATTRIBUTE = /(?<=\s)([^\s:"'<>=/][^\s"'<>=/]*)(=(?:"[^"]*)?)$/;
const parsed = new WeakMap();

export const html = (strings, ...values) => ({ strings, values, kind: "html" });
export const svg = (strings, ...values) => ({ strings, values, kind: "svg" });
export const nothing = null;

/** Brings the children of `target` in line with the template, keeping the nodes that are already right. */
export function render(target, template) {
  morph(target, build(template));
}

/** A new DocumentFragment of the template. */
export function build({ strings, values, kind }) {
  const fragment = skeleton(strings, kind).cloneNode(true);
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  for (const node of nodes) {
    if (node.nodeType === Node.COMMENT_NODE) fillText(node, values);
    else fillAttributes(node, values);
  }
  return fragment;
}

function skeleton(strings, kind) {
  if (!parsed.has(strings)) parsed.set(strings, parse(strings, kind));
  return parsed.get(strings);
}

function parse(strings, kind) {
  const markup = strings.reduce((before, next, index) => {
    const inTag = before.lastIndexOf("<") > before.lastIndexOf(">");
    const place = `\u00a7${index - 1}\u00a7`;
    // The colon keeps a browser from reading the placeholder as, say, a list of points.
    return inTag ? before.replace(OPEN_ATTRIBUTE, ":$1$2") + place + next : `${before}<!--${place}-->${next}`;
  });
  const template = document.createElement("template");
  template.innerHTML = kind === "svg" ? `<svg>${markup}</svg>` : markup.trim();
  if (kind !== "svg") return template.content;
  const content = document.createDocumentFragment();
  content.append(...template.content.firstChild.childNodes);
  return content;
}

function fillText(comment, values) {
  const token = TOKEN.exec(comment.data);
  if (token) comment.replaceWith(...nodesOf(values[token[1]]));
}

function nodesOf(value) {
  if (value === null || value === undefined || value === false || value === "") return [];
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (value.strings) return [...build(value).childNodes];
  return [document.createTextNode(String(value))];
}

function fillAttributes(node, values) {
  for (const { name: marked, value } of [...node.attributes]) {
    if (!marked.startsWith(":")) continue;
    const name = marked.slice(1);
    const token = TOKEN.exec(value);
    const whole = value.length === token[0].length;
    node.removeAttribute(marked);
    if (name.startsWith(".")) (node[GIVEN] ??= {})[name.slice(1)] = values[token[1]];
    else if (name.startsWith("?")) node.toggleAttribute(name.slice(1), Boolean(values[token[1]]));
    else if (name === "style") setStyle(node, values[token[1]]);
    else setAttribute(node, name, whole ? values[token[1]] : value.replace(TOKENS, (_, n) => values[n] ?? ""));
  }
}

function setStyle(node, properties) {
  for (const [name, value] of Object.entries(properties ?? {})) node.style.setProperty(name, value);
}

function setAttribute(node, name, value) {
  if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
}
