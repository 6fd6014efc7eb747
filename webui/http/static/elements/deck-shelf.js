/*
 * <deck-shelf>: the decks that can be read. Each is switched on and off; one's own is renamed, deleted, saved as a file,
 * and a file from a friend is taken in, by a button or by dropping it here.
 */

import { deckName } from "../lib/decks.js";
import { TableElement } from "../lib/element.js";
import { fetched } from "../lib/fetched.js";
import { latest } from "../lib/latest.js";
import { send } from "../lib/send.js";
import { sigil } from "../lib/sigil.js";
import { table } from "../lib/stream.js";
import { html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";

/** So many copies of one deck may lie on a table. */
const COPIES = [1, 2, 3, 4];

class DeckShelf extends TableElement {
  /** @type {ReadableDeck[]} */
  #decks = [];
  #latest = latest();
  #asked = "";
  #renaming = "";
  #deleting = "";
  #over = false;

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("dragover", (event) => this.#hover(event, true));
    this.addEventListener("dragleave", (event) => this.#hover(event, false));
    this.addEventListener("drop", (event) => this.#drop(event));
  }

  view() {
    this.#refresh();
    return html`<section class="${`shelf framed ${this.#over ? "over" : ""}`}" aria-labelledby="shelf-title">
      <h2 id="shelf-title">${say("shelf.title")}</h2>
      <p class="help">${say("shelf.help")}</p>
      <ul>${repeat(this.#decks, (deck) => deck.name, (deck) => this.#deck(deck))}</ul>
      <p class="ways"><a class="button primary" href="/decks/new">${sigil("camera")}${say("shelf.new")}</a><label class="button">${sigil("add")}${say("shelf.import")}<input class="unseen" type="file" accept=".npz" @change=${(/** @type {On} */ event) => this.#chosen(event.target)}></label></p>
    </section>`;
  }

  #deck(/** @type {ReadableDeck} */ deck) {
    const name = deckName(deck.name);
    const on = this.state.decks.includes(deck.name);
    return html`<li>
      <button class="switch" aria-pressed="${String(on)}" aria-label="${say("shelf.use", { deck: name })}" ?disabled=${Boolean(deck.fault)} @click=${() => this.#toggle(deck.name)}>${say(on ? "shelf.on" : "shelf.off")}</button>
      <div class="which"><strong>${name}</strong><small>${deck.fault || html`${count("cards", deck.cards)}, ${say(deck.built_in ? "shelf.built-in" : "shelf.own")}`}</small></div>
      ${on ? this.#copies(deck.name, name) : null}
      ${deck.built_in ? null : this.#ways(deck, name, on)}
      ${this.#renaming === deck.name ? this.#name(deck) : null}</li>`;
  }

  #copies(/** @type {string} */ deck, /** @type {string} */ name) {
    const lying = this.state.copies[deck] ?? 1;
    return html`<label class="copies">${say("shelf.copies")} <select aria-label="${say("shelf.copies-of", { deck: name })}" @change=${(/** @type {On} */ event) => this.act("copies", { deck, copies: Number(event.target.value) })}>
      ${COPIES.map((number) => html`<option value="${String(number)}" ?selected=${number === lying}>${number}</option>`)}</select></label>`;
  }

  #ways(/** @type {Json} */ deck, /** @type {string} */ name, /** @type {boolean} */ on) {
    const sure = this.#deleting === deck.name;
    return html`<div class="ways">
      ${deck.fault ? null : html`<a class="button icon" href="${`/decks/${encodeURIComponent(deck.name)}.npz`}" download title="${say("shelf.export", { deck: name })}">${sigil("save")}<span class="unseen">${say("shelf.export", { deck: name })}</span></a>
      <button class="icon" ?disabled=${on} title="${say("shelf.rename", { deck: name })}" @click=${() => this.#ask(deck.name, "")}>${sigil("correct")}<span class="unseen">${say("shelf.rename", { deck: name })}</span></button>`}
      ${sure ? html`<button class="primary" @click=${() => this.#delete(deck.name)}>${say("shelf.delete-now", { deck: name })}</button>`
        : html`<button class="icon" ?disabled=${on} title="${say("shelf.delete", { deck: name })}" @click=${() => this.#ask("", deck.name)}>${sigil("remove")}<span class="unseen">${say("shelf.delete", { deck: name })}</span></button>`}</div>`;
  }

  #name(/** @type {Json} */ deck) {
    return html`<form class="ways" @submit=${(/** @type {On} */ event) => this.#rename(event, deck.name)}>
      <input name="name" required maxlength="64" aria-label="${say("shelf.name")}" placeholder="${deck.name}">
      <button>${say("shelf.keep")}</button></form>`;
  }

  #ask(/** @type {string} */ renaming, /** @type {string} */ deleting) {
    this.#renaming = renaming;
    this.#deleting = deleting;
    this.update();
  }

  #toggle(/** @type {string} */ name) {
    const { decks } = this.state;
    const names = decks.includes(name) ? decks.filter((each) => each !== name) : [...decks, name];
    if (names.length) this.act("decks", { names });
    else table.notice(say("shelf.last"));
  }

  async #rename(/** @type {Json} */ event, /** @type {string} */ deck) {
    event.preventDefault();
    const name = new FormData(event.target).get("name");
    if (await send("/api/galleries/rename", JSON.stringify({ deck, name }))) this.#reset();
  }

  async #delete(/** @type {string} */ deck) {
    if (await send("/api/galleries/delete", JSON.stringify({ deck }))) this.#reset();
  }

  #hover(/** @type {DragEvent} */ event, /** @type {boolean} */ over) {
    event.preventDefault();
    if (over === this.#over) return;
    this.#over = over;
    this.update();
  }

  #drop(/** @type {DragEvent} */ event) {
    this.#hover(event, false);
    this.#take(event.dataTransfer.files[0]);
  }

  #chosen(/** @type {HTMLInputElement} */ field) {
    this.#take(field.files[0]);
    field.value = "";
  }

  async #take(/** @type {any} */ file) {
    const taken = file && (await send("/api/galleries/import", file));
    if (!taken) return;
    table.notice(say("shelf.taken", { deck: taken.name }));
    this.#reset();
  }

  /** Closes what is asked, and asks for the shelf again. */
  #reset() {
    this.#ask("", "");
    this.#asked = "";
    this.update();
  }

  /** The shelf is asked for again whenever another set of decks is known. */
  #refresh() {
    const known = this.state.known_decks.join();
    if (this.#asked === known) return;
    this.#asked = known;
    this.#latest(fetched("/api/galleries"), (decks) => {
      this.#decks = decks ?? this.#decks;
      this.update();
    });
  }
}

customElements.define("deck-shelf", DeckShelf);
