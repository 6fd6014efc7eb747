/* <pulp-combat>: surprise, initiative, attacks in order, again with the order kept or redone (P5). Each step is one tap. */

import { tokens } from "../lib/numbers.js";
import { SystemPart } from "../lib/system-part.js";
import { filled, html, nothing, repeat } from "../lib/view.js";
import { say } from "../lib/words.js";

class PulpCombat extends SystemPart {
  view() {
    const fight = this.desk.combat;
    return html`<h2>${say("pulp.combat")}</h2>${fight ? this.#fight(fight) : this.#begin()}`;
  }

  #begin() {
    const names = this.desk.names ?? [];
    return html`<form class="typed" @submit=${(event) => this.#add(event)}><label>${say("pulp.combatant")} <input type="text" autocomplete="off" maxlength="60"></label><button>${say("system.add")}</button></form>
      <ul class="chips">${names.map((name) => html`<li>${name} <button class="quiet" aria-label="${say("system.remove", { name })}" @click=${() => this.keep({ names: names.filter((each) => each !== name) })}>×</button></li>`)}</ul>
      <p class="ways"><button class="primary" ?disabled=${names.length < 2} @click=${() => this.keep({ combat: { combatants: names, steps: [] }, hands: {} })}>${say("pulp.combat.begin")}</button></p>`;
  }

  #add(event) {
    event.preventDefault();
    const input = event.target.querySelector("input");
    const name = input.value.trim();
    const names = this.desk.names ?? [];
    if (name && !names.includes(name)) this.keep({ names: [...names, name] });
    input.value = "";
  }

  #fight(fight) {
    const told = this.judged({ kind: "combat", ...fight });
    if (told?.error) return html`<p class="fault">${told.error}</p>${this.#endings(fight)}`;
    const now = told?.verdict?.result;
    if (!now) return null;
    return html`<p class="said" aria-live="polite">${now.say}</p>
      ${now.order.length ? html`<ol class="order">${now.order.map((name) => html`<li aria-current="${name === now.attacker ? "true" : nothing}">${name}</li>`)}</ol>` : null}
      ${this.#stage(now)}
      ${this.#always(now)}
      ${this.#endings(fight)}`;
  }

  #stage(now) {
    if (now.stage === "surprise") return this.#surprise(now);
    if (now.stage === "initiative") return this.#initiative(now);
    if (now.stage === "attack" || now.stage === "free-attack")
      return html`<p class="ways">${this.#button(say("pulp.attacked", { name: now.attacker }), { do: "attacked" }, true)}</p>${now.stage === "free-attack" && !now.cycle ? this.#waiting(now) : null}`;
    if (now.stage === "cycle-end")
      return html`<p class="ways">${this.#button(say("pulp.keep-order"), { do: "cycle", keep: true }, true)} ${this.#button(say("pulp.redo-order"), { do: "cycle", keep: false })}</p>`;
    return null;
  }

  #surprise(now) {
    return html`${this.#waiting(now)}<p class="help">${say("pulp.surprise.help")}</p>${this.#initiative(now)}`;
  }

  /** Who lies in wait, each with a deal of their own. */
  #waiting(now) {
    return html`<ul class="steps">${repeat(now.combatants, (id) => id, (id) => html`<li><b>${id}</b>
        ${this.#button(say("pulp.surprises"), { do: "surprise", id, success: true })} ${this.#button(say("pulp.no-surprise"), { do: "surprise", id, success: false })}</li>`)}</ul>`;
  }

  #initiative(now) {
    const hands = now.combatants.map((id) => ({ id, cards: [], advantage: 0, ...this.desk.hands?.[id] }));
    const told = hands.some((hand) => hand.cards.length) ? this.judged({ kind: "initiative", combatants: hands }) : null;
    const result = told?.verdict?.result;
    const again = result?.draw_again.flat() ?? [];
    return html`<h3>${say("pulp.initiative")}</h3><ul class="steps">${repeat(hands, (hand) => hand.id, (hand) => this.#hand(hand, again.includes(hand.id)))}</ul>
      <p aria-live="polite" class="${told?.error ? "fault" : "said"}">${told?.error ?? result?.say ?? say("pulp.initiative.help")}</p>
      <p class="ways"><button class="primary" ?disabled=${!result || again.length > 0} @click=${() => this.#takeOrder(hands, result.order)}>${say("pulp.take-order")}</button></p>`;
  }

  #hand(hand, draws) {
    const set = (change) => this.keep({ hands: { ...this.desk.hands, [hand.id]: { cards: hand.cards, advantage: hand.advantage, ...(hand.born ? { born: hand.born } : {}), ...change } } });
    return html`<li class="${draws ? "draws" : ""}"><b>${hand.id}</b>
      <label>${say("pulp.cards-of", { name: hand.id })} <input type="text" autocomplete="off" size="9" placeholder="4s Kd" .value=${filled(hand.cards.join(" "))} @change=${(event) => set({ cards: tokens(event.target.value) })}></label>
      <label>${say("pulp.advantage")} <select @change=${(event) => set({ advantage: Number(event.target.value) })}>${[0, 1, 2, 3, 4].map((n) => html`<option value="${n}" ?selected=${n === hand.advantage}>+${n}</option>`)}</select></label>
      <label>${say("pulp.born")} <input type="date" .value=${filled(hand.born ?? "")} @change=${(event) => set(event.target.value ? { born: event.target.value } : { born: undefined })}></label></li>`;
  }

  #takeOrder(hands, order) {
    const combat = this.#with({ do: "order", order });
    this.record({ kind: "initiative", combatants: hands }, "initiative", { combat, hands: {} });
  }

  #always(now) {
    if (!["attack", "cycle-end"].includes(now.stage)) return null;
    return html`<details><summary>${say("pulp.more")}</summary><ul class="steps">${repeat(now.combatants, (id) => id, (id) => html`<li><b>${id}</b>
      ${this.#button(say("pulp.free-attack"), { do: "free-attack", id })}
      ${this.#move(now.order, id, -1)} ${this.#move(now.order, id, 1)}
      ${this.#button(say("pulp.leaves"), { do: "leave", id })}</li>`)}</ul>
      <form class="typed" @submit=${(event) => this.#join(event)}><label>${say("pulp.joins")} <input type="text" autocomplete="off" maxlength="60"></label><button>${say("system.add")}</button></form></details>`;
  }

  #join(event) {
    event.preventDefault();
    const id = event.target.querySelector("input").value.trim();
    if (id) this.keep({ combat: this.#with({ do: "join", id }) });
  }

  #move(order, id, by) {
    const place = order.indexOf(id) + 1 + by;
    if (place < 1 || place > order.length) return null;
    return this.#button(say(by < 0 ? "pulp.advances" : "pulp.drops"), { do: "move", id, place });
  }

  #button(text, step, primary = false) {
    return html`<button class="${primary ? "primary" : ""}" @click=${() => this.keep({ combat: this.#with(step) })}>${text}</button>`;
  }

  #with(step) {
    const { combatants, steps } = this.desk.combat;
    return { combatants, steps: [...steps, step] };
  }

  #endings(fight) {
    return html`<p class="ways"><button @click=${() => this.record({ kind: "combat", ...fight }, "combat", { combat: null })}>${say("pulp.combat.end")}</button></p>`;
  }
}

customElements.define("pulp-combat", PulpCombat);
