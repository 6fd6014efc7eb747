/* <begin-page>: the first start, without the ways to other pages: a first card, a card before each person, phones and TV. */

import { face } from "../lib/cards.js";
import { deckName } from "../lib/decks.js";
import { TableElement } from "../lib/element.js";
import { onKeys } from "../lib/keys.js";
import { allCardsOf } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { ring } from "../lib/sound.js";
import { table } from "../lib/stream.js";
import { troubleIn } from "../lib/trouble.js";
import { html, nothing } from "../lib/view.js";
import { count, say } from "../lib/words.js";
import "./begin-picture.js";
import "./copy-field.js";
import "./notice-line.js";

/** @type {Begin["step"][]} */
const STEPS = ["card", "seats", "guests"];
/** How long no card has come or gone before seats are drawn around those that lie there. */
const STILL_MS = 1200;

class BeginPage extends TableElement {
  /** How many cards the seats have been drawn for. */
  #drawnFor = 0;
  /** How many lie there since the timer runs. */
  #lying = 0;
  #timer = 0;

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#take(table.state));
    this.addEventListener("act", ({ detail }) => table.command(detail.name, detail.args));
    onKeys((name) => (name === "undo" ? this.#undo() : this.#onward()), ["undo", "confirm"]);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  view() {
    const step = this.state.begin?.step;
    return html`<main class="begin">
        <header><span class="brand">${sigil("critical")}<span>Clashcam</span></span>
          <ol aria-label="${say("setup.steps")}">${STEPS.map((each, index) => html`<li aria-current="${each === step ? "step" : nothing}"><b>${index + 1}</b><span>${say(`begin.${each}.short`)}</span></li>`)}</ol>
          <button class="quiet" @click=${() => this.#end()}>${say("begin.skip-all")}</button></header>
        <begin-picture .state=${this.state}></begin-picture>
        <section class="begin-step framed" aria-live="polite">${step ? this.#step(step) : this.#invitation()}</section>
      </main>
      <notice-line></notice-line>`;
  }

  #step(/** @type {Begin["step"]} */ step) {
    const isLast = step === STEPS.at(-1);
    const isDone = this.#isDone(step);
    return html`${this.#body(step)}
      <p class="onward"><button class="${isDone ? "primary" : ""}" @click=${() => this.#onward()}>${say(isLast ? "setup.play" : isDone ? "begin.next" : "begin.skip")}<kbd>${say("act.space")}</kbd></button>
        <button ?disabled=${step === "card" || !this.state.undo} @click=${() => this.#undo()}>${sigil("undo")}${say("act.undo")}${step !== "card" && this.state.undo ? html`<small>${this.state.undo}</small>` : null}<kbd>U</kbd></button></p>`;
  }

