/* One of some, where a row of them has no room: a button says which, and a tap opens a sheet with all of them. */

import { html } from "./view.js";
import { say } from "./words.js";

/**
 * @param {string} id of the sheet, its own on the page
 * @param {string} label what is chosen
 * @param {[string, string][]} choices each a value and its words
 * @param {string} chosen
 * @param {(value: string) => void} use
 */
export function pick(id, label, choices, chosen, use) {
  const words = choices.find(([value]) => value === chosen)?.[1] ?? chosen;
  return html`<button type="button" class="pick" popovertarget="${id}"><span class="unseen">${say("colon", { head: label, rest: "" })}</span><span>${words}</span></button>
    <div class="picks" id="${id}" popover role="group" aria-label="${label}">${choices.map((each) => choice(...each, chosen, use))}</div>`;
}

function choice(/** @type {string} */ value, /** @type {string} */ words, /** @type {string} */ chosen, /** @type {(value: any) => void} */ use) {
  const take = (/** @type {Json} */ { currentTarget: button }) => {
    button.parentElement.hidePopover();
    use(value);
  };
  return html`<button type="button" aria-pressed="${String(value === chosen)}" @click=${take}>${words}</button>`;
}
