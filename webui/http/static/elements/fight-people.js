/* <fight-people>: who comes into the fight and who leaves it: seats that are not in it, and foes that are prepared. */

import { TableElement } from "../lib/element.js";
import { seatById } from "../lib/seats.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { html, repeat } from "../lib/view.js";
import { say } from "../lib/words.js";

class FightPeople extends TableElement {
  view() {
    const { round, seats, foes = [] } = this.state;
    const inside = [...round.order, ...round.joining].filter((id) => !round.leaving.includes(id)).map((id) => seatById(this.state, id)).filter(Boolean);
    const outside = seats.filter((seat) => !seat.away && !inside.includes(seat));
    return html`<button class="quiet" popovertarget="fight-people">${say("round.people")}</button>
      <section id="fight-people" class="picks people" popover aria-label="${say("round.people")}">
        ${outside.length || foes.length ? html`<h3>${say("round.come")}</h3>` : null}
        ${repeat(outside, (seat) => seat.id, (seat) => html`<button class="${`whom by-side-${seat.side}`}" @click=${() => this.#tap("round-join", { seat: seat.id })}>${sigil("add")}${sideSigil(seat.side)}${seat.name}</button>`)}
        ${repeat(foes, (foe) => foe.id, (foe) => html`<button class="whom by-side-host" @click=${() => this.#tap("foe-enter", { foe: foe.id })}>${sigil("add")}${sideSigil("host")}${foe.name}</button>`)}
        <h3>${say("round.go")}</h3>
        ${repeat(inside, (seat) => seat.id, (seat) => html`<button class="${`whom by-side-${seat.side}`}" @click=${() => this.#tap("round-leave", { seat: seat.id })}>${sigil("remove")}${sideSigil(seat.side)}${seat.name}</button>`)}
      </section>`;
  }

  #tap(/** @type {keyof Commands} */ name, /** @type {any} */ args) {
    /** @type {HTMLElement} */ (this.querySelector("#fight-people")).hidePopover();
    this.act(name, args);
  }
}

customElements.define("fight-people", FightPeople);
