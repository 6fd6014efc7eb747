/* Somebody's face in a row: the card that counted for them last, or the sign of their side; and the cards that they lay. */

import { face } from "./cards.js";
import { isHero } from "./seats.js";
import { sideSigil } from "./sigil.js";
import { html, repeat } from "./view.js";
import { say } from "./words.js";

export const portrait = (/** @type {Seat} */ seat) =>
  seat.last ? html`<img class="portrait" src="${face(seat.last)}" alt="">` : html`<span class="portrait">${sideSigil(seat.side)}</span>`;

const nameOf = (/** @type {ShownCard} */ card) => card.name || say(card.face === "down" ? "card.down" : "card.unread");

/** The cards before a seat, small; each can be corrected. */
export const smallHand = (/** @type {Seat} */ seat, /** @type {any} */ correct) =>
  html`<ul class="hand-small">${repeat(seat.cards, (card) => card.key, (card) => html`<li><button class="${`card is-${card.state} ${isHero(seat, card) ? "is-hero" : ""}`}" title="${nameOf(card)}"
    aria-label="${say("card.label", { card: nameOf(card), seat: seat.name })}" @click=${() => correct(card.key)}><img class="${`face ${card.reversed ? "reversed" : ""}`}" src="${face(card.card)}" alt="${nameOf(card)}"></button></li>`)}</ul>`;
