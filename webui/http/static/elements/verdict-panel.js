/*
 * <verdict-panel>: the one thing that is read across the room. While no verdict stands it says, smaller, what the
 * table is waiting for; a question takes its place until it is answered.
 */

import { TableElement } from "../lib/element.js";
import { isComplete, listed, seatById, thrown } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { markText, toneOf } from "../lib/verdict.js";
import { html, keyed, repeat, styled } from "../lib/view.js";
import { count, say } from "../lib/words.js";
import "./announce-panel.js";
import "./question-panel.js";

const LONG_LETTERS = 22; // beyond that the headline takes the whole width, on two lines if need be

class VerdictPanel extends TableElement {
  view() {
    const state = this.state;
    this.dataset.tone = this.#tone();
    if (state.phase === "question" && state.question) return html`<question-panel .state=${state}></question-panel>`;
    if (state.verdict && state.phase === "verdict") return this.#verdict(state.verdict);
    if (this.#asksToAnnounce()) return html`<announce-panel .state=${state}></announce-panel>`;
    if (state.verdict && state.phase === "confirmed") return this.#verdict(state.verdict);
    return this.#waiting();
  }

  /** In an Action Round the slowest speaks next, as soon as nothing else stands on the table. */
  #asksToAnnounce() {
    const { round, phase, role, paused, source } = this.state;
    return role === "host" && round?.speaker && ["empty", "confirmed"].includes(phase) && !paused && source.state === "live";
  }

  #tone() {
    const { phase, verdict } = this.state;
    if (this.#asksToAnnounce()) return "quiet";
    if (!verdict || !["verdict", "confirmed"].includes(phase)) return phase === "question" ? "question" : "quiet";
    return toneOf(verdict, this.state.seats);
  }

