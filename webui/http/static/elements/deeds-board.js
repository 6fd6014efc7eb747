/*
 * <deeds-board>: what everybody in an Action Round did and what became of it: the most dramatic card large, then a line a
 * person in the order of announcing. On a phone the own line comes first.
 *
 *   <deeds-board .state=${{ verdict, mine: "seat1" }}></deeds-board>
 */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { unbroken } from "../lib/verdict.js";
import { html, repeat } from "../lib/view.js";
import { say } from "../lib/words.js";

/** The sign of each fate, so that it is known without colours too; who did nothing has none. */
const SIGNS = { happens: "success", fails: "failure", outdone: "failure", tie: "tie", open: "choice", idle: "" };

/** @extends {TableElement<{ verdict: Verdict, mine?: string | null }>} */
class DeedsBoard extends TableElement {
  view() {
    const { verdict, mine = null } = this.state;
    const lines = mine ? verdict.board.toSorted((one, other) => Number(other.seat === mine) - Number(one.seat === mine)) : verdict.board;
    const hero = verdict.board.find((line) => line.seat === verdict.hero);
    return html`<section class="${`deed-board ${lines.length > 5 ? "crowd" : ""}`}">
      ${hero ? this.#hero(hero) : null}
      <ol class="deed-lines">${repeat(lines, (line) => line.seat, (line) => this.#line(line, line.seat === mine))}</ol></section>`;
  }

  #hero(/** @type {DeedLine} */ line) {
    return html`<figure class="${`hero-card fate-${line.fate}`}"><img class="face" src="${face(line.card)}" alt="${say("verdict.counted", { name: line.name, card: line.card_name })}"><b class="numeral" aria-hidden="true">${line.value}</b></figure>`;
  }

  /** Whether the words after the mark would say once more what it says: a fumble is never also a success. */
  #saysOnlyFumble(/** @type {DeedLine} */ line) {
    return line.fumble && line.fate !== "happens";
  }

  #line(/** @type {DeedLine} */ line, /** @type {any} */ mine) {
    return html`<li class="${`deed fate-${line.fate} by-side-${line.side} ${mine ? "mine" : ""} ${line.critical ? "critical" : ""}`}">
      ${line.card ? html`<img class="face" src="${face(line.card)}" alt="${line.card_name}">` : html`<span class="no-face">${sideSigil(line.side)}</span>`}
      <p class="who"><b>${line.name}</b> <span>${line.deed}</span></p>
      <p class="fate">${line.critical ? html`<strong class="mark-critical">${sigil("critical")}${say("mark.critical")}</strong>` : null}${line.fumble ? html`<strong class="mark-fumble">${sigil("fumble")}${say("mark.fumble")}</strong>` : null}
        ${this.#saysOnlyFumble(line) ? null : html`<span>${SIGNS[line.fate] ? sigil(SIGNS[line.fate]) : null}${unbroken(line.text)}</span>`}</p></li>`;
  }
}

customElements.define("deeds-board", DeedsBoard);
