/* <deck-dialog>: which cards a deck holds. Taps and cards shown to the camera gather here; one act keeps them all. */

import { allCards, face, search } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { allCardsOf } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { filled, html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";

const FOOL = "m00";
const OTHER = { players: "host", host: "players" };

export class DeckDialog extends TableElement {
  #which = "players";
  #held = new Set();
  #text = "";
  #tarot = [];
  #decks = [];

  set decks(decks) {
    this.#decks = decks;
    this.update();
  }

  async ask(which) {
    this.#which = which;
    this.#text = "";
    this.#tarot = await allCards();
    this.#held = new Set(this.#listed(which) ?? this.#asBuilt());
    this.update();
    await Promise.resolve();
    this.querySelector("dialog").showModal();
  }

  view() {
    const found = search(this.#tarot, this.#text);
    return html`<dialog aria-labelledby="deck-title" @click=${(event) => event.target.localName === "dialog" && this.#close()}>
      <div class="sheet">
        <header><h2 id="deck-title">${say(`decks.${this.#which}`)}: ${count("cards", this.#held.size)}</h2>
          <button class="icon" @click=${() => this.#close()}>${sigil("close")}<span class="unseen">${say("dialog.close")}</span></button></header>
        <p class="reads">${say("decks.count.help")}</p>
        <p class="ways">${this.#lying()}
          <button @click=${() => this.#begin(this.#asBuilt())}>${say(`decks.build.${this.#which}`)}</button>
          <button @click=${() => this.#begin([])}>${say("decks.none")}</button></p>
        <label class="find">${sigil("search")}<span class="unseen">${say("correct.search")}</span>
          <input type="search" autocomplete="off" placeholder="${say("correct.search")}" .value=${filled(this.#text)} @input=${(event) => this.#find(event.target.value)}></label>
        <ul class="grid">${repeat(found, (card) => card.code, (card) => this.#card(card))}</ul>
        <p class="ways keep"><button class="primary" ?disabled=${!this.#held.size} @click=${() => this.#keep([...this.#held])}>${say("decks.keep")}</button>
          ${this.#listed(this.#which) ? html`<button @click=${() => this.#keep(null)}>${say("decks.forget")}</button>` : null}</p>
      </div></dialog>`;
  }

  /** The cards that lie face up there now: lay out a fan of them, tap once. */
  #lying() {
    const known = new Set(this.#tarot.map((card) => card.code));
    const fresh = [...new Set(allCardsOf(this.state).map((card) => card.card))].filter((code) => known.has(code) && !this.#held.has(code));
    return fresh.length ? html`<button class="candidate" @click=${() => this.#begin([...this.#held, ...fresh])}>${sigil("camera")}${count("decks.lying", fresh.length)}</button>` : null;
  }

  #card(card) {
    const elsewhere = this.#listed(OTHER[this.#which])?.includes(card.code);
    return html`<li><button aria-pressed="${String(this.#held.has(card.code))}" @click=${() => this.#toggle(card.code)}>
      <img class="face" src="${face(card.code)}" alt="" loading="lazy"><span>${card.name}</span>${elsewhere ? html`<small>${say(`decks.in-${OTHER[this.#which]}`)}</small>` : null}</button></li>`;
  }

  /** The codes that somebody has counted into a deck; null while nobody has. */
  #listed(which) {
    const deck = this.#decks.find((each) => each.deck === which);
    return deck?.counted ? deck.cards.map((card) => card.code) : null;
  }

  /** The Players' Deck of the rules (D34); for the Horror's Deck all that is left of the same tarot. */
  #asBuilt() {
    const gained = this.state.seats.filter((seat) => seat.side === "players").flatMap((seat) => seat.significators);
    const pips = this.#tarot.filter((card) => "wcs".includes(card.suit) && card.value <= 10).map((card) => card.code);
    const players = this.#which === "host" ? (this.#listed("players") ?? [...pips, FOOL, ...gained]) : [...pips, FOOL, ...gained];
    return this.#which === "players" ? players : this.#tarot.map((card) => card.code).filter((code) => !players.includes(code));
  }

  #begin(codes) {
    this.#held = new Set(codes);
    this.update();
  }

  #toggle(code) {
    if (!this.#held.delete(code)) this.#held.add(code);
    this.update();
  }

  #find(text) {
    this.#text = text;
    this.update();
  }

  #keep(codes) {
    const other = this.#listed(OTHER[this.#which]);
    const [players, horror] = this.#which === "players" ? [codes, other] : [other, codes];
    this.act("decks-list", { players, horror });
    this.#close();
  }

  #close() {
    this.querySelector("dialog").close();
  }
}

customElements.define("deck-dialog", DeckDialog);
