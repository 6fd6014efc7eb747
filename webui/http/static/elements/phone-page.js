/* <phone-page>: for a player's phone, to look on: my seat, my throw and why it has that many cards, verdict, log. */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { isComplete, seatById, thrown, withLastVerdict } from "../lib/seats.js";
import { remember, setting } from "../lib/settings.js";
import { sideSigil } from "../lib/sigil.js";
import { table } from "../lib/stream.js";
import { html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";
import "./notice-line.js";
import "./seat-faces.js";
import "./verdict-panel.js";

class PhonePage extends TableElement {
  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#take(table.state));
  }

  view() {
    const state = this.state;
    const mine = seatById(state, setting("seat")) ?? null;
    const shown = withLastVerdict(state);
    return html`
      <main class="phone">
        <header><h1>${state.session?.name || "Clashcam"}</h1>
          <label><span class="unseen">${say("phone.seat")}</span><select @change=${(event) => this.#sit(event.target.value)}>
            <option value="">${say("phone.seat")}</option>
            ${state.seats.map((seat) => html`<option value="${seat.id}" ?selected=${seat.id === mine?.id}>${seat.name}</option>`)}</select></label></header>
        <verdict-panel class="${`framed ${shown.dimmed ? "dimmed" : ""}`}" .state=${shown}></verdict-panel>
        ${mine ? this.#mine(mine) : null}
        <seat-faces .state=${state}></seat-faces>
        <section class="tale"><h2>${say("phone.log")}</h2>
          <ol>${repeat(state.log.last.toReversed(), (entry) => entry.id, (entry) => html`<li><b>${entry.verdict.headline}</b> <span>${entry.verdict.line}</span></li>`)}</ol></section>
      </main>
      <notice-line></notice-line>
      <p class="unseen" aria-live="polite">${state.verdict?.spoken}</p>`;
  }

  #mine(/** @type {Seat} */ seat) {
    const reasons = this.state.round?.cards?.[seat.id]?.reasons ?? [];
    return html`<section class="${`mine by-side-${seat.side}`}">
      <h2>${sideSigil(seat.side)}${seat.name}</h2>
      ${this.state.round?.announced?.[seat.id] ? html`<p>${this.state.round.announced[seat.id].text}</p>` : null}
      <p class="throws">${this.#throws(seat)}</p>
      ${reasons.length ? html`<ul>${reasons.map((reason) => html`<li><b>${reason.by}</b> ${reason.text}</li>`)}</ul>` : null}
      <ul class="hand-faces">${repeat(seat.cards, (card) => card.key, (card) => html`<li><img class="face" src="${face(card.card)}" alt="${card.name || say("card.down")}"></li>`)}</ul>
    </section>`;
  }

  #throws(/** @type {Seat} */ seat) {
    if (seat.counts) return html`<strong class="numeral">${seat.counts.value}</strong>`;
    if (seat.wanted && !isComplete(seat)) return html`<strong>${count("phone.throw", seat.wanted)}</strong> ${say("phone.lie", { n: thrown(seat) })}`;
    return thrown(seat) ? say("seat.ready") : say("seat.none");
  }

  #sit(/** @type {Seat} */ seat) {
    remember("seat", seat);
    this.update();
  }

  #take(/** @type {Snapshot} */ state) {
    this.state = state;
  }
}

customElements.define("phone-page", PhonePage);
