/*
 * <screen-verdict>: a verdict for the far end of the room. Every clash of the flip is one line of the same size; below
 * stand those who threw, the card that decided as large as the screen allows, the loser's smaller and dimmed.
 */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { faceFor } from "../lib/session.js";
import { campsOf, clashesOf } from "../lib/outcome.js";
import { COLOURS, colourOf } from "../lib/playing-cards.js";
import { listed } from "../lib/seats.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { markText, toneOf, unbroken } from "../lib/verdict.js";
import { html, keyed, nothing, styled } from "../lib/view.js";
import { say } from "../lib/words.js";

/** @typedef {import("../lib/outcome.js").AnySeat} AnySeat */
/** @typedef {import("../lib/outcome.js").Camp} Camp */
/** @typedef {import("../lib/outcome.js").Thrower} Thrower */

/** With more clashes than these their lines alone stand there: cards would be too small to be seen. */
const MOST_ARENAS = 4;

/** @extends {TableElement<{ verdict: ShownVerdict, seats: AnySeat[], when?: string }>} */
class ScreenVerdict extends TableElement {
  view() {
    const { verdict, when } = this.state;
    const clashes = clashesOf(verdict);
    const size = clashes.length > MOST_ARENAS ? "many" : clashes.length;
    return keyed(verdict.spoken, html`<article class="${`called of-${size} ${when ? "dimmed" : ""}`}">
      ${clashes.length > 1 ? this.#calls(clashes) : this.#call(verdict)}
      ${size === "many" ? null : html`<div class="arenas">${clashes.map((clash, index) => this.#arena(clash, index))}</div>`}
      ${when ? html`<p class="when">${when}</p>` : null}
    </article>`);
  }

  /** What the only clash came to, why, and whatever marks it. */
  #call(/** @type {ShownVerdict} */ verdict) {
    const tone = toneOf(verdict, /** @type {EntrySeat[]} */ (this.state.seats));
    return html`<div class="${`calls tone-${tone}`}">
      <h1 class="${`headline ${faceFor(verdict.headline)}`}" style=${styled({ "--letters": verdict.headline.length })}>${sigil(tone)}<span>${verdict.headline}</span></h1>
      <p class="line">${verdict.line}</p>
      ${verdict.choose?.length ? html`<p class="line">${listed(verdict.choose.map((each) => each.name))}</p>` : null}
      ${verdict.marks.length ? html`<ul class="marks">${verdict.marks.map((mark) => this.#mark(mark))}</ul>` : null}</div>`;
  }

  /** Each of several clashes in one line of the same size, with the word for whatever marks it. */
  #calls(/** @type {Verdict[]} */ clashes) {
    const longest = Math.max(...clashes.map((clash) => clash.title.length));
    return html`<ol class="calls" style=${styled({ "--lines": clashes.length, "--letters": longest })}>${clashes.map((clash, index) => {
      const tone = toneOf(clash, /** @type {EntrySeat[]} */ (this.state.seats));
      const loud = clash.marks.filter((mark) => mark.kind !== "miscounted");
      return html`<li class="${`tone-${tone}`}" style=${styled({ "--clash": index })}><b class="letter" aria-label="${clash.clash}">${letter(index)}</b>
        <h1 class="headline plain">${sigil(tone)}<span>${unbroken(clash.title)}</span></h1>
        ${loud.length ? html`<ul class="marks">${loud.map((mark) => html`<li class="${`mark mark-${mark.kind}`}">${sigil(mark.kind)}<strong>${say(`mark.${mark.kind}`)}</strong></li>`)}</ul>` : null}</li>`;
    })}</ol>`;
  }

  #mark(/** @type {Mark} */ mark) {
    const loud = mark.kind !== "miscounted";
    return html`<li class="${`mark mark-${mark.kind}`}">${sigil(mark.kind)}${loud ? html`<strong>${say(`mark.${mark.kind}`)}</strong>` : null} <span>${loud ? markText(mark) : mark.text}</span></li>`;
  }

  #arena(/** @type {Verdict} */ clash, /** @type {number} */ index) {
    const camps = campsOf(clash, this.state.seats);
    if (!camps.length) return null;
    if (!camps.some((camp) => camp.lead.counts)) return this.#dealt(clash);
    return html`<section class="${`arena camps-${camps.length}`}" aria-label="${clash.clash || nothing}" style=${styled({ "--clash": index })}>
      ${camps.map((camp) => this.#camp(camp))}</section>`;
  }

  /** Where no single card counts all lie in one row; a deal of Pulp is its black cards against its red ones. */
  #dealt(/** @type {Verdict} */ { kind, result, tone }) {
    const cards = this.state.seats.flatMap((seat) => seat.cards);
    if (kind !== "pulp.deal") return html`<ul class="row-of-cards">${cards.map((card) => html`<li>${small(card)}</li>`)}</ul>`;
    return html`<section class="piles">${COLOURS.map((colour) => {
      const own = cards.filter(({ card }) => colourOf(card) === colour);
      const won = (tone === "success") === (colour === "black");
      return html`<div class="${`camp pile ${colour} ${won ? "won" : "lost"}`}" style=${styled({ "--cards": own.length })}>
        <div class="who"><h2>${sigil(colour)}<span>${say(`pulp.${colour}`)}</span></h2><p class="worth"><strong class="numeral">${result[colour]}</strong></p></div>
        <ul class="row-of-cards">${own.map((card) => html`<li>${small(card)}</li>`)}</ul></div>`;
    })}</section>`;
  }

  #camp(/** @type {Camp} */ { side, standing, lead, rest }) {
    const crowd = rest.length > 2 ? "crowded" : rest.length ? "some" : "alone";
    return html`<div class="${`camp ${standing} ${crowd} by-side-${side}`}">
      <div class="hero">${this.#heroCard(lead)}</div>
      <div class="who"><h2>${sideSigil(side)}<span>${lead.seat.name}</span></h2>
        ${lead.counts || standing === "won" ? html`<p class="worth">${standing === "won" ? sigil("laurel") : null}<strong class="numeral">${lead.counts?.value}</strong></p>` : null}
        ${standing === "won" ? html`<span class="unseen">${say("verdict.won")}</span>` : null}
        ${this.#others(lead)}</div>
      ${rest.length ? html`<ul class="rest">${rest.map((thrower) => this.#thrower(thrower))}</ul>` : null}
    </div>`;
  }

  /** The card that counts; where nothing does, the first that lies there. */
  #heroCard(/** @type {Thrower} */ { seat, counts }) {
    const card = seat.cards.find((each) => each.card === counts?.card) ?? seat.cards[0];
    return html`<img class="${`face ${card?.reversed ? "reversed" : ""}`}" src="${face(counts?.card ?? card?.card)}" alt="${card?.name || say("card.unread")}">`;
  }

  /** The cards of a throw that do not decide it. */
  #others(/** @type {Thrower} */ { seat, counts }) {
    const hero = Math.max(0, seat.cards.findIndex((each) => each.card === counts?.card));
    const others = seat.cards.filter((_, index) => index !== hero);
    return others.length ? html`<ul class="small">${others.map((card) => html`<li>${small(card)}</li>`)}</ul>` : null;
  }

  #thrower(/** @type {Thrower} */ { seat, counts }) {
    return html`<li><h3>${seat.name}</h3> <b class="numeral">${counts?.value}</b>
      <ul class="small">${seat.cards.map((card) => html`<li>${small(card)}</li>`)}</ul></li>`;
  }
}

/** @param {ShownCard | EntryCard} card */
function small(card) {
  return html`<img class="${`face ${card.reversed ? "reversed" : ""}`}" src="${face(card.card)}" alt="${card.name || say("card.unread")}">`;
}

const letter = (/** @type {number} */ index) => String.fromCharCode(65 + index);

customElements.define("screen-verdict", ScreenVerdict);
