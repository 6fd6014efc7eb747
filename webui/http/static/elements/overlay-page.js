/*
 * <overlay-page>: a lower third for each side on a transparent ground, and the verdict between them.
 * `/overlay?fade=8` takes it away eight seconds after the verdict; without it stays until the next throw.
 */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { table } from "../lib/stream.js";
import { toneOf } from "../lib/verdict.js";
import { html, keyed } from "../lib/view.js";
import { say } from "../lib/words.js";

const fade_s = Number(new URLSearchParams(location.search).get("fade")) || 0;

class OverlayPage extends TableElement {
  #said = "";
  #timer = 0;

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#take(table.state));
  }

  view() {
    const { verdict, seats } = this.state;
    return html`<main class="overlay">
      ${this.#third(seats, "players")}
      ${verdict ? keyed(verdict.headline, html`<section class="said">
        <h1>${sigil(toneOf(verdict, seats))}${verdict.headline}</h1>
        ${verdict.marks.slice(0, 1).map((mark) => html`<p class="${`mark-${mark.kind}`}">${sigil(mark.kind)}${mark.kind === "miscounted" ? mark.text : say(`mark.${mark.kind}`)}</p>`)}
        <p>${verdict.line}</p></section>`) : html`<span></span>`}
      ${this.#third(seats, "host")}
    </main>`;
  }

  /** A side's best throw: the seat whose counted card is the highest. */
  #third(/** @type {Seat[]} */ seats, side) {
    const thrown = seats.filter((seat) => seat.side === side && seat.cards.length);
    const best = thrown.toSorted((a, b) => (b.counts?.value ?? -1) - (a.counts?.value ?? -1))[0];
    if (!best) return html`<span></span>`;
    return html`<section class="${`third by-side-${side}`}">
      <h2>${sideSigil(side)}${best.name}</h2>
      <div>${best.counts ? html`<strong class="numeral">${best.counts.value}</strong>` : null}
        ${best.cards.map((card) => html`<img class="${`face ${card.reversed ? "reversed" : ""}`}" src="${face(card.card)}" alt="${card.name ?? ""}">`)}</div>
    </section>`;
  }

  #take(/** @type {Snapshot} */ state) {
    this.state = state;
    const said = state.verdict ? `${state.throw.number}|${state.verdict.headline}|${state.verdict.line}` : "";
    if (said === this.#said) return;
    this.#said = said;
    clearTimeout(this.#timer);
    this.classList.remove("faded");
    if (said && fade_s) this.#timer = setTimeout(() => this.classList.add("faded"), fade_s * 1000);
  }
}

customElements.define("overlay-page", OverlayPage);
