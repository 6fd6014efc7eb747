/*
 * <verdict-panel>: the one thing that is read across the room. A verdict is one line, a round's one for each of its
 * clashes, equal in rank, with the card that counts beside it. A question takes its place until it is answered.
 */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { Fit } from "../lib/fit.js";
import { listed, seatById } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { markText, toneOf, unbroken } from "../lib/verdict.js";
import { html, keyed, styled } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./announce-panel.js";
import "./count-panel.js";
import "./damage-panel.js";
import "./next-steps.js";
import "./question-panel.js";
import "./wait-panel.js";
import "./why-sheet.js";

const LONG_LETTERS = 22; // beyond that the headline takes the whole width, on two lines if need be
const OWN_KINDS = ["clash", "round", "damage"]; // the kinds of verdicts after which steps have names
const DISPLAY_WORDS = 4; // more of them are not read in the display face

class VerdictPanel extends TableElement {
  #fit = new Fit();
  #resized = new ResizeObserver(() => this.#fit.of(this));

  connectedCallback() {
    super.connectedCallback();
    this.#resized.observe(this);
    document.fonts.ready.then(() => this.#fit.of(this));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  view() {
    const state = this.state;
    this.dataset.tone = this.#tone();
    if (state.phase === "question" && state.question) return html`<question-panel .state=${state}></question-panel>`;
    if (state.verdict && state.phase === "verdict") return this.#verdict(state.verdict);
    if (this.#asksToAnnounce()) return html`<announce-panel .state=${state}></announce-panel>`;
    if (state.verdict && state.phase === "confirmed") return this.#verdict(state.verdict);
    if (state.round?.damage_to) return html`<damage-panel .state=${state}></damage-panel>`;
    if (this.#countsCards()) return html`<count-panel .state=${state}></count-panel>`;
    return html`<wait-panel .state=${state}></wait-panel>`;
  }

  /** In an Action Round the slowest speaks next, whatever lies on the table and whether the camera is read or not. */
  #asksToAnnounce() {
    const { round, phase, role } = this.state;
    return role === "host" && round?.speaker && phase !== "question" && phase !== "verdict";
  }

  /** Before anything lies there, a test or an opposed throw asks what helps and what hinders. */
  #countsCards() {
    const { mode, phase, role, round, source, paused } = this.state;
    const quiet = phase === "empty" && !paused && !["none", "lost", "locked"].includes(source.state);
    return role === "host" && !round && quiet && ["test", "opposed"].includes(mode.kind);
  }

  #tone() {
    const { phase, verdict } = this.state;
    if (this.#asksToAnnounce()) return "quiet";
    if (!verdict || !["verdict", "confirmed"].includes(phase)) return phase === "question" ? "question" : "quiet";
    return verdict.parts?.length > 1 ? "several" : toneOf(verdict, this.state.seats);
  }

  #verdict(/** @type {ShownVerdict} */ verdict) {
    const parts = verdict.parts?.length ? verdict.parts : [verdict];
    const several = parts.length > 1;
    const inParts = parts.flatMap((part) => part.marks.map((mark) => mark.text));
    const left = verdict.marks.filter((mark) => !inParts.includes(mark.text));
    const long = !several && this.#lineOf(verdict, parts[0]).length > LONG_LETTERS;
    const hero = several ? verdict.board?.find((line) => line.seat === verdict.hero) : null;
    return keyed(parts.map((part) => part.title).join("|"), html`<article class="${`verdict ${this.state.phase} ${several ? "several" : "single"} ${long ? "long" : ""} ${hero ? "heroic" : ""}`}">
      ${hero ? html`<figure class="${`hero-card fate-${hero.fate}`}"><img class="face" src="${face(hero.card)}" alt="${say("verdict.counted", { name: hero.name, card: hero.card_name })}"><b class="numeral" aria-hidden="true">${hero.value}</b></figure>` : null}
      <ol class="clashes">${parts.map((part, place) => this.#clash(verdict, part, place))}</ol>
      ${left.length || verdict.choose?.length ? html`<div class="remarks">${left.length ? html`<ul class="marks">${left.map((mark) => this.#mark(mark))}</ul>` : null}
        ${verdict.choose?.length ? this.#choices(verdict) : null}</div>` : null}
      <div class="after">
        ${this.#next(verdict)}
        <footer>
          ${verdict.corrected ? html`<span class="stamp">${sigil("correct")}${say("verdict.corrected")}</span>` : null}
          ${this.state.phase === "confirmed" ? html`<span class="stamp">${sigil("confirm")}${say("verdict.confirmed")}</span>` : null}
        </footer></div>
    </article>`);
  }

  /** What comes next: by name at the table's own verdict, else as the rules say it. */
  #next(/** @type {ShownVerdict} */ verdict) {
    if (OWN_KINDS.includes(verdict.kind) && this.state.steps?.length) return html`<next-steps .state=${this.state}></next-steps>`;
    return verdict.next.length ? html`<ul class="next">${verdict.next.map((step) => html`<li>${step.text}</li>`)}</ul>` : null;
  }

  /** What a line says: of a round what was done, else who wins. */
  #lineOf(/** @type {Verdict} */ verdict, /** @type {Verdict} */ part) {
    return verdict.parts?.length ? part.title : part.headline;
  }

  #clash(/** @type {Verdict} */ verdict, /** @type {Verdict} */ part, /** @type {number} */ place) {
    const tone = toneOf(part, this.state.seats);
    const line = this.#lineOf(verdict, part);
    const kind = line.split(" ").length > DISPLAY_WORDS ? "plain" : "";
    const heading = html`<small>${part.clash}</small>${sigil(tone)}<span>${unbroken(line)}</span>`;
    const letters = styled({ "--letters": line.length });
    return html`<li class="clash" data-tone="${tone}">
      ${this.#duel(part)}
      <div class="clash-text">
        ${place ? html`<h2 class="${`headline ${kind}`}" style=${letters}>${heading}</h2>` : html`<h1 class="${`headline ${kind}`}" style=${letters}>${heading}</h1>`}
        ${part.marks.length ? html`<ul class="marks">${part.marks.map((mark) => this.#mark(mark))}</ul>` : null}
        ${part.line && (part === verdict || verdict.parts.length === 1) ? html`<p class="line">${part.line}</p>` : null}
        <why-sheet .state=${part}></why-sheet>
      </div></li>`;
  }

  /** The cards that counted: the winner's large, the others small beside it. */
  #duel(/** @type {Verdict} */ part) {
    const played = part.played ?? [];
    if (!played.length) return html`<span></span>`;
    return html`<ul class="duel">${played.map((each) => html`<li class="${`fared-${each.outcome ?? "beside"}`}">
      <img class="face" src="${face(each.card)}" alt="${say("verdict.counted", { name: each.name, card: each.card_name })}"><b aria-hidden="true">${each.value}</b></li>`)}</ul>`;
  }

  #mark(/** @type {Mark} */ mark) {
    return html`<li class="${`mark mark-${mark.kind}`}">${sigil(mark.kind)}${mark.kind === "miscounted" ? null : html`<strong>${say(`mark.${mark.kind}`)}</strong>`} <span>${markText(mark)}</span>${this.#countIt(mark)}</li>`;
  }

  /** Another number of cards than was counted: one tap, and what lies there counts, for this throw. */
  #countIt(/** @type {Mark} */ mark) {
    if (mark.kind !== "miscounted" || this.state.role !== "host" || this.state.phase !== "verdict") return null;
    return html`<button @click=${() => this.act("accept-count", { seat: mark.seat })}>${say("mark.count-it")}</button>`;
  }

  #choices(/** @type {Verdict} */ verdict) {
    if (this.state.role !== "host") return html`<p class="line">${listed(verdict.choose.map((each) => each.name))}</p>`;
    const { side } = seatById(this.state, verdict.choose[0].seat) ?? {};
    return html`<div class="choices" role="group" aria-label="${say("verdict.choose")}">
      ${verdict.choose.map((each) => html`<button @click=${() => this.act("choose", { side, seat: each.seat })}>${each.name}</button>`)}</div>`;
  }

  paint() {
    super.paint();
    // What stands inside paints after us.
    queueMicrotask(() => queueMicrotask(() => this.#fit.of(this)));
  }
}

customElements.define("verdict-panel", VerdictPanel);
