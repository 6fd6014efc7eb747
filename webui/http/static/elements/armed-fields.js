/*
 * <armed-fields>: what is noted of somebody: stats and free Skills, the weapon's value at each range, supernatural or not.
 *
 *   <armed-fields .state=${{ id, stats, weapons, supernatural }}></armed-fields>
 *   event: noted {stats} or {weapons} or {supernatural}, whole, after each change
 */

import { TableElement } from "../lib/element.js";
import { RANGES, STATS, nameOf, rangeOf } from "../lib/stats.js";
import { filled, html, repeat } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./rank-row.js";

/** A weapon is better or worse than another at a range: more steps than these nobody tells apart. */
const BEST = 3;

/** @typedef {{ id: string, stats: Record<string, number>, weapons: Record<string, number>, supernatural: boolean }} Armed */

/** @extends {TableElement<Armed>} */
class ArmedFields extends TableElement {
  /** A Skill that was named and has no rank yet. */
  #fresh = "";

  view() {
    const { stats, weapons, supernatural } = this.state;
    const own = Object.keys(stats).filter((stat) => !STATS.includes(stat.toLowerCase()));
    return html`<div class="stats">${repeat([...STATS, ...own], (stat) => stat, (stat) => this.#stat(stat))}</div>
      <div class="views">${this.#fresh ? html`<b>${nameOf(this.#fresh)}</b> <rank-row .state=${{ label: say("count.rank", { skill: this.#fresh }) }} @rank=${(/** @type {CustomEvent} */ { detail }) => this.#rank(detail.value)}></rank-row>` : html`<input maxlength="80" aria-label="${say("count.skill-name")}" placeholder="${say("count.skill-name")}" @change=${(/** @type {On} */ event) => this.#name(event.target)}>`}</div>
      <div class="views" role="group" aria-label="${say("armed.weapon")}"><small>${say("armed.weapon")}</small>
        ${RANGES.map((range) => html`<button aria-pressed="${String((weapons[range] ?? 0) > 0)}" @click=${() => this.#weapon(range)}>${rangeOf(range)} <b>${weapons[range] ?? 0}</b></button>`)}
        <button aria-pressed="${String(supernatural)}" @click=${() => this.emit("noted", { supernatural: !supernatural })}>${say("claim.supernatural")}</button></div>`;
  }

  #stat(/** @type {string} */ stat) {
    const { stats } = this.state;
    const shown = Object.keys(stats).find((name) => name.toLowerCase() === stat.toLowerCase()) ?? stat;
    const change = (/** @type {On} */ { target: { value } }) => {
      const others = Object.fromEntries(Object.entries(stats).filter(([name]) => name !== shown));
      this.emit("noted", { stats: value === "" ? others : { ...others, [shown]: Number(value) } });
    };
    return html`<label>${nameOf(stat)}<input type="number" min="0" max="20" .value=${filled(String(stats[shown] ?? ""))} @change=${change}></label>`;
  }

  #name(/** @type {HTMLInputElement} */ field) {
    this.#fresh = field.value.trim();
    field.value = "";
    this.update();
  }

  #rank(/** @type {any} */ value) {
    const stats = { ...this.state.stats, [this.#fresh]: value };
    this.#fresh = "";
    this.emit("noted", { stats });
  }

  #weapon(/** @type {any} */ range) {
    const { weapons } = this.state;
    const value = ((weapons[range] ?? 0) + 1) % (BEST + 1);
    this.emit("noted", { weapons: { ...weapons, [range]: value } });
  }
}

customElements.define("armed-fields", ArmedFields);
