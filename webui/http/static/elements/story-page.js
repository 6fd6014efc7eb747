/* <story-page>: a session to leaf through, one throw a page: arrow keys, a swipe, or a tap on the way on. */

/** @import { ReadSession } from "../lib/session-log.js" */
import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { cardOf, handsOf, hasCounted } from "../lib/entries.js";
import { sessionTitle } from "../lib/session.js";
import { readSession } from "../lib/session-log.js";
import { latest } from "../lib/latest.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { table } from "../lib/stream.js";
import { markText, toneOf } from "../lib/verdict.js";
import { html, keyed, nothing } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./kept-picture.js";
import "./notice-line.js";
import "./top-bar.js";

/** @type {Record<string, any>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const SWIPED_PX = 60;

class StoryPage extends TableElement {
  /** @type {ReadSession | null} */
  #read = null;
  #latest = latest();
  #at = 0;
  #touched = 0;

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#follow(table.state));
    addEventListener("keydown", (event) => this.#key(event));
    addEventListener("hashchange", () => this.#find());
    this.addEventListener("touchstart", (event) => (this.#touched = event.touches[0].clientX), { passive: true });
    this.addEventListener("touchend", (event) => this.#swiped(event.changedTouches[0].clientX - this.#touched), { passive: true });
  }

  /** What was taken back is no part of the story. */
  get #entries() {
    return (this.#read?.entries ?? []).filter((entry) => !entry.undone);
  }

  view() {
    if (!this.#read) return html`<top-bar></top-bar><p class="waking">${say("page.waking")}</p>`;
    const entries = this.#entries;
    const entry = entries[this.#at];
    return html`<top-bar></top-bar>
      <main class="page leaf">
        <p class="whence"><a href="${`/log${location.search}`}">${sigil("undo")}${sessionTitle(this.#read.session)}</a>
          ${entry ? html`<span>${say("story.place", { at: this.#at + 1, of: entries.length })}</span>` : null}</p>
        ${entry ? keyed(entry.id, this.#page(entry)) : html`<p class="empty">${say("log.empty")}</p>`}
        ${entry ? this.#ways(entries.length) : null}
        ${entries.length > 1 ? this.#thumbs(entries, entry) : null}
      </main>
      <notice-line></notice-line>`;
  }

  #page(/** @type {Entry} */ entry) {
    const { verdict } = entry;
    const tone = toneOf(verdict, entry.seats);
    return html`<article class="framed" aria-live="polite">
      ${entry.picture ? html`<kept-picture .state=${entry.picture}></kept-picture>` : null}
      <div class="entry-text">
        <p class="when">${entry.at.slice(0, 5)}${entry.confirmed ? "" : ` · ${say("log.unconfirmed")}`}</p>
        <h1 class="${`tone-${tone}`}">${sigil(tone)}${verdict.headline}</h1>
        ${verdict.marks.map((mark) => html`<p class="${`mark mark-${mark.kind}`}">${sigil(mark.kind)}<strong>${say(`mark.${mark.kind}`)}</strong> <span>${markText(mark)}</span></p>`)}
        <p class="line">${verdict.line}</p>
        <ul class="hands">${handsOf(entry).map((hand) => this.#hand(entry, hand))}</ul>
        ${entry.note ? html`<blockquote>${entry.note}</blockquote>` : null}
      </div></article>`;
  }

  /** Every entry as its card: a tap jumps there. The arrow keys go from one to the next, so Tab meets this one alone. */
  #thumbs(/** @type {Entry[]} */ entries, /** @type {Entry} */ shown) {
    return html`<nav class="jump" aria-label="${say("story.jump")}">${entries.map((entry) => html`<a href="${`#entry-${entry.id}`}" tabindex="${entry === shown ? 0 : -1}" aria-current="${entry === shown ? "step" : nothing}" title="${`${entry.at.slice(0, 5)} ${entry.verdict.headline}`}"><img class="face" src="${face(cardOf(entry))}" alt="${`${entry.at.slice(0, 5)} ${entry.verdict.headline}`}" loading="lazy"></a>`)}</nav>`;
  }

  #hand(/** @type {Entry} */ entry, /** @type {Json} */ { owner, cards }) {
    return html`<li class="${`hand by-side-${owner?.side}`}">${owner ? html`<b>${sideSigil(owner.side)}${owner.name}</b>` : null}
      <ul>${cards.map((/** @type {Json} */ { card, seat }) => html`<li class="${hasCounted(entry, seat, card) ? "counts" : ""}"><img class="${`face ${card.reversed ? "reversed" : ""}`}" src="${face(card.card)}" alt="${card.name}"></li>`)}</ul></li>`;
  }

  #ways(/** @type {number} */ length) {
    return html`<nav class="turn" aria-label="${say("story.leaf")}">
      <button ?disabled=${this.#at === 0} @click=${() => this.#turn(-1)}><span aria-hidden="true">&larr;</span> ${say("story.back")}</button>
      <button class="primary" ?disabled=${this.#at === length - 1} @click=${() => this.#turn(1)}>${say("story.on")} <span aria-hidden="true">&rarr;</span></button></nav>`;
  }

  #key(/** @type {KeyboardEvent} */ event) {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    this.#turn(step);
  }

  #swiped(/** @type {number} */ by) {
    if (Math.abs(by) > SWIPED_PX) this.#turn(by < 0 ? 1 : -1);
  }

  #turn(/** @type {number} */ step) {
    const last = this.#entries.length - 1;
    const at = Math.min(Math.max(this.#at + step, 0), last);
    if (last < 0 || at === this.#at) return;
    this.#at = at;
    history.replaceState(null, "", `#entry-${this.#entries[at].id}`);
    this.update();
    this.#showThumb();
  }

  /** The card of the entry that is shown stays in sight among the others. */
  async #showThumb() {
    await Promise.resolve();
    this.querySelector(".jump [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  /** The throw that the address names; the first where it names none. */
  #find() {
    const found = this.#entries.findIndex((entry) => location.hash === `#entry-${entry.id}`);
    this.#at = Math.max(found, 0);
    this.update();
    this.#showThumb();
  }

  async #follow(/** @type {Snapshot} */ state) {
    const before = this.state?.log;
    this.state = state;
    if (this.#read?.past || (before && JSON.stringify(before) === JSON.stringify(state.log))) return;
    await this.#latest(readSession(state), (read) => this.#open(read));
  }

  #open(/** @type {any} */ read) {
    const first = !this.#read;
    this.#read = read ?? this.#read;
    if (first) this.#find();
    this.#at = Math.min(this.#at, Math.max(this.#entries.length - 1, 0));
    this.update();
  }
}

customElements.define("story-page", StoryPage);
