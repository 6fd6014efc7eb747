/* <convention-page>: every table of a shared log: its verdict, its picture, how it is; and the way to its session. */

import { TableElement } from "../lib/element.js";
import { sigil } from "../lib/sigil.js";
import { html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";

const EVERY_MS = 1000;

/** @typedef {{ table: string, silent: boolean, session: string, phase: string, paused: boolean, source: string, at: string | null,
 *   verdict: { title: string, line: string, tone: string } | null, picture: string | null, entries: number }} Announced */

class ConventionPage extends TableElement {
  paintsAlone = true;
  /** @type {Announced[] | null} */
  #tables = null;
  #away = "";
  #timer = 0;

  connectedCallback() {
    super.connectedCallback();
    this.#fetch();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  view() {
    return html`<main class="page convention">
      <h1>${say("page.convention")}</h1>
      <p class="help" role="status">${this.#away || (this.#tables ? count("convention.tables", this.#tables.length) : say("page.waking"))}</p>
      <ul>${repeat(this.#tables ?? [], (each) => each.table, (each) => this.#table(each))}</ul>
    </main>`;
  }

  #table(/** @type {Announced} */ each) {
    const how = this.#how(each);
    return html`<li class="${each.silent || each.phase === "over" ? "gone" : ""}">
      ${each.picture ? html`<img src="${`/pictures/${each.picture}.jpg`}" alt="" loading="lazy">` : html`<span class="no-picture">${sigil("hand")}</span>`}
      <div>
        <h2>${each.table || say("convention.unnamed")}</h2>
        <p class="how">${how}</p>
        ${each.verdict ? html`<p class="verdict">${each.verdict.title}</p><p class="cards">${each.verdict.line}</p>` : null}
        <a class="button quiet" href="${`/session?table=${encodeURIComponent(each.table)}`}">${count("strip.all", each.entries)}</a>
      </div></li>`;
  }

  #how(/** @type {Announced} */ each) {
    if (each.silent) return say("convention.silent");
    if (each.phase === "over") return say("convention.over");
    if (each.paused) return say("convention.paused");
    if (!["live", "ended"].includes(each.source)) return say("convention.blind");
    return say(`convention.${each.phase}`);
  }

  async #fetch() {
    try {
      const answer = await fetch("/api/tables");
      const body = await answer.json();
      if (answer.ok) this.#tables = body;
      this.#away = answer.ok ? "" : body.error;
    } catch {
      this.#away = say("notice.away");
    }
    this.update();
    this.#timer = setTimeout(() => this.#fetch(), EVERY_MS);
  }
}

customElements.define("convention-page", ConventionPage);
