/*
 * <correct-dialog>: what lies there? The likeliest cards first, then every card by name or number, "face down" and
 * "no card". Asked without a card it first asks which one.
 */

import { allCards, face, search } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { allCardsOf, cardByKey, isCounted, seatById } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { filled, html, keyed, repeat } from "../lib/view.js";
import { percent, say } from "../lib/words.js";

const SHOWN = 24;

export class CorrectDialog extends TableElement {
  #key = null;
  #text = "";
  /** @type {NamedCard[]} */
  #deck = [];

  /** Opens for the card with that key; for null the person picks one first. */
  async ask(state, key) {
    const cards = allCardsOf(state).filter(isCounted);
    this.#key = key ?? (cards.length === 1 ? cards[0].key : null);
    this.#text = "";
    this.update();
    await Promise.resolve();
    const dialog = this.querySelector("dialog");
    if (!dialog.open) dialog.showModal();
    this.querySelector("input")?.focus();
    this.#deck = await allCards(state.mode?.kind === "pulp" ? "pulp" : "tarot");
    this.update();
  }

  view() {
    const card = this.#key === null ? null : cardByKey(this.state, this.#key);
    return html`<dialog class="correct" aria-labelledby="correct-title" @click=${(event) => this.#outside(event)}>
      <div class="sheet">
        <header><h2 id="correct-title">${this.#title(card)}</h2>
          <button class="icon" @click=${() => this.#close()}>${sigil("close")}<span class="unseen">${say("dialog.close")}</span></button></header>
        ${card ? this.#answers(card) : this.#pick()}
      </div>
    </dialog>`;
  }

  #title(card) {
    if (!card) return say("correct.which");
    const seat = seatById(this.state, card.seat);
    return seat ? say("correct.before", { seat: seat.name }) : say("correct.title");
  }

  #pick() {
    const groups = [...this.state.seats.map((seat) => [seat.name, seat.cards]), [say("correct.loose"), this.state.loose]];
    return html`${groups.filter(([, cards]) => cards.length).map(([name, cards]) => html`<h3>${name}</h3>
      <ul class="grid">${repeat(cards, (card) => card.key, (card) => html`<li><button @click=${() => this.ask(this.state, card.key)}>
        <img class="face" src="${face(card.card)}" alt=""><span>${card.name || say(card.face === "down" ? "card.down" : "card.unread")}</span></button></li>`)}</ul>`)}`;
  }

  #answers(card) {
    const likely = card.candidates.filter((each) => each.code !== card.card).slice(0, 3);
    const found = search(this.#deck, this.#text).slice(0, this.#text ? SHOWN : 78);
    return html`
      <div class="top-answers">
        ${this.#crop(card)}
        <div>
          <p class="reads">${this.#reads(card)}</p>
          <ul class="likely">${likely.map((each) => html`<li><button class="candidate" @click=${() => this.#answer(each.code)}>
            <img class="face" src="${face(each.code)}" alt="">${each.name} <small>${percent(each.confidence)}</small></button></li>`)}</ul>
          <p class="ways"><button @click=${() => this.#answer("down")}>${say("correct.down")}</button>
            <button @click=${() => this.#answer(null)}>${say("correct.none")}</button></p>
          ${this.#owners(card)}
        </div>
      </div>
      <label class="find">${sigil("search")}<span class="unseen">${say("correct.search")}</span>
        <input type="search" autocomplete="off" placeholder="${say("correct.search")}" .value=${filled(this.#text)}
          @input=${(event) => this.#find(event.target.value)} @keydown=${(event) => this.#enter(event, found)}></label>
      <ul class="grid">${repeat(found, (each) => each.code, (each) => html`<li><button @click=${() => this.#answer(each.code)}>
        <img class="face" src="${face(each.code)}" alt="" loading="lazy"><span>${each.name}</span></button></li>`)}</ul>
      ${found.length ? null : html`<p>${say("correct.nothing")}</p>`}`;
  }

  #reads(card) {
    if (card.state === "no-card") return say("correct.no-card");
    return card.name ? say("correct.reads", { card: card.name }) : say("correct.unread");
  }

  #crop(card) {
    if (card.face === "down") return null;
    return keyed(card.key, html`<img class="asked" src="${`/crop/${card.key}.jpg`}" alt="${say("question.picture")}" @error=${(event) => (event.target.hidden = true)}>`);
  }

  #owners(card) {
    const seats = this.state.seats.filter((seat) => seat.id !== card.seat);
    return html`<p class="owners">${say("correct.belongs")} ${seats.map((seat) => html`<button class="quiet" @click=${() => this.#assign(seat.id)}>${seat.name}</button>`)}
      ${card.seat ? html`<button class="quiet" @click=${() => this.#assign(null)}>${say("seat.nobody")}</button>` : null}</p>`;
  }

  #find(text) {
    this.#text = text;
    this.update();
  }

  #enter(event, found) {
    if (event.key === "Enter" && this.#text && found.length) this.#answer(found[0].code);
  }

  #answer(card) {
    this.act("correct", { key: this.#key, card });
    this.#close();
  }

  #assign(seat) {
    this.act("assign", { key: this.#key, seat });
    this.#close();
  }

  #outside(event) {
    if (event.target.localName === "dialog") this.#close();
  }

  #close() {
    this.querySelector("dialog").close();
  }
}

customElements.define("correct-dialog", CorrectDialog);
