/*
 * <special-dialog>: a horror's special cards (D12): a card, and what happens when its action happens and that card
 * counts. Show the card to the camera, or find it by name; write what happens; done before play or in the middle of it.
 */

import { face } from "../lib/cards.js";
import { SeatCardsDialog } from "../lib/seat-cards-dialog.js";
import { faceUpFirst } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { filled, html, keyed, repeat } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./card-picker.js";

const MOST = 12;

export class SpecialDialog extends SeatCardsDialog {
  /** @type {string} */
  #card = null;

  async ask(/** @type {string} */ seat) {
    this.#card = null;
    await super.ask(seat);
  }

  view() {
    const seat = this.seat();
    if (!seat) return html`<dialog></dialog>`;
    return this.sheet(say("special.title", { seat: seat.name }), html`
        <p class="reads">${say("special.help")}</p>
        <ul class="specials">${repeat(seat.specials ?? [], (special) => special.card, (special) => this.#special(seat, special))}</ul>
        ${this.#card ? this.#fresh(seat) : this.#choose(seat)}
        <p class="ways"><button class="${this.#card ? "" : "primary"}" @click=${() => this.close()}>${say("dialog.done")}</button></p>`);
  }

  #special(/** @type {Seat} */ seat, /** @type {Json} */ special) {
    const name = this.#nameOf(special.card);
    const others = seat.specials.filter((each) => each.card !== special.card);
    const rewrite = (/** @type {any} */ text) => text && this.#save(seat.specials.map((each) => (each === special ? { ...special, text } : each)));
    return html`<li><img class="face" src="${face(special.card)}" alt="">
      <label><b>${name}</b><textarea rows="2" maxlength="500" .value=${filled(special.text)} @change=${(/** @type {On} */ event) => rewrite(event.target.value.trim())}></textarea></label>
      <button class="icon" title="${say("special.remove", { card: name })}" @click=${() => this.#save(others)}>${sigil("remove")}<span class="unseen">${say("special.remove", { card: name })}</span></button></li>`;
  }

  /** "The card that lies there now", or one found by its name. */
  #choose(/** @type {Seat} */ seat) {
    const taken = new Set((seat.specials ?? []).map((each) => each.card));
    const lying = faceUpFirst(this.state, seat.id).filter((card) => !taken.has(card.card));
    const cards = this.deck.filter((card) => !taken.has(card.code));
    return keyed(this.asked, html`<card-picker .state=${{ cards, lying, most: MOST, all: false }} @picked=${(/** @type {CustomEvent} */ { detail }) => this.#take(detail.code)}></card-picker>`);
  }

  #fresh(/** @type {Seat} */ seat) {
    return html`<div class="special-new"><img class="face" src="${face(this.#card)}" alt="">
      <label><b>${this.#nameOf(this.#card)}</b><textarea rows="3" maxlength="500" placeholder="${say("special.text")}"></textarea></label>
      <p class="ways"><button class="primary" @click=${() => this.#add(seat)}>${sigil("add")}${say("system.add")}</button>
        <button @click=${() => this.#take(null)}>${say("announce.back")}</button></p></div>`;
  }

  #nameOf(/** @type {string} */ code) {
    return this.deck.find((card) => card.code === code)?.name ?? code;
  }

  async #take(/** @type {string} */ code) {
    this.#card = code;
    this.update();
    await Promise.resolve();
    this.#field()?.focus();
  }

  /** @returns {HTMLTextAreaElement | null} */
  #field() {
    return this.querySelector(".special-new textarea");
  }

  #add(/** @type {Seat} */ seat) {
    const field = this.#field();
    const text = field.value.trim();
    if (!text) return field.focus();
    this.#save([...(seat.specials ?? []), { card: this.#card, text }]);
    return this.#take(null);
  }

  #save(/** @type {any} */ specials) {
    this.act("seat-change", { seat: this.seat().id, specials });
  }
}

customElements.define("special-dialog", SpecialDialog);
