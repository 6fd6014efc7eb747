/*
 * <die-faces .size=${10}>: what fell on one die, in one tap; the arrow keys go from face to face. Says "fell" with
 * {value}. A die of more sides than anybody taps has no row.
 */

import { TableElement } from "../lib/element.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

const MOST = 20;
/** @type {Record<string, any>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

class DieFaces extends TableElement {
  paintsAlone = true;
  #size = 0;
  /** The face that the Tab key comes to. */
  #at = 1;

  set size(/** @type {number} */ size) {
    if (size === this.#size) return;
    this.#size = size;
    this.#at = Math.max(1, Math.min(this.#at, size));
    this.update();
  }

  view() {
    if (!this.#size || this.#size > MOST) return html``;
    const faces = Array.from({ length: this.#size }, (_, place) => place + 1);
    return html`<div class="faces" role="group" aria-label="${say("dice.faces", { dice: `${say("dice.letter")}${this.#size}` })}" @keydown=${(/** @type {On} */ event) => this.#go(event)}>
      ${faces.map((face) => html`<button type="button" tabindex="${face === this.#at ? "0" : "-1"}" @click=${() => this.#tap(face)}>${face}</button>`)}</div>`;
  }

  #tap(/** @type {number} */ value) {
    this.#at = value;
    this.update();
    this.emit("fell", { value });
  }

  #go(/** @type {Json} */ event) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    this.#at = ((this.#at - 1 + step + this.#size) % this.#size) + 1;
    this.update();
    const button = this.querySelectorAll("button")[this.#at - 1];
    button.focus();
  }
}

customElements.define("die-faces", DieFaces);
