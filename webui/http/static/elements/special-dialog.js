/*
 * <special-dialog>: a horror's special cards (D12): a card, and what happens when its action happens and that card
 * counts. Show the card to the camera, or find it by name; write what happens; done before play or in the middle of it.
 */

import { allCards, face, search } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { faceUpFirst, seatById } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { filled, html, repeat } from "../lib/view.js";
import { say } from "../lib/words.js";

const SHOWN = 12;
const LYING = 6;

export class SpecialDialog extends TableElement {
  #seat = null;
  #card = null;
  #text = "";
  /** @type {NamedCard[]} */
  #deck = [];

  async ask(/** @type {string} */ seat) {
    this.#seat = seat;
    this.#card = null;
    this.#text = "";
    this.#deck = await allCards();
    this.update();
    await Promise.resolve();
    this.querySelector("dialog").showModal();
  }

  view() {
    const seat = seatById(this.state, this.#seat);
    if (!seat) return html`<dialog></dialog>`;
    return html`<dialog aria-labelledby="special-title" @click=${(event) => event.target.localName === "dialog" && this.#close()}>
      <div class="sheet">
        <header><h2 id="special-title">${say("special.title", { seat: seat.name })}</h2>
          <button class="icon" @click=${() => this.#close()}>${sigil("close")}<span class="unseen">${say("dialog.close")}</span></button></header>
        <p class="reads">${say("special.help")}</p>
        <ul class="specials">${repeat(seat.specials ?? [], (special) => special.card, (special) => this.#special(seat, special))}</ul>
        ${this.#card ? this.#fresh(seat) : this.#choose(seat)}
        <p class="ways"><button class="${this.#card ? "" : "primary"}" @click=${() => this.#close()}>${say("dialog.done")}</button></p>
      </div></dialog>`;
  }

  #special(/** @type {Seat} */ seat, special) {
    const name = this.#nameOf(special.card);
    const others = seat.specials.filter((each) => each.card !== special.card);
    const rewrite = (text) => text && this.#save(seat.specials.map((each) => (each === special ? { ...special, text } : each)));
    return html`<li><img class="face" src="${face(special.card)}" alt="">
      <label><b>${name}</b><textarea rows="2" maxlength="500" .value=${filled(special.text)} @change=${(event) => rewrite(event.target.value.trim())}></textarea></label>
      <button class="icon" title="${say("special.remove", { card: name })}" @click=${() => this.#save(others)}>${sigil("remove")}<span class="unseen">${say("special.remove", { card: name })}</span></button></li>`;
  }

  /** "The card that lies there now", or one found by its name. */
  #choose(/** @type {Seat} */ seat) {
    const taken = (code) => (seat.specials ?? []).some((each) => each.card === code);
    const lying = faceUpFirst(this.state, seat.id).filter((card) => !taken(card.card)).slice(0, LYING);
    const found = this.#text ? search(this.#deck, this.#text).filter((card) => !taken(card.code)).slice(0, SHOWN) : [];
    return html`<p class="ways">${repeat(lying, (card) => card.card, (card) => html`<button class="candidate" @click=${() => this.#take(card.card)}>
        <img class="face" src="${face(card.card)}" alt="">${say("significator.lying", { card: card.name })}</button>`)}</p>
      <label class="find">${sigil("search")}<span class="unseen">${say("correct.search")}</span>
        <input type="search" autocomplete="off" placeholder="${say("correct.search")}" .value=${filled(this.#text)} @input=${(event) => this.#find(event.target.value)}></label>
      <ul class="grid">${repeat(found, (card) => card.code, (card) => html`<li><button @click=${() => this.#take(card.code)}>
        <img class="face" src="${face(card.code)}" alt="" loading="lazy"><span>${card.name}</span></button></li>`)}</ul>`;
  }

  #fresh(/** @type {Seat} */ seat) {
    return html`<div class="special-new"><img class="face" src="${face(this.#card)}" alt="">
      <label><b>${this.#nameOf(this.#card)}</b><textarea rows="3" maxlength="500" placeholder="${say("special.text")}"></textarea></label>
      <p class="ways"><button class="primary" @click=${() => this.#add(seat)}>${sigil("add")}${say("special.add")}</button>
        <button @click=${() => this.#take(null)}>${say("announce.back")}</button></p></div>`;
  }

  #nameOf(code) {
    return this.#deck.find((card) => card.code === code)?.name ?? code;
  }

  async #take(code) {
    this.#card = code;
    this.#text = "";
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

  #find(text) {
    this.#text = text;
    this.update();
  }

  #save(specials) {
    this.act("seat-change", { seat: this.#seat, specials });
  }

  #close() {
    this.querySelector("dialog").close();
  }
}

customElements.define("special-dialog", SpecialDialog);
