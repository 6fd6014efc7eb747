/*
 * <seat-list>: what each seat has thrown. Two halves without any set-up, as tall as their half of the picture;
 * otherwise a row for each participant.
 */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { fared, farFirst, isComplete, isHero, isZeroSetup, thrown } from "../lib/seats.js";
import { portrait, smallHand } from "../lib/portrait.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { html, nothing, repeat, styled } from "../lib/view.js";
import { count, percent, say } from "../lib/words.js";
import "./seat-wounds.js";

/** The crown of a winner, by which it is known without colours too. */
export const wins = (/** @type {Seat} */ seat) => (fared(seat) === "won" ? html`<span class="crown" title="${say("seat.won")}">${sigil("won")}<span class="unseen">${say("seat.won")}</span></span>` : null);

class SeatList extends TableElement {
  view() {
    const { throw: current, mode } = this.state;
    const seats = this.state.seats.filter((seat) => !seat.away);
    if (isZeroSetup(this.state)) return html`<div class="halves">${repeat(farFirst(seats), (seat) => seat.id, (seat) => this.#plate(seat))}</div>`;
    return html`<section class="rows">
      <h2>${mode.kind === "round" && current.round ? say("log.round", { round: current.round, throw: current.number }) : say("seats.throw", { throw: current.number })}</h2>
      <ol>${repeat(seats, (seat) => seat.id, (seat) => this.#row(seat))}</ol>
    </section>`;
  }

  #plate(/** @type {Seat} */ seat) {
    return html`<section class="${`seat plate by-side-${seat.side} fared-${fared(seat)}`}">
      <header>${sideSigil(seat.side)}<h2>${seat.name} ${wins(seat)}</h2>${this.#holds(seat)}</header>
      <p class="tally">${this.#tally(seat)}</p>
      ${this.#odds(seat)}
      <ul class="fan">${repeat(seat.cards, (card) => card.key, (card) => this.#card(seat, card))}</ul>
    </section>`;
  }

  #row(/** @type {Seat} */ seat) {
    return html`<li class="${`seat row by-side-${seat.side} ${isComplete(seat) ? "complete" : ""} fared-${fared(seat)}`}" style=${styled({ "--seat": seat.colour })}>
      ${portrait(seat)}
      <div class="who"><h3>${seat.last ? sideSigil(seat.side) : null}${seat.name} ${wins(seat)}</h3><seat-wounds .state=${seat}></seat-wounds>${this.#odds(seat)}</div>
      ${smallHand(seat, (/** @type {string} */ key) => this.emit("correct-card", { key }))}
      <p class="tally">${this.#tally(seat)}</p>
      ${this.#holds(seat)}
    </li>`;
  }

  #tally(/** @type {Seat} */ seat) {
    const best = seat.cards.find((card) => isHero(seat, card));
    if (seat.counts) return html`<strong class="numeral">${seat.counts.value}</strong><span class="which">${best?.name}</span>`;
    if (seat.awaited) return html`<span>${isComplete(seat) ? say("seat.ready") : say("seat.of", { n: thrown(seat), awaited: seat.awaited })}</span>`;
    if (seat.down) return html`<span>${count("seat.down", seat.down)}</span>`;
    if (seat.up) return html`<span>${count("cards", seat.up)}</span>`;
    return html`<span class="none">${say("seat.none")}</span>`;
  }

  #card(/** @type {Seat} */ seat, /** @type {ShownCard} */ card) {
    const name = card.name || say(card.face === "down" ? "card.down" : "card.unread");
    return html`<li><button class="${`card is-${card.state} ${isHero(seat, card) ? "is-hero" : ""}`}" title="${name}" aria-label="${say("card.label", { card: name, seat: seat.name })}" @click=${() => this.emit("correct-card", { key: card.key })}>
      <img class="${`face ${card.reversed ? "reversed" : ""}`}" src="${face(card.card)}" alt="${name}">
      ${card.significator ? html`<span class="badge" title="${say("card.significator")}">${sigil("significator")}</span>` : null}
      ${card.state === "unreadable" ? html`<span class="badge">?</span>` : null}
      ${card.by === "human" ? html`<span class="badge by-hand" title="${say("card.by-hand")}">${sigil("correct")}</span>` : null}
    </button></li>`;
  }

  /** What a seat holds besides its throw: Significators, or a horror's special cards, which only the Host sees. */
  #holds(/** @type {Seat} */ seat) {
    if (seat.side !== "host") return this.#significators(seat);
    const held = seat.specials?.length ?? 0;
    return html`<button class="${`quiet holds ${held ? "held" : ""}`}" title="${say("special.title", { seat: seat.name })}"
      aria-label="${say("special.title", { seat: seat.name })}" @click=${() => this.emit("specials", { seat: seat.id })}>
      ${sigil("special")}<span>${held ? count("seat.specials", held) : say("mark.special")}</span></button>`;
  }

  #significators(/** @type {Seat} */ seat) {
    const held = seat.significators.length;
    const label = held ? count("seat.significators", held) : say("seat.significator");
    return html`<button class="${`quiet holds ${held ? "held" : ""}`}" title="${say("significator.title", { seat: seat.name })}"
      aria-label="${say("significator.title", { seat: seat.name })}" @click=${() => this.emit("significators", { seat: seat.id })}>
      ${sigil("significator")}<span>${label}</span></button>`;
  }

  #odds(/** @type {Seat} */ seat) {
    const odds = this.state.odds?.[seat.id];
    if (!odds || seat.counts) return null;
    return html`<div class="${`odds ${this.state.odds_doubt ? "doubtful" : ""}`}" title="${this.state.odds_doubt ?? nothing}" style=${styled({ "--win": odds.win, "--tie": odds.tie ?? 0 })}>
      <span>${say("odds.win", { p: percent(odds.win) })}${this.state.odds_doubt ? html`, <a href="/decks">${say("odds.rough")}</a>` : null}</span><i class="bar" aria-hidden="true"></i></div>`;
  }
}

customElements.define("seat-list", SeatList);
