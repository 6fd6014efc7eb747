/*
 * <count-panel>: how many cards a test or an opposed throw has. Tap who throws, the Skill in use, and whatever helps or
 * hinders; the number and its reasons stand above (D13 to D15, D20, D21).
 */

import { digit } from "../lib/digits.js";
import { TableElement } from "../lib/element.js";
import { seatById } from "../lib/seats.js";
import { sideSigil, sigil } from "../lib/sigil.js";
import { SKILLS, isSkill, nameOf, ranksOf, situationOf } from "../lib/stats.js";
import { html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";
import "./rank-row.js";

/** Beyond that the sum is set in smaller letters. */
const LONG_LETTERS = 50;

class CountPanel extends TableElement {
  /** Whose cards are counted now; in a test its thrower. */
  #seat = "";
  /** The Skill that is being noted, null: none is. @type {string} */
  #fresh = null;

  view() {
    const seat = this.#who();
    if (!seat) return html``;
    const claim = this.#claimOf(seat);
    const words = claim?.count ? this.#sum(seat, claim.count) : say("count.which", { name: seat.name });
    // While a Skill is being noted, what helps and hinders can wait.
    return html`<article class="${`counting ${words.length > LONG_LETTERS ? "long" : ""}`}">
      <h1>${sideSigil(seat.side)}<span>${words}</span></h1>
      ${this.#people(seat)}
      ${this.#skills(seat, claim)}
      ${claim && this.#fresh === null ? this.#claims(seat, claim) : null}
      ${this.state.mode.unknown.length ? html`<p class="help">${this.state.mode.unknown.join(" · ")}</p>` : null}
    </article>`;
  }

  #who() {
    const { mode, seats } = this.state;
    if (mode.kind === "test") return seatById(this.state, mode.thrower) ?? seats[0];
    const players = seats.filter((seat) => !seat.away);
    return seatById(this.state, this.#seat) ?? players.find((seat) => seat.side === "players") ?? players[0];
  }

  /** @returns {Claimed | null} */
  #claimOf(/** @type {Seat} */ seat) {
    return this.state.mode.claims[seat.id] ?? null;
  }

  /** "Ann throws 2 cards: higher stat". */
  #sum(/** @type {Seat} */ seat, /** @type {CountedCards} */ counted) {
    const cards = count("count.throws", counted.cards, { name: seat.name, n: counted.cards });
    const why = counted.reasons.map((reason) => `${reason.by} ${reason.text}`).join(", ");
    const lowest = counted.keep === "lowest" ? `, ${say("round.lowest")}` : "";
    return why ? say("colon", { head: `${cards}${lowest}`, rest: why }) : `${cards}${lowest}`;
  }

  #people(/** @type {Seat} */ seat) {
    const { mode, seats } = this.state;
    const people = seats.filter((each) => !each.away);
    if (people.length < 2) return null;
    return html`<div class="views" role="group" aria-label="${say("mode.thrower")}">${repeat(people, (each) => each.id, (each) => html`<button class="${`whom by-side-${each.side}`}" aria-pressed="${String(each.id === seat.id)}" @click=${() => this.#choose(each.id)}>
      ${sideSigil(each.side)}${each.name}${mode.kind === "opposed" && mode.claims[each.id] ? html` <small>${mode.claims[each.id].count?.cards ?? ""}</small>` : null}</button>`)}</div>`;
  }

  #choose(/** @type {string} */ seat) {
    this.#seat = seat;
    this.#fresh = null;
    if (this.state.mode.kind === "test") this.act("mode", { thrower: seat });
    this.update();
  }

  #skills(/** @type {Seat} */ seat, /** @type {Claimed | null} */ claim) {
    const noted = ranksOf(seat);
    return html`<div class="views" role="group" aria-label="${say("count.skill")}">
      ${noted.map(([skill, rank], place) => html`<button aria-pressed="${String(claim?.skill === skill)}" @click=${() => this.#claim(seat, { skill })}>${digit(place + 1)}${nameOf(skill)} <b>${rank}</b></button>`)}
      <button aria-pressed="${String(claim?.skill === "")}" @click=${() => this.#claim(seat, { skill: "" })}>${digit(noted.length + 1)}${say("count.no-skill")}</button>
      ${this.#fresh === null ? html`<button class="quiet" @click=${() => this.#ask("")}>${sigil("add")}${say("count.new-skill")}</button>` : this.#note(seat, noted)}</div>`;
  }

  /** A Skill that is not noted: its name by a tap or in words, then its rank. */
  #note(/** @type {Seat} */ seat, /** @type {any} */ noted) {
    const free = SKILLS.filter((skill) => !noted.some((/** @type {any} */ [name]) => name === skill));
    return html`<span class="fresh" role="group" aria-label="${say("count.new-skill")}">
      ${this.#fresh ? html`<b>${nameOf(this.#fresh)}</b> <rank-row .state=${{ label: say("count.rank", { skill: nameOf(this.#fresh) }) }} @rank=${(/** @type {CustomEvent} */ { detail }) => this.#keep(seat, detail.value)}></rank-row>` : html`${free.map((skill) => html`<button @click=${() => this.#ask(skill)}>${nameOf(skill)}</button>`)}
        <input maxlength="80" aria-label="${say("count.skill-name")}" placeholder="${say("count.skill-name")}" @change=${(/** @type {On} */ event) => event.target.value.trim() && this.#ask(event.target.value.trim())}>`}
      <button class="quiet" @click=${() => this.#ask(null)}>${say("announce.back")}</button></span>`;
  }

  #ask(/** @type {any} */ skill) {
    this.#fresh = skill;
    this.update();
  }

  #keep(/** @type {Seat} */ seat, /** @type {any} */ value) {
    const skill = this.#fresh;
    this.#fresh = null;
    this.act("note-stat", { seat: seat.id, stat: skill, value });
  }

  /** What helps and hinders beside the Skill: overlap with others, a distraction, advantages and losses by name. */
  #claims(/** @type {Seat} */ seat, /** @type {Claimed} */ claim) {
    const others = ranksOf(seat).filter(([skill]) => isSkill(skill) && skill !== claim.skill);
    const overlaps = claim.skill ? others : [];
    return html`<div class="views" role="group" aria-label="${say("announce.extra")}">
        ${overlaps.map(([skill]) => this.#chip(seat, claim, "extra", { overlap: skill }, say("count.overlap", { skill: nameOf(skill) })))}
        ${this.#chip(seat, claim, "extra", "distraction", say("claim.distraction"))}
        ${this.#situations(seat, claim, "extra")}</div>
      <div class="views" role="group" aria-label="${say("announce.lost")}">${this.#chip(seat, claim, "lost", "tricky", say("claim.tricky"))} ${this.#situations(seat, claim, "lost")}
        ${this.state.mode.kind === "opposed" ? html`<button class="quiet" @click=${() => this.act("claim", { seat: seat.id, out: true })}>${say("count.out")}</button>` : null}</div>`;
  }

  #chip(/** @type {Seat} */ seat, /** @type {any} */ claim, /** @type {string} */ field, /** @type {any} */ what, /** @type {any} */ words) {
    const held = claim[field].some((/** @type {any} */ each) => same(each, what));
    const kept = claim[field].filter((/** @type {any} */ each) => !same(each, what));
    return html`<button aria-pressed="${String(held)}" @click=${() => this.#claim(seat, { [field]: held ? kept : [...kept, what] })}>${words}</button>`;
  }

  /** Those that are claimed, and one more: each is a distinct one with a name of its own. */
  #situations(/** @type {Seat} */ seat, /** @type {any} */ claim, /** @type {string} */ field) {
    const named = claim[field].filter((/** @type {any} */ each) => each.situation);
    const code = field === "extra" ? "advantage" : "disadvantage";
    // The same name on both sides would be one asymmetry, given twice (D21).
    const own = this.state.mode.kind === "opposed" ? `${seat.name}: ${code}` : code;
    const next = named.some((/** @type {any} */ each) => each.situation === own) ? `${own} ${named.length + 1}` : own;
    return html`${named.map((/** @type {any} */ each) => this.#chip(seat, claim, field, each, situationOf(each.situation)))}
      <button class="quiet" @click=${() => this.#claim(seat, { [field]: [...claim[field], { situation: next }] })}>${sigil("add")}${say(`count.${field}`)}</button>`;
  }

  #claim(/** @type {Seat} */ seat, /** @type {any} */ change) {
    const { skill = "", extra = [], lost = [] } = this.#claimOf(seat) ?? {};
    const made = { skill, extra, lost, ...change };
    const own = made.extra.filter((/** @type {any} */ each) => each.overlap !== made.skill);
    this.act("claim", { seat: seat.id, ...made, extra: own });
  }
}

const same = (/** @type {any} */ one, /** @type {any} */ other) => JSON.stringify(one) === JSON.stringify(other);

customElements.define("count-panel", CountPanel);
