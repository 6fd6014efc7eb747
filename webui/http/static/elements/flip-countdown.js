/*
 * <flip-countdown>: 3, 2, 1 and the flip, over the whole screen, at the same moment on all screens. The time is announced by
 * the program's clock, and each screen asks for that clock once it hears of one.
 */

import { TableElement } from "../lib/element.js";
import { fetched } from "../lib/fetched.js";
import { latest } from "../lib/latest.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

const FROM = 3;
const SECOND_MS = 1000;
/** How long the flip itself stands there. */
const STANDS_MS = 1500;

class FlipCountdown extends TableElement {
  /** @type {number | null} */
  #announced = null;
  #latest = latest();
  /** By this device's clock. */
  #flip_ms = -Infinity;
  #timer = 0;

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  view() {
    const { flip_at_ms: at } = this.state;
    if (at !== this.#announced) this.#take(at);
    const left_ms = this.#flip_ms - Date.now();
    if (left_ms <= -STANDS_MS) return html``;
    const step = left_ms > 0 ? html`<span class="numeral">${Math.min(FROM, Math.ceil(left_ms / SECOND_MS))}</span>` : html`<span class="word">${say("flip.now")}</span>`;
    return html`<p class="flip" role="status">${step}</p>`;
  }

  #take(/** @type {number | null} */ at) {
    this.#announced = at;
    if (at !== null) this.#latest(this.#away_ms(), (away) => away !== null && this.#begin(at - away));
  }

  /** How far the program's clock is before this device's, as if both ways took as long; null: it does not answer. */
  async #away_ms() {
    const asked = Date.now();
    const clock = await fetched("/api/clock");
    return clock && clock.now_ms - (asked + Date.now()) / 2;
  }

  #begin(/** @type {number} */ flip_ms) {
    this.#flip_ms = flip_ms;
    this.#tick();
  }

  /** Paints now, and again when the next number is due. */
  #tick() {
    this.update();
    const left_ms = this.#flip_ms - Date.now();
    if (left_ms <= -STANDS_MS) return;
    if (left_ms <= 0) navigator.vibrate?.(SECOND_MS / 4);
    const shown = Math.min(FROM, Math.ceil(left_ms / SECOND_MS));
    const wait_ms = left_ms > 0 ? left_ms - (shown - 1) * SECOND_MS : left_ms + STANDS_MS;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tick(), wait_ms + 1);
  }
}

customElements.define("flip-countdown", FlipCountdown);
