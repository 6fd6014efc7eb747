/* <act-bar>: the Host's keys, always the same ones in the same place; one that the big key doubles hides. */

import { TableElement } from "../lib/element.js";
import { allCardsOf } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { table } from "../lib/stream.js";
import { html, nothing } from "../lib/view.js";
import { say } from "../lib/words.js";

const LONG_LETTERS = 14; // beyond that in smaller letters

class ActBar extends TableElement {
  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("link", () => this.update());
  }

  view() {
    const state = this.state;
    return html`<div class="acts" role="group" aria-label="${say("act.label")}">
      ${this.#main(state.main_key)}
      ${this.#button("correct", "C", allCardsOf(state).length > 0, () => this.emit("correct-card", { key: state.question?.key ?? null }))}
      ${this.#button("undo", "U", Boolean(state.undo), () => this.act("undo"), state.undo)}
      ${this.#button("new-throw", "N", true, () => this.act("new-throw"), null, state.main_key.command?.name === "new-throw" ? "new-throw doubled" : "new-throw")}
      ${this.#button("judge-now", "J", state.phase !== "empty", () => this.act("judge-now"))}
      ${this.#button(state.paused ? "resume" : "pause", "P", true, () => this.act("pause", { on: !state.paused }), null, "pause")}
    </div>`;
  }

  /** The one big key does whatever comes next; without a command it says what is awaited. */
  #main(/** @type {MainKey} */ { text, command }) {
    return html`<button class="${`act act-confirm primary ${text.length > LONG_LETTERS ? "long" : ""}`}" ?disabled=${!command || !table.linked} @click=${() => this.emit("main-key")}>
      ${command ? sigil(command.name === "confirm" ? "confirm" : "new-throw") : null}<span>${text}</span>${command ? html`<kbd>${say("act.space")}</kbd>` : null}</button>`;
  }

  #button(/** @type {string} */ name, /** @type {string} */ key, /** @type {boolean} */ able, /** @type {(value: any) => void} */ use, /** @type {string} */ more = null, place = name) {
    return html`<button class="${`act act-${place}`}" title="${more ?? nothing}" ?disabled=${!able || !table.linked} @click=${use}>
      ${sigil(name)}<span>${say(`act.${name}`)}</span><kbd>${key}</kbd></button>`;
  }
}

customElements.define("act-bar", ActBar);
