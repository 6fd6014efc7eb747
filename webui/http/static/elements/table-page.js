/* <table-page>: the Host's page. Hands the snapshot down to its parts and carries their wishes to the table. */

import { stayAwake } from "../lib/awake.js";
import { deckName } from "../lib/decks.js";
import { pressDigit } from "../lib/digits.js";
import { TableElement } from "../lib/element.js";
import { ratioOf } from "../lib/geometry.js";
import { onDigits, onKeys } from "../lib/keys.js";
import { allCardsOf, isZeroSetup } from "../lib/seats.js";
import { remember, setting } from "../lib/settings.js";
import { chime } from "../lib/sound.js";
import { table } from "../lib/stream.js";
import { html, styled } from "../lib/view.js";
import { speakLater } from "../lib/voice.js";
import { count, say } from "../lib/words.js";
import "./act-bar.js";
import "./announce-dialog.js";
import "./correct-dialog.js";
import "./flip-countdown.js";
import "./live-picture.js";
import "./log-strip.js";
import "./mode-bar.js";
import "./notice-line.js";
import "./round-list.js";
import "./seat-list.js";
import "./seat-teller.js";
import "./significator-dialog.js";
import "./special-dialog.js";
import "./top-bar.js";
import "./verdict-panel.js";

const AGAIN_MS = 500;
/** How many people have room below a large picture. */
const MOST_AROUND = 4;
/** Kinds of throws before which the panel asks who does what, and with what. */
const ASKING = ["test", "opposed", "round"];

/** Outside of a round the table comes first: a large picture, with few people and one thing to say as large as can be. */
function placing(/** @type {ShownSnapshot} */ { round, seats, verdict }) {
  if (round) return "";
  return seats.filter((seat) => !seat.away).length <= MOST_AROUND && !(verdict?.parts?.length > 1) ? "plain-throw" : "crowd";
}

