/* <want-dialog>: which card comes next, of those that have no picture yet; cards are laid in any order. */

import { allCards } from "../lib/cards.js";
import { SheetDialog } from "../lib/sheet-dialog.js";
import { html, keyed } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./card-picker.js";

/** @extends {SheetDialog<{ codes: string[], taken: string[] }>} */
export class WantDialog extends SheetDialog {
  #asked = 0;
  /** @type {NamedCard[]} */
  #cards = [];

  async ask(kind) {
    this.#asked += 1;
    this.#cards = await allCards(kind === "tarot" ? "tarot" : "pulp");
    await this.open();
  }

  view() {
    const { codes, taken } = this.state;
    const cards = this.#cards.filter(({ code }) => codes.includes(code) && !taken.includes(code));
    return this.sheet(say("question.other"), keyed(this.#asked, html`<card-picker .state=${{ cards }} @picked=${({ detail }) => this.#pick(detail.code)}></card-picker>`));
  }

  #pick(code) {
    this.tell("step", { do: "want", code });
    this.close();
  }
}

customElements.define("want-dialog", WantDialog);