  #body(/** @type {Begin["step"]} */ step) {
    if (step === "card") return this.#card();
    return step === "seats" ? this.#seats() : this.#guests();
  }

  /** Nobody has begun, and it is no first session either. */
  #invitation() {
    return html`<h1>${say("page.begin")}</h1><p>${say("begin.again")}</p>
      <p class="onward"><button class="primary" @click=${() => table.command("begin", { step: "card" })}>${say("begin.start")}</button></p>`;
  }

  #card() {
    const { card, name } = this.state.begin;
    if (card) return html`<img class="first face" src="${face(card)}" alt=""><h1>${name}</h1><p>${say("begin.card.read")}</p>`;
    return html`<h1>${say("begin.card")}</h1><p>${say("begin.card.help")}</p>${this.#trouble()}`;
  }

  /** The one thing that is wrong with the picture, and what helps. */
  #trouble() {
    const { deck_seen: deck, decks } = this.state;
    const trouble = troubleIn(this.state);
    if (trouble?.kind === "deck") return html`<p class="trouble">${say("deck-seen", { deck: deckName(deck) })}</p>
      <p class="ways"><button class="primary" @click=${() => table.command("decks", { names: [...decks, deck] })}>${say("deck-seen.use")}</button></p>`;
    if (trouble?.kind === "unread") return html`<p class="trouble">${trouble.text}</p><p class="ways"><a class="button" href="/decks/new">${say("shelf.new")}</a></p>`;
    if (trouble?.kind === "source") return html`<p class="ways">${this.#again()}<a class="button" href="/setup#camera">${say("begin.camera")}</a></p>`;
    return trouble ? html`<p class="trouble">${trouble.text}</p>` : null;
  }

  /** A recording that is at its end plays again. */
  #again() {
    if (this.state.source.state !== "ended") return null;
    return html`<button class="primary" @click=${() => table.command("source", { spec: "current" })}>${say("source.again")}</button> `;
  }

  #seats() {
    const { view } = this.state;
    const drawn = this.#drawn();
    return html`<h1>${say("begin.seats")}</h1><p>${drawn ? count("begin.seats.drawn", drawn) : say("begin.seats.help")}</p>
      <p class="ways"><button aria-pressed="${String(view.swap)}" @click=${() => table.command("view", { swap: !view.swap })}>${sigil("swap")}${say("picture.swap")}</button></p>`;
  }

  #guests() {
    const { network } = this.state;
    const [url] = network.urls;
    if (!url) return html`<h1>${say("begin.guests")}</h1><p>${say("begin.guests.help")}</p>
      <p class="ways"><button class="primary" @click=${() => table.command("network", { allow: true })}>${say("setup.network.off")}</button></p>`;
    const screen = `${url}screen`;
    return html`<h1>${say("begin.guests")}</h1><p>${say("begin.guests.scan")}</p>
      <p class="scan"><img src="${`/qr.svg?for=players&code=${network.codes?.players}`}" alt="${say("setup.qr", { page: say("guest.players") })}"><span>${say("setup.code")} <strong class="code">${network.codes?.players}</strong></span></p>
      <p>${say("begin.guests.tv")}</p><copy-field .state=${{ text: screen, shown: screen.replace(/^https?:\/\//, "") }}></copy-field>
      ${network.devices.length ? html`<p role="status">${count("begin.guests.here", network.devices.length)}</p>` : null}`;
  }

  #drawn() {
    return this.state.seats.filter((seat) => seat.drawn && !seat.away).length;
  }

  #isDone(/** @type {Begin["step"]} */ step) {
    if (step === "card") return Boolean(this.state.begin.card);
    return step === "guests" ? this.state.network.urls.length > 0 : this.#drawn() > 0;
  }

  #onward() {
    const step = this.state.begin?.step;
    if (!step) return null;
    const next = STEPS[STEPS.indexOf(step) + 1];
    return next ? table.command("begin", { step: next }) : this.#end();
  }

  #undo() {
    const { begin, undo } = this.state;
    return begin && begin.step !== "card" && undo ? table.command("undo") : null;
  }

  async #end() {
    if (await table.command("begin", { step: null })) location.assign("/");
  }

  #take(/** @type {Snapshot} */ state) {
    if (!this.state && state.wizard) table.command("begin", { step: "card" });
    if (this.state?.begin && !this.state.begin.card && state.begin?.card) ring();
    this.state = state;
    this.#followCards();
  }

  /** Seats draw themselves around the cards that lie there, and again when there are more; never again after an undo. */
  #followCards() {
    const lying = allCardsOf(this.state).filter((card) => card.here && !["moving", "reading", "ignored", "no-card"].includes(card.state)).length;
    this.#drawnFor = Math.max(this.#drawnFor, this.#drawn());
    const asks = this.state.begin?.step === "seats" && lying > Math.max(1, this.#drawnFor);
    if (asks && lying === this.#lying) return;
    this.#lying = asks ? lying : 0;
    clearTimeout(this.#timer);
    if (asks) this.#timer = setTimeout(() => this.#find(lying), STILL_MS);
  }

  /** What came too late for the state of the table is asked for again with its next state. */
  async #find(/** @type {number} */ lying) {
    const before = this.#drawnFor;
    this.#drawnFor = lying;
    if (!(await table.command("seats-find"))) [this.#drawnFor, this.#lying] = [before, 0];
  }
}

customElements.define("begin-page", BeginPage);
