/*
 * A dialog with a title and a way out: a click beside it closes it too.
 *
 *   class CorrectDialog extends SheetDialog { view() { return this.sheet(say("correct.title"), html`...`); } }
 */

import { TableElement } from "./element.js";
import { sigil } from "./sigil.js";
import { html } from "./view.js";
import { say } from "./words.js";

/**
 * @template [State=Snapshot]
 * @extends {TableElement<State>}
 */
export class SheetDialog extends TableElement {
  async open() {
    this.update();
    await Promise.resolve();
    const dialog = this.querySelector("dialog");
    if (!dialog.open) dialog.showModal();
    this.first()?.focus();
  }

  /**
   * Where a person goes on: the search, where there is one.
   *
   * @returns {HTMLElement | null}
   */
  first() {
    return this.querySelector("card-picker");
  }

  close() {
    this.querySelector("dialog").close();
  }

  sheet(/** @type {any} */ title, /** @type {any} */ body, kind = "") {
    const id = `${this.localName}-title`;
    return html`<dialog class="${kind}" aria-labelledby="${id}" @click=${(/** @type {On} */ event) => event.target.localName === "dialog" && this.close()}>
      <div class="sheet">
        <header><h2 id="${id}">${title}</h2>
          <button class="icon" @click=${() => this.close()}>${sigil("close")}<span class="unseen">${say("dialog.close")}</span></button></header>
        ${body}
      </div></dialog>`;
  }
}
