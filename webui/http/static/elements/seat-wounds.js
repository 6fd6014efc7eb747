/* <seat-wounds>: what the last fight left of somebody, until a tap takes it back (D20, D33). */

import { TableElement } from "../lib/element.js";
import { sigil } from "../lib/sigil.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

/** @extends {TableElement<Seat>} */
class SeatWounds extends TableElement {
  view() {
    const { id, name, conditions = [], lost_toughness: lost = 0 } = this.state;
    return html`${conditions.map((condition) => html`<button class="wound" title="${say("wound.over", { name })}" @click=${() => this.act("mark", { seat: id, condition, holds: false })}>${say(`condition.${condition}`)}${sigil("close")}</button>`)}
      ${lost ? html`<button class="wound" title="${say("wound.back", { name })}" @click=${() => this.act("give-back", { seat: id, points: 1 })}>${say("condition.lost", { n: lost })}${sigil("add")}<span class="unseen">${say("wound.back", { name })}</span></button>` : null}`;
  }
}

customElements.define("seat-wounds", SeatWounds);
