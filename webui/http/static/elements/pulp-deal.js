/* <pulp-deal>: seven cards, from the camera or tapped in; black against red, the degree in big letters, and its odds. */

import { cardFace, cardPicker } from "../lib/playing-cards.js";
import { tokens } from "../lib/numbers.js";
import { plot } from "../lib/plot.js";
import { allCardsOf, isCounted } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { SystemPart } from "../lib/system-part.js";
import { undoButton } from "../lib/undo-button.js";
import { filled, html } from "../lib/view.js";
import { exact, say } from "../lib/words.js";
import "./verdict-panel.js";

const DEALT = 7;
const EASIEST = -4;
const HARDEST = 4;
const CRITICAL = 5;

class PulpDeal extends SystemPart {
  view() {
    const camera = this.state.mode.kind === "pulp";
    const cards = this.#tapped();
    const answer = cards.length === DEALT && !camera ? this.judged(this.#document()) : null;
    return html`<section class="verdict-side">${camera ? html`<verdict-panel class="framed" .state=${this.state}></verdict-panel>` : this.#typed(cards, answer)}</section>
      <section class="deal-side framed">
        ${this.#sources(camera)}
        ${this.#cards(camera ? this.#lying() : this.#tapped())}
        ${camera ? null : this.#picker()}
        ${this.#difficulty()}
      </section>
      ${camera ? this.#keysOfCamera() : this.#keys(answer)}
      <section class="odds-side framed">${this.#odds()}</section>`;
  }

  #sources(/** @type {boolean} */ camera) {
    const choose = (/** @type {any} */ kind) => this.act("mode", { kind });
    return html`<div class="ways" role="group" aria-label="${say("pulp.source")}">
      <button aria-pressed="${String(!camera)}" @click=${() => camera && choose("clash")}>${say("pulp.by-hand")}</button>
      <button aria-pressed="${String(camera)}" @click=${() => camera || choose("pulp")}>${sigil("camera")}${say("pulp.by-camera")}</button></div>`;
  }