class TablePage extends TableElement {
  /** @type {string} */
  #announced = null;
  /** The deck that was declined last. */
  #declined = "";
  /** @type {any} */
  #ready = null;
  #pressed = { at: -Infinity, number: 0 };

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#take(table.state));
    table.addEventListener("link", () => this.update());
    this.addEventListener("act", ({ detail }) => table.command(detail.name, detail.args));
    this.addEventListener("correct-card", ({ detail }) => this.#dialog("correct-dialog").ask(this.state, detail.key));
    this.addEventListener("significators", ({ detail }) => this.#dialog("significator-dialog").ask(detail.seat));
    this.addEventListener("specials", ({ detail }) => this.#dialog("special-dialog").ask(detail.seat));
    this.addEventListener("announcement", ({ detail }) => this.#dialog("announce-dialog").ask(detail.seat, detail.draft));
    this.addEventListener("announce-now", ({ detail }) => this.#announce(detail.seat));
    this.addEventListener("step", ({ detail }) => this.#step(detail.command));
    this.addEventListener("main-key", () => this.#mainKey());
    this.addEventListener("fold", () => this.#fold());
    onKeys((name) => this.#key(name));
    onDigits((/** @type {string} */ key) => pressDigit(this.querySelector("verdict-panel"), key));
  }

  view() {
    const state = this.state;
    const isFolded = setting("picture") === "folded";
    const shape = `${isZeroSetup(state) && !state.round ? "halves" : "seated"} ${isFolded ? "folded" : placing(state)}`;
    return html`
      <top-bar></top-bar>
      <mode-bar .state=${state}></mode-bar>
      <main class="${`table ${shape} phase-${state.phase}`}" style=${styled({ "--ratio": ratioOf(state) })}>
        <live-picture .state=${state}></live-picture>
        ${state.round ? html`<round-list .state=${state}></round-list>` : html`<seat-list .state=${state}></seat-list>`}
        <verdict-panel class="framed" .state=${state}></verdict-panel>
        <act-bar .state=${state}></act-bar>
        ${this.#invitation(state) ?? html`<log-strip .state=${state}></log-strip>`}
      </main>
      <notice-line .state=${state} .linked=${table.linked}></notice-line>
      <correct-dialog .state=${state}></correct-dialog>
      <significator-dialog .state=${state}></significator-dialog>
      <special-dialog .state=${state}></special-dialog>
      <announce-dialog .state=${state}></announce-dialog>
      <flip-countdown .state=${state}></flip-countdown>
      <seat-teller .state=${{ table: state, seat: null }}></seat-teller>
      <p class="unseen" aria-live="polite" role="status">${state.verdict?.spoken}</p>`;
  }

  /** A first start is open: it has a page of its own, and no throw is judged until it is over. */
  #beginning() {
    return html`<aside class="invite" role="status"><p>${say("begin.open")}</p><a class="button primary" href="/begin">${say("page.begin")}</a>
      <button @click=${() => table.command("begin", { step: null })}>${say("wait.not-now")}</button></aside>`;
  }

  /** One at a time, what the throw waits for first, in the log's place: the picture keeps its size. */
  #invitation(/** @type {ShownSnapshot} */ state) {
    if (state.begin) return this.#beginning();
    if (state.deck_seen && state.deck_seen !== this.#declined) return this.#otherDeck(state.deck_seen);
    if (state.unseated) return html`<aside class="invite unseated" role="status"><p>${count("unseated", state.unseated)}</p></aside>`;
    if (state.uncounted) return this.#uncounted(state.uncounted);
    if (state.network?.offered) return this.#shareAgain();
    // While nothing lies there the panel invites, unless it asks for something itself.
    return state.wizard && (state.phase !== "empty" || ASKING.includes(state.mode.kind)) ? this.#setup() : null;
  }

  /** The first session: set up now or not at all; the cards on the table do not wait for it. */
  #setup() {
    return html`<aside class="invite"><p>${say("wait.wizard")}</p><a class="button primary" href="/begin">${say("page.begin")}</a>
      <button @click=${() => table.command("wizard-done")}>${say("wait.not-now")}</button></aside>`;
  }

  /** Cards of a deck that is not switched on: one tap uses it, another lets it be. */
  #otherDeck(/** @type {string} */ deck) {
    return html`<aside class="invite" role="status"><p>${say("deck-seen", { deck: deckName(deck) })}</p>
      <button class="primary" @click=${() => table.command("decks", { names: [...this.state.decks, deck] })}>${say("deck-seen.use")}</button>
      <button @click=${() => this.#letBe(deck)}>${say("wait.not-now")}</button></aside>`;
  }

  #letBe(/** @type {string} */ deck) {
    this.#declined = deck;
    this.update();
  }

  /** After an ordinary end the network stays closed until somebody opens it again. */
  #shareAgain() {
    return html`<aside class="invite" role="status"><p>${say("share-again")}</p>
      <button class="primary" @click=${() => table.command("network", { allow: true })}>${say("share-again.share")}</button>
      <button @click=${() => table.command("network", { allow: false })}>${say("wait.not-now")}</button></aside>`;
  }

  /** What lay here before the throw does not count, unless somebody says so. */
  #uncounted(/** @type {number} */ cards) {
    return html`<aside class="invite uncounted" role="status"><p>${count("uncounted", cards)}</p>
      <button @click=${() => table.command("count")}>${count("uncounted.count", cards)}</button></aside>`;
  }

  #take(/** @type {Snapshot} */ state) {
    if (!this.state && (state.begin || (state.wizard && state.phase === "empty" && !state.act && state.source.kind !== "file"))) return location.replace("/begin");
    this.state = state;
    stayAwake(state.phase !== "empty" && !state.paused);
    this.#sound(state.phase === "verdict" ? state.verdict : null);
    this.#callReady(state);
  }

  /** Chime and voice for a verdict that is new; what already stood when the page was opened is not spoken. */
  #sound(/** @type {Verdict} */ verdict) {
    const said = verdict ? `${verdict.headline}|${verdict.spoken}` : "";
    const first = this.#announced === null;
    if (said === this.#announced) return;
    this.#announced = said;
    if (first || !verdict) return speakLater("");
    chime(verdict);
    speakLater(verdict.spoken);
  }

  /** "Ready... throw": once, when every seat has its cards. */
  #callReady(/** @type {ShownSnapshot} */ state) {
    const ready = state.phase === "ready";
    if (ready && this.#ready === false) speakLater(say("wait.ready.spoken"));
    this.#ready = ready;
  }

  #key(/** @type {any} */ name) {
    if (name === "fold") return this.#fold();
    if (!table.linked) return table.notice(say("notice.not-sent"));
    if (name === "correct") return this.#correct();
    if (name === "pause") return table.command("pause", { on: !this.state.paused });
    if (name === "confirm") return this.#mainKey();
    if (name === "undo" && !this.state.undo) return null;
    return table.command(name);
  }

  /** A double tap is one: the key does something else by then. Another throw's verdict is confirmed all the same. */
  #mainKey() {
    const { main_key: { command }, throw: { number } } = this.state;
    if (!command) return null;
    const { name, ...args } = command;
    const pressed = { at: performance.now(), number };
    const isOther = name === "confirm" && number !== this.#pressed.number;
    if (pressed.at - this.#pressed.at < AGAIN_MS && !isOther) return null;
    this.#pressed = pressed;
    return table.command(name, args);
  }

  /** What comes after a verdict begins once that is in the log. */
  async #step(/** @type {Json} */ { name, ...args }) {
    if (this.state.phase === "verdict") await table.command("confirm");
    await table.command(name, args);
  }

  /** Whose turn it is speaks in the panel; a verdict that stands there comes first. */
  #announce(/** @type {string} */ seat) {
    /** @type {HTMLButtonElement | null} */
    const first = this.querySelector("announce-panel button");
    if (!first) return this.#dialog("announce-dialog").ask(seat);
    first.scrollIntoView({ block: "nearest" });
    return first.focus();
  }

  #correct() {
    if (allCardsOf(this.state).length) this.#dialog("correct-dialog").ask(this.state, this.state.question?.key ?? null);
  }

  #fold() {
    remember("picture", setting("picture") === "folded" ? "open" : "folded");
    this.update();
  }

  #dialog(/** @type {any} */ name) {
    return this.querySelector(name);
  }
}

customElements.define("table-page", TablePage);
