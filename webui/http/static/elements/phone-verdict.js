/* <phone-verdict>: what came out of it, every clash a line, my own named first; before that what the table waits for. */

import { TableElement } from "../lib/element.js";
import { faceFor } from "../lib/session.js";
import { clashesOf } from "../lib/outcome.js";
import { isComplete, isResolved, listed, thrown } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { markText, toneOf, unbroken } from "../lib/verdict.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./deeds-board.js";

/** @type {Record<string, string>} */
const AWAY = { none: "no-camera", ended: "ended", lost: "lost", starting: "starting", stuck: "starting", locked: "starting" };

/** @extends {TableElement<{ table: ShownSnapshot, mine: Seat | null }>} */
class PhoneVerdict extends TableElement {
  view() {
    const { verdict, phase } = this.state.table;
    if (verdict?.board?.length && ["verdict", "confirmed"].includes(phase)) return this.#board(verdict);
    if (verdict && ["verdict", "confirmed"].includes(phase)) return this.#outcomes(this.#mineFirst(verdict));
    const [words, more] = this.#waiting();
    return html`<h2 class="calm">${words}</h2>${more ? html`<p class="line">${more}</p>` : null}`;
  }

  /** An Action Round: my own deed first, then everybody's, and what comes next, by name where names are known. */
  #board(/** @type {ShownVerdict} */ verdict) {
    const many = verdict.marks.filter((mark) => mark.kind === "miscounted");
    const named = this.state.table.steps.filter((step) => !step.done).map((step) => step.text);
    const rules = clashesOf(verdict).flatMap((clash) => clash.next.map((step) => step.text));
    const steps = named.length ? named : [...new Set(rules)];
    return html`<deeds-board .state=${{ verdict, mine: this.state.mine?.id ?? null }}></deeds-board>
      ${many.map((mark) => this.#mark(mark))}${verdict.choose?.length ? html`<p class="line">${listed(verdict.choose.map((each) => each.name))}</p>` : null}${this.#next(steps)}`;
  }

  /** What comes next after more than one clash is said once, below them all. */
  #outcomes(/** @type {Verdict[]} */ clashes) {
    const steps = clashes.flatMap((clash) => clash.next.map((step) => step.text));
    const shared = [...new Set(steps.filter((text, place) => steps.indexOf(text) < place))];
    return html`<ol class="outcomes">${clashes.map((clash) => this.#clash(clash, clashes.length > 1, shared))}</ol>${this.#next(shared)}`;
  }

  #mineFirst(/** @type {ShownVerdict} */ verdict) {
    const clashes = clashesOf(verdict);
    // Of a round each clash bears its own marks, the whole those that belong to none.
    if (clashes.length === 1) return [verdict];
    return clashes.toSorted((a, b) => Number(this.#isMine(b)) - Number(this.#isMine(a)));
  }

  #isMine(/** @type {Verdict} */ clash) {
    return clash.played.some((each) => each.seat === this.state.mine?.id);
  }

  #clash(/** @type {Verdict} */ clash, /** @type {boolean} */ several, /** @type {string[]} */ shared) {
    const tone = toneOf(clash, this.state.table.seats);
    const words = several ? clash.title : clash.headline;
    return html`<li class="${`tone-${tone}`}">
      <h2 class="${`headline ${several ? "plain" : faceFor(words)}`}">${sigil(tone)}<span>${unbroken(words)}</span></h2>
      ${clash.marks.map((mark) => this.#mark(mark))}
      <p class="line">${clash.line}</p>
      ${clash.choose?.length ? html`<p class="line">${listed(clash.choose.map((each) => each.name))}</p>` : null}
      ${this.#next(clash.next.map((step) => step.text).filter((text) => !shared.includes(text)))}</li>`;
  }

  /** What comes next; after a verdict that stands no more it has come. */
  #next(/** @type {string[]} */ steps) {
    return steps.length && !this.state.table.dimmed ? html`<ul class="next">${steps.map((text) => html`<li>${text}</li>`)}</ul>` : null;
  }

  #mark(/** @type {Mark} */ mark) {
    const loud = mark.kind !== "miscounted";
    return html`<p class="${`mark mark-${mark.kind}`}">${sigil(mark.kind)}${loud ? html`<strong>${say(`mark.${mark.kind}`)}</strong>` : null} <span>${loud ? markText(mark) : mark.text}</span></p>`;
  }

  #waiting() {
    const { paused, phase, seats, round, source } = this.state.table;
    if (paused) return [say("wait.paused"), ""];
    if (AWAY[source.state]) return [say(`wait.${AWAY[source.state]}`), ""];
    if (phase === "empty" && isResolved(round)) return [say("wait.round-over", { round: round.number }), say(`wait.round-${round.phase}.line`)];
    if (phase === "empty" && round?.phase === "throwing") return [say("round.throw-now"), ""];
    const late = seats.filter((seat) => !seat.away && !isComplete(seat));
    if (phase === "gathering" && late.length) return [say("wait.gathering"), say("wait.for", { names: listed(late.map((seat) => seat.name)) })];
    if (phase === "gathering") return [say("wait.gathering"), seats.filter(thrown).map((seat) => `${seat.name}\u00a0${thrown(seat)}`).join(", ")];
    return [say(`wait.${phase}`), say(`wait.${phase}.line`)];
  }
}

customElements.define("phone-verdict", PhoneVerdict);
