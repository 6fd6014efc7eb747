/*
 * <damage-panel>: the damage of one hit, until it is judged: who draws, for whom, how many cards; a place for each of them,
 * which fills as cards are read. Where nobody has noted the Toughness it is asked for first (D33).
 */

import { face } from "../lib/cards.js";
import { digit } from "../lib/digits.js";
import { TableElement } from "../lib/element.js";
import { seatById, thrown } from "../lib/seats.js";
import { sideSigil } from "../lib/sigil.js";
import { html, styled } from "../lib/view.js";
import { count, say } from "../lib/words.js";

const LIKELY = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** C10: a card of another value does not count, and another one is drawn (D6). */
const counts = (/** @type {ShownCard} */ card) => card.value === null || (card.value >= 1 && card.value <= 10);

class DamagePanel extends TableElement {
  view() {
    const { round, role } = this.state;
    const hit = round?.hits.find((each) => each.seat === round.damage_to);
    if (!hit) return html``;
    const [by, target] = [hit.by, hit.seat].map((id) => seatById(this.state, id));
    const names = { by: by?.name ?? hit.by, name: target?.name ?? hit.seat };
    return html`<article class="harm">
      <h1>${sideSigil(by?.side ?? "players")}<span>${say("damage.draws", names)}</span></h1>
      ${hit.toughness === null ? this.#ask(hit, names, role) : this.#slots(hit, by)}
    </article>`;
  }

  #ask(/** @type {HitPart} */ hit, /** @type {any} */ names, /** @type {any} */ role) {
    if (role !== "host") return html`<p class="line">${say("damage.not-noted", names)}</p>`;
    return html`<p class="line">${say("damage.toughness", names)}</p><span class="ranking large" role="group" aria-label="${say("damage.toughness", names)}">${LIKELY.map((value) => html`<button @click=${() => this.act("note-stat", { seat: hit.seat, stat: "toughness", value })}>${digit(value)}${value}</button>`)}</span>`;
  }

  #slots(/** @type {HitPart} */ hit, /** @type {Seat | null} */ by) {
    const cards = by ? by.cards : [];
    const good = cards.filter(counts);
    const shown = cards.filter((card) => card.face === "up" && counts(card) && card.value !== null);
    const lowest = Math.min(...shown.map((card) => card.value));
    const left = Math.max(0, hit.toughness - good.length);
    return html`<ol class="slots" aria-label="${count("cards", hit.toughness)}" style=${styled({ "--count": cards.length + left })}>
        ${cards.map((card) => html`<li class="${`${counts(card) ? "" : "void"} ${card.value === lowest && card.face === "up" ? "lowest" : ""}`}"><img class="face" src="${face(card.card)}" alt="${card.name ?? say("card.down")}">${counts(card) ? null : html`<small>${say("damage.void")}</small>`}</li>`)}
        ${Array.from({ length: left }, () => html`<li class="vacant"></li>`)}</ol>
      <p class="line">${left ? count(thrown(by ?? /** @type {any} */ ({ down: 0, up: 0 })) ? "damage.more" : "damage.cards", left) : say("damage.flip")}</p>`;
  }
}

customElements.define("damage-panel", DamagePanel);
