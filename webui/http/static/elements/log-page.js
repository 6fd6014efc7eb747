/*
 * <log-page>: tonight as a story, newest first; filters, export, and corrections of old entries. With ?evening=ID it is
 * another evening's, to be read.
 */

import { TableElement } from "../lib/element.js";
import { dayAndTime, eveningTitle, faceFor } from "../lib/evening.js";
import { table } from "../lib/stream.js";
import { html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";
import "./correct-dialog.js";
import "./log-entry.js";
import "./log-figures.js";
import "./notice-line.js";
import "./top-bar.js";

const EXPORTS = ["html", "json", "csv"];
const MARKS = ["all", "critical", "fumble"];

class LogPage extends TableElement {
  /** @type {Entry[]} */
  #entries = null;
  /** @type {EveningLog | null} */
  #past = null;
  #asked = new URLSearchParams(location.search).get("evening");
  #who = "";
  #mark = "all";

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#follow(table.state));
    this.addEventListener("act", ({ detail }) => this.#act(detail));
    this.addEventListener("correct-entry", ({ detail }) => this.querySelector("correct-dialog").askEntry(detail.entry, detail.seat, detail.index));
  }

  view() {
    const entries = this.#entries;
    if (!entries) return html`<top-bar></top-bar><p class="waking">${say("page.waking")}</p>`;
    const shown = entries.filter((entry) => this.#fits(entry)).reverse();
    return html`
      <top-bar></top-bar>
      <main class="page story">
        <header class="story-head">${this.#title(entries.length)}${this.#exports()}</header>
        ${entries.length ? this.#filters() : html`<p class="empty">${say("log.empty")} <a href="/">${say("log.to-table")}</a></p>`}
        ${this.#unread()}
        <log-figures .state=${this.#past ? null : this.state} .entries=${entries}></log-figures>
        <div class="entries">${repeat(shown, (entry) => entry.id, (entry) => html`<log-entry id="${`entry-${entry.id}`}" .fixed=${Boolean(this.#past)} .state=${entry}></log-entry>`)}</div>
      </main>
      <correct-dialog .state=${this.state}></correct-dialog>
      <notice-line></notice-line>`;
  }

  #title(entries) {
    const evening = this.#past?.evening ?? this.state.session;
    const title = eveningTitle(evening);
    return html`<div><h1 class="${faceFor(title)}">${title}</h1>
      <p>${dayAndTime(evening.started)} · ${count("log.entries", entries)} · <a href="/evenings">${say("evenings.all")}</a></p></div>`;
  }

  /** What lies damaged in the store and is left out: told to the Host, line by line. */
  #unread() {
    const lines = this.#past?.unread ?? this.state.unread ?? [];
    return lines.length ? html`<ul class="unread">${lines.map((line) => html`<li>${line}</li>`)}</ul>` : null;
  }

  #exports() {
    return html`<p class="exports">${say("log.export")} ${EXPORTS.map((kind) => html`<a class="button" href="${this.#past ? `/api/evenings/${this.#asked}/export.${kind}` : `/export.${kind}`}" download>${kind.toUpperCase()}</a> `)}</p>`;
  }

  #filters() {
    const names = [...new Set(this.#entries.flatMap((entry) => entry.seats.map((seat) => seat.name)))];
    return html`<div class="filters" role="group" aria-label="${say("log.filter")}">
      <select aria-label="${say("log.who")}" @change=${(event) => this.#filter({ who: event.target.value })}>
        <option value="">${say("log.everybody")}</option>${names.map((name) => html`<option value="${name}">${name}</option>`)}</select>
      ${MARKS.map((mark) => html`<button aria-pressed="${String(mark === this.#mark)}" @click=${() => this.#filter({ mark })}>${say(`log.${mark}`)}</button>`)}
    </div>`;
  }

  #filter({ who = this.#who, mark = this.#mark }) {
    this.#who = who;
    this.#mark = mark;
    this.update();
  }

  #fits(/** @type {Entry} */ entry) {
    const marks = this.#mark === "all" || entry.verdict.marks.some((mark) => mark.kind === this.#mark);
    return marks && (!this.#who || entry.seats.some((seat) => seat.name === this.#who));
  }

  /** Asks for the whole log again when its length or one of its last entries has changed. */
  async #follow(/** @type {Snapshot} */ state) {
    const before = this.state?.log;
    this.state = state;
    if (this.#past) return;
    if (!before || JSON.stringify(before) !== JSON.stringify(state.log)) await this.#fetch();
  }

  async #act({ name, args }) {
    if (await table.command(name, args)) await this.#fetch();
  }

  async #fetch() {
    if (this.#asked === this.state.session.id) this.#asked = null;
    const answer = await fetch(this.#asked ? `/api/evenings/${this.#asked}/log` : "/api/log");
    const told = await answer.json();
    if (!answer.ok) return table.notice(told.error);
    this.#past = this.#asked ? told : null;
    this.#entries = this.#asked ? told.entries : told;
    this.update();
  }
}

customElements.define("log-page", LogPage);
