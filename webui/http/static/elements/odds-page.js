/* <odds-page>: exact chances to look up, of a fresh deck or of tonight's: so many cards against so many, or against an Intensity. */

import { TableElement } from "../lib/element.js";
import { fetched } from "../lib/fetched.js";
import { latest } from "../lib/latest.js";
import { table } from "../lib/stream.js";
import { html, styled } from "../lib/view.js";
import { count, exact, percent, say } from "../lib/words.js";
import "./notice-line.js";
import "./top-bar.js";

const MOST = 5;
const COUNTS = Array.from({ length: MOST }, (_, index) => index + 1);
/** @type {Record<string, string>} */
const KINDS = { win: "odds.win-short", critical: "mark.critical", tie: "odds.tie", lose: "odds.lose", fumble: "mark.fumble" };

const INTENSITIES = Array.from({ length: 11 }, (_, index) => index);

const TABLES = ["/api/odds?table=1", "/api/odds?table=1&replace=1&reroll_ties=1", "/api/odds?table=1&intensity"];

/** The chance to win in a table of odds that has a row for each number of cards against each other, or each Intensity; null where a deck has too few cards left. */
const chanceIn = (/** @type {Json} */ rows, /** @type {any} */ throws, /** @type {any} */ versus, by = "against") => rows.find((/** @type {Json} */ row) => row.throws === throws && row[by] === versus)?.win ?? null;

const inCards = (/** @type {number} */ n) => count("cards", n);

class OddsPage extends TableElement {
  paintsAlone = true;
  #asked = { throws: 2, against: 1, intensity: /** @type {number | null} */ (null) };
  /** @type {Json} */
  #odds = null;
  #latest = latest();
  /** @type {Json} */
  #grid = null;
  #latestGrid = latest();
  /** Whether the odds are of what is left of tonight's two decks, not of a fresh one. */
  #tonight = false;
  /** The table's two decks, for the Host alone. @type {Deck[] | null} */
  #decks = null;
  #latestDecks = latest();
  #seen = "";

  connectedCallback() {
    super.connectedCallback();
    this.#askAll();
    table.addEventListener("state", () => this.#follow(table.state));
  }

  view() {
    const { throws, against, intensity } = this.#asked;
    return html`<top-bar></top-bar>
      <main class="page odds-page">
        <h1>${say("page.odds")}</h1>
        ${this.#decks ? this.#whichDeck() : null}
        <div class="ask">
          ${this.#stepper("odds.throws", throws, 1, 9, (value) => this.#ask({ throws: value }))}
          <div class="views" role="group" aria-label="${say("odds.versus")}">
            <button aria-pressed="${String(intensity === null)}" @click=${() => this.#ask({ intensity: /** @type {number | null} */ (null) })}>${say("odds.foe")}</button>
            <button aria-pressed="${String(intensity !== null)}" @click=${() => this.#ask({ intensity: intensity ?? 4 })}>${say("mode.intensity")}</button></div>
          ${intensity === null ? this.#stepper("odds.against", against, 1, 9, (value) => this.#ask({ against: value })) : this.#stepper("mode.intensity", intensity, 0, 10, (value) => this.#ask({ intensity: value }))}
        </div>
        <div class="answer" aria-live="polite">${this.#odds ? this.#answer() : html`<p>${say("odds.none")}</p>`}</div>
        ${this.#grid ? this.#tables() : null}
      </main>
      <notice-line></notice-line>`;
  }

  /** A fresh deck or tonight's: that one with what is left of it, or with the reason why it cannot be had. */
  #whichDeck() {
    const unknown = this.#decks.find((deck) => !deck.counted);
    return html`<div class="which-deck"><div class="views" role="group" aria-label="${say("odds.deck")}">
        <button aria-pressed="${String(!this.#tonight)}" @click=${() => this.#use(false)}>${say("odds.deck.fresh")}</button>
        <button aria-pressed="${String(this.#tonight)}" aria-describedby="tonights-deck" ?disabled=${Boolean(unknown)} @click=${() => this.#use(true)}>${say("odds.deck.tonight")}</button></div>
      <p id="tonights-deck" class="help">${unknown ? html`${say(`odds.no-list.${unknown.deck}`)} <a href="/decks">${say("decks.count")}</a>` : this.#left()}</p></div>`;
  }

