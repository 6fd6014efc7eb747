/* <print-sheets>: our own decks as a PDF to print and cut, in the sizes that are chosen, and a sheet to try the printer. */

import { deckName } from "../lib/decks.js";
import { TableElement } from "../lib/element.js";
import { sigil } from "../lib/sigil.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

const DECKS = ["house", "english"];
const PAPERS = ["a4", "letter"];
const SIZES = ["tarot", "poker"];

class PrintSheets extends TableElement {
  paintsAlone = true;

  view() {
    return html`<form class="prints framed" action="/print/deck.pdf" method="get" aria-labelledby="print-title">
      <h2 id="print-title">${say("print.title")}</h2>
      <p class="help">${say("print.help")}</p>
      <div class="choices">
        ${this.#choice("deck", DECKS.map((deck) => [deck, deckName(deck)]))}
        ${this.#choice("paper", PAPERS.map((paper) => [paper, say(`print.paper.${paper}`)]))}
        ${this.#choice("size", SIZES.map((size) => [size, say(`print.size.${size}`)]))}
      </div>
      <p class="ways"><button class="primary">${sigil("save")}${say("print.deck")}</button>
        <button formaction="/print/test-sheet.pdf">${sigil("save")}${say("print.test")}</button></p>
    </form>`;
  }

  #choice(/** @type {string} */ name, /** @type {Json} */ options) {
    return html`<label>${say(`print.${name}.label`)}<select name="${name}">${options.map((/** @type {Point} */ [value, words]) => html`<option value="${value}">${words}</option>`)}</select></label>`;
  }
}

customElements.define("print-sheets", PrintSheets);
