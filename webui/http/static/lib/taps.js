/* One of a few: every choice is something to tap, and the arrow keys go from one to the next. */

import { filled, html } from "./view.js";

/**
 * A row of choices, each a value and its words. Without `use` it is a field of that name in a form.
 * @param {string} name
 * @param {string} label
 * @param {[string, string][]} choices
 * @param {any} chosen
 * @param {(value: string) => void} [use]
 */
export function taps(name, label, choices, chosen, use) {
  const input = (/** @type {any} */ value) =>
    use
      ? html`<input type="radio" name="${name}" value="${value}" .checked=${filled(value === chosen)} @change=${() => use(value)}>`
      : html`<input type="radio" name="${name}" value="${value}" ?checked=${value === chosen}>`;
  return html`<span class="taps-of" role="radiogroup" aria-label="${label}">${choices.map(([value, words]) => html`<label>${input(value)}<span>${words}</span></label>`)}</span>`;
}
