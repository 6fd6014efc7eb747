/* <overlay-scene>: what lies over a stream's picture: each side's best throw, and the verdict between them; of several clashes a line each with its own cards. */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { faceFor } from "../lib/session.js";
import { campsOf, clashesOf } from "../lib/outcome.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { toneOf, unbroken } from "../lib/verdict.js";
import { html, keyed, styled } from "../lib/view.js";
import { say } from "../lib/words.js";

/** @extends {TableElement<{ table: Pick<Snapshot, "verdict" | "seats">, look: import("../lib/overlay.js").OverlayLook }>} */
class OverlayScene extends TableElement {
  view() {
    const { table, look } = this.state;
    const sides = look.sides === "both" ? ["players", "host"] : look.sides === "none" ? [] : [look.sides];
    const clashes = table.verdict ? clashesOf(table.verdict) : [];
    return html`<div class="${`overlay at-${look.at}`}" style=${styled({ "--size": look.size / 100 })}>
      ${clashes.length > 1 ? this.#lines(table, clashes, sides) : html`${sides.map((side) => this.#third(table.seats, side))}${table.verdict ? this.#said(table.verdict) : null}`}</div>`;
  }

  #said(/** @type {ShownVerdict} */ verdict) {
    return keyed(verdict.spoken, html`<section class="said">${this.#clash(verdict, verdict.headline, faceFor(verdict.headline))}<p>${verdict.line}</p></section>`);
  }

  /** A round: a side's best throw alone would stand beside clashes that it had no part in. */
  #lines(/** @type {Pick<Snapshot, "verdict" | "seats">} */ { verdict, seats }, /** @type {Verdict[]} */ clashes, /** @type {string[]} */ sides) {
    return keyed(verdict.spoken, html`<section class="said">${clashes.map((clash) => html`<div class="of-clash"><div class="thrown">${this.#decided(clash, seats, sides)}</div><div>${this.#clash(clash, clash.title, "plain")}</div></div>`)}</section>`);
  }

  /** The card that decided for each side of a clash. */
  #decided(/** @type {Verdict} */ clash, /** @type {Seat[]} */ seats, /** @type {string[]} */ sides) {
    const cards = campsOf(clash, seats).filter((camp) => sides.includes(camp.side) && camp.lead.counts);
    return cards.map(({ side, lead }) => html`<img class="${`face by-side-${side}`}" src="${face(lead.counts.card)}" alt="${lead.seat.cards.find((card) => card.card === lead.counts.card)?.name ?? ""}">`);
  }

  #clash(/** @type {Verdict} */ clash, /** @type {string} */ words, /** @type {string} */ lettering) {
    return html`<h1 class="${lettering}">${sigil(toneOf(clash, this.state.table.seats))}<span>${unbroken(words)}</span></h1>
      ${clash.marks.slice(0, 1).map((mark) => html`<p class="${`mark-${mark.kind}`}">${sigil(mark.kind)}${mark.kind === "miscounted" ? mark.text : say(`mark.${mark.kind}`)}</p>`)}`;
  }

  /** A side's best throw: the seat whose counted card is the highest. */
  #third(/** @type {Seat[]} */ seats, /** @type {string} */ side) {
    const thrown = seats.filter((seat) => seat.side === side && seat.cards.length);
    const best = thrown.toSorted((a, b) => (b.counts?.value ?? -1) - (a.counts?.value ?? -1))[0];
    if (!best) return html`<span class="${`third-place by-side-${side}`}"></span>`;
    return html`<section class="${`third by-side-${side}`}">
      <h2>${sideSigil(side)}<span>${best.name}</span></h2>
      <div>${best.counts ? html`<strong class="numeral">${best.counts.value}</strong>` : null}
        ${best.cards.map((card) => html`<img class="${`face ${card.reversed ? "reversed" : ""}`}" src="${face(card.card)}" alt="${card.name ?? ""}">`)}</div>
    </section>`;
  }
}

customElements.define("overlay-scene", OverlayScene);
