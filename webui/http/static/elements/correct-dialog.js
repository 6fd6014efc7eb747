/*
 * <correct-dialog>: what lies there? The likeliest cards first, then every card by name or number, "face down" and
 * "no card". Asked without a card it first asks which one.
 */

import { allCards, cropOf, face } from "../lib/cards.js";
import { allCardsOf, cardByKey, isCounted, seatById } from "../lib/seats.js";
import { SheetDialog } from "../lib/sheet-dialog.js";
import { html, keyed, repeat } from "../lib/view.js";
import { percent, say } from "../lib/words.js";
import "./card-picker.js";

const MOST = 24;

export class CorrectDialog extends SheetDialog {
  #key = null;
  #asked = 0;
  /** @type {NamedCard[]} */
  #deck = [];

  /** Opens for the card with that key; for null the person picks one first. */
  async ask(state, key) {
    const cards = allCardsOf(state).filter(isCounted);
    this.#key = key ?? (cards.length === 1 ? cards[0].key : null);
    this.#asked += 1;
    await this.open();
    this.#picker()?.focus();
    this.#deck = await allCards(state.mode?.kind === "pulp" ? "pulp" : "tarot");
    this.update();
  }

  /** @returns {HTMLElement | null} */
  #picker() {
    return this.querySelector("card-picker");
  }

  view() {
    const card = this.#key === null ? null : cardByKey(this.state, this.#key);
    return this.sheet(this.#title(card), card ? this.#answers(card) : this.#pick(), "correct");
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
    return html`
      <div class="top-answers">
        ${card.face === "down" ? null : cropOf(card.key)}
        <div>
          <p class="reads">${this.#reads(card)}</p>
          <ul class="likely">${likely.map((each) => html`<li><button class="candidate" @click=${() => this.#answer(each.code)}>
            <img class="face" src="${face(each.code)}" alt="">${each.name} <small>${percent(each.confidence)}</small></button></li>`)}</ul>
          <p class="ways"><button @click=${() => this.#answer("down")}>${say("correct.down")}</button>
            <button @click=${() => this.#answer(null)}>${say("correct.none")}</button></p>
          ${this.#owners(card)}
        </div>
      </div>
      ${keyed(this.#asked, html`<card-picker .state=${{ cards: this.#deck, most: MOST }} @picked=${({ detail }) => this.#answer(detail.code)}></card-picker>`)}`;
  }

  #reads(card) {
    if (card.state === "no-card") return say("correct.no-card");
    return card.name ? say("correct.reads", { card: card.name }) : say("correct.unread");
  }

  #owners(card) {
    const seats = this.state.seats.filter((seat) => seat.id !== card.seat);
    return html`<p class="owners">${say("correct.belongs")} ${seats.map((seat) => html`<button class="quiet" @click=${() => this.#assign(seat.id)}>${seat.name}</button>`)}
      ${card.seat ? html`<button class="quiet" @click=${() => this.#assign(null)}>${say("seat.nobody")}</button>` : null}</p>`;
  }

  #answer(card) {
    this.act("correct", { key: this.#key, card });
    this.close();
  }

  #assign(seat) {
    this.act("assign", { key: this.#key, seat });
    this.close();
  }
}

customElements.define("correct-dialog", CorrectDialog);
