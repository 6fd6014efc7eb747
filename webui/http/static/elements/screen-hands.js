/*
 * <screen-hands>: the table before its verdict, for the far end of the room: who announces and what was announced, how
 * many cards of how many lie there, and what has been flipped. A question stays between the Host and the table.
 */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { faceFor } from "../lib/session.js";
import { isComplete, seatById, thrown } from "../lib/seats.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { html, repeat, styled } from "../lib/view.js";
import { count, say } from "../lib/words.js";

class ScreenHands extends TableElement {
  view() {
    const announces = this.state.round?.speaker && !this.state.seats.some(thrown);
    return html`<article class="hands">${this.#headline()}
      ${announces ? this.#announcements() : this.#ranks()}</article>`;
  }

  #headline() {
    const text = this.#words();
    return html`<h1 class="${`headline ${faceFor(text)}`}" style=${styled({ "--letters": text.length })}><span>${text}</span></h1>`;
  }

  #words() {
    const { round, phase } = this.state;
    if (phase === "empty" && round?.phase === "throwing") return say("round.throw-now");
    if (round?.speaker && ["empty", "confirmed"].includes(phase)) return say("screen.announces", { name: seatById(this.state, round.speaker)?.name ?? "" });
    return say(`wait.${phase}`);
  }

  /** The order in which people speak, the slowest first. */
  #announcements() {
    const { order, speaker, announced } = this.state.round;
    return html`<ol class="announced">${repeat(order, (id) => id, (id) => {
      const seat = seatById(this.state, id);
      return html`<li class="${`by-side-${seat?.side} ${id === speaker ? "speaks" : ""}`}">${id === speaker ? sigil("voice") : sideSigil(seat?.side)}
        ${announced[id] ? html`<span>${announced[id].text}</span>` : html`<span><b>${seat?.name}</b> ${say(id === speaker ? "round.speaks" : "round.to-come")}</span>`}</li>`;
    })}</ol>`;
  }

  /** Those at the table by side, the players first. */
  #sides() {
    const seats = this.state.seats.filter((seat) => !seat.away && (thrown(seat) || seat.awaited || this.state.mode.kind === "clash"));
    const sides = Object.values(Object.groupBy(seats, (seat) => seat.side));
    return sides.sort((a, b) => Number(b[0].side === "players") - Number(a[0].side === "players"));
  }

  #ranks() {
    const sides = this.#sides();
    const rows = Math.max(1, ...sides.map((seats) => seats.length));
    return html`<div class="ranks" style=${styled({ "--rows": rows })}>${sides.map((seats) => this.#rank(seats, rows === 1))}</div>`;
  }

  #rank(/** @type {Seat[]} */ seats, /** @type {boolean} */ alone) {
    return html`<ul class="${`rank ${alone ? "alone" : ""}`}">${repeat(seats, (seat) => seat.id, (seat) => this.#seat(seat))}</ul>`;
  }

  #seat(/** @type {Seat} */ seat) {
    const full = isComplete(seat) && thrown(seat) > 0;
    return html`<li class="${`by-side-${seat.side} ${full ? "full" : ""}`}">
      <h2>${sideSigil(seat.side)}<span>${seat.name}</span></h2>
      <p>${this.#count(seat)}${!full && this.state.ready.includes(seat.id) ? `, ${say("seat.ready")}` : null}${full && seat.awaited ? sigil("confirm") : null}</p>
      <ul class="small" style=${styled({ "--cards": seat.cards.length || 1 })}>${repeat(seat.cards, (card) => card.key, (card) => html`<li><img class="${`face ${card.reversed ? "reversed" : ""}`}" src="${face(card.card)}" alt="${card.name || say(card.face === "down" ? "card.down" : "card.unread")}"></li>`)}</ul></li>`;
  }

  #count(/** @type {Seat} */ seat) {
    if (seat.awaited) return count("screen.of", seat.awaited, { n: thrown(seat), awaited: seat.awaited });
    return thrown(seat) ? count("cards", thrown(seat)) : say("seat.none");
  }
}

customElements.define("screen-hands", ScreenHands);
