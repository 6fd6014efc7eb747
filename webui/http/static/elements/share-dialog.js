/* <share-dialog>: one tap from every page of the Host: sharing on or off, the codes and addresses of phones, TV and stream. */

import { SheetDialog } from "../lib/sheet-dialog.js";
import { table } from "../lib/stream.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./guest-links.js";

export class ShareDialog extends SheetDialog {
  /** Codes and addresses are on the page only while somebody wants them: Set-up has its own. */
  #isOpen = false;

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("close", () => this.#show(false), { capture: true });
    this.addEventListener("act", (event) => {
      event.stopPropagation();
      table.command(event.detail.name, event.detail.args);
    });
  }

  open() {
    this.#show(true);
    return super.open();
  }

  #show(/** @type {boolean} */ isOpen) {
    this.#isOpen = isOpen;
    this.update();
  }

  view() {
    return this.sheet(say("top.share"), this.#isOpen ? this.#body() : null);
  }

  #body() {
    const { allowed } = this.state.network;
    return html`<p class="help">${say("setup.network.help")}</p>
      <p><button class="${allowed ? "" : "primary"}" aria-pressed="${String(allowed)}" @click=${() => this.act("network", { allow: !allowed })}>${say(allowed ? "setup.network.on" : "setup.network.off")}</button></p>
      ${allowed ? html`<guest-links .state=${this.state}></guest-links><p><a href="/overlay/settings">${say("page.overlay-settings")}</a></p>` : null}`;
  }
}

customElements.define("share-dialog", ShareDialog);
