/* <pulp-deck>: is it a deck for Pulp? The fourteen cards laid before the camera, or tapped. */

import { cardPicker } from "../lib/playing-cards.js";
import { allCardsOf, listed } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { SystemPart } from "../lib/system-part.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

class PulpDeck extends SystemPart {
  view() {
    const shown = this.desk.deck ?? [];
    return html`<h2>${say("pulp.deck")}</h2>
      <p class="help">${say("pulp.deck.help")}</p>
      ${cardPicker(shown, (/** @type {string} */ code) => this.#toggle(code))}
      <p class="ways"><button @click=${() => this.#fromCamera()}>${sigil("camera")}${say("pulp.deck.camera")}</button>
        <button @click=${() => this.keep({ deck: [] })}>${say("pulp.clear")}</button></p>
      <div class="judged" aria-live="polite">${shown.length ? this.#answer(shown) : null}</div>`;
  }

  #answer(/** @type {ShownCard[]} */ cards) {
    const answer = this.judged({ kind: "deck", cards });
    if (answer?.error) return html`<p class="fault">${answer.error}</p>`;
    const result = answer?.verdict?.result;
    if (!result) return null;
    const missing = listed(result.missing.map((/** @type {string} */ place) => say(`pulp.place.${place.replace(" ", "-")}`)));
    return html`<p class="said">${result.say}</p>
      ${result.missing.length ? html`<p>${say("pulp.deck.missing", { cards: missing })}</p>` : null}
      ${result.extra.length ? html`<p>${say("pulp.deck.extra", { cards: listed(result.extra) })}</p>` : null}`;
  }

  #fromCamera() {
    this.keep({ deck: allCardsOf(this.state).filter((card) => card.card).map((card) => card.card) });
  }

  #toggle(/** @type {string} */ code) {
    const deck = this.desk.deck ?? [];
    this.keep({ deck: deck.includes(code) ? deck.filter((/** @type {string} */ each) => each !== code) : [...deck, code] });
  }
}

customElements.define("pulp-deck", PulpDeck);
