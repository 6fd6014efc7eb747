/*
 * <want-dialog>: which card comes next, of those that have no picture yet; cards are laid in any order. Or which card a
 * picture really shows, of all that the deck has.
 */

import { allCards } from "../lib/cards.js";
import { SheetDialog } from "../lib/sheet-dialog.js";
import { html, keyed } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./card-picker.js";

/** @extends {SheetDialog<{ codes: string[], taken: string[] }>} */
export class WantDialog extends SheetDialog {
  #asked = 0;
  #shown = "";
  /** @type {NamedCard[]} */
  #cards = [];

  /** With the code of a picture: which card it shows. */
  async ask(/** @type {string} */ kind, shown = "") {
    this.#asked += 1;
    this.#shown = shown;
    this.#cards = await allCards(kind === "tarot" ? "tarot" : "pulp");
    await this.open();
  }

  view() {
    const { codes, taken } = this.state;
    const cards = this.#cards.filter(({ code }) => codes.includes(code) && (this.#shown ? code !== this.#shown : !taken.includes(code)));
    return this.sheet(say(this.#shown ? "enrol.which" : "question.other"), keyed(this.#asked, html`<card-picker .state=${{ cards }} @picked=${(/** @type {CustomEvent} */ { detail }) => this.#pick(detail.code)}></card-picker>`));
  }

  #pick(/** @type {string} */ code) {
    this.emit("step", this.#shown ? { do: "rename", code: this.#shown, to: code } : { do: "want", code });
    this.close();
  }
}

customElements.define("want-dialog", WantDialog);
