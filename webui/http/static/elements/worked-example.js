/*
 * <worked-example>: the source's own example, played on the page itself: what happens, and which button comes next. The
 * desk as it was comes back afterwards, and nothing of the example goes into the log.
 */

import { EXAMPLES } from "../lib/examples.js";
import { numbers } from "../lib/numbers.js";
import { SystemPart } from "../lib/system-part.js";
import { taskIn } from "../lib/tasks.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

const ROUNDS = Array.from({ length: 10 }, (_, index) => index + 1);

class WorkedExample extends SystemPart {
  connectedCallback() {
    super.connectedCallback();
    addEventListener("hashchange", () => this.update(), { signal: this.stay });
  }

  view() {
    const examples = EXAMPLES[this.system] ?? [];
    const running = examples.find(({ name }) => name === this.desk.example?.name);
    const begun = Object.keys(this.desk).length > 0;
    const told = !begun && examples.some(({ desk }) => desk.typed || desk.fighters);
    this.toggleAttribute("data-waits", !running && (begun || told));
    if (running) return this.#guide(running);
    return told ? this.#told(examples) : this.#offer(examples);
  }

  /** Before anything lies on the desk there is room for the examples' stories and what was thrown in them. */
  #told(examples) {
    return html`<section class="examples"><p class="offer">${say("example.offer")}</p>
      <ul>${examples.map((each) => html`<li class="framed"><p>${say(`example.${each.name}.1`)}</p>
        ${each.desk.fighters ? this.#track(each.desk.fighters) : this.#dice(each.desk.typed)}
        ${this.#beginner(each)}</li>`)}</ul></section>`;
  }

  #track(fighters) {
    return html`<table class="track" aria-hidden="true"><tbody>${fighters.map(({ id, side, fell }) => html`<tr class="${`by-side-${side === "good" ? "players" : "host"}`}"><th>${id}</th>
      ${ROUNDS.map((round) => html`<td class="phase">${numbers(fell).includes(round) ? html`<span>${round}</span>` : null}</td>`)}</tr>`)}</tbody></table>`;
  }

  #dice(typed) {
    return html`<div class="compared" aria-hidden="true">${Object.entries(typed).map(([who, fell]) => html`<p class="row-of-dice"><b>${who}</b> ${numbers(fell).map((die) => html`<span class="die">${die}</span>`)}</p>`)}</div>`;
  }

  #beginner(example) {
    return html`<button @click=${() => this.#begin(example)}>${say(`example.${example.name}`)}</button>`;
  }

  #offer(examples) {
    return html`<p class="offer"><span>${say("example.offer")}</span> ${examples.map((each) => this.#beginner(each))}</p>`;
  }

  #begin({ name, desk }) {
    this.lay({ ...desk, example: { name, before: this.desk } });
  }

  /** What was done last tells what comes next, so that undo leads back. */
  #guide({ name, steps }) {
    const place = 1 + steps.findLastIndex(({ done }) => done(this.desk));
    const step = steps[place];
    return html`<aside class="guide framed" aria-live="polite"><small>${step ? say("example.step", { n: place + 1, of: steps.length }) : `${say("example.mark")}: ${say(`example.${name}`)}`} · ${say("example.beside")}</small>
      <p>${say(`example.${name}.${step ? place + 1 : "end"}`)} ${step ? html`<b>${say("example.tap", { button: this.#button(step) })}</b>` : null}</p>
      <button class="${step ? "quiet" : ""}" @click=${() => this.lay(this.desk.example.before)}>${say(step ? "example.leave" : "example.over")}</button></aside>`;
  }

  #button({ task, tap }) {
    return task === taskIn(this.closest("system-page")) ? tap() : say(`task.${this.system}.${task}`);
  }
}

customElements.define("worked-example", WorkedExample);
