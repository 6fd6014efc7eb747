/* <record-mark>: on every page, for everybody at the table: that the session is recorded, and what of it. */

import { TableElement } from "../lib/element.js";
import { table } from "../lib/stream.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

class RecordMark extends TableElement {
  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => (this.state = table.state));
  }

  view() {
    const { recording } = this.state;
    return html`<div role="status">${recording ? html`<p>${say(`recording.${recording}`)}</p>` : null}</div>`;
  }
}

customElements.define("record-mark", RecordMark);
