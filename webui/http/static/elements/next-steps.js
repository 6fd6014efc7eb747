/*
 * <next-steps>: what comes after a verdict, by name. What can be begun is a button; where somebody must be chosen, the
 * names open on a sheet beside the panel.
 *
 *   event: step {command}, a command that the page sends once the verdict is in the log
 */

import { TableElement } from "../lib/element.js";
import { beside, layOpening } from "../lib/popover.js";
import { sigil } from "../lib/sigil.js";
import { html, repeat, styled } from "../lib/view.js";

class NextSteps extends TableElement {
  #place = {};

  view() {
    const { steps, role } = this.state;
    return html`<ul class="next">${repeat(steps, (step) => step.code + step.seat, (step) => html`<li class="${step.done ? "done" : ""}">${role === "host" ? this.#step(step) : step.text}</li>`)}</ul>`;
  }

  #step(/** @type {NextStep} */ step) {
    if (step.done) return html`${sigil("confirm")}<span>${step.text}</span>`;
    if (step.command) return html`<button class="go-on" @click=${() => this.emit("step", { command: step.command })}>${sigil("new-throw")}<span>${step.text}</span></button>`;
    return step.options.length ? this.#options(step) : step.text;
  }

  #options(/** @type {NextStep} */ step) {
    const id = `options-${step.code}`;
    return html`<button class="go-on" popovertarget="${id}">${sigil("choice")}<span>${step.text}</span></button>
      <section id="${id}" class="why options" popover aria-label="${step.text}" style=${styled(this.#place)} @beforetoggle=${(/** @type {any} */ opening) => layOpening(opening, () => this.#lay(id))}>
        ${step.options.map((each) => html`<button @click=${() => this.#choose(id, each.command)}>${each.text}</button>`)}
      </section>`;
  }

  #choose(/** @type {string} */ id, /** @type {Json} */ command) {
    document.getElementById(id).hidePopover();
    this.emit("step", { command });
  }

  #lay(/** @type {string} */ id) {
    const button = this.querySelector(`[popovertarget="${id}"]`);
    const { left } = button.getBoundingClientRect();
    // Few names: they stand at the button, not at the panel's beginning.
    this.#place = { ...beside(this.closest("verdict-panel") ?? this, button), left: `${left}px`, "max-width": `calc(100vw - ${left + 8}px)` };
    this.update();
  }
}

customElements.define("next-steps", NextSteps);
