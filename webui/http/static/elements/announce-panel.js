/* <announce-panel>: what does the slowest do who has not said so yet? Two taps: what, and at whom. */

import { TableElement } from "../lib/element.js";
import { seatById } from "../lib/seats.js";
import { sideSigil } from "../lib/sigil.js";
import { html, repeat } from "../lib/view.js";
import { say } from "../lib/words.js";

const WHAT = ["attack", "shoot", "defend", "other", "move", "nothing"];
const INTENSITIES = [1, 2, 3, 4, 5, 6, 7, 8, 9];

class AnnouncePanel extends TableElement {
  /** @type {string} */
  #speaker = null;
  /** @type {string} */
  #what = null;

  view() {
    const { round } = this.state;
    const seat = seatById(this.state, round.speaker);
    if (!seat) return html``;
    if (this.#speaker !== seat.id) {
      this.#speaker = seat.id;
      this.#what = null;
    }
    const recovers = round.waiting.some((each) => each.seat === seat.id && each.for === "recovery");
    return html`<article class="announce">
      <h1>${sideSigil(seat.side)}<span>${say(recovers ? "announce.recovery" : `announce.${this.#what ?? "what"}`, { name: seat.name })}</span></h1>
      <div class="${recovers || this.#what ? "answers" : "answers what"}">${recovers ? this.#recovery(seat) : this.#what ? this.#whom(seat) : this.#choices(seat)}</div>
    </article>`;
  }

  #choices(/** @type {Seat} */ seat) {
    return WHAT.map((what) => html`<button @click=${() => this.#first(seat, what)}>${say(`do.${what}`)}</button>`);
  }

  #first(/** @type {Seat} */ seat, /** @type {string} */ what) {
    if (what === "move" || what === "nothing") return this.#say(seat, { kind: what });
    this.#what = what;
    return this.update();
  }

  #whom(/** @type {Seat} */ seat) {
    const people = this.state.round.order.filter((id) => id !== seat.id).map((id) => seatById(this.state, id)).filter(Boolean);
    const foes = [...people.filter((each) => each.side !== seat.side), ...people.filter((each) => each.side === seat.side)];
    return html`
      ${this.#what === "defend" ? html`<button @click=${() => this.#say(seat, { kind: "defend" })}>${say("log.everybody")}</button>` : null}
      ${repeat(foes, (foe) => foe.id, (foe) => html`<button class="${`whom by-side-${foe.side}`}" @click=${() => this.#second(seat, foe.id)}>${sideSigil(foe.side)}${foe.name}</button>`)}
      ${this.#what === "other" ? html`<span class="intensities" role="group" aria-label="${say("mode.intensity")}">${say("mode.intensity")}
        ${INTENSITIES.map((intensity) => html`<button @click=${() => this.#say(seat, { kind: "other", intensity })}>${intensity}</button>`)}</span>` : null}
      <span class="ways"><button class="quiet" @click=${() => this.#back()}>${say("announce.back")}</button>
        <button class="quiet" @click=${() => this.emit("announcement", { seat: seat.id, draft: this.#draft() })}>${say("more")}</button></span>`;
  }

  /** What the sheet of particulars begins with: the first tap, and nobody yet that it is aimed at. */
  #draft() {
    if (this.#what === "defend") return { action: { kind: "defend" } };
    if (this.#what === "other") return { action: { kind: "other", target: /** @type {string[]} */ ([]) } };
    return { action: { kind: "attack", target: /** @type {string[]} */ ([]) }, manner: this.#what === "shoot" ? "shooting" : "close-combat" };
  }

  #second(/** @type {Seat} */ seat, /** @type {string} */ foe) {
    if (this.#what === "defend") return this.#say(seat, { kind: "defend", against: [foe] });
    if (this.#what === "other") return this.#say(seat, { kind: "other", target: [foe] });
    return this.#say(seat, { kind: "attack", target: [foe] }, { manner: this.#what === "shoot" ? "shooting" : "close-combat" });
  }

  #recovery(/** @type {Seat} */ seat) {
    return html`<button @click=${() => this.act("announce", { seat: seat.id, recovered: true })}>${say("announce.recovered")}</button>
      <button @click=${() => this.act("announce", { seat: seat.id, recovered: false })}>${say("announce.not-recovered")}</button>`;
  }

  #say(/** @type {Seat} */ seat, /** @type {Json} */ action, more = {}) {
    this.#what = null;
    this.act("announce", { seat: seat.id, action, ...more });
  }

  #back() {
    this.#what = null;
    this.update();
  }
}

customElements.define("announce-panel", AnnouncePanel);
