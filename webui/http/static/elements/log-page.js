/*
 * <log-page>: tonight as a story, newest first; filters, export, and corrections of old entries. With ?session=ID it is
 * another session's, to be read.
 */

/** @import { ReadSession } from "../lib/session-log.js" */
import { TableElement } from "../lib/element.js";
import { sessionTitle, faceFor, startOf } from "../lib/session.js";
import { readSession } from "../lib/session-log.js";
import { onKeys } from "../lib/keys.js";
import { latest } from "../lib/latest.js";
import { pick } from "../lib/pick.js";
import { table } from "../lib/stream.js";
import { undoButton } from "../lib/undo-button.js";
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
  /** @type {ReadSession | null} */
  #read = null;
  #latest = latest();
  #who = "";
  #mark = "all";

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#follow(table.state));
    this.addEventListener("act", ({ detail }) => this.#act(detail));
    onKeys(() => this.state?.undo && this.#act({ name: "undo", args: {} }), ["undo"]);
    this.addEventListener("correct-entry", ({ detail }) => this.querySelector("correct-dialog").askEntry(detail.entry, detail.seat, detail.index));
  }

  view() {
    if (!this.#read) return html`<top-bar></top-bar><p class="waking">${say("page.waking")}</p>`;
    const { entries, past } = this.#read;
    const shown = entries.filter((entry) => this.#fits(entry)).reverse();
    return html`
      <top-bar></top-bar>
      <main class="page story">
        <header class="story-head">${this.#title(entries.length)}${this.#exports()}</header>
        ${entries.length ? this.#filters() : html`<p class="empty">${say("log.empty")} <a href="/">${say("log.to-table")}</a></p>`}
        ${this.#unread()}
        <log-figures .state=${past ? null : this.state} .of=${this.#read}></log-figures>
        <div class="entries">${repeat(shown, (entry) => entry.id, (entry) => html`<log-entry id="${`entry-${entry.id}`}" .fixed=${past} .state=${entry}></log-entry>`)}</div>
      </main>
      <correct-dialog .state=${this.state}></correct-dialog>
      <notice-line></notice-line>`;
  }

  #title(/** @type {number} */ entries) {
    const session = this.#read.session;
    const title = sessionTitle(session);
    return html`<div><h1 class="${faceFor(title)}">${title}</h1>
      <p>${startOf(session)} · ${count("log.entries", entries)} · <a href="${`/moments${location.search}`}">${say("page.moments")}</a> · <a href="${`/story${location.search}`}">${say("story.leaf")}</a> · <a href="/sessions">${say("sessions.all")}</a></p></div>`;
  }

  /** What lies damaged in the store and is left out: shown to the Host, line by line. */
  #unread() {
    const lines = this.#read.past ? this.#read.unread : (this.state.unread ?? []);
    return lines.length ? html`<ul class="unread">${lines.map((line) => html`<li>${line}</li>`)}</ul>` : null;
  }

  #exports() {
    return html`<p class="exports">${say("log.export")} ${EXPORTS.map((kind) => html`<a class="button" href="${this.#read.past ? `/api/sessions/${this.#read.session.id}/export.${kind}` : `/export.${kind}`}" download>${kind.toUpperCase()}</a> `)}
      ${this.#read.past ? null : undoButton(this)}</p>`;
  }

  #filters() {
    const names = [...new Set(this.#read.entries.flatMap((entry) => entry.seats.map((seat) => seat.name)))];
    /** @type {[string, string][]} */
    const choices = [["", say("log.everybody")], ...names.map((name) => /** @type {[string, string]} */ ([name, name]))];
    return html`<div class="filters" role="group" aria-label="${say("log.filter")}">
      ${pick("people", say("log.who"), choices, this.#who, (who) => this.#filter({ who }))}
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
    if (this.#read?.past) return;
    if (!before || JSON.stringify(before) !== JSON.stringify(state.log)) await this.#fetch();
  }

  async #act(/** @type {Json} */ { name, args }) {
    if (!(await table.command(name, args))) return;
    if (name === "note") table.notice(say("log.note.saved"));
    if (name === "remove-entry") table.notice(say("log.removed"), true);
    await this.#fetch();
  }

  #fetch() {
    return this.#latest(readSession(this.state), (read) => {
      this.#read = read ?? this.#read;
      this.update();
    });
  }
}

customElements.define("log-page", LogPage);
