/*
 * <rank-row>: one tap for a number: 0 to 9, as stats are ranked.
 *
 *   <rank-row .state=${{ label, shown: 3, digits: true }}></rank-row>
 *   event: rank {value}
 */

import { digit } from "../lib/digits.js";
import { TableElement } from "../lib/element.js";
import { RANKS } from "../lib/stats.js";
import { html } from "../lib/view.js";

/** @extends {TableElement<{ label: string, shown?: number | null, digits?: boolean }>} */
class RankRow extends TableElement {
  view() {
    const { label, shown = null, digits = false } = this.state;
    return html`<span class="ranking" role="group" aria-label="${label}">${RANKS.map((rank) => html`<button aria-pressed="${String(rank === shown)}" @click=${() => this.emit("rank", { value: rank })}>${digits ? html`<span hidden>${digit(rank)}</span>` : null}${rank}</button>`)}</span>`;
  }
}

customElements.define("rank-row", RankRow);
