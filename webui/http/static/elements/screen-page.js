/*
 * <screen-page>: for a TV, read from the far end of the room. The verdict with the card that decided it; before that
 * who announces, who draws damage, and how many cards lie there; when nothing happens the last verdict, dimmed, or a
 * still life.
 */

import { TableElement } from "../lib/element.js";
import { whenOf } from "../lib/entries.js";
import { stayAwake } from "../lib/awake.js";
import { drawsDamage } from "../lib/seats.js";
import { table } from "../lib/stream.js";
import { html } from "../lib/view.js";
import "./damage-panel.js";
import "./flip-countdown.js";
import "./notice-line.js";
import "./screen-hands.js";
import "./screen-idle.js";
import "./screen-verdict.js";

const AWAY = ["none", "ended", "lost", "starting", "stuck", "locked"];

class ScreenPage extends TableElement {
  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#take(table.state));
    stayAwake(true);
  }

  view() {
    return html`<main class="screen">${this.#scene()}</main><flip-countdown .state=${this.state}></flip-countdown><notice-line></notice-line>
      <p class="unseen" aria-live="polite">${this.state.verdict?.spoken}</p>`;
  }

  #scene() {
    const { phase, verdict, seats, round, turn, steps } = this.state;
    if (verdict && phase === "verdict") return html`<screen-verdict .state=${{ verdict, seats, steps }}></screen-verdict>`;
    if (drawsDamage(this.state) && (phase !== "empty" || this.#isWatching())) return html`<damage-panel .state=${this.state}></damage-panel>`;
    if (round?.speaker && ["empty", "confirmed"].includes(phase)) return html`<screen-hands .state=${this.state}></screen-hands>`;
    if (verdict && phase === "confirmed") return html`<screen-verdict .state=${{ verdict, seats, steps }}></screen-verdict>`;
    if (phase !== "empty" || (round?.phase === "throwing" && this.#isWatching())) return html`<screen-hands .state=${this.state}></screen-hands>`;
    if (turn) return html`<screen-verdict .state=${{ verdict: turn, seats: [] }}></screen-verdict>`;
    return this.#quiet();
  }

  /** Nothing lies there: what was judged last, or the still life of a session that has not begun. */
  #quiet() {
    const last = this.state.log.last.findLast((entry) => !entry.undone);
    if (!last || !this.#isWatching()) return html`<screen-idle .state=${this.state}></screen-idle>`;
    return html`<screen-verdict .state=${{ verdict: last.verdict, seats: last.seats, when: whenOf(last) }}></screen-verdict>`;
  }

  /** Whether the camera is read just now. */
  #isWatching() {
    return !this.state.paused && !AWAY.includes(this.state.source.state);
  }

  #take(/** @type {Snapshot} */ state) {
    this.state = state;
  }
}

customElements.define("screen-page", ScreenPage);
