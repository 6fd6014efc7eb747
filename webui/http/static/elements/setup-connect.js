/* <setup-connect>: other programs at the table: tokens to follow it or give commands, and what passes events on. */

import { TableElement } from "../lib/element.js";
import { fetched } from "../lib/fetched.js";
import { send } from "../lib/send.js";
import { sigil } from "../lib/sigil.js";
import { filled, html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";
import "./copy-field.js";

/** How often the page asks what came of the last try, while it is in sight. */
const AGAIN_MS = 1500;

/** The beginning of an address of each kind. */
const BEGINNINGS = { webhook: "http://", mqtt: "mqtt://", discord: "https://" };

/** What a token's last command is called, if not as the Host's key is. @type {Record<string, string>} */
const CALLED = { next: "keys.next" };

class SetupConnect extends TableElement {
  /** @type {Json | null} */
  #shown = null;
  /** What was made just now and is shown this once: of which kind, and the secret. @type {{ kind: string, secret: string } | null} */
  #made = null;
  #timer = 0;

  connectedCallback() {
    super.connectedCallback();
    this.#refresh();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  view() {
    if (!this.#shown) return html`<p class="waking">${say("page.waking")}</p>`;
    return html`${this.#stream()}
      ${repeat(this.#shown.connections, (/** @type {Json} */ each) => each.kind, (/** @type {Json} */ each) => this.#connection(each))}
      <section class="framed"><h3>OBS, Foundry VTT</h3>
        <p class="help">${say("connect.others.help")}</p>
        <p class="ways"><a class="button" href="/overlay/settings">${say("page.overlay-settings")}</a></p></section>`;
  }

  #stream() {
    return html`<section class="framed"><h3>${say("connect.stream")}</h3>
      <p class="help">${say("connect.stream.help")}</p>
      <copy-field .state=${{ text: `${location.origin}/api/v1/stream` }}></copy-field>
      <ul class="tokens">${repeat(this.#shown.tokens, (/** @type {Json} */ each) => each.id, (/** @type {Json} */ each) => this.#token(each))}</ul>
      <form class="fields" @submit=${(/** @type {On<HTMLFormElement>} */ event) => this.#makeToken(event)}>
        <label>${say("connect.token.name")}<input name="name" maxlength="40" autocomplete="off"></label>
        <label class="tick"><input name="commands" type="checkbox"> ${say("connect.token.ask-commands")}</label>
        <button>${sigil("add")}${say("connect.token.make")}</button></form>
      ${this.#once("stream")}</section>`;
  }

  #token(/** @type {Json} */ { id, name, made, used, commands, last_command: last }) {
    const called = name || say("connect.token.nameless");
    const facts = [say("connect.token.made", { day: made }), used ? say("connect.token.used", { time: used }) : say("connect.token.unused")];
    if (last) facts.push(say("connect.token.last-command", { time: last.at, what: say(CALLED[last.command] ?? `act.${last.command}`) }));
    return html`<li><p><strong id="${`token-${id}`}">${called}</strong> <span>${facts.join(", ")}</span></p>
      <label class="tick"><input type="checkbox" aria-describedby="${`token-${id}`}" .checked=${filled(commands)} @change=${(/** @type {On} */ event) => this.#post("token/commands", { id, allow: event.target.checked })}> ${say("connect.token.commands")}</label>
      <button @click=${() => this.#post("token/withdraw", { id })}>${sigil("remove")}${say("connect.token.withdraw", { name: called })}</button></li>`;
  }

  /** A secret that was made just now: it is never shown again. */
  #once(/** @type {string} */ kind) {
    if (this.#made?.kind !== kind) return null;
    return html`<div class="once" role="status"><p>${say("connect.once")}</p><copy-field .state=${{ text: this.#made.secret }}></copy-field></div>`;
  }

  #connection(/** @type {Json} */ shown) {
    const { kind, on, locked, address } = shown;
    const title = `connect-${kind}`;
    return html`<section class="framed" aria-labelledby="${title}"><h3 id="${title}">${say(`connect.${kind}`)} <small>${say(on ? "connect.is-on" : "connect.is-off")}</small></h3>
      <p class="help">${say(`connect.${kind}.help`)}</p>
      ${locked ? html`<p class="tried" role="status">${say("connect.locked")}</p>` : null}
      <form class="fields" autocomplete="off" @submit=${(/** @type {On<HTMLFormElement>} */ event) => this.#set(event, kind, true)}>
        ${this.#fields(shown)}
        <p class="ways"><button class="${on ? "" : "primary"}">${say(on ? "connect.save" : "connect.on")}</button>
          ${on ? html`<button type="button" @click=${(/** @type {Event} */ event) => this.#set(event, kind, false)}>${say("connect.off")}</button>
            <button type="button" @click=${() => this.#post("test", { kind })}>${say("connect.test")}</button>` : null}
          ${address ? html`<button type="button" class="quiet" @click=${() => this.#post("forget", { kind })}>${say("connect.forget")}</button>` : null}</p></form>
      ${this.#once(kind)}
      ${on ? this.#last(shown) : null}</section>`;
  }

  #fields(/** @type {Json} */ { kind, address, anywhere, user, topic, has_secret: known }) {
    const secret = kind === "webhook" ? "connect.secret" : "connect.password";
    return html`<label class="wide">${say("connect.address")}<input name="address" inputmode="url" spellcheck="false" maxlength="500" placeholder="${address || BEGINNINGS[/** @type {keyof typeof BEGINNINGS} */ (kind)]}"></label>
      ${kind === "mqtt" ? html`<label>${say("connect.user")}<input name="user" maxlength="100" value="${user}"></label>` : null}
      ${kind === "discord" ? null : html`<label>${say(secret)}<input name="secret" type="password" autocomplete="new-password" maxlength="200" placeholder="${known ? "••••••••" : ""}"></label>`}
      ${kind === "mqtt" ? html`<label>${say("connect.topic")}<input name="topic" maxlength="100" value="${topic}" placeholder="clashcam"></label>` : null}
      <label class="tick"><input name="anywhere" type="checkbox" ?checked=${anywhere}> ${say("connect.anywhere")}</label>`;
  }

  #last(/** @type {Json} */ { last, waiting, lost }) {
    const parts = [last ? `${last.at} ${last.text}` : say("connect.nothing-yet")];
    if (waiting) parts.push(count("connect.waiting", waiting));
    if (lost) parts.push(count("connect.lost", lost));
    return html`<p class="last-answer ${last && !last.ok ? "bad" : ""}" role="status">${last ? sigil(last.ok ? "confirm" : "close") : null}<span>${parts.join(" · ")}</span></p>`;
  }

  async #makeToken(/** @type {On<HTMLFormElement>} */ event) {
    event.preventDefault();
    const form = event.currentTarget;
    const answer = await send("/api/connect/token", JSON.stringify({ name: new FormData(form).get("name"), commands: new FormData(form).has("commands") }));
    if (!answer) return;
    this.#made = { kind: "stream", secret: answer.secret };
    form.reset();
    this.#refresh();
  }

  /** Sets a connection as its form has it, and switches it on or off. */
  async #set(/** @type {Event} */ event, /** @type {string} */ kind, /** @type {boolean} */ on) {
    event.preventDefault();
    const form = /** @type {HTMLElement} */ (event.currentTarget).closest("form");
    const fields = Object.fromEntries(new FormData(form));
    const answer = await send("/api/connect/connection", JSON.stringify({ ...fields, kind, on, anywhere: "anywhere" in fields }));
    if (!answer) return;
    if (answer.secret) this.#made = { kind, secret: answer.secret };
    // An address and a secret stand in their fields no longer than they must.
    for (const name of ["address", "secret"]) /** @type {HTMLInputElement[]} */ (Array.from(form.querySelectorAll(`[name=${name}]`))).forEach((field) => (field.value = ""));
    this.#refresh();
  }

  async #post(/** @type {string} */ what, /** @type {Json} */ document) {
    if (!["test", "token/commands"].includes(what)) this.#made = null;
    await send(`/api/connect/${what}`, JSON.stringify(document));
    this.#refresh();
  }

  async #refresh() {
    clearTimeout(this.#timer);
    if (!document.hidden || !this.#shown) this.#shown = (await fetched("/api/connect")) ?? this.#shown;
    if (!this.isConnected) return;
    this.update();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#refresh(), AGAIN_MS);
  }
}

customElements.define("setup-connect", SetupConnect);
