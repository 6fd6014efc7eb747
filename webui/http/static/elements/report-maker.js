/* <report-maker>: what goes to whoever mends the program; all of it is shown before it is written. */

import { TableElement } from "../lib/element.js";
import { fetched } from "../lib/fetched.js";
import { html } from "../lib/view.js";
import { decimal, say } from "../lib/words.js";

class ReportMaker extends TableElement {
  paintsAlone = true;
  /** @type {FaultReport | null} */
  #report = null;
  #name = "";
  /** @type {RecordedClip | null} */
  #clip = null;
  #fault = "";

  connectedCallback() {
    super.connectedCallback();
    this.#fetch();
  }

  view() {
    if (!this.#report) return html``;
    const { texts, clips } = this.#report;
    return html`<h2 id="report">${say("support.report")}</h2>
      <p class="help">${say("support.report.help")}</p>
      ${Object.entries(texts).map(([name, text]) => this.#text(name, text))}
      ${clips.length ? html`<p><label>${say("support.report.clip")} <select @change=${(/** @type {On} */ event) => this.#choose(event.target.value)}>
        <option value="">${say("support.report.no-clip")}</option>
        ${clips.map((name) => html`<option value="${name}" ?selected=${name === this.#name}>${name}</option>`)}</select></label></p>` : null}
      ${this.#fault ? html`<p role="alert">${this.#fault}</p>` : this.#shown()}
      <p>${this.#isSeen() ? html`<a class="button primary" href="/report.zip${this.#name ? `?clip=${encodeURIComponent(this.#name)}` : ""}" download>${say("support.report.write")}</a>`
        : this.#clip ? say("support.report.first") : null}</p>`;
  }

  #text(/** @type {string} */ name, /** @type {string} */ text) {
    return html`<details><summary>${name}</summary><pre tabindex="0">${text}</pre></details>`;
  }

  #shown() {
    if (!this.#clip) return this.#name ? html`<p class="waking">${say("page.waking")}</p>` : null;
    const { lines, pictures, count } = this.#clip;
    return html`${this.#text("clip.txt", lines.join("\n"))}
      <p role="status">${count ? say("support.report.pictures", { shown: pictures.length, all: count }) : say("support.report.no-pictures")}</p>
      <ul class="sheet">${pictures.map(({ at_s: at, picture }) => html`<li><img src="${picture}" alt="${say("support.report.at", { seconds: decimal(at) })}"></li>`)}</ul>
      ${pictures.length < count ? html`<p><button @click=${() => this.#fetchPictures(pictures)}>${say("support.report.more")}</button></p>` : null}`;
  }

  /** Nothing is given away that was not shown. */
  #isSeen() {
    return !this.#name || (this.#clip !== null && this.#clip.pictures.length === this.#clip.count);
  }

  #choose(/** @type {string} */ name) {
    this.#name = name;
    this.#clip = null;
    this.#fault = "";
    this.update();
    if (name) this.#fetchPictures([]);
  }

  async #fetchPictures(/** @type {RecordedClip["pictures"]} */ seen) {
    const name = this.#name;
    const answer = await fetch(`/api/report/clip?clip=${encodeURIComponent(name)}&first=${seen.length}`).catch(() => /** @type {any} */ (null));
    const body = await answer?.json().catch(() => /** @type {any} */ (null));
    if (name !== this.#name) return;
    if (answer?.ok) this.#clip = { ...body, pictures: [...seen, ...body.pictures] };
    else this.#fault = body?.error ?? say("support.report.unread");
    this.update();
  }

  async #fetch() {
    this.#report = await fetched("/api/report");
    this.update();
  }
}

customElements.define("report-maker", ReportMaker);
