/*
 * <dice-field .sizes=${[10, 10]}>: the program throws these dice, or somebody taps or types what fell; the last tap
 * takes them. Says "thrown" with {roll} or {dice}.
 */

import { TableElement } from "../lib/element.js";
import { diceName, numbers } from "../lib/numbers.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./die-faces.js";

class DiceField extends TableElement {
  paintsAlone = true;
  /** @type {number[]} */
  #sizes = [];
  #taps = true;

  set sizes(/** @type {number[]} */ sizes) {
    this.#sizes = sizes;
    this.update();
  }

  /** Whether a row of faces stands there: not where the dice have fallen already. */
  set taps(/** @type {boolean} */ taps) {
    this.#taps = taps;
    this.update();
  }

  view() {
    const name = diceName(this.#sizes, say("dice.letter"));
    return html`<form class="dice" @submit=${(/** @type {On} */ event) => this.#take(event)}>
      <button type="button" ?disabled=${!this.#sizes.length} @click=${() => this.emit("thrown", { roll: this.#sizes })}>${say("dice.throw", { dice: name })}</button>
      <label><span>${say("dice.fell")}</span> <input type="text" inputmode="numeric" autocomplete="off" size="10"></label>
      <button>${say("dice.take")}</button>
      <die-faces .size=${this.#taps ? (this.#sizes[0] ?? 0) : 0} @fell=${(/** @type {CustomEvent} */ { detail }) => this.#fell(detail.value)}></die-faces></form>`;
  }

  #fell(/** @type {number} */ value) {
    const form = this.querySelector("form"), input = form.querySelector("input");
    input.value = `${input.value} ${value}`.trim();
    if (numbers(input.value).length === this.#sizes.length) form.requestSubmit();
  }

  #take(/** @type {On} */ event) {
    event.preventDefault();
    const input = event.target.querySelector("input");
    const values = numbers(input.value);
    if (!values.length) return input.focus();
    input.value = "";
    this.emit("thrown", { dice: values });
  }
}

customElements.define("dice-field", DiceField);
