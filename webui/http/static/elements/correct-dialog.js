/*
 * <correct-dialog>: what lies there? The likeliest cards first, then every card by name or number, "face down" and
 * "no card". Asked without a card it first asks which one. It holds what it is about (lib/subject.js): a card of the
 * table, or of an entry of the log.
 */

import { allCards, cropOf, face, likeness } from "../lib/cards.js";
import { allCardsOf, farFirst, isCounted, isZeroSetup } from "../lib/seats.js";
import { SheetDialog } from "../lib/sheet-dialog.js";
import { followed, inLog, onTable } from "../lib/subject.js";
import { html, keyed, repeat } from "../lib/view.js";
import { percent, say } from "../lib/words.js";
import "./card-picker.js";

const MOST = 24;

export class CorrectDialog extends SheetDialog {
  /** @type {any} */
  #subject = null;
  #asked = 0;
  /** @type {NamedCard[]} */
  #deck = [];

  /** Opens for the card with that key; for null the person picks one first. */
  async ask(/** @type {Snapshot} */ state, /** @type {string} */ key) {
    const cards = allCardsOf(state).filter(isCounted);
    const only = cards.length === 1 ? cards[0].key : null;
    await this.#open(onTable(state, key ?? only), state.mode?.kind === "pulp" ? "pulp" : "tarot");
  }

  /** Opens for a card of an entry of the log. */
  async askEntry(/** @type {Entry} */ entry, /** @type {string} */ seat, /** @type {number} */ index) {
    await this.#open(inLog(entry, seat, index), entry.system ?? "tarot");
  }

  async #open(/** @type {Json} */ subject, /** @type {string} */ game) {
    // Whoever types at once finds the cards there.
    this.#deck = await allCards(game);
    this.#subject = subject;
    this.#asked += 1;
    await this.open();
  }

  /** The search, or the first card to choose. */
  first() {
    return super.first() ?? this.querySelector(".grid button");
  }

  view() {
    const subject = (this.#subject = followed(this.#subject, this.state));
    return this.sheet(this.#title(subject), subject ? this.#about(subject) : this.#pick(), "correct");
  }

  #title(/** @type {Json} */ subject) {
    if (!subject) return say("correct.which");
    if (!subject.name) return say("correct.title");
    const side = ["players", "host"].find((each) => each === subject.seat && say(`side.${each}`) === subject.name);
    return side ? say(`correct.before.${side}`) : say("correct.before", { seat: subject.name });
  }

  /** The seats in the order in which the page shows them. */
  #pick() {
    const seats = isZeroSetup(this.state) ? farFirst(this.state.seats) : this.state.seats;
    /** @type {[string, ShownCard[]][]} */
    const groups = [...seats.map((seat) => /** @type {[string, ShownCard[]]} */ ([seat.name, seat.cards])), [say("correct.loose"), this.state.loose]];
    return html`${groups.filter(([, cards]) => cards.length).map(([name, cards]) => html`<h3>${name}</h3>
      <ul class="grid">${repeat(cards, (card) => card.key, (card) => html`<li><button @click=${() => this.ask(this.state, card.key)}>
        <img class="face" src="${likeness(card)}" alt=""><span>${card.name || say(card.face === "down" ? "card.down" : "card.unread")}</span></button></li>`)}</ul>`)}`;
  }

  #about(/** @type {Json} */ subject) {
    return html`
      <div class="top-answers">${this.#picture(subject)}<div>
        ${subject.entry ? html`<p class="reads">${say("correct.in-log", { throw: subject.entry.throw ?? "", at: subject.entry.at.slice(0, 5) })}</p>` : null}
        <p class="reads">${this.#reads(subject)}</p>
        ${subject.entry || subject.gone ? null : this.#likely(subject.card)}
      </div></div>
      ${subject.gone ? null : keyed(this.#asked, html`<card-picker .state=${{ cards: this.#deck, most: MOST }} @picked=${(/** @type {CustomEvent} */ { detail }) => this.#answer(detail.code)}></card-picker>`)}`;
  }

  /** As the camera saw it when it was asked about; of an entry, the table at that moment. */
  #picture(/** @type {any} */ { card, entry }) {
    if (card.key) return card.face === "down" ? null : cropOf(card.key);
    return entry.picture ? html`<img class="moment" src="${`/pictures/${entry.picture}.jpg`}" alt="${say("log.picture")}">` : null;
  }

  #likely(/** @type {ShownCard} */ card) {
    const likely = card.candidates.filter((each) => each.code !== card.card).slice(0, 3);
    return html`<ul class="likely">${likely.map((each) => html`<li><button class="candidate" @click=${() => this.#answer(each.code)}>
        <img class="face" src="${face(each.code)}" alt="">${each.name} <small>${percent(each.confidence)}</small></button></li>`)}</ul>
      <p class="ways"><button @click=${() => this.#answer("down")}>${say("card.down")}</button>
        <button @click=${() => this.#answer(null)}>${say("correct.none")}</button></p>
      ${this.#owners(card)}`;
  }

  #reads(/** @type {any} */ { card, gone }) {
    if (gone) return say("correct.gone", { card: card.name || say("card.unread") });
    if (card.state === "no-card") return say("correct.no-card");
    return card.name ? say("correct.reads", { card: card.name }) : say("correct.unread");
  }

  #owners(/** @type {ShownCard} */ card) {
    const seats = this.state.seats.filter((seat) => seat.id !== card.seat);
    return html`<p class="owners">${say("correct.belongs")} ${seats.map((seat) => html`<button class="quiet" @click=${() => this.#assign(seat.id)}>${seat.name}</button>`)}
      ${card.seat ? html`<button class="quiet" @click=${() => this.#assign(null)}>${say("seat.nobody")}</button>` : null}</p>`;
  }

  #answer(/** @type {string} */ card) {
    const { entry, seat, index } = this.#subject;
    if (entry) this.act("correct-entry", { entry: entry.id, seat, index, card });
    else this.act("correct", { key: this.#subject.card.key, card });
    this.close();
  }

  #assign(/** @type {string} */ seat) {
    this.act("assign", { key: this.#subject.card.key, seat });
    this.close();
  }
}

customElements.define("correct-dialog", CorrectDialog);
