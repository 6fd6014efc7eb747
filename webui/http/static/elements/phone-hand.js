/*
 * <phone-hand>: what a player does on their own phone, once the Host allows it: announce in their turn, say why they have more
 * cards, hold up their Significators, be ready. The phone buzzes when they are asked.
 */

import { face } from "../lib/cards.js";
import { DEEDS, INTENSITIES, announcementOf, isAimed, othersOf } from "../lib/deeds.js";
import { TableElement } from "../lib/element.js";
import { isResolved } from "../lib/seats.js";
import { portrait } from "../lib/portrait.js";
import { sigil } from "../lib/sigil.js";
import { html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";

const BUZZ_MS = [150, 90, 150];
/** The reasons that the rules know by name; all others are the Host's to say. */
const REASONS = /** @type {const} */ ([["extra", ["higher-stat", "distraction", "weapon", "supernatural"]], ["lost", ["called-shot", "tricky"]]]);
const BEFORE_THE_FLIP = ["empty", "gathering", "ready", "confirmed"];

/** @extends {TableElement<{ table: Snapshot, seat: Seat }>} */
class PhoneHand extends TableElement {
  /** @type {string | null} */
  #what = null;
  #again = false;
  #asked = false;

  view() {
    const { table, seat } = this.state;
    const asked = this.#isAsked();
    if (asked && !this.#asked) navigator.vibrate?.(BUZZ_MS);
    this.#asked = asked;
    const mine = table.round?.by_phone.includes(seat.id) && this.#isOpen();
    return html`<section class="hand" aria-label="${say("hand.title")}">
      ${asked || (mine && this.#again) ? this.#ask() : mine ? this.#mine() : null}
      ${this.#significators()}
      ${table.round?.phase === "throwing" && this.#isOpen() ? this.#ready() : null}
    </section>`;
  }

  #isAsked() {
    const { round } = this.state.table;
    return round?.speaker === this.state.seat.id && round.waiting.some((each) => each.seat === round.speaker && each.for === "announcement");
  }

  /** Whether nothing of this round is flipped yet. */
  #isOpen() {
    const { phase, round } = this.state.table;
    return BEFORE_THE_FLIP.includes(phase) && !isResolved(round);
  }

  #ask() {
    const { seat } = this.state;
    return html`<h2>${say(`announce.${this.#what ?? "what"}`, { name: seat.name })}</h2>
      <div class="${this.#what ? "ask at-whom" : "ask"}">${this.#what ? this.#whom(this.#what) : DEEDS.map((deed) => html`<button @click=${() => this.#first(deed)}>${say(`do.${deed}`)}</button>`)}</div>
      ${this.#what || this.#again ? html`<button class="quiet" @click=${() => this.#back()}>${say("announce.back")}</button>` : null}`;
  }

  #whom(/** @type {string} */ deed) {
    const { table, seat } = this.state;
    return html`${deed === "defend" ? html`<button @click=${() => this.#say({ action: { kind: "defend" } })}>${say("log.everybody")}</button>` : null}
      ${repeat(othersOf(table, seat), (each) => each.id, (each) => html`<button class="${`by-side-${each.side}`}" @click=${() => this.#say(announcementOf(deed, each.id))}>${portrait(each)}<span>${each.name}</span></button>`)}
      ${deed === "other" ? html`<div class="intensities" role="group" aria-label="${say("mode.intensity")}"><small>${say("hand.intensity")}</small>
        ${INTENSITIES.map((intensity) => html`<button @click=${() => this.#say({ action: { kind: "other", intensity } })}>${intensity}</button>`)}</div>` : null}`;
  }

  #first(/** @type {string} */ deed) {
    if (!isAimed(deed)) return this.#say({ action: { kind: deed } });
    this.#what = deed;
    return this.update();
  }

  #back() {
    if (!this.#what) this.#again = false;
    this.#what = null;
    this.update();
  }

  #say(/** @type {Json} */ said) {
    this.#what = null;
    this.#again = false;
    this.act("announce", /** @type {Commands["announce"]} */ ({ seat: this.state.seat.id, ...said }));
    this.update();
  }

  /** What I have announced: to be changed, and why it is so many cards. */
  #mine() {
    const { table, seat } = this.state;
    const said = table.round.announced[seat.id];
    const counted = table.round.cards[seat.id];
    return html`${counted && !seat.awaited ? html`<p class="counted">${count("phone.throw", counted.cards)}</p>` : null}
      <button @click=${() => this.#change()}>${say("hand.change")}</button>
      ${isAimed(/** @type {Json} */ (said.action).kind) ? REASONS.map(([field, codes]) => html`<h3 id="${`hand-${field}`}">${say(`hand.${field}`)}</h3>
        <div class="views" role="group" aria-labelledby="${`hand-${field}`}">${codes.map((code) => this.#reason(said, field, code))}</div>`) : null}`;
  }

  #reason(/** @type {Json} */ said, /** @type {string} */ field, /** @type {string} */ code) {
    const held = said[field] ?? [];
    const others = held.filter((/** @type {string} */ each) => each !== code);
    const changed = { action: said.action, manner: said.manner, extra: said.extra, lost: said.lost, [field]: others.length < held.length ? others : [...held, code] };
    return html`<button aria-pressed="${String(held.includes(code))}" @click=${() => this.#say(changed)}>${say(`claim.${code}`)}</button>`;
  }

  #change() {
    this.#again = true;
    this.update();
  }

  /** My own cards, held up for all to see. */
  #significators() {
    const { seat } = this.state;
    return html`<button class="held-up" @click=${() => this.emit("significators", { seat: seat.id })}>${seat.significators.map((card) => html`<img class="face" src="${face(card)}" alt="">`)}<span>${say("hand.significators")}</span></button>`;
  }

  #ready() {
    const { table, seat } = this.state;
    const ready = table.ready.includes(seat.id);
    return html`<button class="${ready ? "is-ready" : "is-ready primary"}" aria-pressed="${String(ready)}" @click=${() => this.act("ready", { seat: seat.id, ready: !ready })}>${ready ? sigil("confirm") : null}${say("hand.ready")}</button>`;
  }
}

customElements.define("phone-hand", PhoneHand);
