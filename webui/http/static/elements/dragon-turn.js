/* <dragon-turn>: ten rounds of three sub-rounds; who may act, what each action costs now, and why one is not legal. */

import { SystemPart } from "../lib/system-part.js";
import { undoButton } from "../lib/undo-button.js";
import { taps } from "../lib/taps.js";
import { filled, html, nothing, repeat } from "../lib/view.js";
import { has, say } from "../lib/words.js";
import "./dragon-fighter.js";

const ROUNDS = Array.from({ length: 10 }, (_, index) => index + 1);
const ACTIONS = ["diceless", "diced", "dodge", "parry"];
const SUB_ROUNDS = ["good", "bad", "late"];

class DragonTurn extends SystemPart {
  /** @type {string} */
  #who = null;
  /** @type {Json} */
  #how = { in_category: true, skilled: true, reaction: false, attack: "melee" };
  #side = "good";
  /** @type {any[]} */
  #spends = [];

  view() {
    const { turn } = this.desk;
    return turn ? this.#running(turn) : this.#gather();
  }

  #gather() {
    const fighters = this.desk.fighters ?? [];
    const ready = fighters.length > 0 && fighters.every((/** @type {Json} */ each) => this.recorded(`speed:${each.id}`));
    return html`<section class="framed"><h2>${say("dragon.speeds")}</h2>
      ${repeat(fighters, (fighter) => fighter.id, (fighter) => html`<dragon-fighter .state=${this.state} .fighter=${fighter}></dragon-fighter>`)}
      <form class="typed" @submit=${(/** @type {On} */ event) => this.#add(event)}><label>${say("dragon.name")} <input type="text" autocomplete="off" maxlength="60"></label>
        ${["good", "bad"].map((side) => html`<button type="button" aria-pressed="${String(side === this.#side)}" @click=${() => this.#choose(side)}>${say(`dragon.${side}`)}</button>`)}
        <button>${say("system.add")}</button></form></section>
      <div class="deeds"><button class="primary big" data-space ?disabled=${!ready} @click=${() => this.#begin(fighters)}>${say("dragon.begin")}<kbd>${say("act.space")}</kbd></button>
        ${ready ? null : html`<p class="help">${say(`dragon.not.begin-${fighters.length ? "speeds" : "nobody"}`)}</p>`} ${undoButton(this)}</div>`;
  }

  #choose(/** @type {string} */ side) {
    this.#side = side;
    this.update();
  }

  #add(/** @type {On} */ event) {
    event.preventDefault();
    const input = event.target.querySelector("input");
    const id = input.value.trim();
    const fighters = this.desk.fighters ?? [];
    if (id && !fighters.some((/** @type {Json} */ each) => each.id === id)) this.keep({ fighters: [...fighters, { id, side: this.#side, stat: 7 }] });
    input.value = "";
  }

  #begin(/** @type {Json} */ fighters) {
    const characters = fighters.map((/** @type {Json} */ { id, side }) => ({ id, side, phases: this.recorded(`speed:${id}`).result.phases }));
    this.keep({ turn: { characters, steps: [] } });
  }

  #running(/** @type {Json} */ turn) {
    const answer = this.judged({ kind: "turn", ...turn });
    if (!answer) return html`<p>${say("page.waking")}</p>`;
    if (answer.error) return html`<p class="fault">${answer.error}</p><div class="deeds">${undoButton(this)}</div>`;
    const now = answer.verdict.result;
    const who = now.characters.find((/** @type {Json} */ each) => each.id === this.#who) ?? now.characters.find((/** @type {Json} */ each) => now.may_act.includes(each.id)) ?? null;
    return html`<section class="framed"><div><h2 class="big-line" aria-live="polite">${now.say}</h2>${this.#last(turn)}</div>
      <ol class="sub-rounds">${SUB_ROUNDS.map((each) => html`<li aria-current="${!now.over && each === now.sub_round ? "step" : nothing}">${say(`dragon.sub.${each}`)}</li>`)}</ol>
      ${this.#track(now, who)}
      ${now.over || !who ? null : this.#choices(turn, now, who)}</section>
      <div class="deeds"><button class="primary big" data-space ?disabled=${now.over} @click=${() => this.#step({ do: "next" })}>${say("dragon.next")}<kbd>${say("act.space")}</kbd></button>
        ${this.#ahead(now)}
        ${undoButton(this)}
        <button @click=${() => this.record({ kind: "turn", ...turn }, "turn", { turn: null, judged: {} })}>${say("dragon.end")}</button></div>`;
  }

  /** What somebody did last, in the words of the buttons. */
  #last(/** @type {any} */ { steps }) {
    const step = steps.findLast((/** @type {Json} */ each) => each.do !== "next");
    if (!step) return null;
    /** @type {Record<string, string>} */
    const done = { act: `dragon.act.${step.action}`, hold: "dragon.hold", offer: "dragon.offer" };
    return html`<p class="help">${say("dragon.last", { name: step.id, done: say(done[step.do], { name: step.to?.join(", ") }) })}</p>`;
  }

  /** Past all sub-rounds in which nobody has a phase of their own, in one tap. */
  #ahead(/** @type {Json} */ now) {
    const soonest = Math.min(...now.characters.flatMap((/** @type {Json} */ each) => each.phases));
    const away = 3 * (soonest - now.round) - SUB_ROUNDS.indexOf(now.sub_round);
    const waits = now.characters.some((/** @type {Json} */ each) => each.current !== null || each.bonus);
    if (now.over || waits || away < 2 || away === Infinity) return null;
    return html`<button @click=${() => this.#step(...Array(away).fill({ do: "next" }))}>${say("dragon.on-to", { round: soonest })}</button>`;
  }

  #track(/** @type {Json} */ now, /** @type {string} */ who) {
    return html`<div class="scroll" tabindex="0" role="region" aria-label="${say("dragon.track")}"><table class="track"><thead><tr><th scope="col">${say("dragon.round")}</th>${ROUNDS.map((n) => html`<th scope="col" aria-current="${n === now.round ? "true" : nothing}">${n}</th>`)}</tr></thead>
      <tbody>${repeat(now.characters, (each) => each.id, (each) => html`<tr class="${`by-side-${each.side === "good" ? "players" : "host"}`}"><th scope="row">${this.#name(each, now, who)}</th>${ROUNDS.map((n) => this.#phase(each, n))}</tr>`)}</tbody></table></div>`;
  }

  #name(/** @type {Json} */ each, /** @type {Json} */ now, /** @type {any} */ who) {
    const marks = [now.may_act.includes(each.id) ? say("dragon.may-act") : "", each.bonus ? say("dragon.bonus") : "", each.held ? say("dragon.held", { phase: each.held, why: each.held_for ? say("colon", { head: "", rest: each.held_for }) : "" }) : ""].filter(Boolean);
    return html`<button aria-pressed="${String(each.id === who?.id)}" @click=${() => this.#select(each.id)}>${each.id}</button> <small>${marks.join(" · ")}</small>`;
  }

  #phase(/** @type {Json} */ each, /** @type {number} */ n) {
    const kind = each.current === n ? "now" : each.held === n ? "held" : each.phases.includes(n) ? "later" : "";
    return html`<td class="${kind ? `phase phase-${kind}` : "phase"}">${kind ? html`<span>${n}<span class="unseen"> ${say(`dragon.phase.${kind}`)}</span></span>` : null}</td>`;
  }

  #choices(/** @type {Json} */ turn, /** @type {Json} */ now, /** @type {Json} */ who) {
    return html`<div class="${`actions by-side-${who.side === "good" ? "players" : "host"}`}"><div class="ways"><h3>${say("dragon.what", { name: who.id })}</h3> ${this.#flag("in_category")}</div>
      <div class="big-buttons">${ACTIONS.map((action) => this.#action(turn, who, action))}</div>
      <div class="ways">${this.#offer(turn, now, who)}</div>
      <details><summary>${say("dragon.more")}</summary>
        <div class="ways">${this.#flag("skilled")} ${this.#flag("reaction")}
          <span class="ways">${say("dragon.attack")} ${taps("attack", say("dragon.attack"), ["melee", "ranged"].map((kind) => [kind, say(`dragon.attack.${kind}`)]), this.#how.attack, (attack) => this.#set({ attack }))}</span>
          ${this.#payment(who)} ${this.#hold(turn, who)}</div></details></div>`;
  }

  #flag(/** @type {string} */ name) {
    return html`<label class="tick"><input type="checkbox" .checked=${filled(this.#how[name])} @change=${(/** @type {On} */ event) => this.#set({ [name]: event.target.checked })}> ${say(`dragon.flag.${name.replace("_", "-")}`)}</label>`;
  }

  /** A big button with what the action would cost now, or why it is not legal. */
  #action(/** @type {Json} */ turn, /** @type {Json} */ who, /** @type {string} */ action) {
    const defends = action === "dodge" || action === "parry";
    const plain = { do: "act", id: who.id, action, in_category: this.#how.in_category, reaction: this.#how.reaction, ...(defends ? { attack: this.#how.attack, skilled: this.#how.skilled } : {}) };
    const soonest = this.#tried(turn, plain);
    const step = this.#paying(plain, who, soonest?.verdict?.result.last);
    const answer = step === plain ? soonest : this.#tried(turn, step);
    const last = answer?.verdict?.result.last;
    const cost = last ? (last.spends.length ? say("dragon.spends", { phases: last.spends.join(", ") }) : say("dragon.costs-nothing")) : "";
    return html`<button ?disabled=${!last} @click=${() => this.#step(step)}><strong>${say(`dragon.act.${action}`)}</strong>
      <small>${last ? `${cost} · ${say(`dragon.why.${last.why}`)}` : whyNot(answer)}</small></button>`;
  }

  /** The step with the phases that the player chose; as long as there are too few, the soonest pay (G2). */
  #paying(/** @type {Json} */ step, /** @type {Json} */ who, /** @type {Json} */ last) {
    const fixed = last?.spends.filter((/** @type {string} */ phase) => !who.phases.includes(phase)) ?? [];
    const later = (last?.spends.length ?? 0) - fixed.length;
    return later > 0 && this.#spends.length === later ? { ...step, spends: [...fixed, ...this.#spends] } : step;
  }

  /** Which later phases to pay with, where there are more than an action costs. */
  #payment(/** @type {Json} */ who) {
    if (who.phases.length < 2) return null;
    const flip = (/** @type {string} */ phase) => (this.#spends.includes(phase) ? this.#spends.filter((each) => each !== phase) : [...this.#spends, phase]);
    return html`<div class="ways" role="group" aria-label="${say("dragon.pay-with")}"><span>${say("dragon.pay-with")}</span>
      ${who.phases.map((/** @type {string} */ phase) => html`<button aria-pressed="${String(this.#spends.includes(phase))}" @click=${() => this.#pay(flip(phase))}>${phase}</button>`)}</div>`;
  }

  #pay(/** @type {Json[]} */ spends) {
    this.#spends = spends;
    this.update();
  }

  #hold(/** @type {Json} */ turn, /** @type {Json} */ who) {
    const answer = this.#tried(turn, { do: "hold", id: who.id });
    return html`<form class="typed" @submit=${(/** @type {On} */ event) => this.#holdFor(event, who.id)}><label>${say("dragon.hold-for")} <input type="text" autocomplete="off" maxlength="200" ?disabled=${!answer?.verdict}></label>
      <button ?disabled=${!answer?.verdict}>${say("dragon.hold")}</button> <small>${whyNot(answer)}</small></form>`;
  }

  #holdFor(/** @type {On} */ event, /** @type {string} */ id) {
    event.preventDefault();
    const condition = event.target.querySelector("input").value.trim();
    this.#step({ do: "hold", id, ...(condition ? { condition } : {}) });
  }

