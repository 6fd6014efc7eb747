/* <chronica-holds>: condition, reward and penalty dice that are kept for later contests (C6). */

import { SystemPart } from "../lib/system-part.js";
import { taps } from "../lib/taps.js";
import { html } from "../lib/view.js";
import { count, say } from "../lib/words.js";

const KINDS = ["condition", "reward", "penalty"];

class ChronicaHolds extends SystemPart {
  view() {
    const holds = this.desk.holds ?? [];
    return html`<h2>${say("chronica.holds")}</h2>
      ${holds.length ? null : html`<p class="help">${say("chronica.holds.none")}</p>`}
      <ul class="steps">${holds.map((/** @type {Json} */ die) => html`<li><b>${say("dice.letter")}${die.size}</b> ${die.name}
        <small>${say(`chronica.held.${die.kind}`)} · ${die.holder}${die.uses ? ` · ${count("chronica.uses", die.uses)}` : ""}</small>
        ${die.kind === "penalty" ? this.#button("chronica.remove-penalty", { do: "remove", name: die.name }) : this.#button("chronica.use", { do: "use", name: die.name })}</li>`)}</ul>
      <form class="typed" @submit=${(/** @type {On} */ event) => this.#gain(event)}>
        <label>${say("chronica.asset")} <input name="die" type="text" autocomplete="off" maxlength="60" size="12" required></label>
        <span class="ways">${say("chronica.kind")} ${taps("kind", say("chronica.kind"), KINDS.map((kind) => [kind, say(`chronica.held.${kind}`)]), KINDS[0])}</span>
        <label>${say("chronica.size")} <input name="size" type="number" min="1" max="1000" value="6"></label>
        <label>${say("chronica.holder")} <input name="holder" type="text" autocomplete="off" maxlength="60" size="10" required></label>
        <label>${say("chronica.uses")} <input name="uses" type="number" min="1" max="1000" value="1"></label>
        <button>${say("system.add")}</button></form>`;
  }

  #button(/** @type {string} */ key, /** @type {Json} */ step) {
    return html`<button @click=${() => this.#step(step)}>${say(key)}</button>`;
  }

  #gain(/** @type {Json} */ event) {
    event.preventDefault();
    const { die, kind, size, holder, uses } = event.target.elements;
    const gained = { name: die.value.trim(), kind: kind.value, size: Number(size.value), holder: holder.value.trim() };
    this.#step({ do: "gain", die: kind.value === "penalty" ? gained : { ...gained, uses: Number(uses.value) } });
    event.target.reset();
  }

  /** The step goes into the log; what is left afterwards is what the program says. */
  #step(/** @type {Json} */ step) {
    return this.once(JSON.stringify(step), () => this.#take(step));
  }

  async #take(/** @type {Json} */ step) {
    const document = { kind: "ledger", holds: this.desk.holds ?? [], steps: [step] };
    const answer = await this.asked(document);
    if (answer.error) return this.notice(answer.error);
    await this.record(document, "ledger", { holds: answer.verdict.result.holds });
  }
}

customElements.define("chronica-holds", ChronicaHolds);
