/* <new-session-dialog>: a new session begins only when somebody has read what that means, and what it would leave unfinished. */

import { SheetDialog } from "../lib/sheet-dialog.js";
import { sigil } from "../lib/sigil.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

export class NewSessionDialog extends SheetDialog {
  view() {
    const open = this.state.unfinished ?? [];
    return this.sheet(say("setup.new-session"), html`${open.length ? html`<ul class="unfinished">${open.map((each) => html`<li>${sigil("number")}${each}</li>`)}</ul>` : null}
      <p>${say("sessions.new")}</p>
      <form class="ways" @submit=${(/** @type {On} */ event) => this.#begin(event)}>
        <input name="name" maxlength="80" aria-label="${say("setup.session")}" placeholder="${say("setup.session")}" autofocus>
        <button class="primary">${say(open.length ? "sessions.end-and-begin" : "sessions.begin")}</button>
        <button type="button" @click=${() => this.close()}>${say("sessions.go-on")}</button></form>`);
  }

  #begin(/** @type {Json} */ event) {
    event.preventDefault();
    const name = new FormData(event.target).get("name");
    this.act("session-new", { session_name: String(name).trim() });
    event.target.reset();
    this.close();
  }
}

customElements.define("new-session-dialog", NewSessionDialog);
