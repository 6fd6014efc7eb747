/* <phone-seat>: my seat: how many cards I throw and why, what I announced, what lies before me and what it is worth. */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { isComplete, isResolved, seatById, thrown } from "../lib/seats.js";
import { sideSigil } from "../lib/sigil.js";
import { unbroken } from "../lib/verdict.js";
import { html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";

/** @extends {TableElement<{ table: Snapshot, seat: Seat }>} */
class PhoneSeat extends TableElement {
  view() {
    const { seat } = this.state;
    const { round } = this.state.table;
    // Damage has a count of its own, without reasons.
    const counted = round?.damage_to ? undefined : round?.cards?.[seat.id];
    return html`<section class="${`mine by-side-${seat.side}`}">
      <h2>${sideSigil(seat.side)}<span>${seat.name}</span></h2>
      ${this.#held()}
      ${this.#announced()}
      ${this.#fate() ?? html`<p class="throws">${this.#throws(counted)}</p>`}
      ${this.#lies()}
      ${counted && this.#throwing() && !seat.counts ? this.#reasons(counted) : null}
      ${seat.cards.length ? html`<ul class="my-cards">${repeat(seat.cards, (card) => card.key, (card) => this.#card(card))}</ul>` : null}
    </section>`;
  }

  #throwing() {
    return Boolean(this.state.seat.awaited);
  }

  /** What a fight did to me, as long as it holds. */
  #held() {
    const { table, seat } = this.state;
    const held = (table.round?.conditions[seat.id] ?? seat.conditions ?? []).map((each) => say(`condition.${each}`));
    const lost = seat.lost_toughness ? [say("condition.lost", { n: seat.lost_toughness })] : [];
    return held.length + lost.length ? html`<p class="held">${[...held, ...lost].join(" · ")}</p>` : null;
  }

  #announced() {
    const { table, seat } = this.state;
    const said = table.round?.announced?.[seat.id];
    if (said) return html`<p class="announced-mine">${said.text}</p>`;
    const { speaker } = table.round ?? {};
    if (!speaker) return null;
    const words = speaker === seat.id ? say("phone.your-turn") : say("screen.announces", { name: seatById(table, speaker)?.name ?? "" });
    return html`<p class="${speaker === seat.id ? "announced-mine turn" : "announced-mine"}">${words}</p>`;
  }

  /** What became of it in the round that is judged, once its cards are gone. */
  #fate() {
    const { table, seat } = this.state;
    if (!isResolved(table.round) || seat.counts || seat.awaited) return null;
    const entries = table.log.last.filter((entry) => !entry.undone && entry.round === table.round.number);
    const line = entries.flatMap((entry) => entry.verdict.board ?? []).findLast((each) => each.seat === seat.id);
    return line?.text ? html`<p class="${`fate fate-${line.fate}`}">${line.critical ? html`<strong class="mark-critical">${say("mark.critical")}</strong> ` : null}${unbroken(line.text)}</p>` : null;
  }

  /** What my throw is worth, or how many cards it is to have. */
  #throws(/** @type {CountedCards | undefined} */ counted) {
    const { seat } = this.state;
    if (seat.counts) return html`<strong class="numeral">${seat.counts.value}</strong>`;
    if (!seat.awaited) return thrown(seat) ? count("cards", thrown(seat)) : say("seat.none");
    return html`<strong>${count("phone.throw", seat.awaited)}</strong>${counted?.keep === "lowest" ? html` <span>${say("round.lowest")}</span>` : null}`;
  }

  #lies() {
    const { seat } = this.state;
    if (seat.counts || !seat.awaited) return null;
    return html`<p class="lies">${isComplete(seat) ? say("seat.ready") : count("phone.lie", thrown(seat))}</p>`;
  }

  #reasons(/** @type {CountedCards} */ { reasons }) {
    return html`<ul class="reasons"><li><b>1</b> <span>${say("round.everybody")}</span></li>${reasons.map((reason) => html`<li><b>${reason.by}</b> <span>${reason.text}</span></li>`)}</ul>`;
  }

  #card(/** @type {ShownCard} */ card) {
    const counts = this.state.seat.counts?.card === card.card && card.card;
    const name = card.name || say(card.face === "down" ? "card.down" : "card.unread");
    return html`<li class="${counts ? "counts" : ""}"><img class="${`face ${card.reversed ? "reversed" : ""}`}" src="${face(card.card)}" alt=""><span>${name}</span></li>`;
  }
}

customElements.define("phone-seat", PhoneSeat);
