/* <log-entry>: one clash of the session: picture, verdict as headline, cards as small faces, the Host's note. */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { handsOf, hasCounted, titleOf } from "../lib/entries.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { markText, toneOf } from "../lib/verdict.js";
import { filled, html } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./kept-picture.js";

/** @extends {TableElement<Entry>} */
class LogEntry extends TableElement {
  /** Whether it is only read: another session's. */
  fixed = false;

  view() {
    const entry = this.state;
    const { verdict } = entry;
    const tone = toneOf(verdict, entry.seats);
    return html`<div class="${`entry ${entry.undone ? "undone" : ""}`}">
      <p class="when"><time>${entry.at.slice(0, 5)}</time><span>${titleOf(entry)}</span> ${this.fixed ? null : this.#remover(entry)}</p>
      <article>
        ${entry.picture ? html`<kept-picture .state=${entry.picture}></kept-picture>` : null}
        <div class="entry-text">
          <h2 class="${`tone-${tone}`}">${sigil(tone)}${verdict.headline}</h2>
          ${verdict.marks.map((mark) => html`<p class="${`mark mark-${mark.kind}`}">${sigil(mark.kind)}<strong>${say(`mark.${mark.kind}`)}</strong> <span>${markText(mark)}</span></p>`)}
          <p>${verdict.line}</p>
          <ul class="hands">${handsOf(entry).map((hand) => this.#hand(hand))}</ul>
          ${this.#marks(entry)}
          ${this.#note(entry)}
        </div>
      </article>
    </div>`;
  }

  #remover(/** @type {Entry} */ entry) {
    const which = `${entry.at.slice(0, 5)}, ${titleOf(entry)}`;
    return html`<button class="quiet remover" aria-label="${say("log.remove-entry", { entry: which })}" @click=${() => this.act("remove-entry", { entry: entry.id })}>${sigil("remove")}${say("log.remove")}</button>`;
  }

  #hand(/** @type {Json} */ { owner, cards }) {
    return html`<li class="${`hand by-side-${owner?.side}`}">${owner ? html`<b>${sideSigil(owner.side)}${owner.name}</b>` : null}
      <ul>${cards.map((/** @type {Json} */ { card, seat, index }) => html`<li>${this.#card(seat, card, index)}</li>`)}</ul></li>`;
  }

  #card(/** @type {EntrySeat} */ seat, /** @type {EntryCard} */ card, /** @type {number} */ index) {
    return html`<button class="${`card ${hasCounted(this.state, seat, card) ? "counts" : ""}`}" aria-label="${say("log.change", { card: card.name })}" ?disabled=${this.state.undone || this.fixed} @click=${() => this.emit("correct-entry", { entry: this.state, seat: seat.id, index })}>
      <img class="${`face ${card.reversed ? "reversed" : ""}`}" src="${face(card.card)}" alt="${card.name}" loading="lazy">
      ${card.significator ? html`<span class="badge" title="${say("card.significator")}">${sigil("significator")}</span>` : null}
      ${card.by === "human" ? html`<span class="badge by-hand" title="${say("card.by-hand")}">${sigil("correct")}</span>` : null}</button>`;
  }

  #marks(/** @type {Entry} */ entry) {
    const last = entry.corrected.at(-1);
    if (entry.undone) return html`<p class="stamp">${sigil("undo")}${say("log.undone")}</p>`;
    return [entry.confirmed ? null : this.#unconfirmed(entry), last ? html`<p class="stamp">${sigil("correct")}${say("log.corrected", { at: last.at.slice(0, 5) })}</p>` : null];
  }

  #unconfirmed(/** @type {Entry} */ entry) {
    return html`<p class="stamp open"><span>${say("log.unconfirmed")}</span> ${this.fixed ? null : html`<button @click=${() => this.act("confirm-entry", { entry: entry.id })}>${sigil("confirm")}${say("log.confirm")}</button>`}</p>`;
  }

  #note(/** @type {Entry} */ entry) {
    if (this.fixed) return entry.note ? html`<blockquote class="note">${entry.note}</blockquote>` : null;
    return html`<label class="note"><span class="unseen">${say("log.note")}</span>
      <textarea rows="1" placeholder="${say("log.note")}" .value=${filled(entry.note)} @change=${(/** @type {On} */ event) => this.act("note", { entry: entry.id, text: event.target.value })}></textarea></label>`;
  }
}

customElements.define("log-entry", LogEntry);
