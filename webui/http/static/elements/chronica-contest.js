/* <chronica-contest>: sides and their pools, thrown or typed in, compared; success and concession dice; luck pushed. */

import { undoButton } from "../lib/undo-button.js";
import { filled, html, repeat, styled } from "../lib/view.js";
import { asAsset } from "./chronica-pool.js";
import { tokens } from "../lib/numbers.js";
import { sigil } from "../lib/sigil.js";
import { SystemPart } from "../lib/system-part.js";
import { taps } from "../lib/taps.js";
import { exact, say } from "../lib/words.js";
import "./chronica-pool.js";
import "./die-faces.js";
import "./chronica-spend.js";
import "./verdict-panel.js";

const PUSHED = "6 6 6 6 6";
const USUAL_DICE = 3;
/** @type {[string, string][]} */
const MISSING = ["0", "1", "2", "3"].map((number) => [number, number]);

class ChronicaContest extends SystemPart {
  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("pool-changed", ({ detail }) => this.#pools((/** @type {Json} */ pool) => (pool.id === detail.id ? { ...pool, assets: detail.assets } : pool)));
    this.addEventListener("pool-gone", ({ detail }) => this.#pools((/** @type {Json} */ pool) => (pool.id === detail.id ? null : pool)));
  }

  /** @returns {any} */
  get #drafted() {
    return this.desk.sides ?? [];
  }

  view() {
    const sides = this.#drafted;
    const last = this.recorded("contest");
    const ready = sides.length > 1 && sides.every((/** @type {Json} */ side) => side.pools.length && side.pools.every((/** @type {Json} */ pool) => this.#sizes(pool).length || this.#typed(pool)));
    return last ? this.#thrown(sides, last) : this.#gather(sides, ready);
  }

  #gather(/** @type {Json[]} */ sides, /** @type {string} */ ready) {
    return html`<section class="opponents">${sides.length ? null : html`<article class="waiting framed"><p class="calm">${say("chronica.waiting")}</p><p class="line">${say("chronica.waiting.line")}</p></article>`}
        ${this.#opponents(sides)}${ready ? this.#odds(sides) : null}</section>
      <div class="deeds"><button class="primary big" data-space ?disabled=${!ready} @click=${() => this.once("throw", () => this.#throw(sides))}>${sigil("confirm")}${say(this.#haveFallen(sides) ? "chronica.compare" : "chronica.throw")}<kbd>${say("act.space")}</kbd></button>
        ${undoButton(this)}</div>`;
  }

  #opponents(/** @type {Json[]} */ sides) {
    return html`${repeat(sides, (side) => side.id, (side) => this.#side(side))}
      <form class="typed framed" @submit=${(/** @type {On} */ event) => this.#addSide(event)}><label>${say("chronica.side")} <input type="text" autocomplete="off" maxlength="60"></label><button>${say("chronica.add-side")}</button></form>`;
  }

