/*
 * <phone-page>: for a player's phone: who I am, what I throw and why so many, what I announced, my cards, the verdict,
 * and the session as a story. It sends commands for the seat that it holds alone; who I am stays with this device and its sign-in.
 */

import { TableElement } from "../lib/element.js";
import { sessionTitle, faceFor } from "../lib/session.js";
import { thisPerson } from "../lib/person.js";
import { drawsDamage, isResolved, seatById, withLastVerdict } from "../lib/seats.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { table } from "../lib/stream.js";
import { html, styled } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./damage-panel.js";
import "./flip-countdown.js";
import "./notice-line.js";
import "./phone-hand.js";
import "./phone-log.js";
import "./phone-seat.js";
import "./phone-verdict.js";
import "./phone-welcome.js";
import "./seat-teller.js";
import "./significator-dialog.js";
import "./words-help.js";

class PhonePage extends TableElement {
  #me = thisPerson();
  #asks = !this.#me.met;

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#take(table.state));
    this.addEventListener("introduced", ({ detail }) => this.#meet(detail));
    this.addEventListener("act", ({ detail }) => table.command(detail.name, detail.args));
    this.addEventListener("significators", ({ detail }) => this.#dialog("significator-dialog").ask(detail.seat));
    this.#register();
  }

  view() {
    const { state } = this;
    const mine = seatById(state, this.#me.seat);
    const title = sessionTitle(state.session);
    return html`
      <main class="phone" style=${styled({ "--mine": this.#me.colour || mine?.colour || "var(--edge)" })}>
        <header><h1 class="${faceFor(title)}">${title}</h1>
          <button class="me" aria-expanded="${String(this.#asks)}" @click=${() => this.#ask(!this.#asks)}>${mine ? sideSigil(mine.side) : sigil("hand")}<span>${this.#me.name || mine?.name || say("phone.who")}</span></button></header>
        ${this.#asks ? html`<phone-welcome .state=${{ seats: state.seats, me: this.#me }}></phone-welcome>` : this.#table(mine)}
      </main>
      <significator-dialog .state=${state}></significator-dialog>
      <flip-countdown .state=${state}></flip-countdown>
      <notice-line></notice-line>
      <p class="unseen" aria-live="polite">${state.verdict?.spoken}</p>`;
  }

  #table(/** @type {Json} */ mine) {
    const hand = mine && this.state.phones_announce ? this.#hand(mine) : null;
    const after = this.#isJudged();
    return html`
      ${after ? null : hand}
      ${mine ? html`<phone-seat .state=${{ table: this.state, seat: mine, announces: this.#announces(mine) }}></phone-seat><seat-teller .state=${{ table: this.state, seat: mine }}></seat-teller>` : null}
      ${drawsDamage(this.state) ? html`<damage-panel class="framed" .state=${this.state}></damage-panel>` : this.#verdict(mine)}
      ${after ? hand : null}
      <phone-log .state=${this.state}></phone-log>
      <words-help></words-help>`;
  }

  /** Whether I announce here myself, not through the Host. */
  #announces(/** @type {Json} */ mine) {
    return this.state.phones_announce && mine.side !== "host" && this.#me.known && this.#me.holds === mine.id;
  }

  /** Whether what came out of it matters more than what I may still do. */
  #isJudged() {
    const { phase, round } = this.state;
    return isResolved(round) || phase === "verdict" || (!round && phase === "confirmed");
  }

  /** What I may do from here, if this phone holds the seat; the Host's own seats are played at the Host's page. */
  #hand(/** @type {Json} */ mine) {
    if (mine.side === "host" || !this.#me.known) return null;
    if (this.#me.holds !== mine.id) return html`<p class="help">${say("hand.not-held")}</p>`;
    return html`<phone-hand .state=${{ table: this.state, seat: mine }}></phone-hand>`;
  }

  async #register() {
    await this.#me.register();
    this.update();
  }

  #verdict(/** @type {Json} */ mine) {
    const shown = withLastVerdict(this.state);
    return html`<phone-verdict class="${`framed ${shown.dimmed ? "dimmed" : ""}`}" .state=${{ table: shown, mine }}></phone-verdict>`;
  }

  #dialog(/** @type {any} */ name) {
    return this.querySelector(name);
  }

  #ask(/** @type {boolean} */ asks) {
    this.#asks = asks;
    this.update();
  }

  #meet(/** @type {any} */ said) {
    this.#me.become(said);
    this.#register();
    this.#ask(false);
  }

  #take(/** @type {Snapshot} */ state) {
    this.state = state;
  }
}

customElements.define("phone-page", PhonePage);
