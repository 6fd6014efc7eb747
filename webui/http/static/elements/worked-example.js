/*
 * <worked-example>: the source's own example, played on the page itself: what happens, and which button comes next, which
 * has a ring and comes into sight by itself. The desk as it was comes back afterwards. Nothing of it goes
 * into the log.
 */

import { EXAMPLES } from "../lib/examples.js";
import { numbers } from "../lib/numbers.js";
import { SystemPart } from "../lib/system-part.js";
import { taskIn } from "../lib/tasks.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

const ROUNDS = Array.from({ length: 10 }, (_, index) => index + 1);

class WorkedExample extends SystemPart {
  /** The words of the button that comes next. */
  #nextLabel = "";
  /** The step whose button is kept in sight, until a hand or a key does something else. */
  #step = "";
  #isFree = false;
  /** Other parts paint when they please, and some wait for an answer first. */
  #painted = new MutationObserver(() => this.#ring());
  #resized = new ResizeObserver(() => this.#ring());

  connectedCallback() {
    super.connectedCallback();
    addEventListener("hashchange", () => this.update(), { signal: this.stay });
    this.#painted.observe(this.closest("main"), { childList: true, subtree: true, characterData: true, attributeFilter: ["hidden", "disabled"] });
    this.#resized.observe(this.closest("main"));
    for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) addEventListener(type, () => (this.#isFree = true), { signal: this.stay, passive: true, capture: true });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#painted.disconnect();
    this.#resized.disconnect();
  }

  view() {
    const examples = EXAMPLES[this.system] ?? [];
    this.#nextLabel = "";
    const running = examples.find((/** @type {Json} */ { name }) => name === this.desk.example?.name);
    const begun = Object.keys(this.desk).length > 0;
    const hasStories = !begun && examples.some((/** @type {Json} */ { desk }) => desk.typed || desk.fighters);
    this.toggleAttribute("data-waits", !running && (begun || hasStories));
    if (running) return this.#guide(running);
    return hasStories ? this.#stories(examples) : this.#offer(examples);
  }

  /** Before anything lies on the desk there is room for the examples' stories and what was thrown in them. */
  #stories(/** @type {Json} */ examples) {
    return html`<section class="examples"><p class="offer">${say("example.offer")}</p>
      <ul>${examples.map((/** @type {Json} */ each) => html`<li class="framed"><p>${say(`example.${each.name}.1`)}</p>
        ${each.desk.fighters ? this.#track(each.desk.fighters) : this.#dice(each.desk.typed)}
        ${this.#beginner(each)}</li>`)}</ul></section>`;
  }

  #track(/** @type {Json} */ fighters) {
    return html`<table class="track" aria-hidden="true"><tbody>${fighters.map((/** @type {Json} */ { id, side, fell }) => html`<tr class="${`by-side-${side === "good" ? "players" : "host"}`}"><th>${id}</th>
      ${ROUNDS.map((round) => html`<td class="phase">${numbers(fell).includes(round) ? html`<span>${round}</span>` : null}</td>`)}</tr>`)}</tbody></table>`;
  }

  #dice(/** @type {Record<string, string>} */ typed) {
    return html`<div class="compared" aria-hidden="true">${Object.entries(typed).map(([who, fell]) => html`<p class="row-of-dice"><b>${who}</b> ${numbers(fell).map((/** @type {string | number} */ die) => html`<span class="die">${die}</span>`)}</p>`)}</div>`;
  }

  #beginner(/** @type {any} */ example) {
    return html`<button @click=${() => this.#begin(example)}>${say(`example.${example.name}`)}</button>`;
  }

  #offer(/** @type {Json[]} */ examples) {
    return html`<p class="offer"><span>${say("example.offer")}</span> ${examples.map((each) => this.#beginner(each))}</p>`;
  }

  #begin(/** @type {any} */ { name, desk }) {
    this.lay({ ...desk, example: { name, before: this.desk } });
  }

  /** What was done last decides what comes next, so that undo leads back. */
  #guide(/** @type {Json} */ { name, steps }) {
    const place = 1 + steps.findLastIndex((/** @type {Json} */ { done }) => done(this.desk));
    const step = steps[place];
    this.#nextLabel = step ? this.#button(step) : "";
    return html`<aside class="guide framed" aria-live="polite"><small>${step ? say("example.step", { n: place + 1, of: steps.length }) : say("colon", { head: say("example.mark"), rest: say(`example.${name}`) })} · ${say("example.beside")}</small>
      <p>${say(`example.${name}.${step ? place + 1 : "end"}`)} ${step ? html`<b>${say("example.tap", { button: this.#button(step) })}</b>` : null}</p>
      <button class="${step ? "quiet" : ""}" @click=${() => this.lay(this.desk.example.before)}>${say(step ? "example.leave" : "example.over")}</button></aside>`;
  }

  /** Marks the button that comes next, and keeps it in sight while the page still grows. */
  #ring() {
    const next = this.#nextLabel ? this.#next() : null;
    for (const marked of document.querySelectorAll("[data-next]")) if (marked !== next) marked.removeAttribute("data-next");
    if (!next) return;
    next.setAttribute("data-next", "");
    const step = this.querySelector("small")?.textContent + this.#nextLabel;
    if (step !== this.#step) this.#isFree = false;
    this.#step = step;
    if (!this.#isFree) next.scrollIntoView({ block: "nearest" });
  }

  /** The first button in sight that bears the words, rather one that can be tapped. */
  #next() {
    /** @type {NodeListOf<HTMLElement>} */
    const pressable = this.closest("main").querySelectorAll(":is(button, a):not(log-strip *, worked-example *)");
    const bearing = [...pressable].filter((each) => each.checkVisibility() && each.textContent.includes(this.#nextLabel));
    return bearing.find((each) => !each.matches(":disabled")) ?? bearing[0] ?? null;
  }

  #button(/** @type {Json} */ { task, tap }) {
    return task === taskIn(this.closest("system-page")) ? tap() : say(`task.${this.system}.${task}`);
  }
}

customElements.define("worked-example", WorkedExample);