  /** What came of it, what it buys, and on to the next; the sides themselves can wait. */
  #thrown(/** @type {Json[]} */ sides, /** @type {Json} */ last) {
    return html`<section class="verdict-side">${this.#result(last)}
        <details class="framed"><summary>${say("chronica.sides")}</summary><div class="opponents">${this.#opponents(sides)}</div></details></section>
      <div class="deeds"><button class="${this.#isSettled(last.result) ? "primary big" : ""}" ?data-space=${this.#isSettled(last.result)} @click=${() => this.#prepareNext()}>${say("chronica.anew")}${this.#isSettled(last.result) ? html`<kbd>${say("act.space")}</kbd>` : null}</button>
        ${undoButton(this)}</div>`;
  }

  /** Whether the winner has spent what was won: the next contest is what comes next. */
  #isSettled(/** @type {Json} */ { winner }) {
    return Boolean(winner) && this.desk.spent?.[winner] === "done";
  }

  /** The same sides, before another throw. */
  #prepareNext() {
    this.keep({ judged: { ...this.desk.judged, contest: null } });
  }

  #side(/** @type {Json} */ side) {
    return html`<div class="side framed"><h2>${side.id} <button class="quiet" aria-label="${say("system.remove", { name: side.id })}" @click=${() => this.#sides((/** @type {Json} */ each) => (each.id === side.id ? null : each))}>×</button></h2>
      ${repeat(side.pools, (pool) => pool.id, (pool) => html`<div class="pool"><chronica-pool .state=${this.state} .side=${side.id} .pool=${pool}></chronica-pool>
        <label>${say("chronica.fell")} <input type="text" autocomplete="off" placeholder="${say("chronica.program")}" .value=${filled(this.desk.typed?.[pool.id] ?? "")} @change=${(/** @type {On} */ event) => this.keep({ typed: { ...this.desk.typed, [pool.id]: event.target.value } })}></label>${this.#faces(pool)}${this.#assists(pool)}${this.#grow(pool)}</div>`)}
      <details><summary>${say("chronica.add-pool")}</summary><form class="typed" @submit=${(/** @type {On} */ event) => this.#addPool(event, side)}><label>${say("chronica.character")} <input type="text" autocomplete="off" maxlength="60"></label><button>${say("system.add")}</button></form></details></div>`;
  }

  /** Who assists takes no penalty dice (C1). */
  #assists(/** @type {Json} */ pool) {
    const toggle = (/** @type {On} */ event) => this.#pools((/** @type {Json} */ each) => (each.id === pool.id ? { ...each, assists: event.target.checked } : each));
    return html`<label class="tick"><input type="checkbox" .checked=${filled(Boolean(pool.assists))} @change=${toggle}> ${say("chronica.assists")}</label>`;
  }

  /** Where a contest is for a condition die, or to be rid of a penalty, up to three dice become as large (C6). */
  #grow(/** @type {Json} */ pool) {
    const { size, missing, taken } = this.#grown(pool);
    const set = (/** @type {Json} */ change) => this.keep({ grown: { ...this.desk.grown, [pool.id]: { size, missing, taken, ...change } } });
    const answer = this.judged(this.#opposition(pool));
    const said = html`<p class="${answer?.error ? "fault" : "grown"}" aria-live="polite">${answer?.error ?? answer?.verdict?.result.say ?? ""}</p>`;
    return html`<details><summary>${say("chronica.grow")}</summary><p class="help">${say("chronica.grow.help")}</p>
        <div class="ways"><label>${say("chronica.grow.size")} <input type="number" min="1" max="1000" .value=${filled(String(size))} @change=${(/** @type {On} */ event) => set({ size: Number(event.target.value) })}></label>
          <span>${say("chronica.grow.missing")} ${taps(`missing:${pool.id}`, say("chronica.grow.missing"), MISSING, String(missing), (chosen) => set({ missing: Number(chosen) }))}</span>
          <button @click=${() => set({ taken: !taken })}>${say(taken ? "chronica.grow.back" : "chronica.grow.take")}</button></div>${taken ? null : said}</details>
      ${taken ? said : null}`;
  }

  /** What was tapped for an opposition; by default what it has fewer than three dice is missing. */
  #grown(/** @type {Json} */ pool) {
    const usual = Math.max(USUAL_DICE - this.#own(pool).length, 0);
    return { size: 6, missing: usual, taken: false, ...this.desk.grown?.[pool.id] };
  }

  #opposition(/** @type {Json} */ pool) {
    const { size, missing } = this.#grown(pool);
    return { kind: "opposition", opposition: this.#own(pool), size, missing };
  }

  #result(/** @type {any} */ { document, result }) {
    const verdict = this.judged(document)?.verdict;
    if (!verdict) return null;
    const shown = { ...this.state, phase: "verdict", paused: false, question: /** @type {Question | null} */ (null), verdict: { ...verdict, line: verdict.result.say, tone: result.outcome === "tie" ? "tie" : "success", corrected: false } };
    return html`<verdict-panel class="framed" .state=${shown}></verdict-panel>
      <div class="compared framed">${document.sides.flatMap((/** @type {Json} */ side) => side.pools.map((/** @type {Json} */ pool) => this.#compared(side, pool, result)))}
        ${(result.thrown ?? []).some((/** @type {Json} */ each) => each.by === "hand") ? html`<p class="help">${say("chronica.by-hand")}</p>` : null}</div>
      ${result.outcome === "tie" ? this.#push(document) : html`<chronica-spend class="framed" .state=${this.state} .contest=${{ document, result }}></chronica-spend>`}`;
  }

  /** A pool's dice, the highest first: those that were discarded, those that may be spent, the rest. */
  #compared(/** @type {Json} */ side, /** @type {Json} */ pool, /** @type {Json} */ result) {
    const gone = result.discarded.filter((/** @type {Json} */ die) => die.pool === pool.id).map((/** @type {Json} */ die) => die.value);
    const spendable = result.spendable.filter((/** @type {Json} */ die) => die.pool === pool.id).map((/** @type {Json} */ die) => ({ value: die.value, kind: die.against ? "concession" : "success" }));
    const pushed = side.added?.id === pool.id ? side.added.dice : [];
    const dice = [...pool.dice, ...pushed].map((die) => (typeof die === "number" ? { value: die } : die)).sort((a, b) => b.value - a.value);
    return html`<p class="row-of-dice"><b>${pool.id === side.id ? pool.id : `${side.id}: ${pool.id}`}</b> ${dice.map((die) => this.#die(die, gone, spendable))}</p>`;
  }

  #die(/** @type {any} */ die, /** @type {Json} */ gone, /** @type {Json} */ spendable) {
    const place = gone.indexOf(die.value);
    const spent = spendable.findIndex((/** @type {Json} */ each) => each.value === die.value);
    let kind = spent < 0 ? "plain" : spendable[spent].kind;
    if (place >= 0) {
      kind = "discarded";
      gone.splice(place, 1);
    } else if (spent >= 0) spendable.splice(spent, 1);
    return html`<span class="${`die die-${kind}`}" title="${say(`chronica.die.${kind}`)}">${die.value}<span class="unseen"> ${say(`chronica.die.${kind}`)}</span></span>`;
  }

  #push(/** @type {Json} */ document) {
    return html`<form class="typed framed push" @submit=${(/** @type {On} */ event) => this.#pushed(event, document)}><p>${say("chronica.push.help")}</p>
      ${document.sides.map((/** @type {Json} */ side) => html`<label>${say("chronica.push.dice", { side: side.id })} <input name="${side.id}" type="text" autocomplete="off" value="${PUSHED}"></label>`)}
      <button class="primary" data-space>${say("chronica.push")}<kbd>${say("act.space")}</kbd></button></form>`;
  }

  #pushed(/** @type {On} */ event, /** @type {Json} */ { sides }) {
    event.preventDefault();
    const fields = [...event.target.querySelectorAll("input")];
    const again = sides.map((/** @type {Json} */ side, /** @type {number} */ place) => ({
      id: side.id,
      pools: side.pools.map((/** @type {Json} */ pool) => ({ id: pool.id, ...this.#dice(pool.id, pool.dice.map((/** @type {Json} */ die) => die.size ?? die.value)) })),
      added: { id: side.pools[0].id, roll: tokens(fields[place].value).map(Number) },
    }));
    this.record({ kind: "push", sides: again }, "contest", { typed: {} });
  }

  #odds(/** @type {Json[]} */ sides) {
    const asked = sides.map((side) => side.pools.map((/** @type {Json} */ pool) => this.#sizes(pool)));
    if (asked.flat().some((sizes) => !sizes.length)) return null;
    const odds = this.judged({ kind: "odds", sides: asked })?.verdict?.result;
    if (!odds) return null;
    const error = (/** @type {number} */ part) => (odds.exact ? "" : ` ± ${exact(part)}`);
    return html`<div class="framed chances"><h3>${say("chronica.odds")}</h3>${sides.map((side, place) => this.#bar(side.id, odds.win[place], error(odds.standard_error?.win[place])))}
      ${this.#bar(say("odds.tie"), odds.tie, error(odds.standard_error?.tie))}
      <p class="help">${odds.exact ? say("chronica.exact") : say("chronica.sampled", { n: odds.samples })}</p></div>`;
  }

  #bar(/** @type {string} */ name, /** @type {number} */ part, /** @type {string} */ error) {
    return html`<p class="chance"><span>${name}</span><i aria-hidden="true" style=${styled({ "--part": part })}></i><b>${exact(part)}${error}</b></p>`;
  }

  /** The dice that a pool throws: its own, or what the opposition has put in their place. */
  #sizes(/** @type {Json} */ pool) {
    if (!this.#grown(pool).taken) return this.#own(pool);
    return this.judged(this.#opposition(pool))?.verdict?.result.dice ?? [];
  }

  #own(/** @type {Json} */ pool) {
    if (!pool.assets.length) return [];
    return this.judged({ kind: "pool", assets: pool.assets.map(asAsset) })?.verdict?.result.dice.map((/** @type {Json} */ die) => die.size) ?? [];
  }

  #typed(/** @type {Json} */ pool) {
    return this.desk.typed?.[pool.id]?.trim();
  }

  /** Whether nothing is left to be thrown. */
  #haveFallen(/** @type {Json[]} */ sides) {
    return sides.length > 0 && sides.every((side) => side.pools.every((/** @type {Json} */ pool) => this.#typed(pool)));
  }

  /** The die that is entered next, face by face, until all have fallen. */
  #faces(/** @type {Json} */ pool) {
    const fell = this.#typed(pool) ?? "";
    const size = this.#sizes(pool)[tokens(fell).length] ?? 0;
    return html`<die-faces .size=${size} @fell=${(/** @type {CustomEvent} */ { detail }) => this.keep({ typed: { ...this.desk.typed, [pool.id]: `${fell} ${detail.value}`.trim() } })}></die-faces>`;
  }

  /** The dice of a pool: as they were typed, "7*" for a stand-in, else the program throws them. */
  #dice(/** @type {string} */ id, /** @type {number[]} */ sizes) {
    const typed = this.desk.typed?.[id]?.trim();
    if (!typed) return { roll: sizes };
    return { dice: tokens(typed).map((/** @type {string} */ token, /** @type {number} */ place) => ({ value: Number(token.replace("*", "")) || token, ...(sizes[place] ? { size: sizes[place] } : {}), ...(token.endsWith("*") ? { stand_in: true } : {}) })) };
  }

  /** Temporary dice that are thrown lose a use; what is left stays on the desk. */
  async #throw(/** @type {Json[]} */ sides) {
    const document = { kind: "contest", sides: sides.map((side) => ({ id: side.id, pools: side.pools.map((/** @type {Json} */ pool) => ({ id: pool.id, ...this.#dice(pool.id, this.#sizes(pool)) })) })) };
    const thrown = sides.flatMap((side) => side.pools.flatMap((/** @type {Json} */ pool) => pool.assets.filter((/** @type {Json} */ asset) => asset.held).map((/** @type {Json} */ asset) => asset.name)));
    const holds = this.desk.holds ?? [];
    const steps = holds.filter((/** @type {Json} */ die) => thrown.includes(die.name)).map((/** @type {Json} */ die) => ({ do: "use", name: die.name }));
    const left = steps.length ? await this.asked({ kind: "ledger", holds, steps }) : null;
    if (left?.error) return this.notice(left.error);
    await this.record(document, "contest", { typed: {}, spent: {}, holds: left ? left.verdict.result.holds : holds });
  }

  #addSide(/** @type {On} */ event) {
    const id = takeText(event);
    const sides = this.#drafted;
    if (id && !sides.some((/** @type {Json} */ side) => side.id === id)) this.keep({ sides: [...sides, { id, pools: [{ id, assets: [] }] }] });
  }

  #addPool(/** @type {On} */ event, /** @type {Json} */ side) {
    const id = takeText(event);
    const taken = this.#drafted.flatMap((/** @type {Json} */ each) => each.pools.map((/** @type {Json} */ pool) => pool.id));
    if (id && !taken.includes(id)) this.#sides((/** @type {Json} */ each) => (each.id === side.id ? { ...each, pools: [...each.pools, { id, assets: [] }] } : each));
  }

  #sides(/** @type {Json} */ change) {
    this.keep({ sides: this.#drafted.map(change).filter(Boolean) });
  }

  #pools(/** @type {Json} */ change) {
    this.#sides((/** @type {Json} */ side) => ({ ...side, pools: side.pools.map(change).filter(Boolean) }));
  }
}

function takeText(/** @type {On} */ event) {
  event.preventDefault();
  const input = event.target.querySelector("input");
  const text = input.value.trim();
  input.value = "";
  return text;
}

customElements.define("chronica-contest", ChronicaContest);