  #keysOfCamera() {
    const { phase } = this.state;
    return html`<div class="deeds"><button class="primary big" ?disabled=${phase !== "verdict"} @click=${() => this.act("confirm")}>${sigil("confirm")}${say("act.confirm")}<kbd>${say("act.space")}</kbd></button>
      <button ?disabled=${!this.#lying().length} @click=${() => this.emit("correct-card", { key: this.state.question?.key ?? null })}>${sigil("correct")}${say("act.correct")}</button>
      ${undoButton(this)}</div>`;
  }

  #typed(/** @type {ShownCard[]} */ cards, /** @type {Json} */ answer) {
    return answer?.verdict ? html`<verdict-panel class="framed" .state=${this.#judgedState(answer.verdict)}></verdict-panel>` : this.#waiting(cards, answer);
  }

  #keys(/** @type {Json} */ answer) {
    return html`<div class="deeds"><button class="primary big" data-space ?disabled=${!answer?.verdict} @click=${() => this.#keepDeal()}>${sigil("confirm")}${say("system.into-log")}<kbd>${say("act.space")}</kbd></button>
      ${undoButton(this)}</div>`;
  }

  #judgedState(/** @type {ShownVerdict} */ verdict) {
    return { ...this.state, phase: "verdict", paused: false, question: /** @type {Question | null} */ (null), verdict: { ...verdict, corrected: false } };
  }

  #waiting(/** @type {ShownCard[]} */ cards, /** @type {Json} */ answer) {
    const last = this.recorded("deal");
    const line = answer?.error ?? (last ? say("pulp.last", { said: this.saidOf(last) }) : say("pulp.tap"));
    return html`<article class="waiting framed"><p class="calm">${say("pulp.count", { n: cards.length, of: DEALT })}</p><p class="line">${line}</p></article>`;
  }

  #cards(/** @type {ShownCard[]} */ cards) {
    const sums = this.#sums();
    return html`<ul class="laid" aria-label="${say("pulp.deal")}">${Array.from({ length: Math.max(DEALT, cards.length) }, (_, place) => html`<li>${this.#place(cards[place])}</li>`)}</ul>
      <p class="sums">${sums ? html`<span class="black">${say("pulp.black")} <b>${sums.black}</b></span> <span class="red">${say("pulp.red")} <b>${sums.red}</b></span> <span>${say("pulp.degree")} <b>${sums.degree}</b></span>` : say("pulp.sums-later")}</p>`;
  }

  #place(/** @type {Json} */ card) {
    if (!card) return html`<span class="empty-place" aria-hidden="true"></span>`;
    if (!card.remove) return cardFace(card.code);
    return html`<button type="button" class="card" aria-label="${say("pulp.take-away", { card: card.code })}" @click=${card.remove}>${cardFace(card.code)}</button>`;
  }

  #sums() {
    if (this.state.mode.kind === "pulp") return this.state.verdict?.result ?? null;
    return this.#tapped().length === DEALT ? (this.judged(this.#document())?.verdict?.result ?? null) : null;
  }

  #lying() {
    return allCardsOf(this.state).filter(isCounted).map((card) => ({ code: card.card }));
  }

  #tapped() {
    return (this.desk.cards ?? []).map((/** @type {string} */ code) => ({ code, remove: () => this.#toggle(code) }));
  }

  #picker() {
    return html`${cardPicker(this.desk.cards ?? [], (/** @type {string} */ code) => this.#toggle(code))}
      <form class="typed" @submit=${(/** @type {On} */ event) => this.#type(event)}><label>${say("pulp.type")} <input type="text" autocomplete="off" placeholder="As 2h Kd" size="18"></label>
        <button>${say("dice.take")}</button><button type="button" @click=${() => this.keep({ cards: [] })}>${say("pulp.clear")}</button></form>`;
  }

  #type(/** @type {On} */ event) {
    event.preventDefault();
    const input = event.target.querySelector("input");
    if (input.value.trim()) this.keep({ cards: tokens(input.value) });
    input.value = "";
  }

  #toggle(/** @type {string} */ code) {
    const cards = this.desk.cards ?? [];
    this.keep({ cards: cards.includes(code) ? cards.filter((/** @type {string} */ each) => each !== code) : [...cards, code] });
  }

  #difficulty() {
    const { difficulty = 0, resistance = false } = this.desk;
    return html`<div class="difficulty"><label for="difficulty">${say("pulp.difficulty")}</label>
      <input id="difficulty" type="range" min="${EASIEST}" max="${HARDEST}" step="1" .value=${filled(String(difficulty))} aria-valuetext="${this.#inWords(difficulty)}" @change=${(/** @type {On} */ event) => this.keep({ difficulty: Number(event.target.value) })}>
      <output for="difficulty">${this.#inWords(difficulty)}</output></div>
      <label class="tick"><input type="checkbox" .checked=${filled(resistance)} @change=${(/** @type {On} */ event) => this.keep({ resistance: event.target.checked })}> ${say("pulp.resistance")}</label>`;
  }

  #inWords(/** @type {number} */ difficulty) {
    const word = difficulty === EASIEST ? say("pulp.easiest") : difficulty === HARDEST ? say("pulp.hardest") : "";
    return `${difficulty > 0 ? "+" : ""}${difficulty} ${word}`.trim();
  }

  #odds() {
    const { difficulty = 0 } = this.desk;
    const odds = this.judged({ kind: "odds", difficulty })?.verdict?.result;
    if (!odds) return null;
    const parts = ["success", "critical", "fumble"].map((name) => html`<li class="${`bar-${name}`}">${say(`pulp.odds.${name}`)} <b>${exact(odds[name])}</b></li>`);
    return html`<ul class="shares">${parts}</ul>${plot(say("pulp.odds.title"), odds.degrees, { sign: true, tone: (degree) => this.#tone(degree + difficulty, degree) })}`;
  }

  #tone(/** @type {number} */ plain, /** @type {number} */ degree) {
    if (plain >= CRITICAL) return "critical";
    if (plain <= -CRITICAL) return "fumble";
    return degree > 0 ? "success" : "failure";
  }

  #document() {
    const { cards = [], difficulty = 0, resistance = false } = this.desk;
    return { kind: "deal", cards, difficulty, resistance };
  }

  #keepDeal() {
    this.record(this.#document(), "deal", { cards: [] });
  }
}

customElements.define("pulp-deal", PulpDeal);
