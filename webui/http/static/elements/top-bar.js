/* <top-bar>: who we are, tonight's name at the table, Share, the way to every page of the Host, voice, chime, light, and the list of keys. The same everywhere. */

import { TableElement } from "../lib/element.js";
import { onHelp } from "../lib/keys.js";
import { sessionTitle } from "../lib/session.js";
import { remember, setting } from "../lib/settings.js";
import { sigil } from "../lib/sigil.js";
import { table } from "../lib/stream.js";
import { html, nothing } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./keys-dialog.js";
import "./share-dialog.js";

/** The Host's pages, always in sight: the one list of them. */
const PAGES = ["", "log", "sessions", "odds", "decks", "setup"];
/** Every other system (Demon City's page is the table), and what is for others or for once. */
const SYSTEMS = (document.documentElement.dataset.systems ?? "").split(" ").filter((code) => code && code !== "demon-city");
const MORE = [...SYSTEMS, "screen", "deck-help", "support"];

/** @import { SheetDialog } from "../lib/sheet-dialog.js" */

const isHere = (/** @type {string} */ page) => location.pathname === `/${page}`;

class TopBar extends TableElement {
  paintsAlone = true;

  connectedCallback() {
    super.connectedCallback();
    onHelp(() => this.#help(), this.stay);
    table.addEventListener("state", () => this.update(), { signal: this.stay });
  }

  view() {
    return html`
      <header class="top">
        <a class="brand" href="/">${sigil("critical")}<span>Clashcam</span></a>
        <nav class="pages" aria-label="${say("top.pages")}">${PAGES.map((page) => this.#link(page))}</nav>
        ${this.#tonight()}
        <div class="switches">${this.#share()} ${this.#switches()}</div>
        <details class="menu">
          <summary class="icon" title="${say("more")}" data-here="${MORE.some(isHere) ? "" : nothing}">${sigil("menu")}<span class="unseen">${say("more")}</span></summary>
          <div class="more">
            <nav aria-label="${say("more")}">${MORE.map((page) => this.#link(page))} <a href="/support#words">${say("page.words")}</a></nav>
            <div class="switches">${this.#share()} ${this.#switches()}</div>
          </div>
        </details>
      </header>
      <keys-dialog></keys-dialog>
      ${this.#isHost() ? html`<share-dialog .state=${table.state}></share-dialog>` : null}`;
  }

  /** Whether the page follows the table, as its Host. */
  #isHost() {
    return table.state?.role === "host";
  }

  /** What the session at this table is called. */
  #tonight() {
    return isHere("") && this.#isHost() ? html`<p class="tonight">${sessionTitle(table.state.session)}</p>` : null;
  }

  #share() {
    if (!this.#isHost()) return null;
    return html`<button class="quiet share" @click=${() => this.#dialog("share-dialog").open()}>${sigil("share")}<span>${say("top.share")}</span></button>`;
  }

  #dialog(/** @type {string} */ name) {
    return /** @type {SheetDialog} */ (this.querySelector(name));
  }

  #link(/** @type {string} */ page) {
    return html`<a href="${`/${page}`}" aria-current="${isHere(page) ? "page" : nothing}">${say(`page.${page || "table"}`)}</a>`;
  }

  #switches() {
    return html`${this.#switch("voice")} ${this.#switch("chime")} ${this.#button("theme", () => this.#theme())} ${this.#button("keys", () => this.#help())}`;
  }

  #button(/** @type {string} */ name, /** @type {(value: any) => void} */ use) {
    return html`<button class="icon" title="${say(`top.${name}`)}" @click=${use}>${sigil(name)}<span class="unseen">${say(`top.${name}`)}</span></button>`;
  }

  #switch(/** @type {string} */ name) {
    const on = setting(name) === "on";
    const label = say(`top.${name}.${on ? "on" : "off"}`);
    return html`<button class="icon" aria-pressed="${on ? "true" : "false"}" title="${label}" @click=${() => this.#flip(name)}>
      ${sigil(on ? name : `${name}-off`)}<span class="unseen">${say(`top.${name}`)}</span></button>`;
  }

  #help() {
    this.#dialog("keys-dialog").open();
  }

  #flip(/** @type {string} */ name) {
    remember(name, setting(name) === "on" ? "off" : "on");
    this.update();
  }

  #theme() {
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
    remember("theme", dark ? "light" : "dark");
    document.documentElement.dataset.theme = dark ? "light" : "dark";
  }
}

customElements.define("top-bar", TopBar);
