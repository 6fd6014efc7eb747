/* <top-bar>: who we are, the kind of throw, voice, chime, light, and the way to the other pages. */

import { TableElement } from "../lib/element.js";
import { remember, setting } from "../lib/settings.js";
import { sigil } from "../lib/sigil.js";
import { html, nothing } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./mode-bar.js";

/** Ours, and one for every other system: Demon City's is the table. */
const SYSTEMS = (document.documentElement.dataset.systems ?? "").split(" ").filter((code) => code && code !== "demon-city");
const PAGES = ["", "log", "odds", "decks", ...SYSTEMS, "setup", "screen", "deck-help"];

class TopBar extends TableElement {
  paintsAlone = true;

  view() {
    return html`
      <header class="top">
        <a class="brand" href="/">${sigil("critical")}<span>Clashcam</span></a>
        ${this.state ? html`<mode-bar .state=${this.state}></mode-bar>` : html`<span class="spring"></span>`}
        <div class="switches">
          ${this.#switch("voice")} ${this.#switch("chime")}
          <button class="icon" title="${say("top.theme")}" @click=${() => this.#theme()}>
            ${sigil("theme")}<span class="unseen">${say("top.theme")}</span></button>
        </div>
        <details class="menu">
          <summary class="icon" title="${say("top.menu")}">${sigil("menu")}<span class="unseen">${say("top.menu")}</span></summary>
          <nav aria-label="${say("top.menu")}">${PAGES.map((page) => this.#link(page))}</nav>
        </details>
      </header>`;
  }

  #link(page) {
    const here = location.pathname === `/${page}`;
    return html`<a href="${`/${page}`}" aria-current="${here ? "page" : nothing}">${say(`nav.${page || "table"}`)}</a>`;
  }

  #switch(name) {
    const on = setting(name) === "on";
    const label = say(`top.${name}.${on ? "on" : "off"}`);
    return html`<button class="icon" aria-pressed="${on ? "true" : "false"}" title="${label}" @click=${() => this.#flip(name)}>
      ${sigil(on ? name : `${name}-off`)}<span class="unseen">${say(`top.${name}`)}</span></button>`;
  }

  #flip(name) {
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
