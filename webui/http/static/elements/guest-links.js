/*
 * <guest-links>: how others come in while sharing is on: what a phone scans or types, what a TV or a stream opens, who is in,
 * and whether phones may announce.
 */

import { TableElement } from "../lib/element.js";
import { seatById } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { html, repeat, styled } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./copy-field.js";

const GUESTS = ["players", "host"];

class GuestLinks extends TableElement {
  view() {
    const announces = this.state.phones_announce;
    const { urls, codes, devices, taken, guessing } = this.state.network;
    const url = urls[0] ?? "";
    return html`${taken ? html`<p class="help" role="status">${say("setup.port-taken", { port: taken })}</p>` : null}
      ${guessing?.length ? html`<p class="help" role="status">${say("setup.guessing", { addresses: guessing.join(", ") })}</p>` : null}
      <p><button aria-pressed="${String(announces)}" @click=${() => this.act("phones-announce", { allow: !announces })}>${say(announces ? "setup.phones-announce.on" : "setup.phones-announce.off")}</button></p>
      <p class="help">${say("setup.phones-announce.help")}</p>
      <ul class="links">
        ${GUESTS.map((role) => html`<li><h4>${say(`guest.${role}`)}</h4><img src="${`/qr.svg?for=${role}&code=${codes?.[role]}`}" alt="${say("setup.qr", { page: say(`guest.${role}`) })}">
          <p>${say("setup.code")} <strong class="code">${codes?.[role]}</strong></p></li>`)}
        <li class="typed"><h4>${say("setup.addresses")}</h4>
          <copy-field .state=${{ text: url, shown: short(url) }}></copy-field><p class="help">${say("setup.address.help")}</p>
          <copy-field .state=${{ text: `${url}screen`, shown: short(`${url}screen`) }}></copy-field></li></ul>
      <h3>${say("setup.devices")}</h3>
      ${devices?.length ? html`<ul class="devices">${repeat(devices, (device) => device.id, (device) => this.#device(device))}</ul>` : html`<p class="help">${say("setup.devices.none")}</p>`}`;
  }

  /** Whoever was let in, one by one: name, colour and seat are their own word, the address is not. */
  #device(/** @type {Device} */ { id, name, role, address, since, colour, seat }) {
    const called = name || say("setup.device", { n: id });
    const sits = seatById(this.state, seat)?.name;
    return html`<li style=${styled({ "--mine": colour || "transparent" })}><strong>${called}</strong> <span>${[sits ?? say(`guest.${role}`), address, say("setup.device.since", { time: since })].join(", ")}</span>
      <button @click=${() => this.act("device-end", { device: id })}>${sigil("remove")}${say("setup.device.end", { name: called })}</button></li>`;
  }
}

/** An address as people type it. */
const short = (/** @type {string} */ url) => url.replace(/^https?:\/\//, "").replace(/\/$/, "");

customElements.define("guest-links", GuestLinks);
