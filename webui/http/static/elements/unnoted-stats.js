/*
 * <unnoted-stats>: what nobody has noted and what does not count therefore, a line for each consequence with a key that
 * asks for one number after the other. The number that a throw must beat is asked for at once.
 */

import { TableElement } from "../lib/element.js";
import { isResolved, listed, seatById } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { RANGES, nameOf, rangeOf } from "../lib/stats.js";
import { html, repeat } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./rank-row.js";

const keyOf = (/** @type {Unknown} */ each) => `${each.seat} ${each.stat} ${each.foe ?? ""}`;

class UnnotedStats extends TableElement {
  /** The consequence whose numbers are asked for. */
  #open = "";
  /** Whose number is asked for; of those that are left the first, if it is noted. */
  #one = "";

  view() {
    const { round, role } = this.state;
    // Who announces when matters no more once all have.
    const unknown = distinct((round?.unknown ?? []).filter((each) => each.for !== "order" || round.phase === "announcing"));
    if (!unknown.length || role !== "host" || isResolved(round)) return html``;
    const groups = Object.entries(Object.groupBy(unknown, (each) => (each.for === "resistance" ? keyOf(each) : each.for)));
    const open = groups.find(([key]) => key === this.#open) ?? groups.find(([, [each]]) => each.for === "resistance");
    return html`<ul class="unnoted">${repeat(groups, ([key]) => key, ([key, group]) => this.#group(key, group, key === open?.[0]))}</ul>`;
  }

  #group(/** @type {string} */ key, /** @type {Unknown[]} */ group, /** @type {boolean} */ isOpen) {
    const text = this.#text(group);
    return html`<li><span>${text}</span> <button class="quiet" aria-expanded="${String(isOpen)}" aria-label="${say("unnoted.note-what", { what: text })}" @click=${() => this.#toggle(key)}>${sigil("add")}${say("unnoted.note")}</button>
      ${isOpen ? this.#asked(group) : null}</li>`;
  }

  /** What is not noted of one, or of several at once, and what follows. */
  #text(/** @type {Unknown[]} */ group) {
    const [first] = group;
    if (group.length === 1) return first.text;
    const same = group.every((each) => each.stat === first.stat) && first.for !== "weapon";
    const names = listed(group.map((each) => (same ? this.#name(each.seat) : this.#label(each))));
    const all = first.for === "order" && group.length === this.state.round.order.length;
    const missing = same ? say("unnoted.stat", { stat: nameOf(first.stat), names }) : say("unnoted.stats", { names });
    const follows = all ? say("unnoted.order.all") : say(`unnoted.${first.for}`);
    return `${missing} ${follows}`;
  }

  #name(/** @type {string} */ id) {
    return seatById(this.state, id)?.name ?? id;
  }

  #label(/** @type {Unknown} */ { seat, stat, foe }) {
    const what = stat === "range" ? say("unnoted.range", { foe: this.#name(foe) }) : nameOf(stat);
    return say("unnoted.of", { name: this.#name(seat), what });
  }

  #toggle(/** @type {string} */ key) {
    this.#open = this.#open === key ? "" : key;
    this.#one = "";
    this.update();
  }

  #asked(/** @type {Unknown[]} */ group) {
    const one = group.find((each) => keyOf(each) === this.#one) ?? group[0];
    const others = group.length > 1 ? html`<span class="views" role="group" aria-label="${say("unnoted.note")}">${repeat(group, keyOf, (each) => html`<button aria-pressed="${String(each === one)}" @click=${() => this.#pick(each)}>${this.#label(each)}</button>`)}</span>` : null;
    return html`${others}${this.#answers(one)}`;
  }

  #pick(/** @type {Unknown} */ each) {
    this.#one = keyOf(each);
    this.update();
  }

  #answers(/** @type {Unknown} */ each) {
    if (each.stat === "range") return html`<span class="ranking" role="group" aria-label="${each.text}">${RANGES.map((range) => html`<button @click=${() => this.act("range", { seat: each.seat, foe: each.foe, range: /** @type {any} */ (range) })}>${rangeOf(range)}</button>`)}</span>`;
    return html`<rank-row .state=${{ label: each.text }} @rank=${(/** @type {CustomEvent} */ { detail }) => this.act("note-stat", { seat: each.seat, stat: each.stat, value: detail.value })}></rank-row>`;
  }
}

/** Each stat once: what it is the number to beat for comes before what it is only compared for. */
function distinct(/** @type {Unknown[]} */ unknown) {
  const ordered = [...unknown.filter((each) => each.for === "resistance"), ...unknown.filter((each) => each.for !== "resistance")];
  return ordered.filter((each, place) => ordered.findIndex((other) => keyOf(other) === keyOf(each)) === place);
}

customElements.define("unnoted-stats", UnnotedStats);
