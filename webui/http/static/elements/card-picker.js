/*
 * <card-picker>: a card, by one tap. First those that lie on the table ("the card that lies there now": show a card, tap
 * once), then a search by name or number among all. It emits `picked` with the code.
 *
 *   html`<card-picker .state=${{ cards, lying, held, note, most: 12 }} @picked=${({ detail }) => use(detail.code)}>`
 */

import { face, search } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { sigil } from "../lib/sigil.js";
import { filled, html, nothing, repeat } from "../lib/view.js";
import { say } from "../lib/words.js";

const LYING = 6;

/** @extends {TableElement<Choices>} */
export class CardPicker extends TableElement {
  #text = "";

  view() {
    const { lying = [] } = this.state;
    const found = this.#found();
    return html`${lying.length ? this.#lying(lying.slice(0, LYING)) : null}
      <label class="find">${sigil("search")}<span class="unseen">${say("correct.search")}</span>
        <input type="search" autocomplete="off" placeholder="${say("correct.search")}" .value=${filled(this.#text)}
          @input=${(/** @type {On} */ event) => this.#find(event.target.value)} @keydown=${(/** @type {On} */ event) => this.#enter(event)}></label>
      <ul class="grid">${repeat(found, (card) => card.code, (card) => this.#card(card))}</ul>
      ${found.length || !this.#text ? null : html`<p>${say("correct.nothing")}</p>`}`;
  }

  /** Whoever opened the dialog may type at once. */
  focus() {
    this.paint();
    this.querySelector("input").focus();
  }

  #found() {
    const { cards, most = Infinity, all = true } = this.state;
    if (!this.#text) return all ? cards : [];
    return search(cards, this.#text).slice(0, most);
  }

  /** One heading for all of them. */
  #lying(/** @type {ShownCard[]} */ cards) {
    return html`<h3>${say("significator.lying")}</h3>
      <p class="ways" role="group" aria-label="${say("significator.lying")}">${repeat(cards, (card) => card.card, (card) => html`<button class="candidate" @click=${() => this.#pick(card.card)}>
        <img class="face" src="${face(card.card)}" alt="">${card.name}</button>`)}</p>`;
  }

  #card(/** @type {NamedCard} */ card) {
    const { held, note } = this.state;
    const said = note?.(card.code);
    return html`<li><button aria-pressed="${held ? String(held.has(card.code)) : nothing}" @click=${() => this.#pick(card.code)}>
      <img class="face" src="${face(card.code)}" alt="" loading="lazy"><span>${card.name}</span>${card.also && card.also !== card.name ? html`<small>${card.also}</small>` : null}${said ? html`<small>${said}</small>` : null}</button></li>`;
  }

  #find(/** @type {string} */ text) {
    this.#text = text;
    this.update();
  }

  /** What was typed may not be painted yet. */
  #enter(/** @type {Json} */ event) {
    const [first] = this.#text ? this.#found() : [];
    if (event.key === "Enter" && first) this.#pick(first.code);
  }

  #pick(/** @type {string} */ code) {
    this.emit("picked", { code });
  }
}

customElements.define("card-picker", CardPicker);
