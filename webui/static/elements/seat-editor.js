/* <seat-editor>: one participant: name, side, colour, Significators or special cards, stats. Saved as it is typed. */

import { TableElement } from "../lib/element.js";
import { allCards } from "../lib/cards.js";
import { html } from "../lib/html.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { count, say } from "../lib/words.js";

const STATS = ["agility", "toughness", "calm", "hand to hand", "firearms", "exotic weapons"];

class SeatEditor extends TableElement {
  #deck = [];

  connectedCallback() {
    super.connectedCallback();
    allCards().then((cards) => {
      this.#deck = cards;
      this.update();
    });
  }

  view() {
    const seat = this.state;
    return html`<fieldset class="${`editor by-side-${seat.side}`}" style="${{ "--seat": seat.colour }}">
      <legend class="unseen">${seat.name}</legend>
      <input class="name" aria-label="${say("seat.name")}" maxlength="80" .value=${seat.name} .onchange=${(event) => this.#save({ seat_name: event.target.value })}>
      <div class="sides" role="group" aria-label="${say("seat.side")}">${["players", "host"].map((side) => html`<button aria-pressed="${String(seat.side === side)}"
        .onclick=${() => this.#save({ side })}>${sideSigil(side)}${say(`side.${side}`)}</button>`)}</div>
      <input type="color" aria-label="${say("seat.colour")}" .value=${seat.colour} .onchange=${(event) => this.#save({ colour: event.target.value })}>
      ${seat.side === "host" ? null : html`<button .onclick=${() => this.tell("significators", { seat: seat.id })}>${sigil("significator")}
        ${seat.significators.length ? count("seat.significators", seat.significators.length) : say("seat.significator")}</button>`}
      <button class="icon" title="${say("seat.remove", { seat: seat.name })}" .onclick=${() => this.act("seat-remove", { seat: seat.id })}>
        ${sigil("remove")}<span class="unseen">${say("seat.remove", { seat: seat.name })}</span></button>
      <details><summary>${say("seat.stats")}</summary><div class="stats">${STATS.map((stat) => this.#stat(seat, stat))}</div></details>
      ${seat.side === "host" ? this.#specials(seat) : null}
    </fieldset>`;
  }

  #stat(seat, stat) {
    const change = (event) => this.#save({ stats: { ...seat.stats, [stat]: Number(event.target.value) } });
    return html`<label>${say(`stat.${stat.replaceAll(" ", "-")}`)}<input type="number" min="0" max="20" .value=${seat.stats[stat] ?? ""} .onchange=${change}></label>`;
  }

  /** A horror's special cards (D12): a card, and what happens when its action happens and that card counts. */
  #specials(seat) {
    const specials = seat.specials ?? [];
    const without = (special) => specials.filter((each) => each !== special);
    return html`<details><summary>${count("seat.specials", specials.length)}</summary>
      <ul class="specials">${specials.map((special) => html`<li><b>${this.#nameOf(special.card)}</b> ${special.text}
        <button class="icon" .onclick=${() => this.#save({ specials: without(special) })}>${sigil("remove")}<span class="unseen">${say("special.remove")}</span></button></li>`)}</ul>
      <div class="special-new"><select aria-label="${say("special.card")}">${this.#deck.map((card) => html`<option value="${card.code}">${card.name}</option>`)}</select>
        <input aria-label="${say("special.text")}" placeholder="${say("special.text")}" maxlength="500">
        <button .onclick=${(event) => this.#addSpecial(event.currentTarget.parentElement, specials)}>${sigil("add")}${say("special.add")}</button></div></details>`;
  }

  #nameOf(code) {
    return this.#deck.find((card) => card.code === code)?.name ?? code;
  }

  #addSpecial(form, specials) {
    const [card, text] = [form.querySelector("select").value, form.querySelector("input")];
    if (!text.value.trim()) return text.focus();
    this.#save({ specials: [...specials, { card, text: text.value.trim() }] });
    text.value = "";
    return null;
  }

  #save(fields) {
    if (fields.seat_name !== undefined && !fields.seat_name.trim()) return this.update();
    return this.act("seat-change", { seat: this.state.id, ...fields });
  }
}

export const registerSeatEditor = () => customElements.define("seat-editor", SeatEditor);
