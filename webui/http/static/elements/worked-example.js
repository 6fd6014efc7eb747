/*
 * <worked-example>: the source's own example, played on the page itself: what happens, and which button comes next. The
 * desk as it was comes back afterwards.
 */

import { EXAMPLES } from "../lib/examples.js";
import { SystemPart } from "../lib/system-part.js";
import { taskIn } from "../lib/tasks.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

class WorkedExample extends SystemPart {
  connectedCallback() {
    super.connectedCallback();
    addEventListener("hashchange", () => this.update(), { signal: this.stay });
  }

  view() {
    const examples = EXAMPLES[this.system] ?? [];
    const running = examples.find(({ name }) => name === this.desk.example?.name);
    this.toggleAttribute("data-waits", !running && Object.keys(this.desk).length > 0);
    return running ? this.#guide(running) : this.#offer(examples);
  }

  #offer(examples) {
    return html`<p class="offer"><span>${say("example.offer")}</span> ${examples.map((each) => html`<button @click=${() => this.#begin(each)}>${say(`example.${each.name}`)}</button>`)}</p>`;
  }

  #begin({ name, desk }) {
    this.lay({ ...desk, example: { name, before: this.desk } });
  }

  /** What was done last tells what comes next, so that undo leads back. */
  #guide({ name, steps }) {
    const place = 1 + steps.findLastIndex(({ done }) => done(this.desk));
    const step = steps[place];
    return html`<aside class="guide framed" aria-live="polite"><small>${step ? say("example.step", { n: place + 1, of: steps.length }) : say(`example.${name}`)}</small>
      <p>${say(`example.${name}.${step ? place + 1 : "end"}`)} ${step ? html`<b>${say("example.tap", { button: this.#button(step) })}</b>` : null}</p>
      <button class="${step ? "quiet" : ""}" @click=${() => this.lay(this.desk.example.before)}>${say(step ? "example.leave" : "example.over")}</button></aside>`;
  }

  #button({ task, tap }) {
    return task === taskIn(this.closest("system-page")) ? tap() : say(`task.${this.system}.${task}`);
  }
}

customElements.define("worked-example", WorkedExample);
