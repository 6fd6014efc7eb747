/* <evenings-page>: every evening at this table, newest first: opened, leafed through, renamed, taken along, deleted. */

/** @import { ForgetDialog } from "./forget-dialog.js" */
/** @import { NewEveningDialog } from "./new-evening-dialog.js" */
import { TableElement } from "../lib/element.js";
import { dayAndTime, eveningTitle, startOf } from "../lib/evening.js";
import { fetched } from "../lib/fetched.js";
import { latest } from "../lib/latest.js";
import { send } from "../lib/send.js";
import { sigil } from "../lib/sigil.js";
import { table } from "../lib/stream.js";
import { html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";
import "./campaign-figures.js";
import "./forget-dialog.js";
import "./keep-pictures.js";
import "./new-evening-dialog.js";
import "./notice-line.js";
import "./top-bar.js";

const EXPORTS = ["html", "json", "csv"];
const SEARCHED_FROM = 6; // fewer are seen at a glance

class EveningsPage extends TableElement {
  /** @type {EveningLine[] | null} */
  #evenings = null;
  #latest = latest();
  #renaming = "";
  #wanted = "";

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#follow(table.state));
    this.addEventListener("act", ({ detail }) => table.command(detail.name, detail.args));
    this.addEventListener("forgotten", () => this.#fetch());
  }

  view() {
    const evenings = this.#evenings;
    return html`
      <top-bar></top-bar>
      <main class="page evenings">
        <header class="story-head"><h1>${say("page.evenings")}</h1>
          <button @click=${() => this.#begin()}>${sigil("add")}${say("setup.new-evening")}</button></header>
        ${evenings ? this.#list(evenings) : html`<p class="waking">${say("page.waking")}</p>`}
        <campaign-figures></campaign-figures>
        <keep-pictures .state=${this.state}></keep-pictures>
      </main>
      <new-evening-dialog .state=${this.state}></new-evening-dialog>
      <forget-dialog></forget-dialog>
      <notice-line .state=${this.state} .linked=${table.linked}></notice-line>`;
  }

  #list(/** @type {EveningLine[]} */ evenings) {
    const shown = evenings.filter((evening) => this.#fits(evening));
    return html`${evenings.length >= SEARCHED_FROM ? this.#search() : null}
      <ul class="shelf-of-evenings">${repeat(shown, (evening) => evening.id, (evening) => this.#evening(evening))}</ul>
      ${shown.length ? null : html`<p class="empty">${say("evenings.none")}</p>`}`;
  }

  #search() {
    return html`<input type="search" aria-label="${say("evenings.search")}" placeholder="${say("evenings.search")}" @input=${(event) => this.#look(event.target.value)}>`;
  }

  #look(text) {
    this.#wanted = text.trim().toLowerCase();
    this.update();
  }

  /** By name, day or who was there. */
  #fits(/** @type {EveningLine} */ evening) {
    return [eveningTitle(evening), dayAndTime(evening.started), ...evening.who].some((text) => text.toLowerCase().includes(this.#wanted));
  }

  #evening(/** @type {EveningLine} */ evening) {
    const title = eveningTitle(evening);
    return html`<li class="evening framed">
      <a class="cover" href="${`/log?evening=${evening.id}`}" tabindex="-1" aria-hidden="true">${evening.picture ? html`<img src="${`/pictures/${evening.picture}.jpg`}" alt="" loading="lazy">` : html`<img class="face" src="/cards/back.webp" alt="">`}</a>
      <div class="which"><h2><a href="${`/log?evening=${evening.id}`}">${title}</a></h2>
        <p>${evening.tonight ? html`<strong>${say("evenings.tonight")}</strong> · ` : null}${startOf(evening)} · ${count("evenings.throws", evening.throws)}</p>
        <p>${evening.who.join(", ")}</p>
        </div>
      ${this.#renaming === evening.id ? this.#name(evening) : this.#ways(evening, title)}</li>`;
  }

  #ways(/** @type {EveningLine} */ evening, title) {
    return html`<p class="ways">
      ${evening.throws ? html`<a class="button" href="${`/story?evening=${evening.id}`}" aria-label="${say("story.leaf-in", { evening: title })}">${say("story.leaf")}</a>` : null}
      ${EXPORTS.map((kind) => html`<a class="button" href="${`/api/evenings/${evening.id}/export.${kind}`}" download aria-label="${say("evenings.export", { evening: title, kind: kind.toUpperCase() })}">${kind.toUpperCase()}</a> `)}
      <button aria-label="${say("evenings.rename", { evening: title })}" @click=${() => this.#ask(evening.id)}>${sigil("correct")}<span>${say("evenings.rename-it")}</span></button>
      ${evening.tonight ? null : html`<button aria-label="${say("evenings.delete", { evening: title })}" @click=${() => this.#forget(evening)}>${sigil("remove")}<span>${say("evenings.delete-it")}</span></button>`}</p>`;
  }

  #name(/** @type {EveningLine} */ evening) {
    return html`<form class="ways" @submit=${(event) => this.#rename(event, evening.id)}>
      <input name="name" maxlength="80" aria-label="${say("setup.evening")}" placeholder="${eveningTitle(evening)}" value="${evening.name === evening.id ? "" : evening.name}" autofocus>
      <button class="primary">${say("shelf.keep")}</button> <button type="button" @click=${() => this.#ask("")}>${say("evenings.as-it-is")}</button></form>`;
  }

  async #ask(renaming) {
    this.#renaming = renaming;
    this.update();
    await Promise.resolve();
    /** @type {HTMLInputElement | null} */
    const field = this.querySelector("main form input");
    field?.focus();
  }

  async #rename(event, evening) {
    event.preventDefault();
    const name = String(new FormData(event.target).get("name")).trim();
    if (!(await send("/api/evenings/rename", JSON.stringify({ evening, name })))) return;
    this.#renaming = "";
    await this.#fetch();
  }

  #begin() {
    /** @type {NewEveningDialog} */ (this.querySelector("new-evening-dialog")).open();
  }

  #forget(evening) {
    /** @type {ForgetDialog} */ (this.querySelector("forget-dialog")).ask(evening);
  }

  /** Asks for the evenings again when another one is played, or when tonight's has grown. */
  async #follow(/** @type {Snapshot} */ state) {
    const before = this.state;
    this.state = state;
    if (before?.session.id !== state.session.id || before.log.count !== state.log.count) await this.#fetch();
  }

  #fetch() {
    return this.#latest(fetched("/api/evenings"), (evenings) => {
      this.#evenings = evenings ?? this.#evenings;
      this.update();
    });
  }
}

customElements.define("evenings-page", EveningsPage);