  #offer(/** @type {Json} */ turn, /** @type {Json} */ now, /** @type {Json} */ who) {
    const others = now.characters.filter((/** @type {Json} */ each) => each.side !== who.side);
    const able = others.filter((/** @type {Json} */ each) => this.#tried(turn, { do: "offer", id: who.id, to: [each.id] })?.verdict);
    return able.map((/** @type {Json} */ each) => html`<button @click=${() => this.#step({ do: "offer", id: who.id, to: [each.id] })}>${say("dragon.offer", { name: each.id })}</button> `);
  }

  /** What the turn would come to with one more step. */
  #tried(/** @type {any} */ turn, /** @type {Json} */ step) {
    return this.judged({ kind: "turn", characters: turn.characters, steps: [...turn.steps, step] });
  }

  #step(/** @type {Json[]} */ ...done) {
    const { characters, steps } = this.desk.turn;
    this.#who = done[0].id ?? null;
    this.#spends = [];
    this.keep({ turn: { characters, steps: [...steps, ...done] } });
  }

  #select(/** @type {string} */ id) {
    this.#who = id;
    this.#spends = [];
    this.update();
  }

  #set(/** @type {Json} */ change) {
    this.#how = { ...this.#how, ...change };
    this.update();
  }
}

/** Why something is not possible now, in the words of the page. */
function whyNot(/** @type {Json} */ answer) {
  if (!answer?.error) return "";
  return has(`dragon.not.${answer.code}`) ? say(`dragon.not.${answer.code}`) : answer.error;
}

customElements.define("dragon-turn", DragonTurn);
