/* <mode-bar>: what kind of throw is judged next, and in one sentence what that is; a test has its Intensity on a slider and its thrower. */

import { TableElement } from "../lib/element.js";
import { KINDS } from "../lib/kinds.js";
import { pick } from "../lib/pick.js";
import { seatById } from "../lib/seats.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { filled, html } from "../lib/view.js";
import { say } from "../lib/words.js";

const MOST = [1, 2, 3, 4, 5, 6, 7, 8, 9];

class ModeBar extends TableElement {
  view() {
    const { kind } = this.state.mode;
    this.dataset.phase = this.state.phase;
    // A deal of Pulp is begun on its own page; while it is on, the table says so and leads back.
    const kinds = KINDS.includes(kind) ? KINDS : [...KINDS, kind];
    return html`
      <div class="modes" role="group" aria-label="${say("mode.label")}">
        ${kinds.map((each) => html`<button aria-pressed="${String(each === kind)}" title="${say(`mode.${each}.what`)}"
          @click=${() => this.#choose({ kind: each })}>${say(`mode.${each}`)}</button>`)}
      </div>
      <div class="modes-short">${pick("kinds", say("mode.label"), kinds.map((each) => [each, say(`mode.${each}`)]), kind, (each) => this.#choose({ kind: each }))}</div>
      ${kind === "test" ? this.#test() : null}
      <p class="what">${say(`mode.${kind}.what`)}</p>`;
  }

  #test() {
    const { intensities } = this.state.mode;
    return html`<div class="intensity">
      <label for="intensity">${say("mode.intensity")}</label>
      <input id="intensity" type="range" min="0" max="10" step="1" value="${intensities[0] ?? 0}"
        @input=${(/** @type {On} */ event) => (this.querySelector("output").value = event.target.value)}
        @change=${(/** @type {On} */ event) => this.#first(Number(event.target.value))}>
      <output for="intensity" .value=${filled(String(intensities[0] ?? 0))}></output>
      ${intensities.slice(1).map((each) => html`<button class="degree" title="${say("mode.degree.less", { n: each })}" aria-label="${say("mode.degree.less", { n: each })}" @click=${() => this.#choose({ intensities: intensities.filter((other) => other !== each) })}>${each}${sigil("close")}</button>`)}
      ${pick("degrees", say("mode.degree"), this.#free().map((each) => [String(each), String(each)]), "+", (each) => this.#choose({ intensities: [...intensities, Number(each)].sort((one, other) => one - other) }))}
      ${this.#thrower()}
    </div>`;
  }

  /** The slider is the first one's; others for degrees of success stand beside it (D8). */
  #first(/** @type {any} */ value) {
    const others = this.state.mode.intensities.slice(1).filter((each) => each !== value);
    this.#choose({ intensities: [value, ...others] });
  }

  /** Intensities of which none is given yet. */
  #free() {
    return MOST.filter((each) => !this.state.mode.intensities.includes(each));
  }

  /** Two seats: one tap changes over. More of them: a list. */
  #thrower() {
    const { seats, mode } = this.state;
    const seat = seatById(this.state, mode.thrower) ?? seats[0];
    const other = seats.find((each) => each !== seat);
    if (!seat) return null;
    if (seats.length === 2)
      return html`<button class="${`thrower by-side-${seat.side}`}" title="${say("mode.thrower")}" @click=${() => this.#choose({ thrower: other.id })}>
        ${sideSigil(seat.side)}${seat.name}</button>`;
    return pick("throwers", say("mode.thrower"), seats.map((each) => [each.id, each.name]), seat.id, (thrower) => this.#choose({ thrower }));
  }

  #choose(/** @type {Json} */ change) {
    if (change.kind === "round") return this.state.round ? null : this.act("round-open");
    if (this.state.round) this.act("round-close");
    return this.act("mode", change); // Only what was tapped: the rest stays as it is by then.
  }
}

customElements.define("mode-bar", ModeBar);
