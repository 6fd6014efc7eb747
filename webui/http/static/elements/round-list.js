/*
 * <round-list>: the Action Round at a glance: slowest first, what everybody announced, how many cards that is and why,
 * who still has to throw. The Host's + and - stand beside each number.
 */

import { TableElement } from "../lib/element.js";
import { fared, isComplete, isResolved, seatById, thrown } from "../lib/seats.js";
import { portrait, smallHand } from "../lib/portrait.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { unbroken } from "../lib/verdict.js";
import { beside, layOpening } from "../lib/popover.js";
import { html, keyed, nothing, repeat, styled } from "../lib/view.js";
import { count, percent, say } from "../lib/words.js";
import "./fight-people.js";
import { wins } from "./seat-list.js";

const LETTERS = "ABCDEFGH";

class RoundList extends TableElement {
  /** Where the reasons lie that somebody has opened. */
  #place = {};

  view() {
    const { round, seats } = this.state;
    const known = round.order.map((id) => seatById(this.state, id)).filter(Boolean);
    const others = seats.filter((seat) => !round.order.includes(seat.id) && (seat.cards.length || round.joining.includes(seat.id)));
    return html`<section class="round">
      <header><h2>${say("round.title", { round: round.number })}</h2><span>${say(`round.${round.phase}`)}</span>${this.#acts()}</header>
      <ol>${repeat([...known, ...others], (seat) => seat.id, (seat) => this.#row(round, seat))}</ol>
    </section>`;
  }

