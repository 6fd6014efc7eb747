/* <seat-editor>: one participant: name, side, colour, Significators or special cards, stats. Saved as it is typed. */

import { TableElement } from "../lib/element.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { filled, html, styled } from "../lib/view.js";
import { count, say } from "../lib/words.js";
import "./armed-fields.js";
import "./seat-wounds.js";

/** @extends {TableElement<Seat>} */
class SeatEditor extends TableElement {
  view() {
    const seat = this.state;
    return html`<fieldset class="${`editor by-side-${seat.side}`}" style=${styled({ "--seat": seat.colour })}>
      <legend class="unseen">${seat.name}</legend>
      <input class="name" aria-label="${say("seat.name")}" maxlength="80" .value=${filled(seat.name)} @change=${(/** @type {On} */ event) => this.#save({ seat_name: event.target.value })}>
      <div class="sides" role="group" aria-label="${say("seat.side")}">${["players", "host"].map((side) => html`<button aria-pressed="${String(seat.side === side)}"
        @click=${() => this.#save({ side })}>${sideSigil(side)}${say(`side.${side}`)}</button>`)}</div>
      <input type="color" aria-label="${say("seat.colour")}" .value=${filled(seat.colour)} @change=${(/** @type {On} */ event) => this.#save({ colour: event.target.value })}>
      ${seat.side === "host" ? this.#specials(seat) : this.#significators(seat)}
      <seat-wounds .state=${seat}></seat-wounds>
      ${seat.away ? html`<em class="away">${say("seat.away")}</em>` : null}
      <button class="icon" title="${say("seat.remove", { seat: seat.name })}" @click=${() => this.act("seat-remove", { seat: seat.id })}>
        ${sigil("remove")}<span class="unseen">${say("seat.remove", { seat: seat.name })}</span></button>
      <details><summary>${say("seat.stats")}</summary><armed-fields .state=${{ id: seat.id, stats: seat.stats ?? {}, weapons: seat.weapons ?? {}, supernatural: Boolean(seat.supernatural) }} @noted=${(/** @type {CustomEvent} */ { detail }) => this.#save(detail)}></armed-fields>
        ${seat.side === "host" ? html`<p class="ways"><button @click=${() => this.act("foe-keep", { seat: seat.id })}>${sigil("save")}${say("foes.keep")}</button></p>` : null}</details>
    </fieldset>`;
  }

  #significators(/** @type {Seat} */ seat) {
    const held = seat.significators.length;
    return html`<button @click=${() => this.emit("significators", { seat: seat.id })}>${sigil("significator")}${held ? count("seat.significators", held) : say("seat.significator")}</button>`;
  }

  #specials(/** @type {Seat} */ seat) {
    const held = seat.specials?.length ?? 0;
    return html`<button @click=${() => this.emit("specials", { seat: seat.id })}>${sigil("special")}${held ? count("seat.specials", held) : say("mark.special")}</button>`;
  }

  #save(/** @type {any} */ fields) {
    if (fields.seat_name !== undefined && !fields.seat_name.trim()) return this.update();
    return this.act("seat-change", { seat: this.state.id, ...fields });
  }
}

customElements.define("seat-editor", SeatEditor);
