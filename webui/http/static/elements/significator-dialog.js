/* <significator-dialog>: the Significators of a seat. A tap holds a card or lets it go, at once. */

import { SeatCardsDialog } from "../lib/seat-cards-dialog.js";
import { faceUpFirst } from "../lib/seats.js";
import { html, keyed } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./card-picker.js";

export class SignificatorDialog extends SeatCardsDialog {
  view() {
    const seat = this.seat();
    if (!seat) return html`<dialog></dialog>`;
    const held = new Set(seat.significators);
    const lying = faceUpFirst(this.state, seat.id).filter((card) => !held.has(card.card));
    const cards = [...this.deck.filter((card) => held.has(card.code)), ...this.deck.filter((card) => !held.has(card.code))];
    return this.sheet(say("significator.title", { seat: seat.name }), html`
        <p class="reads">${say("significator.help")}</p>
        ${keyed(this.asked, html`<card-picker .state=${{ cards, lying, held }} @picked=${(/** @type {CustomEvent} */ { detail }) => this.#toggle(seat, detail.code)}></card-picker>`)}
        <p class="ways"><button class="primary" @click=${() => this.close()}>${say("dialog.done")}</button></p>`);
  }

  #toggle(/** @type {Seat} */ seat, /** @type {string} */ code) {
    const others = seat.significators.filter((each) => each !== code);
    const cards = others.length < seat.significators.length ? others : [...others, code];
    this.act("significators", { seat: seat.id, cards });
  }
}

customElements.define("significator-dialog", SignificatorDialog);
