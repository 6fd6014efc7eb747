/* <significator-dialog>: the Significators of a seat. A tap holds a card or lets it go, at once. */

import { allCards, face, search } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { faceUpFirst, seatById } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { filled, html, repeat } from "../lib/view.js";
import { say } from "../lib/words.js";

const LYING = 6;

export class SignificatorDialog extends TableElement {
  #seat = null;
  #text = "";
  /** @type {NamedCard[]} */
  #deck = [];

  async ask(state, seat) {
    this.#seat = seat;
    this.#text = "";
    this.#deck = await allCards();
    this.update();
    await Promise.resolve();
    this.querySelector("dialog").showModal();
  }

  view() {
    const seat = seatById(this.state, this.#seat);
    if (!seat) return html`<dialog></dialog>`;
    return html`<dialog aria-labelledby="significator-title" @click=${(event) => this.#outside(event)}>
      <div class="sheet">
        <header><h2 id="significator-title">${say("significator.title", { seat: seat.name })}</h2>
          <button class="icon" @click=${() => this.#close()}>${sigil("close")}<span class="unseen">${say("dialog.close")}</span></button></header>
        <p class="reads">${say("significator.help")}</p>
        ${this.#lying(seat)}
        <label class="find">${sigil("search")}<span class="unseen">${say("correct.search")}</span>
          <input type="search" autocomplete="off" placeholder="${say("correct.search")}" .value=${filled(this.#text)} @input=${(event) => this.#find(event.target.value)}></label>
        <ul class="grid">${repeat(this.#ordered(seat), (card) => card.code, (card) => this.#card(seat, card))}</ul>
        <p class="ways"><button class="primary" @click=${() => this.#close()}>${say("dialog.done")}</button></p>
      </div>
    </dialog>`;
  }

  /** "The card that lies there now": show a card, tap once. */
  #lying(seat) {
    const shown = faceUpFirst(this.state, seat.id).filter((card) => !seat.significators.includes(card.card)).slice(0, LYING);
    if (!shown.length) return null;
    return html`<p class="ways">${shown.map((card) => html`<button class="candidate" @click=${() => this.#toggle(seat, card.card)}>
      <img class="face" src="${face(card.card)}" alt="">${say("significator.lying", { card: card.name })}</button>`)}</p>`;
  }

  #ordered(seat) {
    const held = (card) => seat.significators.includes(card.code);
    const found = search(this.#deck, this.#text);
    return [...found.filter(held), ...found.filter((card) => !held(card))];
  }

  #card(seat, card) {
    const held = seat.significators.includes(card.code);
    return html`<li><button aria-pressed="${String(held)}" @click=${() => this.#toggle(seat, card.code)}>
      <img class="face" src="${face(card.code)}" alt="" loading="lazy"><span>${card.name}</span></button></li>`;
  }

  #toggle(seat, code) {
    const others = seat.significators.filter((each) => each !== code);
    const cards = others.length < seat.significators.length ? others : [...others, code];
    this.act("significators", { seat: seat.id, cards });
  }

  #find(text) {
    this.#text = text;
    this.update();
  }

  #outside(event) {
    if (event.target.localName === "dialog") this.#close();
  }

  #close() {
    this.querySelector("dialog").close();
  }
}

customElements.define("significator-dialog", SignificatorDialog);