  /** How many cards are left, and what is wrong with the lists. */
  #left() {
    const { cards_left: left, odds_doubt: doubt } = this.state;
    return html`${this.#decks.map(({ deck }) => html`<span>${say(`figures.deck.${deck}`, left[deck])}</span> `)}${doubt ? html`<a href="/decks">${doubt}</a>` : null}`;
  }

  #use(/** @type {boolean} */ tonight) {
    if (tonight === this.#tonight) return;
    this.#tonight = tonight;
    this.#askAll();
  }

  #stepper(/** @type {string} */ key, /** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high, /** @type {(value: any) => void} */ use) {
    return html`<div class="stepper" role="group" aria-label="${say(key)}"><span>${say(key)}</span>
      <button ?disabled=${value <= low} aria-label="${say("odds.fewer")}" @click=${() => use(value - 1)}>−</button><output>${value}</output>
      <button ?disabled=${value >= high} aria-label="${say("odds.more")}" @click=${() => use(value + 1)}>+</button></div>`;
  }

  /** A bar for all that can happen, and what cannot in one line. */
  #answer() {
    const kinds = Object.keys(KINDS).filter((kind) => kind in this.#odds);
    const never = kinds.filter((kind) => !this.#odds[kind]).map((kind) => say(KINDS[kind]));
    return html`${kinds.filter((kind) => this.#odds[kind]).map((kind) => this.#bar(kind, this.#odds[kind]))}
      ${never.length ? html`<p class="help">${say("odds.never", { kinds: never.join(", ") })}</p>` : null}`;
  }

  /** In whole percents, as in the tables below; less than one of them by its first digit. */
  #bar(/** @type {string} */ kind, /** @type {number} */ part) {
    return html`<p class="${`chance chance-${kind}`}"><span>${say(KINDS[kind])}</span><i aria-hidden="true" style=${styled({ "--part": part })}></i><b>${part < 0.01 ? exact(part) : percent(part)}</b></p>`;
  }

  #tables() {
    const { foes, again, tests } = this.#grid;
    return html`${this.#table("odds.table.foe", say("odds.you"), COUNTS.map(inCards), COUNTS.map(inCards), (/** @type {number} */ row, /** @type {number} */ column) => chanceIn(foes, COUNTS[row], COUNTS[column]))}
      ${again && !this.#tonight ? html`<p class="help">${say("odds.again")} ${COUNTS.map((n) => percent(chanceIn(again, n, 1))).join(" · ")}</p>` : null}
      ${tests ? this.#table("odds.table.intensity", say("mode.intensity"), INTENSITIES.map(String), COUNTS.map(inCards), (/** @type {number} */ row, /** @type {number} */ column) => chanceIn(tests, COUNTS[column], INTENSITIES[row], "intensity")) : null}
      <p class="help">${say(this.#tonight ? "odds.exact.tonight" : "odds.exact")}</p>`;
  }

  /** A chance for each row and column, by their places; what a row is stands in the corner. */
  #table(/** @type {string} */ key, /** @type {string} */ corner, /** @type {string[]} */ rows, /** @type {string[]} */ columns, /** @type {any} */ chance) {
    const title = say(key);
    return html`<h2>${title}</h2><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>
        <thead><tr><th scope="col">${corner}</th>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${rows.map((name, row) => html`<tr><th scope="row">${name}</th>${columns.map((_, column) => this.#cell(chance(row, column)))}</tr>`)}</tbody></table></div>`;
  }

  #cell(/** @type {number | null} */ win) {
    return html`<td style=${styled({ "--part": win ?? 0 })}>${win === null ? "–" : percent(win)}</td>`;
  }

  /** Asks for the decks again when cards were thrown, a pile was shuffled or a list was changed. */
  #follow(/** @type {Snapshot} */ state) {
    this.state = state;
    const seen = JSON.stringify([state.role, state.act, state.log.count, state.cards_left]);
    if (seen === this.#seen) return null;
    this.#seen = seen;
    return this.#latestDecks(state.role === "host" ? fetched("/api/decks") : null, (found) => this.#take(found?.decks ?? null));
  }

  #take(/** @type {Deck[] | null} */ decks) {
    this.#decks = decks;
    const was = this.#tonight;
    this.#tonight = was && Boolean(decks?.every((deck) => deck.counted));
    if (was) this.#askAll();
    this.update();
  }

  #askAll() {
    this.#ask({});
    this.#latestGrid(Promise.all(TABLES.map((address) => fetched(address + this.#whose))), ([foes, again, tests]) => {
      this.#grid = foes && { foes: foes.table, again: again?.table, tests: tests?.table };
      this.update();
    });
  }

  get #whose() {
    return this.#tonight ? "&tonight=1" : "";
  }

  #ask(/** @type {Json} */ change) {
    this.#asked = { ...this.#asked, ...change };
    const { throws, against, intensity } = this.#asked;
    const versus = intensity === null ? `against=${against}` : `intensity=${intensity}`;
    this.update();
    return this.#latest(fetched(`/api/odds?throws=${throws}&${versus}${this.#whose}`), (odds) => {
      this.#odds = odds;
      this.update();
    });
  }
}

customElements.define("odds-page", OddsPage);
