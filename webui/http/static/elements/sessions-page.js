/* <sessions-page>: every session at this table, newest first: opened, shared, replayed; by its menu renamed, taken along, deleted. */

/** @import { ForgetDialog } from "./forget-dialog.js" */
/** @import { NewSessionDialog } from "./new-session-dialog.js" */
import { TableElement } from "../lib/element.js";
import { dayAndTime, sessionTitle, startOf } from "../lib/session.js";
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
import "./new-session-dialog.js";
import "./notice-line.js";
import "./top-bar.js";

const EXPORTS = ["html", "json", "csv"];
const SEARCHED_FROM = 6; // fewer are seen at a glance

class SessionsPage extends TableElement {
  /** @type {SessionLine[] | null} */
  #sessions = null;
  #latest = latest();
  #renaming = "";
  #query = "";
  /** The session that ended while this page was open. @type {Session | null} */
  #ended = null;

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#follow(table.state));
    this.addEventListener("act", ({ detail }) => table.command(detail.name, detail.args));
    this.addEventListener("forgotten", () => this.#fetch());
  }

  view() {
    const sessions = this.#sessions;
    return html`
      <top-bar></top-bar>
      <main class="page sessions">
        <header class="story-head"><h1>${say("page.sessions")}</h1>
          <button @click=${() => this.#begin()}>${sigil("add")}${say("setup.new-session")}</button></header>
        ${this.#ended ? html`<p class="ended framed" role="status">${say("moments.ended", { session: sessionTitle(this.#ended) })} <a class="button primary" href="${`/moments?session=${this.#ended.id}`}">${say("moments.see")}</a></p>` : null}
        ${sessions ? this.#list(sessions) : html`<p class="waking">${say("page.waking")}</p>`}
        <campaign-figures></campaign-figures>
        <keep-pictures .state=${this.state}></keep-pictures>
      </main>
      <new-session-dialog .state=${this.state}></new-session-dialog>
      <forget-dialog></forget-dialog>
      <notice-line .state=${this.state} .linked=${table.linked}></notice-line>`;
  }

  #list(/** @type {SessionLine[]} */ sessions) {
    const shown = sessions.filter((session) => this.#fits(session));
    return html`${sessions.length >= SEARCHED_FROM ? this.#searchField() : null}
      <ul class="shelf-of-sessions">${repeat(shown, (session) => session.id, (session) => this.#session(session))}</ul>
      ${shown.length ? null : html`<p class="empty">${say("sessions.none")}</p>`}`;
  }

  #searchField() {
    return html`<input type="search" aria-label="${say("sessions.search")}" placeholder="${say("sessions.search")}" @input=${(/** @type {On} */ event) => this.#search(event.target.value)}>`;
  }

  #search(/** @type {string} */ text) {
    this.#query = text.trim().toLowerCase();
    this.update();
  }

  /** By name, day or who was there. */
  #fits(/** @type {SessionLine} */ session) {
    return [sessionTitle(session), dayAndTime(session.started), ...session.who].some((text) => text.toLowerCase().includes(this.#query));
  }

  #session(/** @type {SessionLine} */ session) {
    const title = sessionTitle(session);
    return html`<li class="session framed">
      <a class="cover" href="${`/log?session=${session.id}`}" tabindex="-1" aria-hidden="true">${session.picture ? html`<img src="${`/pictures/${session.picture}.jpg`}" alt="" loading="lazy">` : html`<img class="face" src="/cards/back.webp" alt="">`}</a>
      <div class="which"><h2><a href="${`/log?session=${session.id}`}">${title}</a></h2>
        <p>${session.tonight ? html`<strong>${say("sessions.tonight")}</strong> · ` : null}${startOf(session)} · ${count("sessions.throws", session.throws)}</p>
        <p>${session.who.join(", ")}</p>
        </div>
      ${this.#renaming === session.id ? this.#name(session) : this.#ways(session, title)}</li>`;
  }

  #ways(/** @type {SessionLine} */ session, /** @type {string} */ title) {
    return html`<p class="ways">
      ${session.throws ? html`<a class="button" href="${`/moments?session=${session.id}#share`}" aria-label="${say("sessions.share", { session: title })}">${say("moments.share")}</a> <a class="button" href="${`/story?session=${session.id}`}" aria-label="${say("story.leaf-in", { session: title })}">${say("story.leaf")}</a>` : null}
      ${this.#more(session, title)}</p>`;
  }

  /** What is wanted of a session now and then. */
  #more(/** @type {SessionLine} */ session, /** @type {string} */ title) {
    const id = `more-${session.id}`;
    return html`<button class="more-ways" popovertarget="${id}" aria-label="${say("sessions.more", { session: title })}" title="${say("more")}">…</button>
      <section id="${id}" class="picks" popover aria-label="${title}" @click=${(/** @type {On} */ event) => this.#close(event)}>
        ${session.throws ? html`<a class="button" href="${`/moments?session=${session.id}`}" aria-label="${say("moments.in", { session: title })}">${say("page.moments")}</a>` : null}
        ${EXPORTS.map((kind) => html`<a class="button" href="${`/api/sessions/${session.id}/export.${kind}`}" download aria-label="${say("sessions.export", { session: title, kind: kind.toUpperCase() })}">${sigil("save")}${say("sessions.file", { kind: kind.toUpperCase() })}</a>`)}
        <button aria-label="${say("sessions.rename", { session: title })}" @click=${() => this.#ask(session.id)}>${sigil("correct")}${say("sessions.rename-it")}</button>
        ${session.tonight ? null : html`<button aria-label="${say("sessions.delete", { session: title })}" @click=${() => this.#forget(session)}>${sigil("remove")}${say("sessions.delete-it")}</button>`}</section>`;
  }

  /** The menu has done what it was opened for; where a name is asked for, it is off the page already. */
  #close(/** @type {On} */ event) {
    if (event.target.closest("a, button") && event.currentTarget.isConnected) event.currentTarget.togglePopover(false);
  }

  #name(/** @type {SessionLine} */ session) {
    return html`<form class="ways" @submit=${(/** @type {any} */ event) => this.#rename(event, session.id)}>
      <input name="name" maxlength="80" aria-label="${say("setup.session")}" placeholder="${sessionTitle(session)}" value="${session.name === session.id ? "" : session.name}" autofocus>
      <button class="primary">${say("shelf.keep")}</button> <button type="button" @click=${() => this.#ask("")}>${say("sessions.as-it-is")}</button></form>`;
  }

  async #ask(/** @type {string} */ renaming) {
    this.#renaming = renaming;
    this.update();
    await Promise.resolve();
    /** @type {HTMLInputElement | null} */
    const field = this.querySelector("main form input");
    field?.focus();
  }

  async #rename(/** @type {On<HTMLFormElement>} */ event, /** @type {string} */ session) {
    event.preventDefault();
    const name = String(new FormData(event.target).get("name")).trim();
    if (!(await send("/api/sessions/rename", JSON.stringify({ session, name })))) return;
    this.#renaming = "";
    await this.#fetch();
  }

  #begin() {
    /** @type {NewSessionDialog} */ (this.querySelector("new-session-dialog")).open();
  }

  #forget(/** @type {SessionLine} */ session) {
    /** @type {ForgetDialog} */ (this.querySelector("forget-dialog")).ask(session);
  }

  /** Asks for the sessions again when another one is played, or when tonight's has grown. */
  async #follow(/** @type {Snapshot} */ state) {
    const before = this.state;
    this.state = state;
    if (before?.log.count && before.session.id !== state.session.id) this.#ended = before.session;
    if (before?.session.id !== state.session.id || before.log.count !== state.log.count) await this.#fetch();
  }

  #fetch() {
    return this.#latest(fetched("/api/sessions"), (sessions) => {
      this.#sessions = sessions ?? this.#sessions;
      this.update();
    });
  }
}

customElements.define("sessions-page", SessionsPage);
