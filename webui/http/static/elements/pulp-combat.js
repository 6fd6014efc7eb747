/* <pulp-combat>: surprise, initiative, attacks in order, again with the order kept or redone (P5). Each step is one tap. */

import { tokens } from "../lib/numbers.js";
import { SystemPart } from "../lib/system-part.js";
import { undoButton } from "../lib/undo-button.js";
import { taps } from "../lib/taps.js";
import { filled, html, nothing, repeat } from "../lib/view.js";
import { say } from "../lib/words.js";

class PulpCombat extends SystemPart {
  view() {
    const fight = this.desk.combat;
    return fight ? this.#fight(fight) : this.#begin();
  }

  #begin() {
    const names = this.desk.names ?? [];
    return html`<section class="framed"><h2>${say("pulp.combat")}</h2>
      <form class="typed" @submit=${(/** @type {On} */ event) => this.#add(event)}><label>${say("pulp.combatant")} <input type="text" autocomplete="off" maxlength="60"></label><button>${say("system.add")}</button></form>
      <ul class="chips">${names.map((/** @type {string} */ name) => html`<li>${name} <button class="quiet" aria-label="${say("system.remove", { name })}" @click=${() => this.keep({ names: names.filter((/** @type {string} */ each) => each !== name) })}>×</button></li>`)}</ul></section>
      <div class="deeds">${this.#big(say("pulp.combat.begin"), () => this.keep({ combat: { combatants: names, steps: [] }, hands: {} }), names.length < 2)} ${undoButton(this)}</div>`;
  }

  #add(/** @type {On} */ event) {
    event.preventDefault();
    const input = event.target.querySelector("input");
    const name = input.value.trim();
    const names = this.desk.names ?? [];
    if (name && !names.includes(name)) this.keep({ names: [...names, name] });
    input.value = "";
  }

  #fight(/** @type {Json} */ fight) {
    const answer = this.judged({ kind: "combat", ...fight });
    if (answer?.error) return html`<p class="fault">${answer.error}</p>${this.#endings(fight)}`;
    const now = answer?.verdict?.result;
    if (!now) return null;
    return html`<section class="framed"><h2 class="big-line said" aria-live="polite">${now.say}</h2>
      ${now.order.length ? html`<ol class="order">${now.order.map((/** @type {string} */ name) => html`<li aria-current="${name === now.attacker ? "true" : nothing}">${name}</li>`)}</ol>` : null}
      ${this.#stage(now)}
      ${this.#always(now)}</section>
      ${this.#endings(fight, this.#next(now))}`;
  }

  #stage(/** @type {Json} */ now) {
    if (now.stage === "surprise") return html`${this.#waiting(now)}<details><summary>${say("pulp.surprise.help")}</summary>${this.#initiative(now)}</details>`;
    if (now.stage === "initiative") return this.#initiative(now);
    return now.stage === "free-attack" && !now.cycle ? this.#waiting(now) : null;
  }

  /** The one thing that comes next, on the big key. */
  #next(/** @type {Json} */ now) {
    if (now.stage === "attack" || now.stage === "free-attack") return this.#big(say("pulp.attacked", { name: now.attacker }), () => this.#take({ do: "attacked" }));
    if (now.stage === "cycle-end")
      return html`${this.#big(say("pulp.keep-order"), () => this.#take({ do: "cycle", keep: true }))} ${this.#button(say("pulp.redo-order"), { do: "cycle", keep: false })}`;
    const dealt = this.#dealt(now);
    const ready = dealt.result && !dealt.again.length;
    return now.stage === "initiative" || ready ? this.#big(say("pulp.take-order"), () => this.#takeOrder(dealt), !ready) : null;
  }

  #big(/** @type {string} */ text, /** @type {(value: any) => void} */ use, disabled = false) {
    return html`<button class="primary big" data-space ?disabled=${disabled} @click=${use}>${text}<kbd>${say("act.space")}</kbd></button>`;
  }

  /** Who lies in wait, each with a deal of their own. */
  #waiting(/** @type {Json} */ now) {
    return html`<ul class="steps">${repeat(now.combatants, (id) => id, (id) => html`<li><b>${id}</b>
        ${this.#button(say("pulp.surprises", { name: id }), { do: "surprise", id, success: true })} ${this.#button(say("pulp.no-surprise"), { do: "surprise", id, success: false })}</li>`)}</ul>`;
  }

  /** Everybody's cards, and the order that they make so far. */
  #dealt(/** @type {Json} */ now) {
    const hands = now.combatants.map((/** @type {string} */ id) => ({ id, cards: [], advantage: 0, ...this.desk.hands?.[id] }));
    const answer = hands.some((/** @type {Json} */ hand) => hand.cards.length) ? this.judged({ kind: "initiative", combatants: hands }) : null;
    const result = answer?.verdict?.result ?? null;
    return { hands, error: answer?.error, result, again: result?.draw_again.flat() ?? [] };
  }

  #initiative(/** @type {Json} */ now) {
    const { hands, error, result, again } = this.#dealt(now);
    return html`<h3>${say("pulp.initiative")}</h3><ul class="steps">${repeat(hands, (hand) => hand.id, (hand) => this.#hand(hand, again.includes(hand.id)))}</ul>
      <p aria-live="polite" class="${error ? "fault" : "said"}">${error ?? result?.say ?? say("pulp.initiative.help")}</p>`;
  }

  #hand(/** @type {Json} */ hand, /** @type {string} */ draws) {
    const set = (/** @type {Json} */ change) => this.keep({ hands: { ...this.desk.hands, [hand.id]: { cards: hand.cards, advantage: hand.advantage, ...(hand.born ? { born: hand.born } : {}), ...change } } });
    return html`<li class="${draws ? "draws" : ""}"><b>${hand.id}</b>
      <label>${say("pulp.cards-of", { name: hand.id })} <input type="text" autocomplete="off" size="9" placeholder="4s Kd" .value=${filled(hand.cards.join(" "))} @change=${(/** @type {On} */ event) => set({ cards: tokens(event.target.value) })}></label>
      <span class="ways">${say("pulp.advantage")} ${taps(`advantage-${hand.id}`, say("pulp.advantage"), [0, 1, 2, 3, 4].map((n) => [String(n), `+${n}`]), String(hand.advantage), (n) => set({ advantage: Number(n) }))}</span>
      <label>${say("pulp.born")} <input type="date" .value=${filled(hand.born ?? "")} @change=${(/** @type {On} */ event) => set(event.target.value ? { born: event.target.value } : { born: undefined })}></label></li>`;
  }

  #takeOrder(/** @type {Json} */ { hands, result }) {
    const combat = this.#with({ do: "order", order: result.order });
    this.record({ kind: "initiative", combatants: hands }, "initiative", { combat, hands: {} });
  }

  #always(/** @type {Json} */ now) {
    if (!["attack", "cycle-end"].includes(now.stage)) return null;
    return html`<details><summary>${say("pulp.more")}</summary><ul class="steps">${repeat(now.combatants, (id) => id, (id) => html`<li><b>${id}</b>
      ${this.#button(say("pulp.free-attack"), { do: "free-attack", id })}
      ${this.#move(now.order, id, -1)} ${this.#move(now.order, id, 1)}
      ${this.#button(say("pulp.leaves"), { do: "leave", id })}</li>`)}</ul>
      <form class="typed" @submit=${(/** @type {On} */ event) => this.#join(event)}><label>${say("pulp.joins")} <input type="text" autocomplete="off" maxlength="60"></label><button>${say("system.add")}</button></form></details>`;
  }

  #join(/** @type {On} */ event) {
    event.preventDefault();
    const id = event.target.querySelector("input").value.trim();
    if (id) this.keep({ combat: this.#with({ do: "join", id }) });
  }

  #move(/** @type {string} */ order, /** @type {string} */ id, /** @type {number} */ by) {
    const place = order.indexOf(id) + 1 + by;
    if (place < 1 || place > order.length) return null;
    return this.#button(say(by < 0 ? "pulp.advances" : "pulp.drops"), { do: "move", id, place });
  }

  #button(/** @type {string} */ text, /** @type {Json} */ step) {
    return html`<button @click=${() => this.#take(step)}>${text}</button>`;
  }

  #take(/** @type {Json} */ step) {
    this.keep({ combat: this.#with(step) });
  }

  #with(/** @type {Json} */ step) {
    const { combatants, steps } = this.desk.combat;
    return { combatants, steps: [...steps, step] };
  }

  #endings(/** @type {Json} */ fight, /** @type {Json} */ next = null) {
    return html`<div class="deeds">${next} ${undoButton(this)} <button @click=${() => this.record({ kind: "combat", ...fight }, "combat", { combat: null })}>${say("pulp.combat.end")}</button></div>`;
  }
}

customElements.define("pulp-combat", PulpCombat);
