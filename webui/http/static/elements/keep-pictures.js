/* <keep-pictures>: of how many earlier sessions the pictures are kept, in one line until somebody unfolds it; what would be deleted is said before it is set. */

import { TableElement } from "../lib/element.js";
import { sigil } from "../lib/sigil.js";
import { html } from "../lib/view.js";
import { count, decimal, say } from "../lib/words.js";

const CHOICES = [1, 3, 5, 10, 20, 50];
const MEGABYTE = 1e6;

class KeepPictures extends TableElement {
  /** What is chosen and not yet set; undefined: nothing. @type {number | null | undefined} */
  #chosen = undefined;
  /** What would go with that. @type {TakenAway | null} */
  #goes = null;

  view() {
    const kept = this.state.keep_pictures ?? null;
    const chosen = this.#chosen === undefined ? kept : this.#chosen;
    const choices = kept === null || CHOICES.includes(kept) ? CHOICES : [...CHOICES, kept].sort((a, b) => a - b);
    return html`<details class="old-pictures"><summary>${say("keep.title")}: ${say("keep.label")} ${kept === null ? say("keep.all") : count("keep.newest", kept)}</summary>
      <label>${say("keep.label")} <select @change=${(/** @type {On} */ event) => this.#choose(event.target.value)}>
        <option value="" ?selected=${chosen === null}>${say("keep.all")}</option>
        ${choices.map((each) => html`<option value="${String(each)}" ?selected=${chosen === each}>${count("keep.newest", each)}</option>`)}</select></label>
      <p role="status">${this.#line(kept, chosen)}</p>
      ${chosen === kept ? null : html`<p class="ways"><button class="primary" ?disabled=${chosen !== null && !this.#goes} @click=${() => this.#set(chosen)}>${sigil("confirm")}${say("keep.set")}</button>
        <button @click=${() => this.#choose(kept === null ? "" : String(kept))}>${say("sessions.as-it-is")}</button></p>`}</details>`;
  }

  #line(/** @type {number} */ kept, /** @type {number} */ chosen) {
    if (chosen === null) return say("keep.none-go");
    if (chosen === kept) return count("keep.is-set", chosen);
    if (!this.#goes) return say("page.waking");
    const { sessions, pictures, bytes } = this.#goes;
    return pictures ? count("keep.goes", pictures, { sessions: count("keep.sessions", sessions), size: decimal(bytes / MEGABYTE) }) : say("keep.nothing-yet");
  }

  async #choose(/** @type {string} */ value) {
    const chosen = value ? Number(value) : null;
    this.#chosen = chosen === (this.state.keep_pictures ?? null) ? undefined : chosen;
    this.#goes = null;
    this.update();
    if (!this.#chosen) return;
    const answer = await fetch(`/api/pictures?keep=${this.#chosen}`).catch(() => /** @type {any} */ (null));
    if (answer?.ok && this.#chosen === chosen) this.#goes = await answer.json();
    this.update();
  }

  #set(/** @type {number} */ chosen) {
    this.#chosen = undefined;
    this.act("keep-pictures", { sessions: chosen });
  }
}

customElements.define("keep-pictures", KeepPictures);
