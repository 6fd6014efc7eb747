/* <question-panel>: one question, its card enlarged, the likeliest answers as buttons. The verdict waits for it. */

import { cropOf, face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { cardByKey } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

class QuestionPanel extends TableElement {
  view() {
    const { question } = this.state;
    if (!question) return html``;
    return html`<article class="question">
      ${question.key ? this.#picture(question.key) : sigil("significator")}
      <div>
        <h1>${question.text}</h1>
        <div class="answers">
          ${question.candidates.slice(0, 3).map((each) => this.#candidate(question.key, each))}
          ${question.options.map((each) => html`<button @click=${() => this.#send(each.command)}>${each.text}</button>`)}
          ${question.key ? html`<button class="quiet" @click=${() => this.emit("correct-card", { key: question.key })}>${sigil("search")}${say(question.candidates.length ? "question.other" : "question.name-it")}</button>` : null}
        </div>
      </div>
    </article>`;
  }

  #send(/** @type {any} */ { name, ...args }) {
    this.act(name, args);
  }

  #picture(/** @type {string} */ key) {
    const turned = cardByKey(this.state, key)?.reversed ? "reversed" : "";
    return cropOf(key, turned);
  }

  #candidate(/** @type {string} */ key, /** @type {Json} */ { code, name }) {
    return html`<button class="candidate" @click=${() => this.act("correct", { key, card: code })}>
      <img class="face" src="${face(code)}" alt="">${name}</button>`;
  }
}

customElements.define("question-panel", QuestionPanel);
