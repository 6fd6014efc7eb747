/* <setup-phone>: a phone as the camera: a code to scan, what the phone asks on the way, and whether it is there. */

import { TableElement } from "../lib/element.js";
import { plightOf } from "../lib/source.js";
import { sigil } from "../lib/sigil.js";
import { html, svg } from "../lib/view.js";
import { say } from "../lib/words.js";

const CASE = svg`<rect class="solid" x="30" y="8" width="60" height="112" rx="9"/>`;

/** What happens on the phone, one drawing a step: scan, be warned, allow, stand on books. */
const STEPS = {
  scan: svg`${CASE}<path class="ink" d="M44 38 v-10 h10 M66 28 h10 v10 M76 68 v10 h-10 M54 78 h-10 v-10"/><path class="near" d="M50 34 h9 v9 h-9 z M61 34 h9 v9 h-9 z M50 54 h9 v9 h-9 z M64 57 h6 v6 h-6 z"/>`,
  warn: svg`${CASE}<path class="ink" d="M60 26 L78 58 H42 Z M60 36 V46"/><circle class="near" cx="60" cy="52" r="2.5"/><path class="ink" d="M42 74 H78"/><rect class="far" x="40" y="86" width="40" height="14" rx="3"/><path class="ink" d="M84 116 l-10 -18 l20 7 l-8 3 z"/>`,
  allow: svg`${CASE}<rect class="solid" x="38" y="42" width="44" height="48" rx="5"/><path class="ink" d="M48 54 h14 v12 h-14 z M62 58 l8 -4 v12 l-8 -4"/><rect class="near" x="44" y="74" width="32" height="11" rx="3"/>`,
  stand: svg`<path class="cone" d="M62 34 L14 112 H98 Z"/><path class="solid" d="M78 112 v-12 h38 v12 z M80 100 v-12 h34 v12 z M78 88 v-12 h38 v12 z M81 76 v-12 h33 v12 z M78 64 v-12 h38 v12 z"/><rect class="solid" x="48" y="40" width="62" height="9" rx="3" /><circle class="near" cx="60" cy="51" r="3"/><path class="ink" d="M6 113 H118"/><path class="far" d="M26 111 h14 l3 -5 h-14 z M50 111 h14 l3 -5 h-14 z"/>`,
};

class SetupPhone extends TableElement {
  view() {
    const { phone, guessing } = this.state.network ?? {};
    if (!phone) return html`<p><button @click=${() => this.act("phone", { allow: true })}>${sigil("camera")}${say("setup.phone")}</button></p>`;
    return html`<section class="phone-camera framed">
      <h2>${say("setup.phone")}</h2>
      ${guessing?.length ? html`<p class="help" role="status">${say("setup.guessing", { addresses: guessing.join(", ") })}</p>` : null}
      ${phone.name === null ? this.#invitation(phone) : this.#guest(phone)}
      <p class="views">${phone.name === null ? null : html`<button @click=${() => this.act("phone-end")}>${sigil("remove")}${say("setup.phone.end")}</button>`}
        <button class="quiet" @click=${() => this.act("phone", { allow: false })}>${say("setup.phone.close")}</button></p>
    </section>`;
  }

  #invitation(/** @type {Json} */ { url, code }) {
    return html`<div class="scan"><img src="${`/qr.svg?for=camera&code=${code}`}" alt="${say("setup.phone.qr")}">
        <p class="help">${say("setup.phone.typed")} <code>${url}</code> ${say("setup.code")} <strong class="code">${code}</strong></p></div>
      <ol class="drawn">${Object.entries(STEPS).map(([step, drawing]) => html`<li class="drawing"><svg viewBox="0 0 124 128" aria-hidden="true">${drawing}</svg><p>${say(`setup.phone.${step}`)}</p></li>`)}</ol>
      <p class="help">${say("setup.phone.why")}</p>`;
  }

  #guest(/** @type {Json} */ { name, since, sends }) {
    const stands = this.#stands(sends);
    return html`<p><strong>${name || say("setup.phone.nameless")}</strong> ${say("setup.device.since", { time: since })}</p>
      <p class="views"><span role="status">${stands}</span> ${stands === say("setup.phone.unused") ? html`<button @click=${() => this.act("source", { spec: "phone" })}>${say("setup.phone.use")}</button>` : null}</p>`;
  }

  /** How the phone that is paired is used. */
  #stands(/** @type {string} */ sends) {
    const { source } = this.state;
    const used = [source.kind, source.far].includes("phone");
    if (used && source.state === "live") return say("setup.phone.live");
    if (!sends) return say("source.phone-starting");
    if (source.trying?.kind === "phone" || (used && source.state === "starting")) return say("setup.phone.switching");
    return used ? plightOf(this.state) : say("setup.phone.unused");
  }
}

customElements.define("setup-phone", SetupPhone);
