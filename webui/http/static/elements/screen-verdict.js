/*
 * <screen-verdict>: a verdict for the far end of the room. Who won stands above those who threw, the card that decided
 * as large as the screen allows, the loser's smaller and dimmed. An Action Round is its board of deeds.
 */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { Fit } from "../lib/fit.js";
import { faceFor } from "../lib/session.js";
import { campsOf, clashesOf } from "../lib/outcome.js";
import { COLOURS, colourOf } from "../lib/playing-cards.js";
import { listed } from "../lib/seats.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { markText, toneOf, unbroken } from "../lib/verdict.js";
import { html, keyed, styled } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./deeds-board.js";

/** @typedef {import("../lib/outcome.js").AnySeat} AnySeat */
/** @typedef {import("../lib/outcome.js").Camp} Camp */
/** @typedef {import("../lib/outcome.js").Thrower} Thrower */

/** @extends {TableElement<{ verdict: ShownVerdict, seats: AnySeat[], steps?: NextStep[], when?: string }>} */
class ScreenVerdict extends TableElement {
  #fit = new Fit();
  #resized = new ResizeObserver(() => this.#fitted());

  connectedCallback() {
    super.connectedCallback();
    this.#resized.observe(this);
    document.fonts.addEventListener("loadingdone", () => this.#fitted(), { signal: this.stay });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  view() {
    const { verdict, when } = this.state;
    const deeds = Boolean(verdict.board?.length);
    return keyed(verdict.spoken, html`<article class="${`called ${deeds ? "of-deeds" : "of-1"} ${when ? "dimmed" : ""}`}">
      ${deeds ? this.#deeds(verdict) : html`${this.#call(verdict)}<div class="arenas">${this.#arena(verdict)}</div>`}
      ${when ? html`<p class="when">${when}</p>` : null}
    </article>`);
  }

  /** An Action Round: what the most dramatic deed came to, everybody's deed and its fate, and what comes next. */
  #deeds(/** @type {ShownVerdict} */ verdict) {
    const clashes = clashesOf(verdict);
    const first = clashes.find((clash) => clash.played.some((each) => each.seat === verdict.hero)) ?? clashes[0];
    const tone = toneOf(first, /** @type {EntrySeat[]} */ (this.state.seats));
    const specials = verdict.marks.filter((mark) => mark.kind === "special");
    return html`<div class="${`calls tone-${tone}`}"><h1 class="headline plain" style=${styled({ "--letters": first.title.length })}>${sigil(tone)}<span>${unbroken(first.title)}</span></h1></div>
      <deeds-board .state=${{ verdict }}></deeds-board>
      ${specials.length ? html`<ul class="marks">${specials.map((mark) => this.#mark(mark))}</ul>` : null}
      ${this.#next()}`;
  }

  /** What comes next in an Action Round: the first step that is not done. */
  #next() {
    const next = this.state.steps?.find((step) => !step.done);
    return next ? html`<p class="line next-line">${sigil("new-throw")}<span>${next.text}</span></p>` : null;
  }

  paint() {
    super.paint();
    // The board inside paints after us.
    queueMicrotask(() => queueMicrotask(() => this.#fitted()));
  }

  /** Whatever stands on a board, nothing of it leaves the screen. */
  #fitted() {
    const board = /** @type {HTMLElement | null} */ (this.querySelector(".of-deeds"));
    if (board) this.#fit.of(board);
  }

  /** What the only clash came to, why, and whatever marks it. */
  #call(/** @type {ShownVerdict} */ verdict) {
    const tone = toneOf(verdict, /** @type {EntrySeat[]} */ (this.state.seats));
    return html`<div class="${`calls tone-${tone}`}">
      <h1 class="${`headline ${faceFor(verdict.headline)}`}" style=${styled({ "--letters": verdict.headline.length })}>${sigil(tone)}<span>${verdict.headline}</span></h1>
      <p class="line">${verdict.line}</p>
      ${verdict.choose?.length ? html`<p class="line">${listed(verdict.choose.map((each) => each.name))}</p>` : null}
      ${verdict.marks.length ? html`<ul class="marks">${verdict.marks.map((mark) => this.#mark(mark))}</ul>` : null}
      ${verdict.kind === "damage" ? this.#next() : null}</div>`;
  }

  #mark(/** @type {Mark} */ mark) {
    const loud = mark.kind !== "miscounted";
    return html`<li class="${`mark mark-${mark.kind}`}">${sigil(mark.kind)}${loud ? html`<strong>${say(`mark.${mark.kind}`)}</strong>` : null} <span>${loud ? markText(mark) : mark.text}</span></li>`;
  }

  #arena(/** @type {ShownVerdict} */ clash) {
    const camps = campsOf(clash, this.state.seats);
    if (!camps.length) return null;
    if (!camps.some((camp) => camp.lead.counts)) return this.#dealt(clash);
    return html`<section class="${`arena camps-${camps.length}`}">
      ${camps.map((camp) => this.#camp(camp))}</section>`;
  }

  /** Where no single card counts all lie in one row; a deal of Pulp is its black cards against its red ones. */
  #dealt(/** @type {Verdict} */ { kind, result, tone }) {
    const cards = this.state.seats.flatMap((seat) => /** @type {(ShownCard | EntryCard)[]} */ (seat.cards));
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

customElements.define("screen-verdict", ScreenVerdict);
