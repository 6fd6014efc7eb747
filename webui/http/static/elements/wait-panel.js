/* <wait-panel>: while no verdict stands, what the table is waiting for. */

import { digit } from "../lib/digits.js";
import { TableElement } from "../lib/element.js";
import { isComplete, isResolved, listed, thrown } from "../lib/seats.js";
import { html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";
import "./unnoted-stats.js";

/** While nothing is flipped yet. */
const FLIPPING = ["empty", "gathering", "ready"];

class WaitPanel extends TableElement {
  view() {
    const [headline, line, more] = this.#words();
    return html`<article class="waiting"><h1 class="calm">${headline}</h1>${line ? html`<p class="line">${line}</p>` : null}${more}${this.#flip()}<unnoted-stats .state=${this.state}></unnoted-stats></article>`;
  }

  /** Headline, sentence and an act. How the camera is stands in the picture, and only there. */
  #words() {
    const { source, paused, phase, round } = this.state;
    if (paused) return [say("wait.paused"), say("wait.paused.line"), null];
    if (source.state === "none") return [say("wait.no-camera"), say("wait.no-camera.line"), this.#demo("primary")];
    if (source.state === "ended") return [say("wait.over"), null, this.#demo("")];
    if (source.state === "lost" || source.state === "locked") return [say("wait.lost"), null, null];
    if (source.state === "starting" || source.state === "stuck") return [say("wait.starting"), null, null];
    if (this.#awaitsNumber()) return [say("wait.number"), null, null];
    if (phase === "gathering") return this.#gathering();
    if (phase === "flipping" || phase === "reading") return this.#named(phase);
    if (phase === "empty" && isResolved(round)) return [say("wait.round-over", { round: round.number }), say(`wait.round-${round.phase}.line`), null];
    if (phase === "empty" && round?.phase === "throwing") return [say("round.throw-now"), this.#awaited(), null];
    if (phase === "empty" && this.state.wizard) return [say("wait.empty"), say("wait.wizard"), this.#wizard()];
    return [say(`wait.${phase}`), say(`wait.${phase}.line`), null];
  }

  /** Whether all has been thrown, and the Host has to say what a throw is against. */
  #awaitsNumber() {
    const { round, role, seats } = this.state;
    const asks = role === "host" && round?.unknown.some((each) => each.for === "resistance");
    return asks && seats.some((seat) => seat.up) && seats.every((seat) => !seat.down && seat.up >= (seat.awaited ?? 0));
  }

  #awaited() {
    return this.state.seats.filter((seat) => seat.awaited).map((seat) => count("seat.awaited", seat.awaited, { name: seat.name })).join("\u00a0· ");
  }

  #gathering() {
    const { seats } = this.state;
    const late = seats.filter((seat) => !isComplete(seat)).map((seat) => seat.name);
    const counts = seats.filter((seat) => seat.awaited || thrown(seat)).map((seat) => `${seat.name}\u00a0${this.#count(seat).replaceAll(" ", "\u00a0")}`);
    const laid = seats.reduce((sum, seat) => sum + thrown(seat), 0);
    return [late.length ? say("wait.for", { names: listed(late) }) : count("wait.laid", laid), counts.join(", "), null];
  }

  #count(/** @type {Seat} */ seat) {
    return seat.awaited ? say("seat.of", { n: thrown(seat), awaited: seat.awaited }) : String(thrown(seat));
  }

  /** What has been read so far, while cards are flipped and until the last one is read. */
  #named(/** @type {string} */ phase) {
    const { seats } = this.state;
    const down = seats.reduce((sum, seat) => sum + seat.down, 0);
    const named = seats.map((seat) => ({ seat, cards: seat.cards.filter((card) => card.name && card.state === "settled") })).filter(({ cards }) => cards.length);
    const list = html`<ul class="named">${repeat(named, ({ seat }) => seat.id, ({ seat, cards }) => html`<li class="${`by-side-${seat.side}`}">${say("colon", { head: seat.name, rest: "" })}${this.#read(cards)}</li>`)}</ul>`;
    return [down ? count("wait.still-down", down) : say(`wait.${phase}`), down ? null : say(`wait.${phase}.line`), list];
  }

  #read(/** @type {ShownCard[]} */ cards) {
    return html`<span class="read">${repeat(cards, (card) => card.key, (card) => html`<b>${card.name}</b> `)}</span>`;
  }

  /** Where phones announce: who said to be ready, and the key that counts down on every screen. */
  #flip() {
    const { phones_announce: allowed, role, round, seats, ready } = this.state;
    if (!allowed || role !== "host" || round?.phase !== "throwing" || !FLIPPING.includes(this.state.phase)) return null;
    const throwing = seats.filter((seat) => seat.awaited);
    const all = throwing.every((seat) => isComplete(seat) || ready.includes(seat.id) || seat.side === "host");
    const names = seats.filter((seat) => ready.includes(seat.id)).map((seat) => seat.name);
    return html`${names.length ? html`<p class="line">${say("flip.ready", { names: listed(names) })}</p>` : null}
      <p class="ways"><button class="${all ? "primary" : ""}" @click=${() => this.act("flip-together")}>${digit(1)}${say("flip.together")}</button></p>`;
  }

  #wizard() {
    return html`<p class="ways"><a class="button primary" href="/begin">${say("page.begin")}</a>
      <button @click=${() => this.act("wizard-done")}>${say("wait.not-now")}</button></p>`;
  }

  /** Something else to look at. */
  #demo(/** @type {string} */ weight) {
    return html`<p class="ways"><button class="${weight}" @click=${() => this.act("source", { spec: "demo" })}>${say("source.demo")}</button>
      <a class="button" href="/setup">${say("page.setup")}</a></p>`;
  }
}

customElements.define("wait-panel", WaitPanel);
