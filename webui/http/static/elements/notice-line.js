/* <notice-line>: one calm line at a time, gone by itself; and the word that the line to the table is away. */

import { TableElement } from "../lib/element.js";
import { table } from "../lib/stream.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

const STAYS_MS = 6000;

class NoticeLine extends TableElement {
  paintsAlone = true;
  #text = "";
  #timer = 0;

  set linked(linked) {
    this.toggleAttribute("away", !linked);
    this.update();
  }

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("notice", (/** @type {CustomEvent<string>} */ event) => this.#show(event.detail));
    table.addEventListener("link", () => (this.linked = table.linked));
  }

  view() {
    const text = this.#text || (this.hasAttribute("away") ? say("notice.away") : "");
    return html`<p role="status" class="${text ? "notice" : "notice gone"}">${text}</p>`;
  }

  #show(text) {
    clearTimeout(this.#timer);
    this.#text = text;
    this.#timer = setTimeout(() => this.#show(""), STAYS_MS);
    this.update();
  }
}

customElements.define("notice-line", NoticeLine);
