/* <setup-page>: the table in under a minute, step by step; each step can be skipped, all is remembered. */

import { TableElement } from "../lib/element.js";
import { table } from "../lib/stream.js";
import { onUndo, undoButton } from "../lib/undo-button.js";
import { html, keyed, nothing } from "../lib/view.js";
import { has, say } from "../lib/words.js";
import "./notice-line.js";
import "./setup-connect.js";
import "./setup-seats.js";
import "./setup-steps.js";
import "./significator-dialog.js";
import "./special-dialog.js";
import "./top-bar.js";

const STEPS = ["camera", "picture", "deck", "seats", "piles", "others", "connect"];

class SetupPage extends TableElement {
  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#take(table.state));
    addEventListener("hashchange", () => this.#turn());
    this.addEventListener("act", ({ detail }) => this.#act(detail));
    onUndo();
    this.addEventListener("significators", ({ detail }) => this.querySelector("significator-dialog").ask(detail.seat));
    this.addEventListener("specials", ({ detail }) => this.querySelector("special-dialog").ask(detail.seat));
  }

  view() {
    const step = this.#step();
    return html`
      <top-bar></top-bar>
      <main class="page setup">
        <h1>${say("page.setup")}</h1>
        <nav aria-label="${say("setup.steps")}"><ol>${STEPS.map((each, index) => html`<li><a href="${`#${each}`}" aria-label="${`${index + 1} ${say(`setup.${each}`)}`}" aria-current="${each === step ? "step" : nothing}">
          <b>${index + 1}</b><span>${say(`setup.${each}`)}</span></a></li>`)}</ol></nav>
        ${keyed(step, html`<section class="step">
          <h2>${say(`setup.${step}`)}</h2><p class="help">${say(`setup.${step}.help`)}</p>
          ${this.#body(step)}
          ${this.#onward(step)}
        </section>`)}
      </main>
      <significator-dialog .state=${this.state}></significator-dialog>
      <special-dialog .state=${this.state}></special-dialog>
      <notice-line></notice-line>`;
  }

  #body(/** @type {string} */ step) {
    if (step === "camera") return html`<setup-camera .state=${this.state}></setup-camera>`;
    if (step === "picture") return html`<setup-picture .state=${this.state}></setup-picture>`;
    if (step === "deck") return html`<setup-deck .state=${this.state}></setup-deck>`;
    if (step === "seats") return html`<setup-seats .state=${this.state}></setup-seats>`;
    if (step === "piles") return html`<setup-piles .state=${this.state}></setup-piles>`;
    if (step === "connect") return html`<setup-connect .state=${this.state}></setup-connect>`;
    return html`<setup-others .state=${this.state}></setup-others>`;
  }

  #onward(/** @type {string} */ step) {
    const next = STEPS[STEPS.indexOf(step) + 1];
    return html`<p class="onward">
      ${next ? html`<a class="button primary" href="${`#${next}`}">${say("setup.next", { step: say(`setup.${next}`) })}</a>` : null}
      <button class="${next ? "" : "primary"}" @click=${() => this.#play()}>${say("setup.play")}</button> ${undoButton(this)}</p>`;
  }

  /** What removes something says so, with a way back. */
  async #act(/** @type {Json} */ { name, args }) {
    const what = this.#named(name, args);
    if ((await table.command(name, args)) && has(`done.${name}`)) table.notice(say(`done.${name}`, { what }), true);
  }

  /** What a command is about, as it is called before that is gone. */
  #named(/** @type {string} */ name, /** @type {Json} */ args) {
    const { seats, ignored } = this.state;
    if (name === "ignore-remove") return say("pile.name", { n: 1 + ignored.findIndex((area) => area.id === args.id) });
    return seats.find((seat) => seat.id === args.seat)?.name ?? "";
  }

  #step() {
    const asked = location.hash.slice(1);
    return STEPS.includes(asked) ? asked : STEPS[0];
  }

  async #turn() {
    this.update();
    await Promise.resolve();
    this.querySelector("[aria-current=step]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  async #play() {
    if (this.state.wizard) await table.command("wizard-done");
    location.assign("/");
  }

  #take(/** @type {Snapshot} */ state) {
    const first = !this.state;
    this.state = state;
    if (first) this.#turn();
  }
}

customElements.define("setup-page", SetupPage);
