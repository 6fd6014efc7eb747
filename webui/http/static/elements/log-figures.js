/*
 * <log-figures>: the evening in figures: throws, wins, criticals and fumbles of each character, luck against the exact
 * odds (where the log has them), and how many cards are left in each deck.
 *
 *   <log-figures .entries=${entries} .state=${snapshot}></log-figures>
 */

import { TableElement } from "../lib/element.js";
import { sideSigil } from "../lib/sigil.js";
import { html, styled } from "../lib/view.js";
import { decimal, say } from "../lib/words.js";

const DECKS = ["players", "host"];

class LogFigures extends TableElement {
  #entries = [];

  set entries(entries) {
    this.#entries = entries.filter((entry) => entry.confirmed && !entry.undone && !entry.system);
    this.update();
  }

  view() {
    const people = figuresOf(this.#entries);
    if (!people.length) return html``;
    const most = Math.max(...people.map((each) => each.throws));
    return html`<details class="figures"><summary>${say("figures.title")}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="${say("figures.title")}"><table>
        <thead><tr><th scope="col">${say("log.who")}</th><th scope="col">${say("figures.throws")}</th><th scope="col">${say("figures.won")}</th>
          <th scope="col">${say("log.critical")}</th><th scope="col">${say("log.fumble")}</th><th scope="col">${say("figures.luck")}</th></tr></thead>
        <tbody>${people.map((each) => this.#row(each, most))}</tbody></table></div>
      ${this.#decks()}
      <p class="help">${say("figures.luck.help")}</p>
    </details>`;
  }

  #row(each, most) {
    return html`<tr class="${`by-side-${each.side}`}"><th scope="row">${sideSigil(each.side)}${each.name}</th>
      ${["throws", "won", "critical", "fumble"].map((kind) => html`<td class="${`figure-${kind}`}"><i aria-hidden="true" style=${styled({ "--part": each[kind] / most })}></i>${each[kind]}</td>`)}
      <td>${each.expected === null ? say("figures.no-luck") : signed(each.won - each.expected)}</td></tr>`;
  }

  #decks() {
    const left = this.state?.cards_left;
    if (!left) return null;
    return html`<ul class="decks">${DECKS.filter((side) => left[side]).map((side) => html`<li class="${`by-side-${side}`}">${sideSigil(side)}
      <span>${say(`figures.deck.${side}`, left[side])}</span><meter min="0" max="${String(left[side].of)}" value="${String(left[side].left)}" aria-hidden="true"></meter></li>`)}</ul>`;
  }
}

/** One line for each name: what it threw, won, and by the exact odds should have won (null where no odds were kept). */
function figuresOf(entries) {
  const people = new Map();
  for (const entry of entries) for (const seat of entry.seats) if (seat.cards.length) add(people, entry, seat);
  return [...people.values()].sort((a, b) => b.throws - a.throws);
}

function add(people, /** @type {Entry} */ entry, /** @type {EntrySeat} */ seat) {
  const each = people.get(seat.name) ?? { name: seat.name, side: seat.side, throws: 0, won: 0, critical: 0, fumble: 0, expected: null };
  const marked = (kind) => Number(entry.verdict.marks.some((mark) => mark.kind === kind && mark.seat === seat.id));
  each.throws += 1;
  each.won += Number(hasWon(entry.verdict, seat));
  each.critical += marked("critical");
  each.fumble += marked("fumble");
  if (entry.odds?.[seat.id]) each.expected = (each.expected ?? 0) + entry.odds[seat.id].win;
  people.set(seat.name, each);
}

function hasWon({ tone, result }, seat) {
  if (tone === "win") return result?.winner === seat.id;
  return tone === "success" || tone === seat.side;
}

const signed = (number) => `${number < 0 ? "−" : "+"}${decimal(Math.abs(number))}`;

customElements.define("log-figures", LogFigures);
