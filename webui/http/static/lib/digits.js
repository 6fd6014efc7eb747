/*
 * Digits for what stands in the panel: the first nine of its buttons show theirs, and the key presses the button.
 *
 *   html`<button @click=${use}>${digit(1)}${words}</button>`
 */

import { html } from "./view.js";

const MOST = 9;

/** The digit of the button in which it stands; nothing beyond nine. */
export const digit = (/** @type {number} */ number) => (number <= MOST ? html`<kbd class="digit" aria-hidden="true" data-digit="${String(number)}">${number}</kbd>` : null);

/** Presses the button that shows a digit, if one does. */
export function pressDigit(/** @type {ParentNode} */ within, /** @type {string} */ key) {
  const sign = within.querySelector(`[data-digit="${key}"]`);
  /** @type {HTMLButtonElement | null} */
  const button = sign?.closest("button");
  button?.click();
  return Boolean(button);
}
