/* <screen-page>: for a TV. The verdict and the seats, huge; when nothing happens, the last verdict, dimmed. */

import { TableElement } from "../lib/element.js";
import { withLastVerdict } from "../lib/seats.js";
import { stayAwake } from "../lib/awake.js";
import { table } from "../lib/stream.js";
import { html } from "../lib/view.js";
import "./notice-line.js";
import "./seat-faces.js";
import "./verdict-panel.js";

class ScreenPage extends TableElement {
  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#take(table.state));
    stayAwake(true);
  }

  view() {
    const shown = withLastVerdict(this.state);
    return html`
      <main class="${`screen ${shown.dimmed ? "dimmed" : ""}`}">
        <verdict-panel .state=${shown}></verdict-panel>
        <seat-faces .state=${this.state}></seat-faces>
      </main>
      <notice-line></notice-line>`;
  }

  #take(/** @type {Snapshot} */ state) {
    this.state = state;
  }
}

customElements.define("screen-page", ScreenPage);