  #acts() {
    const { round, main_key: key } = this.state;
    const waits = isResolved(round) && key.command?.name !== "round-next";
    return html`<div class="round-acts">${round.may_draw ? html`<button class="quiet" @click=${() => this.act("round-lots")}>${say("round.lots")}</button>` : null}<fight-people .state=${this.state}></fight-people>${waits ? html`<button @click=${() => this.act("round-next")}>${say("round.next")}</button>` : null}<button class="quiet" @click=${() => this.act("round-close")}>${say("round.close")}</button></div>`;
  }

  #row(/** @type {Round} */ round, /** @type {Seat} */ seat) {
    const speaks = round.speaker === seat.id;
    const state = speaks ? "speaks" : isComplete(seat) ? "complete" : "";
    return html`<li class="${`seat actor by-side-${seat.side} ${state} fared-${this.#isNew() ? "" : fared(seat)}`}" style=${styled({ "--seat": seat.colour })}>
      ${this.#opens(seat, speaks)}
      ${portrait(seat)}
      <div class="who"><h3>${seat.last ? sideSigil(seat.side) : null}${seat.name} ${this.#isNew() ? null : wins(seat)} ${this.#clash(round, seat)}</h3>
        <p>${this.#deed(seat, speaks)} ${this.#byPhone(round, seat)} ${this.#conditions(round, seat)}</p>
        ${this.#fate(seat)}${this.#odds(seat)}</div>
      ${smallHand(seat, (/** @type {string} */ key) => this.emit("correct-card", { key }))}
      ${this.#tally(seat)}
      ${this.#cards(round, seat)}
      ${this.#why(round, seat)}
    </li>`;
  }

  /** Whether what still counts is of the throw before this round, and nothing of it. */
  #isNew() {
    return this.state.phase === "confirmed" && Boolean(this.state.round.speaker);
  }

  /** The row itself is the button: whose turn it is announces, of all others the details open. */
  #opens(/** @type {Seat} */ seat, /** @type {boolean} */ speaks) {
    const label = say(speaks ? "round.announce" : "round.details", { seat: seat.name });
    return html`<button class="row-button" title="${label}" aria-label="${label}" @click=${() => this.emit(speaks ? "announce-now" : "announcement", { seat: seat.id })}></button>`;
  }

  #clash(/** @type {Round} */ round, /** @type {Seat} */ seat) {
    const group = round.clashes.findIndex((ids) => ids.includes(seat.id));
    return round.clashes.length > 1 && group >= 0 ? html`<small data-letter="${LETTERS[group]}"><span>${say("round.clash", { letter: LETTERS[group] })}</span></small>` : null;
  }

  /** What was announced, without the name that stands above it. */
  #deed(/** @type {Seat} */ seat, /** @type {any} */ speaks) {
    const said = this.state.round.announced[seat.id];
    return said?.deed ?? said?.text ?? (speaks ? say("round.speaks") : say("round.to-come"));
  }

  /** Said on their own phone: the way to say something else stands beside it. */
  #byPhone(/** @type {Round} */ round, /** @type {Seat} */ seat) {
    if (!round.by_phone.includes(seat.id)) return null;
    return html`<button class="quiet by-phone" aria-label="${say("round.change", { seat: seat.name })}" @click=${() => this.emit("announcement", { seat: seat.id })}>${sigil("phone")}${say("hand.change")}</button>`;
  }

  /** What became of it, once the flip is judged. */
  #fate(/** @type {Seat} */ seat) {
    const line = this.state.verdict?.board?.find((each) => each.seat === seat.id);
    if (!line || line.fate === "idle") return null;
    return html`<p class="${`fate fate-${line.fate}`}">${line.critical ? html`<strong class="mark-critical">${say("mark.critical")}</strong> ` : null}${line.fumble ? html`<strong class="mark-fumble">${say("mark.fumble")}</strong> ` : null}${unbroken(line.text)}</p>`;
  }

  #conditions(/** @type {Round} */ round, /** @type {Seat} */ seat) {
    const lost = round.lost_toughness?.[seat.id];
    const coming = round.joining.includes(seat.id) ? "round.joins" : round.leaving.includes(seat.id) ? "round.leaves" : "";
    return html`${(round.conditions[seat.id] ?? []).map((each) => html` · <em>${say(`condition.${each}`)}</em>`)}
      ${lost ? html` · <em>${say("condition.lost", { n: lost })}</em>` : null}${coming ? html` · <em>${say(coming)}</em>` : null}`;
  }

  #tally(/** @type {Seat} */ seat) {
    if (seat.counts && !this.#isNew()) return html`<p class="tally"><strong class="numeral">${seat.counts.value}</strong></p>`;
    if (!seat.awaited) return html`<p class="tally"></p>`;
    return html`<p class="tally">${isComplete(seat) ? say("seat.ready") : say("seat.of", { n: thrown(seat), awaited: seat.awaited })}</p>`;
  }

  #cards(/** @type {Round} */ round, /** @type {Seat} */ seat) {
    const counted = round.cards[seat.id];
    if (!counted) return html`<span class="steps"></span>`;
    const by = counted.adjusted ?? 0;
    return html`<div class="steps" role="group" aria-label="${say("round.cards-of", { seat: seat.name })}">
      <button class="icon" ?disabled=${counted.cards <= 1} aria-label="${say("odds.fewer")}" @click=${() => this.act("adjust", { seat: seat.id, by: by - 1 })}>−</button>
      <span><output>${counted.cards}</output> <small>${count("round.unit", counted.cards)}</small></span>
      <button class="icon" aria-label="${say("odds.more")}" @click=${() => this.act("adjust", { seat: seat.id, by: by + 1 })}>+</button></div>`;
  }

  #why(/** @type {Round} */ round, /** @type {Seat} */ seat) {
    if (!round.cards[seat.id]) return html`<span></span>`;
    const id = `reasons-${seat.id}`;
    return html`<button class="quiet why-opens" popovertarget="${id}">${say("verdict.why")}</button>
      ${keyed(this.#step(), html`<section id="${id}" class="why" popover aria-label="${say("verdict.why")}" style=${styled(this.#place)} @beforetoggle=${(/** @type {any} */ opening) => layOpening(opening, () => this.#lay(id))}>
        <h2>${seat.name}</h2>${this.#reasons(round.cards[seat.id])}</section>`)}`;
  }

  /** With the next step a sheet that is still open is another one, and closed. */
  #step() {
    const { phase, round } = this.state;
    return `${round.number} ${round.phase} ${round.speaker} ${phase === "verdict"}`;
  }

  #reasons(/** @type {Json} */ counted) {
    return html`<ul class="reasons"><li><b>1</b> ${say("round.everybody")}</li>
      ${counted.reasons.map((/** @type {Json} */ reason) => html`<li><b>${reason.by}</b> ${reason.text}</li>`)}
      ${counted.keep === "lowest" ? html`<li>${say("round.lowest")}</li>` : null}</ul>`;
  }

  /** Below its button, so that the row and the names of all others stay in sight: the list is no longer for it. */
  #lay(/** @type {string} */ id) {
    const button = this.querySelector(`[popovertarget="${CSS.escape(id)}"]`);
    const row = button.closest(".actor"), { right } = button.getBoundingClientRect(), { left } = row.getBoundingClientRect();
    this.#place = { ...beside(row, button), left: "auto", right: `${innerWidth - right}px`, "max-width": `min(${right - left}px, 46rem)` };
    this.update();
  }

  #odds(/** @type {Seat} */ seat) {
    const odds = this.state.odds?.[seat.id];
    if (!odds || seat.counts) return null;
    return html`<div class="${`odds ${this.state.odds_doubt ? "doubtful" : ""}`}" title="${this.state.odds_doubt ?? nothing}" style=${styled({ "--win": odds.win, "--tie": odds.tie ?? 0 })}><span>${say("odds.win", { p: percent(odds.win) })}${this.state.odds_doubt ? html`, <a href="/decks">${say("odds.rough")}</a>` : null}</span><i class="bar" aria-hidden="true"></i></div>`;
  }
}

customElements.define("round-list", RoundList);
