/*
 * <notice-line>: one calm line at a time, gone by itself, with a way back where something was just removed; and the word
 * that the line to the table is away.
 */

import { TableElement } from "../lib/element.js";
import { table } from "../lib/stream.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

const STAYS_MS = 6000;

class NoticeLine extends TableElement {
  paintsAlone = true;
  #text = "";
  #undoes = false;
  #timer = 0;

  set linked(/** @type {boolean} */ linked) {
    this.toggleAttribute("away", !linked);
    this.update();
  }

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("notice", (/** @type {CustomEvent<{ text: string, undoes: boolean }>} */ event) => this.#show(event.detail));
    table.addEventListener("asked", () => this.#undoes && this.#clear());
    table.addEventListener("link", () => (this.linked = table.linked));
  }

  view() {
    const text = this.#text || (this.hasAttribute("away") ? say("notice.away") : "");
    return html`<p role="status" class="${text ? "notice" : "notice gone"}">${text}${text && this.#undoes ? html` <button @click=${() => table.command("undo")}>${say("act.undo")}</button>` : null}</p>`;
  }

  #clear() {
    this.#show({ text: "", undoes: false });
  }

  #show(/** @type {Json} */ { text, undoes }) {
    clearTimeout(this.#timer);
    this.#text = text;
    this.#undoes = undoes;
    this.#timer = setTimeout(() => this.#clear(), STAYS_MS);
    this.update();
  }
}

customElements.define("notice-line", NoticeLine);
