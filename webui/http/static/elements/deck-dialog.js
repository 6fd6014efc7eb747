/* <deck-dialog>: which cards a deck holds. Taps and cards shown to the camera gather here; one act keeps them all. */

import { allCards } from "../lib/cards.js";
import { allCardsOf } from "../lib/seats.js";
import { SheetDialog } from "../lib/sheet-dialog.js";
import { sigil } from "../lib/sigil.js";
import { html, keyed } from "../lib/view.js";
import { count, say } from "../lib/words.js";
import "./card-picker.js";

const FOOL = "m00";
/** @type {Record<string, string>} */
const OTHER = { players: "host", host: "players" };

export class DeckDialog extends SheetDialog {
  #which = "players";
  #held = new Set();
  #asked = 0;
  /** @type {NamedCard[]} */
  #tarot = [];
  /** @type {any[]} */
  #decks = [];

  set decks(/** @type {Deck[]} */ decks) {
    this.#decks = decks;
    this.update();
  }

  async ask(/** @type {string} */ which) {
    this.#which = which;
    this.#asked += 1;
    this.#tarot = await allCards();
    this.#held = new Set(this.#listed(which) ?? this.#asBuilt());
    await this.open();
  }

  view() {
    return this.sheet(html`${say("colon", { head: say(`decks.${this.#which}`), rest: count("cards", this.#held.size) })}`, html`
        <p class="reads">${say("decks.count.help")}</p>
        <p class="ways">${this.#lying()}
          <button @click=${() => this.#begin(this.#asBuilt())}>${say(`decks.build.${this.#which}`)}</button>
          <button @click=${() => this.#begin([])}>${say("decks.none")}</button></p>
        ${keyed(this.#asked, html`<card-picker .state=${this.#choices()} @picked=${(/** @type {CustomEvent} */ { detail }) => this.#toggle(detail.code)}></card-picker>`)}
        <p class="ways keep"><button class="primary" ?disabled=${!this.#held.size} @click=${() => this.#keep([...this.#held])}>${say("decks.keep")}</button>
          ${this.#listed(this.#which) ? html`<button @click=${() => this.#keep(null)}>${say("decks.forget")}</button>` : null}</p>`);
  }

  #choices() {
    const other = OTHER[this.#which];
    const elsewhere = new Set(this.#listed(other) ?? []);
    return { cards: this.#tarot, held: this.#held, note: (/** @type {string} */ code) => (elsewhere.has(code) ? say(`decks.in-${other}`) : null) };
  }

  /** The cards that lie face up there now: lay out a fan of them, tap once. */
  #lying() {
    const known = new Set(this.#tarot.map((card) => card.code));
    const fresh = [...new Set(allCardsOf(this.state).map((card) => card.card))].filter((code) => known.has(code) && !this.#held.has(code));
    return fresh.length ? html`<button class="candidate" @click=${() => this.#begin([...this.#held, ...fresh])}>${sigil("camera")}${count("decks.lying", fresh.length)}</button>` : null;
  }

  /** The codes that somebody has counted into a deck; null while nobody has. */
  #listed(/** @type {string} */ which) {
    const deck = this.#decks.find((each) => each.deck === which);
    return deck?.counted ? deck.cards.map((/** @type {NamedCard} */ card) => card.code) : null;
  }

  /** The Players' Deck of the rules (D34); for the Horror's Deck all that is left of the same tarot. */
  #asBuilt() {
    const gained = this.state.seats.filter((seat) => seat.side === "players").flatMap((seat) => seat.significators);
    const pips = this.#tarot.filter((card) => "wcs".includes(card.suit) && card.value <= 10).map((card) => card.code);
    const players = this.#which === "host" ? (this.#listed("players") ?? [...pips, FOOL, ...gained]) : [...pips, FOOL, ...gained];
    return this.#which === "players" ? players : this.#tarot.map((card) => card.code).filter((code) => !players.includes(code));
  }

  #begin(/** @type {string[]} */ codes) {
    this.#held = new Set(codes);
    this.update();
  }

  #toggle(/** @type {string} */ code) {
    if (!this.#held.delete(code)) this.#held.add(code);
    this.update();
  }

  #keep(/** @type {string[]} */ codes) {
    const other = this.#listed(OTHER[this.#which]);
    const [players, horror] = this.#which === "players" ? [codes, other] : [other, codes];
    this.act("decks-list", { players, horror });
    this.close();
  }
}

customElements.define("deck-dialog", DeckDialog);
