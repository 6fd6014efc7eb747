/* <screen-invitation>: while sharing is on, how the players' phones come in: one code to scan, or what to type. */

import { TableElement } from "../lib/element.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

class ScreenInvitation extends TableElement {
  view() {
    const { invitation } = this.state;
    if (!invitation) return html``;
    return html`<aside><img src="${`/qr.svg?for=players&role=screen&code=${invitation.code}`}" alt="${say("setup.qr", { page: say("guest.players") })}">
      <p><span>${say("screen.join")}</span> <b>${invitation.address}</b> <span>${say("setup.code")}</span> <b>${invitation.code}</b></p></aside>`;
  }
}

customElements.define("screen-invitation", ScreenInvitation);
