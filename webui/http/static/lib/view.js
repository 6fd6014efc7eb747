/*
 * What our elements paint with: lit-html, and two directives of our own.
 *
 *   html`<p class="name" title="${title ?? nothing}">${seat.name}</p>`
 *   ?disabled=${bool}   .state=${any}   @click=${use}            sets or leaves out, hands down, listens
 *   repeat(seats, (seat) => seat.id, (seat) => html`...`)         nodes that keep their focus and their animation
 *   .value=${filled(text)}   style=${styled({ "--seat": colour })}
 */

import { directive, Directive } from "../vendor/lit-html/directive.js";
import { noChange } from "../vendor/lit-html/lit-html.js";

export { keyed } from "../vendor/lit-html/directives/keyed.js";
export { repeat } from "../vendor/lit-html/directives/repeat.js";
export { html, nothing, render, svg } from "../vendor/lit-html/lit-html.js";

class Filled extends Directive {
  render(/** @type {any} */ shown) {
    return shown;
  }

  /** @override @param {any} part @param {any[]} values */
  update({ element, name }, [shown]) {
    const typing = name === "value" && element === document.activeElement;
    if (!typing && element[name] !== shown) element[name] = shown;
    return noChange;
  }
}

/** What a field shows, whatever was done to it; but what a person is typing just now is theirs. */
export const filled = directive(Filled);

class Styled extends Directive {
  render(/** @type {Record<string, any>} */ properties) {
    return properties;
  }

  /** @override @param {any} part @param {any[]} values */
  update({ element }, [properties]) {
    for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value);
    return noChange;
  }
}

/** Properties of an element's style, one by one: a style attribute is what our pages forbid (Content-Security-Policy). */
export const styled = directive(Styled);
