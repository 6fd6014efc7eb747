/* <overlay-cards>: over a stream's picture, each card that is read comes in for a while; a critical's card has its moment. */

import { CardQueue } from "../lib/card-queue.js";
import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { sigil } from "../lib/sigil.js";
import { html, repeat, styled } from "../lib/view.js";
import { say } from "../lib/words.js";

/** @extends {TableElement<{ table: Snapshot, look: import("../lib/overlay.js").OverlayLook }>} */
class OverlayCards extends TableElement {
  /** @type {CardQueue | null} */
  #queue = null;
  /** @type {Snapshot | null} */
  #taken = null;
  #timer = 0;

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  view() {
    const { table, look } = this.state;
    this.#queue ??= new CardQueue(look.cards);
    if (table !== this.#taken) this.#queue.take(table);
    this.#taken = table;
    const { cards, next } = this.#queue.shown(performance.now());
    clearTimeout(this.#timer);
    if (next !== null) this.#timer = setTimeout(() => this.update(), Math.max(20, next - performance.now()));
    return html`<ul class="${`new-cards at-${look.at}`}" style=${styled({ "--size": look.size / 100 })}>
      ${repeat(cards, (each) => each.id, (each) => this.#card(each))}</ul>`;
  }

  #card(/** @type {import("../lib/card-queue.js").QueuedCard} */ { card, name, who, side, reversed, critical }) {
    return html`<li class="${`by-side-${side} ${critical ? "critical" : ""}`}">
      <img class="${`face ${reversed ? "reversed" : ""}`}" src="${face(card)}" alt="">
      <p><b>${who}</b> <span>${name}</span></p>
      ${critical ? html`<p class="mark-critical">${sigil("critical")}${say("mark.critical")}</p>` : null}</li>`;
  }
}

customElements.define("overlay-cards", OverlayCards);
