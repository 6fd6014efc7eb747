/* <forget-dialog>: a session is deleted when somebody has read what goes and what stays. */

import { sessionTitle } from "../lib/session.js";
import { send } from "../lib/send.js";
import { SheetDialog } from "../lib/sheet-dialog.js";
import { table } from "../lib/stream.js";
import { html } from "../lib/view.js";
import { count, say } from "../lib/words.js";

export class ForgetDialog extends SheetDialog {
  paintsAlone = true;
  /** @type {SessionLine | null} */
  #session = null;

  ask(/** @type {SessionLine} */ session) {
    this.#session = session;
    this.open();
  }

  view() {
    const session = this.#session;
    if (!session) return html``;
    return this.sheet(say("sessions.forget", { session: sessionTitle(session) }), html`
      <p>${count("sessions.goes", session.throws)}</p><p>${say("sessions.stays")}</p>
      <p class="ways"><button class="primary" @click=${() => this.#forget(session)}>${say("sessions.forget-now")}</button>
        <button autofocus @click=${() => this.close()}>${say("sessions.keep")}</button></p>`);
  }

  async #forget(/** @type {SessionLine} */ session) {
    this.close();
    /** @type {TakenAway | null} */
    const gone = await send("/api/sessions/delete", JSON.stringify({ session: session.id }));
    if (!gone) return;
    table.notice(say("sessions.gone", { session: sessionTitle(session), pictures: gone.pictures, copies: gone.copies }));
    this.emit("forgotten");
  }
}

customElements.define("forget-dialog", ForgetDialog);
