/* <copy-field>: an address that is typed or pasted elsewhere, with a button that copies it and says so. */

import { copy } from "../lib/copy.js";
import { TableElement } from "../lib/element.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

const SAID_MS = 2500;

/** @extends {TableElement<{ text: string, shown?: string }>} what is copied, and what stands there where that is shorter */
class CopyField extends TableElement {
  #said = "";

  view() {
    const { text, shown } = this.state;
    return html`<code>${shown ?? text}</code> <button @click=${() => this.#copy(text)}>${say("copy")}<span class="unseen"> ${shown ?? text}</span></button>
      <span role="status">${this.#said}</span>`;
  }

  async #copy(/** @type {string} */ text) {
    this.#show((await copy(text)) ? say("copied") : say("not-copied"));
    setTimeout(() => this.#show(""), SAID_MS);
  }

  #show(/** @type {string} */ said) {
    this.#said = said;
    this.update();
  }
}

customElements.define("copy-field", CopyField);
