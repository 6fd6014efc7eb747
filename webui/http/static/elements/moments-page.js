/*
 * <moments-page>: the morning after a session: its best moments on a wall, who was lucky, the search for any other
 * moment, and a picture, a film and a file to share. With ?session=ID it is that session's, else tonight's.
 */

/** @import { ReadSession } from "../lib/session-log.js" */
import { face } from "../lib/cards.js";
import { copy } from "../lib/copy.js";
import { TableElement } from "../lib/element.js";
import { cardOf, matching } from "../lib/entries.js";
import { fetched } from "../lib/fetched.js";
import { latest } from "../lib/latest.js";
import { faceFor, sessionTitle, startOf } from "../lib/session.js";
import { askedSession, readSession } from "../lib/session-log.js";
import { sigil } from "../lib/sigil.js";
import { table } from "../lib/stream.js";
import { toneOf, unbroken } from "../lib/verdict.js";
import { html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";
import "./notice-line.js";
import "./top-bar.js";

/** @type {Record<string, string>} */
const SIGILS = { odds: "number", critical: "critical", narrow: "tie", fumble: "fumble" };

class MomentsPage extends TableElement {
  /** @type {Moments | null} */
  #found = null;
  /** @type {ReadSession | null} */
  #read = null;
  #latest = latest();
  #query = "";
  /** Whether the picture shows the cards as they lay there. */
  #photos = false;
  /** Whether picture and film call people by their seats. */
  #nameless = false;
  /** Whether the film is on the page: it is made when somebody asks for it. */
  #playing = false;

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#follow(table.state));
  }

  get #address() {
    return `/api/sessions/${this.#found.session.id}`;
  }

  view() {
    const found = this.#found;
    if (!found) return html`<top-bar></top-bar><p class="waking">${say("page.waking")}</p>`;
    const title = sessionTitle(found.session);
    return html`<top-bar></top-bar>
      <main class="page morning">
        <header class="story-head"><div><h1 class="${faceFor(title)}">${title}</h1>
          <p>${startOf(found.session)} · ${count("log.entries", found.session.throws)} · <a href="${this.#to("log")}">${say("page.log")}</a> · <a href="${this.#to("story")}">${say("story.leaf")}</a> · <a href="/sessions">${say("sessions.all")}</a></p></div></header>
        ${found.moments.length ? this.#wall() : html`<p class="empty">${say("moments.none")}</p>`}
        ${found.unconfirmed ? html`<p class="aside">${count("moments.unconfirmed", found.unconfirmed)} <a href="${this.#to("log")}">${say("moments.to-log")}</a></p>` : null}
        ${found.luck.length ? html`<section><h2>${say("moments.luck")}</h2><ul class="luck">${found.luck.map((line) => html`<li>${line}</li>`)}</ul></section>` : null}
        ${found.session.throws ? this.#share() : null}
        ${this.#read?.entries.length ? this.#search() : null}
      </main>
      <notice-line></notice-line>`;
  }

  #to(/** @type {string} */ page, hash = "") {
    return `/${page}?session=${encodeURIComponent(this.#found.session.id)}${hash}`;
  }

  #wall() {
    return html`<ol class="wall">${repeat(this.#found.moments, (moment) => `${moment.entry} ${moment.seat}`, (moment) => this.#moment(moment))}</ol>`;
  }

  #moment(/** @type {Moment} */ moment) {
    return html`<li id="${`moment-${moment.entry}`}" class="${`wall-moment framed kind-${moment.kind} by-side-${moment.side}`}">
      <a class="moment-link" href="${this.#to("story", `#entry-${moment.entry}`)}">
        <span class="moment-cards"><img class="face" src="${face(moment.card)}" alt="">${moment.crop ? html`<img class="crop" src="${`/pictures/${moment.crop}.jpg`}" alt="" loading="lazy" @error=${(/** @type {On} */ event) => event.target.remove()}>` : null}</span>
        <span class="moment-words"><strong>${sigil(SIGILS[moment.kind])}${moment.label}</strong>
          <span class="said">${unbroken(moment.said)}</span>
          <small>${unbroken(moment.headline)} · ${moment.at.slice(0, 5)}</small></span></a>
      <button class="quiet" aria-label="${say("moments.link-to", { moment: moment.said })}" @click=${() => this.#copy(moment)}>${say("moments.link")}</button></li>`;
  }

  async #copy(/** @type {Moment} */ moment) {
    const done = await copy(new URL(this.#to("story", `#entry-${moment.entry}`), location.href).href);
    table.notice(say(done ? "copied" : "not-copied"));
  }

  /** A picture and a film of the moments, where there are any, and the whole session as a file. */
  #share() {
    const has = this.#found.moments.length > 0;
    const names = this.#nameless ? "none" : "all";
    const picture = `${this.#address}/moments.png?cards=${this.#photos ? "photos" : "drawn"}&names=${names}`;
    const film = `${this.#address}/film?names=${names}`;
    return html`<section class="share" id="share"><h2>${say("moments.share")}</h2>
      <p>${say("moments.share.help")}</p>
      <p class="ways">${has ? html`<a class="button primary" href="${`${picture}&download`}" download>${say("moments.picture")}</a>
        <a class="button" href="${`${film}&download`}" download>${say("moments.film")}</a> ` : null}<a class="button" href="${`${this.#address}/export.html?pictures=cards`}" download>${say("moments.file")}</a></p>
      ${has ? this.#previews(picture, film) : null}</section>`;
  }

  #previews(/** @type {string} */ picture, /** @type {string} */ film) {
    return html`<p class="ways"><label class="tick"><input type="checkbox" .checked=${this.#photos} @change=${(/** @type {On} */ event) => this.#show(event.target.checked)}> ${say("moments.photos")}</label>
        <label class="tick"><input type="checkbox" .checked=${this.#nameless} @change=${(/** @type {On} */ event) => this.#name(!event.target.checked)}> ${say("moments.nameless")}</label></p>
      <div class="previews"><img class="poster" src="${picture}" width="1080" height="1350" alt="${say("moments.picture.alt")}" loading="lazy">
        ${this.#playing ? html`<video class="poster" src="${film}" controls autoplay muted playsinline width="576" height="720"></video>` : html`<button class="poster" @click=${() => this.#play()}>${say("moments.film.play")}</button>`}</div>`;
  }

  #show(/** @type {boolean} */ photos) {
    this.#photos = photos;
    this.update();
  }

  #name(/** @type {boolean} */ names) {
    this.#nameless = !names;
    this.update();
  }

  #play() {
    this.#playing = true;
    this.update();
  }

  #search() {
    const entries = this.#read.entries.filter((entry) => !entry.undone);
    const shown = this.#query ? entries.filter((entry) => matching(entry, this.#query)) : entries;
    return html`<section class="finder"><h2><label for="find-moment">${say("moments.find")}</label></h2>
      <input id="find-moment" type="search" placeholder="${say("moments.find.for")}" @input=${(/** @type {On} */ event) => this.#find(event.target.value)}>
      <p role="status">${this.#query ? count("moments.found", shown.length) : ""}</p>
      <ol class="thumbs" tabindex="0" aria-label="${say("story.jump")}">${repeat(shown, (entry) => entry.id, (entry) => this.#thumb(entry))}</ol></section>`;
  }

  #thumb(/** @type {Entry} */ entry) {
    const { verdict } = entry;
    const tone = toneOf(verdict, entry.seats);
    return html`<li><a href="${this.#to("story", `#entry-${entry.id}`)}"><img class="face" src="${face(cardOf(entry))}" alt="" loading="lazy">
      <span><b class="${`tone-${tone}`}">${sigil(tone)}${unbroken(verdict.title || verdict.headline)}${verdict.marks.filter((mark) => mark.kind !== "miscounted").map((mark) => html` <i class="${`mark-${mark.kind}`}">${sigil(mark.kind)}<span class="unseen">${say(`mark.${mark.kind}`)}</span></i>`)}</b>
      <small>${entry.at.slice(0, 5)}${entry.confirmed ? "" : ` · ${say("log.unconfirmed")}`}</small></span></a></li>`;
  }

  #find(/** @type {string} */ query) {
    this.#query = query.trim();
    this.update();
  }

  /** Asks again when another session is played, or when tonight's log has changed. */
  async #follow(/** @type {Snapshot} */ state) {
    const before = this.state;
    this.state = state;
    const asked = askedSession();
    const past = asked !== null && asked !== state.session.id;
    const same = before && before.session.id === state.session.id && (past || JSON.stringify(before.log) === JSON.stringify(state.log));
    if (same) return;
    const both = Promise.all([fetched(`/api/sessions/${encodeURIComponent(asked ?? state.session.id)}/moments`), readSession(state)]);
    await this.#latest(both, ([found, read]) => this.#take(found, read));
  }

  #take(/** @type {Moments | null} */ found, /** @type {ReadSession | null} */ read) {
    const first = !this.#found;
    this.#found = found ?? this.#found;
    this.#read = read ?? this.#read;
    this.update();
    if (first) queueMicrotask(() => location.hash && document.getElementById(location.hash.slice(1))?.scrollIntoView());
  }
}

customElements.define("moments-page", MomentsPage);
