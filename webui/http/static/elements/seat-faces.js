/* <seat-faces>: every seat with its count and its cards' faces, in one row; for those who only look on. */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { isComplete, thrown } from "../lib/seats.js";
import { sideSigil } from "../lib/sigil.js";
import { html, repeat, styled } from "../lib/view.js";
import { say } from "../lib/words.js";

class SeatFaces extends TableElement {
  view() {
    const seats = this.state.seats.filter((seat) => !seat.away);
    return html`<ul class="${`faces ${seats.length > 4 ? "many" : ""}`}">${repeat(seats, (seat) => seat.id, (seat) => this.#seat(seat))}</ul>`;
  }

  #seat(/** @type {Seat} */ seat) {
    return html`<li class="${`by-side-${seat.side} ${isComplete(seat) ? "complete" : ""}`}" style=${styled({ "--seat": seat.colour })}>
      <h2>${sideSigil(seat.side)}<span>${seat.name}</span></h2>
      <p>${this.#count(seat)}</p>
      <ul class="hand-faces">${repeat(seat.cards, (card) => card.key, (card) => html`<li>
        <img class="${`face ${card.reversed ? "reversed" : ""}`}" src="${face(card.card)}" alt="${card.name || say(card.face === "down" ? "card.down" : "card.unread")}"></li>`)}</ul>
    </li>`;
  }

  #count(/** @type {Seat} */ seat) {
    if (seat.counts) return html`<strong class="numeral">${seat.counts.value}</strong>`;
    if (!seat.wanted) return null;
    return isComplete(seat) ? say("seat.ready") : say("seat.of", { n: thrown(seat), wanted: seat.wanted });
  }
}

customElements.define("seat-faces", SeatFaces);
