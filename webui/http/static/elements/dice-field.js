/*
 * <dice-field .sizes=${[10, 10]}>: the program throws these dice, or somebody types what fell. Says "thrown" with
 * {roll} or {dice}; with `sized` typed dice carry their sizes.
 */

import { TableElement } from "../lib/element.js";
import { diceName, numbers } from "../lib/numbers.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

class DiceField extends TableElement {
  paintsAlone = true;
  sized = false;
  #sizes = [];

  set sizes(sizes) {
    this.#sizes = sizes;
    this.update();
  }

  view() {
    const name = diceName(this.#sizes, say("dice.letter"));
    return html`<form class="dice" @submit=${(event) => this.#take(event)}>
      <button type="button" ?disabled=${!this.#sizes.length} @click=${() => this.tell("thrown", { roll: this.#sizes })}>${say("dice.throw", { dice: name })}</button>
      <label><span>${say("dice.fell")}</span> <input type="text" inputmode="numeric" autocomplete="off" size="10"></label>
      <button>${say("dice.take")}</button></form>`;
  }

  #take(event) {
    event.preventDefault();
    const input = event.target.querySelector("input");
    const values = numbers(input.value);
    if (!values.length) return input.focus();
    input.value = "";
    const size = (place) => (this.#sizes[place] ? { size: this.#sizes[place] } : {});
    this.tell("thrown", { dice: this.sized ? values.map((value, place) => ({ value, ...size(place) })) : values });
  }
}

customElements.define("dice-field", DiceField);
