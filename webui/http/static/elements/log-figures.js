/*
 * <log-figures>: the session in figures, as the program gives them once somebody unfolds them: throws, what became
 * of each one's action, criticals and fumbles, luck against the exact odds (where the log has them), and how many cards are left in
 * each deck.
 *
 *   <log-figures .of=${readSession} .state=${snapshot}></log-figures>
 */

/** @import { ReadSession } from "../lib/session-log.js" */
import { TableElement } from "../lib/element.js";
import { fetched } from "../lib/fetched.js";
import { latest } from "../lib/latest.js";
import { inWords } from "../lib/plot.js";
import { sideSigil } from "../lib/sigil.js";
import { html, styled } from "../lib/view.js";
import { say } from "../lib/words.js";

const DECKS = ["players", "host"];
const FATES = ["succeeded", "outdone", "failed"];

class LogFigures extends TableElement {
  paintsAlone = true;
  /** @type {ReadSession | null} */
  #of = null;
  /** @type {Figures | null} */
  #figures = null;
  #latest = latest();

  /** Another session, or this one after something in it has changed. */
  set of(/** @type {ReadSession} */ session) {
    if (session === this.#of) return;
    this.#of = session;
    if (this.querySelector("details")?.open) this.#fetch();
    this.update();
  }

  view() {
    if (!this.#of?.entries.length) return html``;
    return html`<details class="figures" @toggle=${(/** @type {On<HTMLFormElement>} */ event) => event.target.open && this.#fetch()}><summary>${say("figures.title")}</summary>
      ${!this.#figures ? html`<p>${say("page.waking")}</p>` : this.#figures.n ? this.#table(this.#figures.people) : html`<p>${say("campaign.none")}</p>`}
      ${this.#decks()}
    </details>`;
  }

  #table(/** @type {Person[]} */ people) {
    const most = Math.max(...people.map((each) => each.n));
    return html`<div class="scroll" tabindex="0" role="region" aria-label="${say("figures.title")}"><table>
        <thead><tr><th scope="col">${say("log.who")}</th><th scope="col">${say("figures.throws")}</th>${FATES.map((fate) => html`<th scope="col">${say(`figures.${fate}`)}</th>`)}
          <th scope="col">${say("log.critical")}</th><th scope="col">${say("log.fumble")}</th><th scope="col">${say("figures.luck")}</th></tr></thead>
        <tbody>${people.map((each) => this.#row(each, most))}</tbody></table></div>
      <p class="help">${say("figures.luck.help")}</p>`;
  }

  #row(/** @type {Person} */ { name, side, n, succeeded, outdone, failed, criticals, fumbles, success_luck }, /** @type {number} */ most) {
    const counted = { throws: n, succeeded, outdone, failed, critical: criticals, fumble: fumbles };
    return html`<tr class="${`by-side-${side}`}"><th scope="row">${sideSigil(side)}${name}</th>
      ${Object.entries(counted).map(([kind, number]) => html`<td class="${`figure-${kind}`}"><i aria-hidden="true" style=${styled({ "--part": number / most })}></i>${number}</td>`)}
      <td class="figure-luck">${success_luck ? inWords(success_luck) : say("figures.no-luck")}</td></tr>`;
  }

  #decks() {
    const left = this.state?.cards_left;
    if (!left) return null;
    return html`<ul class="decks">${DECKS.filter((side) => left[side]).map((side) => html`<li class="${`by-side-${side}`}">${sideSigil(side)}
      <span>${say(`figures.deck.${side}`, left[side])}${left[side].unlisted ? html`; <a href="/decks">${say("figures.deck.unlisted", { n: left[side].unlisted })}</a>` : null}</span><meter min="0" max="${String(left[side].of)}" value="${String(left[side].left)}" aria-hidden="true"></meter></li>`)}</ul>`;
  }

  #fetch() {
    return this.#latest(fetched(`/api/figures?session=${encodeURIComponent(this.#of.session.id)}`), (figures) => {
      this.#figures = figures ?? this.#figures;
      this.update();
    });
  }
}

customElements.define("log-figures", LogFigures);
