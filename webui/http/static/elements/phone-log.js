/* <phone-log>: the session as a story to scroll through, the newest first; all of it once it is asked for. */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { fetched } from "../lib/fetched.js";
import { latest } from "../lib/latest.js";
import { sigil } from "../lib/sigil.js";
import { toneOf } from "../lib/verdict.js";
import { html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";

class PhoneLog extends TableElement {
  /** @type {Entry[] | null} */
  #all = null;
  #count = 0;
  #latest = latest();

  view() {
    const { log } = this.state;
    if (this.#all && log.count !== this.#count) this.#fetch();
    const entries = (this.#all ?? log.last).filter((entry) => !entry.undone).toReversed();
    if (!entries.length) return html``;
    return html`<section class="story"><h2>${say("phone.log")}</h2>
      <ol>${repeat(entries, (entry) => entry.id, (entry) => this.#entry(entry))}</ol>
      ${!this.#all && log.count > log.last.length ? html`<button class="more" @click=${() => this.#fetch()}>${count("phone.all", log.count)}</button>` : null}</section>`;
  }

  #entry(/** @type {Entry} */ { at, verdict, seats, note }) {
    const tone = toneOf(verdict, seats);
    return html`<li class="${`tone-${tone}`}"><h3>${sigil(tone)}<span>${verdict.headline}</span> <time>${at.slice(0, 5)}</time></h3>
      ${verdict.marks.filter((mark) => mark.kind !== "miscounted").map((mark) => html`<p class="${`mark mark-${mark.kind}`}">${sigil(mark.kind)}${mark.text}</p>`)}
      <p>${verdict.line}</p>
      <ul class="seats">${seats.filter((seat) => seat.cards.length).map((seat) => html`<li><span>${seat.name}</span>
        ${seat.cards.map((card) => html`<img class="face" src="${face(card.card)}" alt="${card.name}">`)}</li>`)}</ul>
      ${note ? html`<p class="note">${note}</p>` : null}</li>`;
  }

  #fetch() {
    this.#count = this.state.log.count;
    return this.#latest(fetched("/api/log?role=players"), (all) => {
      this.#all = all ?? this.#all;
      this.update();
    });
  }
}

customElements.define("phone-log", PhoneLog);
