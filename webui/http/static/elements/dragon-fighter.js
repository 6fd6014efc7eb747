/* <dragon-fighter .fighter=${{id, side, stat}}>: one character's speed: its dice thrown or typed, its phases (G1). */

import { numbers } from "../lib/numbers.js";
import { SystemPart } from "../lib/system-part.js";
import { filled, html } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./dice-field.js";

const DIE = 10;
const ROUNDS = Array.from({ length: 10 }, (_, index) => index + 1);

class DragonFighter extends SystemPart {
  /** @type {Json} */
  #fighter = null;

  set fighter(/** @type {Json} */ fighter) {
    this.#fighter = fighter;
    this.update();
  }

  view() {
    const { id, side, stat, fell } = this.#fighter;
    const speed = this.recorded(`speed:${id}`);
    const dice = this.judged({ kind: "odds", speed: stat })?.verdict?.result.dice ?? 0;
    return html`<div class="${`fighter by-side-${side === "good" ? "players" : "host"}`}">
      <b>${id}</b> <span>${say(`dragon.${side}`)}</span>
      <label>${say("dragon.stat")} <input type="number" min="1" max="100" .value=${filled(String(stat))} @change=${(/** @type {On} */ event) => this.#change({ stat: Number(event.target.value) || 1 })}></label>
      ${fell && !speed ? this.#asTheyFell(fell) : html`<dice-field .sizes=${Array(dice).fill(DIE)} .taps=${!speed}></dice-field>`}
      ${speed ? this.#phases(speed) : null}
      <button class="quiet" aria-label="${say("system.remove", { name: id })}" @click=${() => this.#remove()}>×</button></div>`;
  }

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("thrown", ({ detail }) => this.#throw(detail));
  }

  #throw(/** @type {Json} */ dice) {
    const { id, stat } = this.#fighter;
    this.record({ kind: "speed", stat, ...dice }, `speed:${id}`);
  }

  #asTheyFell(/** @type {string} */ fell) {
    return html`<button class="primary" @click=${() => this.#throw({ dice: numbers(fell) })}>${say("dice.take")} ${fell}</button>`;
  }

  #phases(/** @type {Json} */ { document, result }) {
    const free = result.free && result.choose;
    return html`<p class="said" aria-live="polite">${this.saidOf({ document, result })}</p>
      ${free ? html`<div class="ways" role="group" aria-label="${say("dragon.choose", { n: result.choose })}">${ROUNDS.map((number) => this.#choice(number, document, result))}</div>` : null}`;
  }

  #choice(/** @type {number} */ number, /** @type {Json} */ document, /** @type {Json} */ result) {
    const chosen = document.chosen ?? [];
    const next = chosen.includes(number) ? chosen.filter((/** @type {number} */ each) => each !== number) : [...chosen, number];
    const able = next.length > 0 && next.length <= result.choose;
    return html`<button aria-pressed="${String(chosen.includes(number))}" ?disabled=${!able} @click=${() => this.record({ ...document, chosen: next }, `speed:${this.#fighter.id}`)}>${number}</button>`;
  }

  #change(/** @type {Json} */ change) {
    this.keep({ fighters: this.desk.fighters.map((/** @type {Json} */ each) => (each.id === this.#fighter.id ? { ...each, ...change } : each)) });
  }

  #remove() {
    this.keep({ fighters: this.desk.fighters.filter((/** @type {Json} */ each) => each.id !== this.#fighter.id) });
  }
}

customElements.define("dragon-fighter", DragonFighter);
