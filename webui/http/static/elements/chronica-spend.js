/* <chronica-spend .contest=${{document, result}}>: what success and concession dice buy, and what is kept for later (C6). */

import { SystemPart } from "../lib/system-part.js";
import { taps } from "../lib/taps.js";
import { filled, html, repeat } from "../lib/view.js";
import { say } from "../lib/words.js";

const BUYS = ["", "goal", "reward", "penalty", "condition"];

class ChronicaSpend extends SystemPart {
  /** @type {Json} */
  #contest = null;

  set contest(/** @type {Json} */ contest) {
    this.#contest = contest;
    this.update();
  }

  view() {
    const { result } = this.#contest;
    const sides = [...new Set(result.spendable.map((/** @type {Json} */ die) => die.side))];
    if (!sides.length) return null;
    return html`<h3>${say("chronica.spend")}</h3>${repeat(sides, (side) => side, (side) => this.#side(side))}`;
  }

  #side(/** @type {string} */ side) {
    const dice = this.#dice(side);
    const document = this.#document(side);
    const answer = this.judged(document);
    const done = this.desk.spent?.[side] === "done";
    return html`<div class="spend"><h4>${side}</h4>
      <div class="ways"><b>${say("chronica.for")}</b> ${this.#taps(say("chronica.for"), ["goal", "condition"], this.#wish(`for:${side}`) ?? "goal", `for:${side}`)}
        ${this.#wish(`for:${side}`) === "condition" ? html`<label>${say("chronica.size")} <input type="number" min="1" max="1000" .value=${filled(String(this.#wish(`size:${side}`) ?? 6))} @change=${(/** @type {On} */ event) => this.#set({ [`size:${side}`]: Number(event.target.value) })}></label>` : this.#required(side)}</div>
      <ul class="steps">${dice.map((/** @type {Json} */ die, /** @type {string} */ place) => this.#die(side, die, place))}</ul>
      <p class="${answer?.error ? "fault" : "said"}" aria-live="polite">${answer?.error ?? answer?.verdict?.result.say ?? ""}</p>
      <p class="ways"><button class="${side === this.#contest.result.winner && !done ? "primary" : ""}" ?data-space=${side === this.#contest.result.winner} ?disabled=${done || !answer?.verdict} @click=${() => this.once(`spend ${side}`, () => this.#spend(side, document, answer.verdict.result))}>${say(done ? "chronica.spent" : "chronica.take")}</button></p></div>`;
  }

  #die(/** @type {string} */ side, /** @type {Json} */ die, /** @type {string} */ place) {
    const key = `${side}:${place}`;
    const buys = this.#buys(side, die, place);
    return html`<li><b>${die.value}</b>${die.size ? ` ${say("dice.letter")}${die.size}` : ""} <small>${say(die.against ? "chronica.die.concession" : "chronica.die.success")}</small>
      ${this.#taps(say("chronica.buys", { die: die.value }), BUYS, buys, `buys:${key}`)}
      ${buys && buys !== "goal" ? html`${this.#text(key, "name")} ${buys === "penalty" ? this.#penalty(side, die, key) : this.#text(key, "to")}` : null}</li>`;
  }

  /** Where one side or the other must get its goal, whoever has success dice pays for it (C6). */
  #required(/** @type {string} */ side) {
    if (this.#dice(side).every((/** @type {Json} */ die) => die.against)) return null;
    return html`<label class="tick"><input type="checkbox" .checked=${filled(Boolean(this.#wish(`required:${side}`)))} @change=${(/** @type {On} */ event) => this.#set({ [`required:${side}`]: event.target.checked })}> ${say("chronica.required")}</label>`;
  }

  /** Who gets a penalty die, and how large: no larger than the die that pays. */
  #penalty(/** @type {string} */ side, /** @type {Json} */ die, /** @type {string} */ key) {
    const names = this.#punishable(side);
    if (!names.length) return html`<span>${say("chronica.to.nobody")}</span>`;
    const size = html`<label>${say("chronica.penalty")} <input type="number" min="1" max="${die.size}" .value=${filled(String(this.#wish(`penalty:${key}`) ?? die.size))} @change=${(/** @type {On} */ event) => this.#set({ [`penalty:${key}`]: Number(event.target.value) })}></label>`;
    return html`<span>${say("chronica.to")} ${taps(`to:${key}`, say("chronica.to"), names.map((/** @type {string} */ name) => [name, name]), this.#punished(side, key), (name) => this.#set({ [`to:${key}`]: name }))}</span>${die.size ? size : null}`;
  }

  /** Whom a penalty is for: who was tapped, or the only one. */
  #punished(/** @type {string} */ side, /** @type {string} */ key) {
    const names = this.#punishable(side);
    return this.#wish(`to:${key}`) ?? (names.length === 1 ? names[0] : null);
  }

  /** Those of the other sides who do not only assist. */
  #punishable(/** @type {string} */ side) {
    const assistants = this.#assistants(side);
    return this.#opponents(side).filter((/** @type {string} */ name) => !assistants.includes(name));
  }

  /** The characters of the other sides. */
  #opponents(/** @type {string} */ side) {
    return this.#others(side).flatMap((/** @type {Json} */ each) => each.pools.map((/** @type {Json} */ pool) => pool.id));
  }

  #others(/** @type {string} */ side) {
    return this.#contest.document.sides.filter((/** @type {Json} */ each) => each.id !== side);
  }

