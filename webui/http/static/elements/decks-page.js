/*
 * <decks-page>: the Players' Deck and the Horror's Deck: how many cards are left, where every card lies, who has The
 * Fool, which Significators were gained; shuffled with one tap, counted card by card when somebody wants to (D34, D35).
 */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { fetched } from "../lib/fetched.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { table } from "../lib/stream.js";
import { onUndo, undoButton } from "../lib/undo-button.js";
import { html, repeat } from "../lib/view.js";
import { listed } from "../lib/seats.js";
import { count, say } from "../lib/words.js";
import "./deck-dialog.js";
import "./deck-shelf.js";
import "./notice-line.js";
import "./foe-shelf.js";
import "./print-sheets.js";
import "./top-bar.js";

const PLACES = ["pile", "table", "discard"];

class DecksPage extends TableElement {
  /** @type {Decks | null} */
  #overview = null;
  #seen = "";

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#take(table.state));
    this.addEventListener("act", ({ detail }) => table.command(detail.name, detail.args));
    onUndo();
  }

  view() {
    return html`<top-bar></top-bar>
      <main class="page decks-page">
        <h1>${say("page.decks")}</h1>
        ${this.#overview ? html`${this.#faults()}<div class="both">${repeat(this.#overview.decks, (deck) => deck.deck, (deck) => this.#deck(deck))}</div>` : html`<p class="waking">${say("page.waking")}</p>`}
        <deck-shelf .state=${this.state}></deck-shelf>
        <foe-shelf .state=${this.state} .deck=${this.#horrors()}></foe-shelf>
        <print-sheets></print-sheets>
        <p class="ways">${undoButton(this)}</p>
      </main>
      <deck-dialog .state=${this.state} .decks=${this.#overview?.decks ?? []}></deck-dialog>
      <notice-line></notice-line>`;
  }

  /** The codes of the Horror's Deck, null while nobody has listed them. */
  #horrors() {
    const deck = this.#overview?.decks.find((each) => each.deck === "host");
    return deck?.counted ? deck.cards.map((card) => card.code) : null;
  }

  #faults() {
    const { faults } = this.#overview;
    return faults.length ? html`<ul class="amiss" aria-label="${say("decks.amiss")}">${faults.map((fault) => html`<li>${sigil("number")}${fault}</li>`)}</ul>` : null;
  }

  #deck(/** @type {Json} */ deck) {
    const number = Object.fromEntries(PLACES.map((place) => [place, deck.cards.filter((/** @type {Json} */ card) => card.where === place).length]));
    const title = `deck-${deck.deck}`;
    return html`<section class="${`deck framed by-side-${deck.deck}`}" aria-labelledby="${title}">
      <header>${sideSigil(deck.deck)}<h2 id="${title}">${say(`decks.${deck.deck}`)}</h2></header>
      <p class="left"><strong class="numeral">${number.pile}</strong> <span>${say("decks.left", { of: deck.cards.length })}</span></p>
      <p class="elsewhere">${say("decks.on-table", { n: number.table })} · ${say("decks.discarded", { n: number.discard })}</p>
      ${deck.unlisted.length ? this.#unlisted(deck) : null}
      <p>${say(deck.fool ? "decks.fool" : "decks.no-fool")}</p>
      ${deck.significators.length ? html`<h3>${say("decks.gained")}</h3><ul class="gained">${deck.significators.map((/** @type {Json} */ each) => html`<li>${sigil("significator")}${each.name} <small>${each.held_by}</small></li>`)}</ul>` : null}
      <div class="ways"><button ?disabled=${!number.discard} @click=${() => this.act("reshuffle", { deck: deck.deck })}>${sigil("new-throw")}${say("decks.shuffle")}</button>
        ${deck.unlisted.length ? null : html`<button @click=${() => this.querySelector("deck-dialog").ask(deck.deck)}>${sigil("correct")}${say("decks.count")}</button>`}</div>
      ${deck.counted ? null : html`<p class="help">${say(`decks.uncounted.${deck.deck}`)}</p>`}
      <ol class="tiles">${deck.cards.map((/** @type {any} */ card) => this.#tile(card))}</ol>
    </section>`;
  }

  /** Thrown, but not in the list: neither the numbers above nor the odds are right until the list is. */
  #unlisted(/** @type {Json} */ deck) {
    return html`<div class="unlisted" role="status"><p>${count("decks.unlisted", deck.unlisted.length)} <small>${listed(deck.unlisted.map((/** @type {ShownCard} */ card) => card.name))}</small></p>
      <p class="ways"><button class="primary" @click=${() => this.act("deck-add", { deck: deck.deck })}>${count("decks.unlisted.add", deck.unlisted.length)}</button>
        <button @click=${() => this.querySelector("deck-dialog").ask(deck.deck)}>${say("decks.unlisted.edit")}</button></p></div>`;
  }

  #tile(/** @type {DeckCard} */ card) {
    const label = say(`decks.lies.${card.where}`, { card: card.name });
    return html`<li class="${`tile in-${card.where}`}" title="${label}">${card.code ? html`<img class="face" src="${face(card.code)}" alt="" loading="lazy">` : html`<b aria-hidden="true">${card.value}</b>`}
      <span class="unseen">${label}</span></li>`;
  }

  #take(/** @type {Snapshot} */ state) {
    this.state = state;
    const lying = state.seats.flatMap((seat) => seat.cards.map((card) => card.card));
    const seen = JSON.stringify([state.act, state.log.count, state.phase, lying]);
    if (seen !== this.#seen) this.#fetch(seen);
  }

  async #fetch(/** @type {string} */ seen) {
    this.#seen = seen;
    const overview = await fetched("/api/decks");
    if (!overview || seen !== this.#seen) return;
    this.#overview = overview;
    this.update();
  }
}

customElements.define("decks-page", DecksPage);
