/* <overlay-page>: a browser source for a stream, on a transparent ground; its address gives its appearance (lib/overlay.js). */

import { TableElement } from "../lib/element.js";
import { lookOf } from "../lib/overlay.js";
import { table } from "../lib/stream.js";
import { html } from "../lib/view.js";
import "./notice-line.js";
import "./overlay-cards.js";
import "./overlay-scene.js";

class OverlayPage extends TableElement {
  #look = lookOf(location.search);
  #said = "";
  #timer = 0;

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#take(table.state));
  }

  view() {
    return html`<main><overlay-scene .state=${{ table: this.state, look: this.#look }}></overlay-scene>
      ${this.#look.cards ? html`<overlay-cards .state=${{ table: this.state, look: this.#look }}></overlay-cards>` : null}</main>
      <notice-line></notice-line>`;
  }

  #take(/** @type {Snapshot} */ state) {
    this.state = state;
    const said = state.verdict ? `${state.throw.number}|${state.verdict.spoken}` : "";
    if (said === this.#said) return;
    this.#said = said;
    clearTimeout(this.#timer);
    this.classList.remove("faded");
    if (said && this.#look.fade) this.#timer = setTimeout(() => this.classList.add("faded"), this.#look.fade * 1000);
  }
}

customElements.define("overlay-page", OverlayPage);
