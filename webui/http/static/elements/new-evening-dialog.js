/* <new-evening-dialog>: a new evening begins only when somebody has read what that means. */

import { SheetDialog } from "../lib/sheet-dialog.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

export class NewEveningDialog extends SheetDialog {
  view() {
    return this.sheet(say("setup.new-evening"), html`<p>${say("evenings.new")}</p>
      <form class="ways" @submit=${(event) => this.#begin(event)}>
        <input name="name" maxlength="80" aria-label="${say("setup.evening")}" placeholder="${say("setup.evening")}" autofocus>
        <button class="primary">${say("evenings.begin")}</button>
        <button type="button" @click=${() => this.close()}>${say("evenings.go-on")}</button></form>`);
  }

  #begin(event) {
    event.preventDefault();
    const name = new FormData(event.target).get("name");
    this.act("session-new", { session_name: String(name).trim() });
    event.target.reset();
    this.close();
  }
}

customElements.define("new-evening-dialog", NewEveningDialog);