  #verdict(/** @type {ShownVerdict} */ verdict) {
    const long = verdict.headline.length > LONG_LETTERS ? "long" : "";
    return keyed(verdict.headline, html`<article class="${`verdict ${this.state.phase} ${long}`}">
      <h1 class="headline" style=${styled({ "--letters": verdict.headline.length })}>${sigil(toneOf(verdict, this.state.seats))}<span>${verdict.headline}</span></h1>
      <div class="told-line">
      ${verdict.marks.length ? html`<ul class="marks">${verdict.marks.map((mark) => this.#mark(mark))}</ul>` : null}
      <p class="line">${verdict.line}</p>
      ${verdict.parts?.length > 1 ? html`<ul class="parts">${verdict.parts.slice(1).map((part) => this.#part(part))}</ul>` : null}
      ${verdict.choose?.length ? this.#choices(verdict) : null}</div>
      <div class="after">
      ${verdict.next.length ? html`<ul class="next">${verdict.next.map((step) => html`<li>${step.text}</li>`)}</ul>` : null}
      <footer>
        ${this.#why(verdict)}
        ${verdict.corrected ? html`<span class="stamp">${sigil("correct")}${say("verdict.corrected")}</span>` : null}
        ${this.state.phase === "confirmed" ? html`<span class="stamp">${sigil("confirm")}${say("verdict.confirmed")}</span>` : null}
      </footer></div>
    </article>`);
  }

  /** A further clash of the same round. */
  #part(/** @type {Verdict} */ part) {
    const tone = toneOf(part, this.state.seats);
    return html`<li class="${`tone-${tone}`}"><b>${sigil(tone)}${part.headline}</b> ${part.marks.map((mark) => html`<i class="${`mark-${mark.kind}`}">${sigil(mark.kind)}${say(`mark.${mark.kind}`)}</i> `)}<span>${part.line}</span></li>`;
  }

  #mark(/** @type {Mark} */ mark) {
    return html`<li class="${`mark mark-${mark.kind}`}">${sigil(mark.kind)}<strong>${say(`mark.${mark.kind}`)}</strong> <span>${markText(mark)}</span></li>`;
  }

  #choices(/** @type {Verdict} */ verdict) {
    if (this.state.role !== "host") return html`<p class="line">${listed(verdict.choose.map((each) => each.name))}</p>`;
    const { side } = seatById(this.state, verdict.choose[0].seat) ?? {};
    return html`<div class="choices" role="group" aria-label="${say("verdict.choose")}">
      ${verdict.choose.map((each) => html`<button @click=${() => this.act("choose", { side, seat: each.seat })}>${each.name}</button>`)}</div>`;
  }

  #why(/** @type {Verdict} */ verdict) {
    if (!verdict.why.length) return null;
    return html`<details class="why"><summary>${say("verdict.why")}</summary>
      <ol>${verdict.why.map((reason) => html`<li><b>${reason.rule}</b> ${reason.ruling ? html`<span class="ruling">${say("verdict.ruling")}</span> ` : null}<span>${[reason.text, reason.ruling_text].filter(Boolean).join(" ")}</span></li>`)}</ol>
    </details>`;
  }

  #waiting() {
    const [headline, line, more] = this.#words();
    return html`<article class="waiting"><h1 class="calm">${headline}</h1><p class="line">${line}</p>${more}</article>`;
  }

  /** Headline, sentence and an act, for a table that has no verdict to show. */
  #words() {
    const { source, paused, phase } = this.state;
    if (paused) return [say("wait.paused"), say("wait.paused.line"), this.#button("act.resume", () => this.act("pause", { on: false }))];
    if (source.state === "none") return [say("wait.no-camera"), source.message?.text ?? say("wait.no-camera.line"), this.#demo()];
    if (source.state === "ended") return [say("wait.ended"), source.message?.text ?? say("wait.ended.line"), this.#demo()];
    if (source.state === "lost") return [say("wait.lost"), source.message?.text ?? say("source.lost", { since: source.since }), null];
    if (source.state === "starting") return [say("wait.starting"), say("wait.starting.line"), null];
    if (source.state === "stuck") return [say("wait.starting"), say("source.stuck", { since: source.since }), null];
    if (phase === "gathering") return this.#gathering();
    if (phase === "flipping" || phase === "reading") return this.#named(phase);
    if (phase === "empty" && this.state.round?.phase === "throwing") return [say("round.throw-now"), this.#awaited(), null];
    if (phase === "empty" && this.state.wizard) return [say("wait.empty"), say("wait.wizard"), this.#wizard()];
    return [say(`wait.${phase}`), say(`wait.${phase}.line`), null];
  }

  #awaited() {
    return this.state.seats.filter((seat) => seat.wanted).map((seat) => `${seat.name} ${seat.wanted}`).join(" · ");
  }

  #gathering() {
    const { seats } = this.state;
    const late = seats.filter((seat) => !isComplete(seat)).map((seat) => seat.name);
    const counts = seats.filter(thrown).map((seat) => `${seat.name} ${seat.wanted ? say("seat.of", { n: thrown(seat), wanted: seat.wanted }) : thrown(seat)}`);
    return [late.length ? say("wait.for", { names: listed(late) }) : say("wait.gathering"), counts.join(" · "), null];
  }

  /** What has been read so far, while cards are flipped and until the last one is read. */
  #named(phase) {
    const { seats } = this.state;
    const down = seats.reduce((sum, seat) => sum + seat.down, 0);
    const named = seats.flatMap((seat) => seat.cards.filter((card) => card.name && card.state === "settled").map((card) => ({ seat, card })));
    const list = html`<ul class="named">${repeat(named, ({ card }) => card.key, ({ seat, card }) => html`<li class="${`by-side-${seat.side}`}">${seat.name}: <b>${card.name}</b></li>`)}</ul>`;
    return [say(`wait.${phase}`), down ? count("wait.still-down", down) : say(`wait.${phase}.line`), list];
  }

  #wizard() {
    return html`<p class="ways"><a class="button primary" href="/setup">${say("nav.setup")}</a>
      <button @click=${() => this.act("wizard-done")}>${say("wait.not-now")}</button></p>`;
  }

  #demo() {
    return html`<p class="ways">${this.#button("source.demo", () => this.act("source", { spec: "demo" }))} <a class="button" href="/setup">${say("nav.setup")}</a></p>`;
  }

  #button(key, use) {
    return html`<button class="primary" @click=${use}>${say(key)}</button>`;
  }
}

customElements.define("verdict-panel", VerdictPanel);
