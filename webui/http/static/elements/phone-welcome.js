/* <phone-welcome>: who holds this phone: which seat is theirs, what they are called, and a colour; said once. */

import { TableElement } from "../lib/element.js";
import { sideSigil } from "../lib/sigil.js";
import { html, styled } from "../lib/view.js";
import { say } from "../lib/words.js";

/** Distinct to colour-blind eyes too, light enough on ink and dark enough on bone for an edge. */
const COLOURS = ["#3f86b5", "#c46a3f", "#5f9440", "#9a6fc4", "#2f9a8c", "#b58a1f", "#c4566c", "#7d7084"];

/** @extends {TableElement<{ seats: Seat[], me: { name: string, colour: string, seat: string, met: boolean } }>} */
class PhoneWelcome extends TableElement {
  /** @type {string | null} */
  #seat = null;
  /** @type {string | null} */
  #colour = null;

  view() {
    const { seats, me } = this.state;
    // Nobody looks on by mistake: whoever has not said who they are chooses first.
    const chosen = this.#seat ?? (me.met ? me.seat : null);
    const colour = this.#colour ?? me.colour;
    return html`<form class="welcome" lang="${say("phone.language")}" @submit=${(/** @type {On} */ event) => this.#enter(event)}>
      <h2>${say("phone.which-seat")}</h2>
      <div class="seats" role="group" aria-label="${say("phone.seat")}">${seats.map((seat) => html`<button type="button" class="${`by-side-${seat.side}`}" aria-pressed="${String(seat.id === chosen)}"
        @click=${() => this.#sit(seat)}>${sideSigil(seat.side)}<span>${seat.name}${seat.side === "host" && seat.name !== say("side.host") ? html` <small>${say("phone.host")}</small>` : null}</span></button>`)}
        <button type="button" aria-pressed="${String(chosen === "")}" @click=${() => this.#sit(null)}>${say("phone.only-look")}</button></div>
      <label for="called">${say("phone.name")}</label>
      <input id="called" maxlength="40" autocomplete="nickname" value="${me.name}">
      <p id="colours">${say("phone.colour")}</p>
      <div class="colours" role="group" aria-labelledby="colours">${COLOURS.map((each, index) => html`<button type="button" style=${styled({ "--each": each })} aria-pressed="${String(each === colour)}"
        aria-label="${say("phone.colour.n", { n: index + 1 })}" @click=${() => this.#paint(each)}></button>`)}</div>
      <button class="primary" type="submit" ?disabled=${chosen === null}>${say("phone.ready")}</button>
    </form>`;
  }

  #sit(/** @type {Seat | null} */ seat) {
    this.#seat = seat?.id ?? "";
    this.update();
  }

  #paint(/** @type {string} */ colour) {
    this.#colour = colour;
    this.update();
  }

  #enter(/** @type {On} */ event) {
    event.preventDefault();
    const { me } = this.state;
    /** @type {HTMLInputElement} */
    const field = this.querySelector("#called");
    this.emit("introduced", { name: field.value.trim(), colour: this.#colour ?? me.colour, seat: this.#seat ?? me.seat });
  }
}

customElements.define("phone-welcome", PhoneWelcome);
