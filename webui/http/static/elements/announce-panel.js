/* <announce-panel>: what does the slowest do who has not said so yet? Two taps: what, and at whom. */

import { DEEDS, INTENSITIES, announcementOf, isAimed, othersOf } from "../lib/deeds.js";
import { digit } from "../lib/digits.js";
import { TableElement } from "../lib/element.js";
import { seatById } from "../lib/seats.js";
import { sideSigil } from "../lib/sigil.js";
import { RANGES, nameOf, rangeOf, ranksOf } from "../lib/stats.js";
import { html, repeat } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./unnoted-stats.js";

class AnnouncePanel extends TableElement {
  /** @type {string} */
  #speaker = null;
  /** @type {string} */
  #what = null;
  /** What is tapped before the target: how far it is, parry or dodge, the Skill in use. */
  /** @type {Json} */
  #more = {};

  view() {
    const { round } = this.state;
    const seat = seatById(this.state, round.speaker);
    if (!seat) return html``;
    if (this.#speaker !== seat.id) {
      this.#speaker = seat.id;
      this.#what = null;
      this.#more = {};
    }
    const recovers = round.waiting.some((each) => each.seat === seat.id && each.for === "recovery");
    return html`<article class="announce">
      <h1>${sideSigil(seat.side)}<span>${say(recovers ? "announce.recovery" : `announce.${this.#what ?? "what"}`, { name: seat.name })}</span></h1>
      <div class="${recovers || this.#what ? "answers" : "answers what"}">${recovers ? this.#recovery(seat) : this.#what ? this.#whom(seat) : this.#choices(seat)}</div>
      <unnoted-stats .state=${this.state}></unnoted-stats>
    </article>`;
  }

  #choices(/** @type {Seat} */ seat) {
    return DEEDS.map((what, place) => html`<button @click=${() => this.#first(seat, what)}>${digit(place + 1)}${say(`do.${what}`)}</button>`);
  }

  #first(/** @type {Seat} */ seat, /** @type {string} */ what) {
    if (!isAimed(what)) return this.#say(seat, { kind: what });
    this.#what = what;
    return this.update();
  }

  #whom(/** @type {Seat} */ seat) {
    const foes = othersOf(this.state, seat);
    const all = this.#what === "defend" ? 1 : 0;
    return html`
      ${all ? html`<button @click=${() => this.#say(seat, { kind: "defend" }, this.#more)}>${digit(1)}${say("log.everybody")}</button>` : null}
      ${repeat(foes, (foe) => foe.id, (foe, place) => html`<button class="${`whom by-side-${foe.side}`}" @click=${() => this.#second(seat, foe.id)}>${digit(place + 1 + all)}${sideSigil(foe.side)}${foe.name}${this.#distance(seat, foe)}</button>`)}
      ${this.#what === "other" ? html`<span class="intensities" role="group" aria-label="${say("mode.intensity")}">${say("mode.intensity")}
        ${INTENSITIES.map((intensity) => html`<button @click=${() => this.#say(seat, { kind: "other", intensity }, this.#more)}>${intensity}</button>`)}</span>` : null}
      ${this.#options(seat, foes)}
      <span class="ways"><button class="quiet" @click=${() => this.#back()}>${say("announce.back")}</button>
        <button class="quiet" @click=${() => this.emit("announcement", { seat: seat.id, draft: this.#draft() })}>${say("more")}</button></span>`;
  }

  /** How far a foe is, as far as it was tapped. */
  #distance(/** @type {Seat} */ seat, /** @type {Seat} */ foe) {
    const pair = [seat.id, foe.id];
    const known = this.state.round.ranges.find((each) => pair.every((id) => each.between.includes(id)));
    return known && this.#what !== "other" ? html` <small>${rangeOf(known.range)}</small>` : null;
  }

  /** Tapped before the target where it matters: the range for weapons, parry or dodge, the Skill against an Intensity. */
  #options(/** @type {Seat} */ seat, /** @type {Seat[]} */ foes) {
    const fights = this.#what === "attack" || this.#what === "shoot";
    const armed = [seat, ...foes].some((each) => Object.keys(each.weapons ?? {}).length);
    const ranges = armed && (fights || this.#more.parry);
    return html`
      ${this.#what === "defend" ? this.#option("announce.defence", [false, true], "parry", (/** @type {any} */ parry) => say(parry ? "announce.parry" : "announce.dodge")) : null}
      ${ranges ? this.#option("announce.range", RANGES, "range", rangeOf) : null}
      ${this.#what === "other" && ranksOf(seat).length ? this.#option("count.skill", ranksOf(seat).map(([stat]) => stat), "stat", nameOf) : null}`;
  }

  #option(/** @type {string} */ label, /** @type {any} */ values, /** @type {string} */ field, /** @type {(value: any) => any} */ words) {
    return html`<span class="views" role="group" aria-label="${say(label)}"><small>${say(label)}</small>
      ${values.map((/** @type {any} */ value) => html`<button aria-pressed="${String((this.#more[field] ?? false) === value)}" @click=${() => this.#set(field, value)}>${words(value)}</button>`)}</span>`;
  }

  #set(/** @type {string} */ field, /** @type {any} */ value) {
    this.#more = { ...this.#more, [field]: this.#more[field] === value ? undefined : value };
    this.update();
  }

  /** What the sheet of particulars begins with: the first tap, and nobody yet that it is aimed at. */
  #draft() {
    if (this.#what === "defend") return { action: { kind: "defend" }, ...this.#more };
    if (this.#what === "other") return { action: { kind: "other", target: /** @type {string[]} */ ([]) }, ...this.#more };
    return { action: { kind: "attack", target: /** @type {string[]} */ ([]) }, manner: this.#what === "shoot" ? "shooting" : "close-combat", ...this.#more };
  }

  #second(/** @type {Seat} */ seat, /** @type {string} */ foe) {
    const { action, ...manner } = announcementOf(this.#what, foe);
    return this.#say(seat, action, this.#what === "other" ? {} : { ...manner, ...this.#more });
  }

  #recovery(/** @type {Seat} */ seat) {
    return html`<button @click=${() => this.act("announce", { seat: seat.id, recovered: true })}>${digit(1)}${say("announce.recovered")}</button>
      <button @click=${() => this.act("announce", { seat: seat.id, recovered: false })}>${digit(2)}${say("announce.not-recovered")}</button>`;
  }

  #say(/** @type {Seat} */ seat, /** @type {Json} */ action, more = {}) {
    this.#what = null;
    this.#more = {};
    this.act("announce", { seat: seat.id, action, ...more });
  }

  #back() {
    this.#what = null;
    this.#more = {};
    this.update();
  }
}

customElements.define("announce-panel", AnnouncePanel);
