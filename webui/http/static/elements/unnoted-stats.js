/* <unnoted-stats>: what nobody has noted and what does not count therefore; a tap on it, then one on its number. */

import { TableElement } from "../lib/element.js";
import { sigil } from "../lib/sigil.js";
import { RANGES, rangeOf } from "../lib/stats.js";
import { html, repeat } from "../lib/view.js";
import "./rank-row.js";

const keyOf = (/** @type {Unknown} */ each) => `${each.seat} ${each.stat} ${each.foe ?? ""}`;

class UnnotedStats extends TableElement {
  #open = "";

  view() {
    const { round, role } = this.state;
    // Who announces when matters no more once all have.
    const unknown = distinct((round?.unknown ?? []).filter((each) => each.for !== "order" || round.phase === "announcing"));
    if (!unknown.length || role !== "host") return html``;
    const awaited = unknown.find((each) => each.for === "resistance");
    const open = unknown.find((each) => keyOf(each) === this.#open) ?? awaited;
    return html`<ul class="unnoted">${repeat(unknown, keyOf, (each) => html`<li><button class="quiet" aria-expanded="${String(each === open)}" @click=${() => this.#toggle(each)}>${sigil("add")}<span>${each.text}</span></button>
      ${each === open ? this.#answers(each) : null}</li>`)}</ul>`;
  }

  #toggle(/** @type {Unknown} */ each) {
    this.#open = this.#open === keyOf(each) ? "" : keyOf(each);
    this.update();
  }

  #answers(/** @type {Unknown} */ each) {
    if (each.stat === "range") return html`<span class="ranking" role="group" aria-label="${each.text}">${RANGES.map((range) => html`<button @click=${() => this.#range(each, range)}>${rangeOf(range)}</button>`)}</span>`;
    return html`<rank-row .state=${{ label: each.text }} @rank=${(/** @type {CustomEvent} */ { detail }) => this.#note(each, detail.value)}></rank-row>`;
  }

  #note(/** @type {Unknown} */ { seat, stat }, /** @type {any} */ value) {
    this.#open = "";
    this.act("note-stat", { seat, stat, value });
  }

  #range(/** @type {Unknown} */ { seat, foe }, /** @type {any} */ range) {
    this.#open = "";
    this.act("range", { seat, foe, range });
  }
}

/** Each stat once: what it is the number to beat for comes before what it is only compared for. */
function distinct(/** @type {Unknown[]} */ unknown) {
  const ordered = [...unknown.filter((each) => each.for === "resistance"), ...unknown.filter((each) => each.for !== "resistance")];
  return ordered.filter((each, place) => ordered.findIndex((other) => keyOf(other) === keyOf(each)) === place);
}

customElements.define("unnoted-stats", UnnotedStats);
