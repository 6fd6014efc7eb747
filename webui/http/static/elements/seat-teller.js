/*
 * <seat-teller>: "What lies before me?" and "What did I throw?", written for a screen reader, and spoken where the voice is on:
 * by two buttons on a player's phone, by the keys L and T everywhere. Without a seat of one's own each press goes on to the
 * next seat.
 */

import { TableElement } from "../lib/element.js";
import { fetched } from "../lib/fetched.js";
import { onTelling } from "../lib/keys.js";
import { latest } from "../lib/latest.js";
import { remember, setting } from "../lib/settings.js";
import { sigil } from "../lib/sigil.js";
import { lastThrowOf, liesBefore, threwIn } from "../lib/telling.js";
import { speak } from "../lib/voice.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

/** Who presses again within this time asks for the next seat. */
const GOES_ON_MS = 8000;

/** @extends {TableElement<{ table: Snapshot, seat: Seat | null }>} */
class SeatTeller extends TableElement {
  #said = "";
  #latest = latest();
  #next = 0;
  #asked_ms = -Infinity;

  connectedCallback() {
    super.connectedCallback();
    onTelling((/** @type {string} */ what) => this.#answer(what), this.stay);
  }

  view() {
    const status = html`<p class="${this.state.seat ? "answered" : "unseen"}" role="status">${this.#said}</p>`;
    if (!this.state.seat) return status;
    const aloud = setting("voice") === "on";
    return html`<div class="teller"><button @click=${() => this.#answer("lies")}>${say("aloud.before")}</button>
      <button @click=${() => this.#answer("threw")}>${say("aloud.thrown")}</button>
      <button aria-pressed="${String(aloud)}" @click=${() => this.#switch(!aloud)}>${sigil(aloud ? "voice" : "voice-off")}${say("aloud.title")}</button>${status}</div>`;
  }

  #switch(/** @type {boolean} */ on) {
    remember("voice", on ? "on" : "off");
    this.update();
  }

  async #answer(/** @type {string} */ what) {
    const seat = this.state.seat ?? this.#nextSeat();
    if (!seat) return;
    if (what === "lies") this.#say(liesBefore(seat));
    else await this.#latest(this.#lastThrow(seat), (said) => this.#say(said));
  }

  /** The seats take turns, the first again after a pause. */
  #nextSeat() {
    const here = this.state.table.seats.filter((seat) => !seat.away);
    const now_ms = performance.now();
    this.#next = now_ms - this.#asked_ms > GOES_ON_MS ? 0 : this.#next + 1;
    this.#asked_ms = now_ms;
    return here[this.#next % here.length];
  }

  /** From the newest entries, or where it is none of these from the whole log. */
  async #lastThrow(/** @type {Seat} */ seat) {
    const { log, role } = this.state.table;
    const newest = lastThrowOf(log.last, seat.id);
    const entry = newest ?? (log.count > log.last.length ? lastThrowOf((await fetched(`/api/log?role=${role}`)) ?? [], seat.id) : null);
    return entry ? threwIn(entry, seat.id) : say("aloud.threw-none", { seat: seat.name });
  }

  /** Said twice in a row, it is written twice: a screen reader hears of changes alone. */
  async #say(/** @type {string} */ said) {
    this.#said = "";
    this.update();
    await new Promise((resolve) => setTimeout(resolve, 50));
    this.#said = said;
    this.update();
    globalThis.speechSynthesis?.cancel();
    if (setting("voice") === "on") speak(said);
  }
}

customElements.define("seat-teller", SeatTeller);
