/* <support-page>: the words of the game, which versions run here, and what went wrong lately and what the tracker believes, for whoever is asked to help. */

import { TableElement } from "../lib/element.js";
import { dayAndTime } from "../lib/session.js";
import { table } from "../lib/stream.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./notice-line.js";
import "./report-maker.js";
import "./top-bar.js";
import "./track-trace.js";
import "./words-help.js";

class SupportPage extends TableElement {
  paintsAlone = true;
  /** @type {Support | null} */
  #support = null;

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => (this.state = table.state));
    this.#fetch();
  }

  view() {
    return html`<top-bar></top-bar>
      <main class="page support">
        <h1>${say("page.support")}</h1>
        <words-help id="words" .state=${{ opened: location.hash === "#words" }}></words-help>
        <p class="help">${say("support.help")}</p>
        ${this.#support ? this.#all(this.#support) : html`<p class="waking">${say("page.waking")}</p>`}
      </main>
      <notice-line .state=${this.state} .linked=${table.linked}></notice-line>`;
  }

  #all(/** @type {Support} */ { versions, news, faults }) {
    return html`<h2>${say("support.faults")}</h2>
      ${faults.length ? html`<ol class="faults">${faults.map((each) => html`<li><time datetime="${each.at}">${dayAndTime(each.at)}</time> <span>${each.says}</span></li>`)}</ol>` : html`<p>${say("support.none")}</p>`}
      <report-maker></report-maker>
      <track-trace></track-trace>
      <h2>${say("support.versions")}</h2>
      <dl class="versions">${Object.entries(versions).map(([name, version]) => html`<div><dt>${name}</dt><dd>${version}</dd></div>`)}</dl>
      <h2>${say("support.news")}</h2>
      <p>${say("support.version", { version: versions.clashcam })}</p>
      <details class="news" lang="en">
        <summary>${news.release}</summary>
        ${news.parts.map((part) => html`<h3>${part.heading}</h3><ul>${part.lines.map((line) => html`<li>${line}</li>`)}</ul>`)}
      </details>
      <h2>${say("support.more")}</h2>
      <p>${say("support.doctor")} <code>clashcam doctor</code></p>
      <p>${say("support.report.typed")} <code>clashcam report FILE.zip</code></p>`;
  }

  async #fetch() {
    const answer = await fetch("/api/support").catch(() => /** @type {any} */ (null));
    if (answer?.ok) this.#support = await answer.json();
    this.update();
  }
}

customElements.define("support-page", SupportPage);
