/* <forget-dialog>: an evening is deleted when somebody has read what goes and what stays. */

import { eveningTitle } from "../lib/evening.js";
import { send } from "../lib/send.js";
import { SheetDialog } from "../lib/sheet-dialog.js";
import { table } from "../lib/stream.js";
import { html } from "../lib/view.js";
import { count, say } from "../lib/words.js";

export class ForgetDialog extends SheetDialog {
  paintsAlone = true;
  /** @type {EveningLine | null} */
  #evening = null;

  ask(/** @type {EveningLine} */ evening) {
    this.#evening = evening;
    this.open();
  }

  view() {
    const evening = this.#evening;
    if (!evening) return html``;
    return this.sheet(say("evenings.forget", { evening: eveningTitle(evening) }), html`
      <p>${count("evenings.goes", evening.throws)}</p><p>${say("evenings.stays")}</p>
      <p class="ways"><button class="primary" @click=${() => this.#forget(evening)}>${say("evenings.forget-now")}</button>
        <button autofocus @click=${() => this.close()}>${say("evenings.keep")}</button></p>`);
  }

  async #forget(evening) {
    this.close();
    /** @type {TakenAway | null} */
    const gone = await send("/api/evenings/delete", JSON.stringify({ evening: evening.id }));
    if (!gone) return;
    table.notice(say("evenings.gone", { evening: eveningTitle(evening), pictures: gone.pictures, copies: gone.copies }));
    this.tell("forgotten");
  }
}

customElements.define("forget-dialog", ForgetDialog);