  /** Those among them who only assist. */
  #assistants(/** @type {string} */ side) {
    const pools = (this.desk.sides ?? []).flatMap((/** @type {Json} */ each) => each.pools);
    const assisting = pools.filter((/** @type {Json} */ pool) => pool.assists).map((/** @type {Json} */ pool) => pool.id);
    return this.#opponents(side).filter((/** @type {string} */ name) => assisting.includes(name));
  }

  #taps(/** @type {any} */ label, /** @type {Json} */ options, /** @type {any} */ chosen, /** @type {any} */ name) {
    const choices = options.map((/** @type {string} */ what) => [what, say(`chronica.buys.${what || "nothing"}`)]);
    return taps(name, label, choices, chosen, (what) => this.#set({ [name]: what }));
  }

  #text(/** @type {string} */ key, /** @type {string} */ field) {
    return html`<label>${say(`chronica.${field}`)} <input type="text" autocomplete="off" maxlength="60" size="10" .value=${filled(this.#wish(`${field}:${key}`) ?? "")} @change=${(/** @type {On} */ event) => this.#set({ [`${field}:${key}`]: event.target.value.trim() })}></label>`;
  }

  #dice(/** @type {string} */ side) {
    return this.#contest.result.spendable.filter((/** @type {Json} */ die) => die.side === side);
  }

  #wish(/** @type {string} */ name) {
    return this.desk.spent?.[name];
  }

  /** The winner's first die pays for what the contest was about, unless somebody wishes otherwise. */
  #buys(/** @type {string} */ side, /** @type {Json} */ die, /** @type {any} */ place) {
    const first = place === 0 && !die.against && this.#wish(`for:${side}`) !== "condition";
    return this.#wish(`buys:${side}:${place}`) ?? (first ? "goal" : "");
  }

  #set(/** @type {Json} */ change) {
    this.keep({ spent: { ...this.desk.spent, ...change } });
  }

  #document(/** @type {string} */ side) {
    const dice = this.#dice(side).map((/** @type {Json} */ die, /** @type {string} */ place) => ({ against: die.against, spent: this.#spent(side, die, place) }));
    const assistants = this.#assistants(side);
    const condition = this.#wish(`for:${side}`) === "condition";
    return {
      kind: "spend",
      success: dice.filter((/** @type {Json} */ die) => !die.against).map((/** @type {Json} */ die) => die.spent),
      concessions: dice.filter((/** @type {Json} */ die) => die.against).map((/** @type {Json} */ die) => die.spent),
      opposition: this.#others(side).flatMap((/** @type {Json} */ each) => each.pools.flatMap((/** @type {Json} */ pool) => pool.dice.map((/** @type {Json} */ die) => die.size).filter(Boolean))),
      opponents: this.#opponents(side),
      ...(assistants.length ? { assistants } : {}),
      ...(condition ? { contest_for: "condition", condition: this.#wish(`size:${side}`) ?? 6 } : {}),
      ...(!condition && this.#wish(`required:${side}`) ? { goal_required: true } : {}),
    };
  }

  #spent(/** @type {string} */ side, /** @type {Json} */ die, /** @type {string} */ place) {
    const key = `${side}:${place}`;
    const buys = this.#buys(side, die, place);
    const named = (/** @type {string} */ field) => (this.#wish(`${field}:${key}`) ? { [field]: this.#wish(`${field}:${key}`) } : {});
    const bought = { pool: die.pool, die: die.die, value: die.value, ...(die.size ? { size: die.size } : {}), ...(buys ? { buys } : {}), ...(buys && buys !== "goal" ? named("name") : {}) };
    if (buys !== "penalty") return { ...bought, ...(buys && buys !== "goal" ? named("to") : {}) };
    const to = this.#punished(side, key);
    return { ...bought, ...(to ? { to } : {}), ...named("penalty") };
  }

  /** Spent dice go into the log, what they bought onto the desk for later contests. */
  async #spend(/** @type {string} */ side, /** @type {Json} */ document, /** @type {Json} */ result) {
    const holds = this.desk.holds ?? [];
    const taken = new Set(holds.map((/** @type {Json} */ die) => die.name));
    const gains = result.gains.map((/** @type {Json} */ { kind, size, to, name, uses }) => ({ name: freeName(name ?? say(`chronica.held.${kind}`), taken), kind, size, holder: to ?? side, ...(uses ? { uses } : {}) }));
    const left = gains.length ? await this.asked({ kind: "ledger", holds, steps: gains.map((/** @type {Json} */ die) => ({ do: "gain", die })) }) : null;
    if (left?.error) return this.notice(left.error);
    await this.record(document, "spend", { holds: left ? left.verdict.result.holds : holds, spent: { ...this.desk.spent, [side]: "done" } });
  }
}

/** A name that no die bears yet: "high ground", "high ground 2". */
function freeName(/** @type {string} */ name, /** @type {Json} */ taken) {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
  taken.add(free);
  return free;
}

customElements.define("chronica-spend", ChronicaSpend);
