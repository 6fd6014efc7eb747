/* <enrol-result>: what came of a deck that was learnt: cards that it cannot read, and every two it would confuse, shown. */

import { TableElement } from "../lib/element.js";
import { sigil } from "../lib/sigil.js";
import { html } from "../lib/view.js";
import { count, say } from "../lib/words.js";

/** @extends {TableElement<{ enrolment: Enrolment, names: Map<string, string>, decks: string[], fresh: number }>} */
class EnrolResult extends TableElement {
  view() {
    const { deck, unrecognised, closest } = this.state.enrolment.result;
    const confused = closest.filter((pair) => pair.confused);
    return html`<section class="framed begin" aria-labelledby="enrol-learnt">
      <h2 id="enrol-learnt">${say("shelf.taken", { deck })}</h2>
      ${unrecognised.length ? html`<p>${say("enrol.unread")}</p><ul class="pairs">${unrecognised.map((code) => html`<li>${this.#card(code)}</li>`)}</ul>` : null}
      ${closest.length ? html`<p>${confused.length ? count("enrol.alike", confused.length) : say("enrol.apart")}</p>
        <ol class="alike">${(confused.length ? confused : closest.slice(0, 1)).map((pair) => this.#pair(pair))}</ol>` : null}
      <p class="ways"><button class="primary" @click=${() => this.#use(deck)}>${say("enrol.use")}</button>
        <button @click=${() => this.emit("step", { do: "resume" })}>${say("enrol.more")}</button></p></section>`;
  }

  #pair(/** @type {Json} */ { first, second }) {
    return html`<li><div>${this.#card(first)}</div><div>${this.#card(second)}</div></li>`;
  }

  #card(/** @type {string} */ code) {
    const card = this.state.names.get(code) ?? code;
    return html`<figure><img loading="lazy" src="${`/enrolment/${code}.jpg?n=${this.state.fresh}`}" alt=""><figcaption>${card}</figcaption></figure>
      <button class="icon" title="${say("enrol.retake", { card })}" @click=${() => this.emit("step", { do: "want", code })}>${sigil("undo")}<span class="unseen">${say("enrol.retake", { card })}</span></button>`;
  }

  #use(/** @type {string} */ deck) {
    this.act("decks", { names: [...new Set([...this.state.decks, deck])] });
    this.emit("step", { do: "abandon" });
  }
}

customElements.define("enrol-result", EnrolResult);
