/*
 * <announce-particulars>: all that an announcement can say beyond what and at whom (D16 to D26, D30).
 *
 *   <announce-particulars .state=${snapshot} .said=${{ id, action, extra, ... }}></announce-particulars>
 *   event: said {announcement}, whole, after each change
 */

import { TableElement } from "../lib/element.js";
import { pick } from "../lib/pick.js";
import { seatById } from "../lib/seats.js";
import { sideSigil } from "../lib/sigil.js";
import { HIGH_GROUND, RANGES, STATS, nameOf, rangeOf, situationOf } from "../lib/stats.js";
import { filled, html, repeat } from "../lib/view.js";
import { say } from "../lib/words.js";

const EXTRA = ["higher-stat", "distraction", "weapon", "supernatural"];
const LOST = ["called-shot", "tricky"];
const MANNERS = ["close-combat", "shooting", "power"];
const SKILLS = ["firearms", "exotic weapons"];
const MOST_TIMES = 9;

const listOf = (/** @type {any} */ value) => (Array.isArray(value) ? value : value ? [value] : []);

class AnnounceParticulars extends TableElement {
  /** @type {Json} */
  #said = null;

  set said(/** @type {Json} */ said) {
    this.#said = said;
    this.update();
  }

  view() {
    const said = this.#said;
    const seat = said && seatById(this.state, said.id);
    if (!seat) return html``;
    const kind = said.action?.kind;
    const others = this.state.round.order.filter((id) => id !== said.id).map((id) => seatById(this.state, id)).filter(Boolean);
    return html`
      ${kind === "attack" ? html`${this.#targets(others, "target")} ${this.#attack()}` : null}
      ${kind === "defend" ? html`${this.#targets(others, "against")}<div class="views"><button aria-pressed="${String(Boolean(said.parry))}" @click=${() => this.#change({ parry: !said.parry })}>${say("announce.parry")}</button></div>` : null}
      ${kind === "attack" || said.parry ? this.#armed(said) : null}
      ${kind === "other" ? html`${this.#targets(others, "target")} ${this.#goal()}` : null}
      ${this.#listed("extra", EXTRA)} ${this.#listed("lost", LOST)}
      ${this.#movement(kind)}
      ${this.#meetings(seat, others)}`;
  }

  /** How far, how good the weapon is there, and what lies over what (D18, D19). */
  #armed(/** @type {any} */ said) {
    const range = said.range ?? this.#known(said);
    const over = said.over ?? [];
    return html`${this.#choice("announce.range", RANGES, range, rangeOf, (each) => this.#change({ range: each }))}
      <div class="fields"><label>${say("announce.weapon")} <input type="number" min="0" max="20" placeholder="${say("announce.weapon.own")}" .value=${filled(typeof said.weapon === "number" ? String(said.weapon) : "")} @change=${(/** @type {On} */ event) => this.#change({ weapon: event.target.value === "" ? null : Number(event.target.value) })}></label></div>
      <h3>${say("announce.over")}</h3><div class="views">${[...new Set([HIGH_GROUND, ...over])].map((each) => html`<button aria-pressed="${String(over.includes(each))}" @click=${() => this.#change({ over: flipped(over, each) })}>${situationOf(each)}</button>`)}
        <button aria-pressed="${String(Boolean(said.supernatural))}" @click=${() => this.#change({ supernatural: !said.supernatural })}>${say("claim.supernatural")}</button></div>`;
  }

  /** The range that was given between the two, if it was. */
  #known(/** @type {any} */ said) {
    const [foe] = listOf(said.action?.target ?? said.action?.against);
    return this.state.round.ranges.find((each) => each.between.includes(said.id) && each.between.includes(foe))?.range;
  }

  /** Whom it is done to, or defended against; somebody more, somebody less. */
  #targets(/** @type {Seat[]} */ others, /** @type {string} */ field) {
    const { action } = this.#said;
    const held = listOf(action[field]);
    const use = (/** @type {string} */ id) => this.#aim(field, held.includes(id) ? held.filter((each) => each !== id) : [...held, id]);
    return html`<h3>${say(`announce.${action.kind}.whom`)}</h3><div class="views" role="group" aria-label="${say(`announce.${action.kind}.whom`)}">
      ${field === "against" ? html`<button aria-pressed="${String(!held.length)}" @click=${() => this.#aim("against", [])}>${say("log.everybody")}</button>` : null}
      ${others.map((/** @type {Seat} */ each) => this.#person(each, held.includes(each.id), use))}</div>`;
  }

  #person(/** @type {any} */ each, /** @type {boolean} */ pressed, /** @type {(id: string) => void} */ use) {
    return html`<button class="${`whom by-side-${each.side}`}" aria-pressed="${String(pressed)}" @click=${() => use(each.id)}>${sideSigil(each.side)}${each.name}</button>`;
  }

  /** Somebody must be its target, or an Intensity; what a target that is gone resisted with goes with it. */
  #aim(/** @type {any} */ field, /** @type {string[]} */ ids) {
    const action = { ...this.#said.action, [field]: ids };
    if (field === "against" && !ids.length) delete action.against;
    if (action.kind === "other") delete action[ids.length ? "intensity" : "escape"];
    if (action.resist && typeof action.resist === "object") action.resist = numbersOf(Object.entries(action.resist).filter(([id]) => ids.includes(id)));
    this.#change({ action });
  }

  #attack() {
    const { action, manner, power } = this.#said;
    const way = power ? "power" : manner;
    return html`${this.#choice("manner.title", MANNERS, way, (/** @type {string} */ each) => say(`manner.${each}`), (each) => this.#fight(each))}
      ${way === "shooting" ? this.#choice("skill.title", SKILLS, this.#said.skill, nameOf, (each) => this.#change({ skill: this.#said.skill === each ? "" : each })) : null}
      ${power ? html`<div class="fields">${this.#stat("announce.power.uses", power.uses, (/** @type {string} */ uses) => this.#change({ power: { ...power, uses } }))}
        ${this.#stat("announce.power.against", power.against ?? "agility", (/** @type {string} */ against) => this.#change({ power: { ...power, against } }))}</div>` : null}
      ${this.#resists()}
      <div class="views"><button aria-pressed="${String(Boolean(action.harmless))}" @click=${() => this.#change({ action: { ...action, harmless: !action.harmless } })}>${say("announce.harmless")}</button></div>`;
  }

  #fight(/** @type {string} */ manner) {
    if (manner === "power") return this.#change({ manner: null, power: { uses: "calm", against: "calm" }, skill: "" });
    return this.#change({ manner, power: null, skill: manner === "shooting" ? this.#said.skill : "" });
  }

  #stat(/** @type {any} */ label, /** @type {string} */ value, /** @type {any} */ use) {
    const known = [...new Set([...STATS, ...this.state.seats.flatMap((seat) => Object.keys(seat.stats ?? {})), value])];
    return html`<span class="field"><span aria-hidden="true">${say(label)}</span> ${pick(label.replaceAll(".", "-"), say(label), known.map((stat) => [stat, nameOf(stat)]), value, use)}</span>`;
  }

  #resists() {
    return html`<div class="fields">${repeat(listOf(this.#said.action.target), (id) => id, (id) => this.#resist(id))}</div>`;
  }

  /** Left empty, a target resists with its own stat (D17). */
  #resist(/** @type {string} */ id) {
    const { action } = this.#said;
    const all = typeof action.resist === "number" ? Object.fromEntries(listOf(action.target).map((each) => [each, action.resist])) : (action.resist ?? {});
    const use = (/** @type {string} */ value) => {
      const others = Object.entries(all).filter(([each]) => each !== id);
      this.#change({ action: { ...action, resist: numbersOf(value === "" ? others : [...others, [id, Number(value)]]) } });
    };
    const target = seatById(this.state, id)?.name ?? id;
    return html`<label>${say("announce.resist", { name: target })} <input type="number" min="0" max="30" placeholder="${say("announce.resist.own")}" .value=${filled(String(all[id] ?? ""))} @change=${(/** @type {On} */ event) => use(event.target.value)}></label>`;
  }

  /** What an action that is no attack has to beat: an Intensity, or its targets' numbers, or the throws of who holds one (D30). */
  #goal() {
    const { action } = this.#said;
    if (!listOf(action.target).length) return this.#intensity(action);
    return html`${this.#resists()}<div class="views"><button aria-pressed="${String(Boolean(action.escape))}" @click=${() => this.#change({ action: { ...action, escape: !action.escape } })}>${say("announce.escape")}</button></div>`;
  }

  #intensity(/** @type {Json} */ action) {
    const use = (/** @type {string} */ value) => this.#change({ action: { kind: "other", ...(action.excludes ? { excludes: action.excludes } : {}), intensity: Number(value) } });
    return html`<div class="fields"><label>${say("mode.intensity")} <input type="number" min="0" max="30" .value=${filled(String(action.intensity ?? ""))} @change=${(/** @type {On} */ event) => event.target.value !== "" && use(event.target.value)}></label></div>`;
  }

  /** Advantages or losses by their code, and situations by a name of their own; one may count over several foes (D19). */
  #listed(/** @type {string} */ field, /** @type {string[]} */ codes) {
    const held = this.#said[field] ?? [];
    const without = (/** @type {any} */ gone) => held.filter((/** @type {Json} */ each) => each !== gone);
    const use = (/** @type {string} */ code) => this.#change({ [field]: held.includes(code) ? without(code) : [...held, code] });
    return html`<h3>${say(`announce.${field}`)}</h3><div class="views">
      ${codes.map((code) => html`<button aria-pressed="${String(held.includes(code))}" @click=${() => use(code)}>${say(`claim.${code}`)}</button>`)}
      ${held.filter((/** @type {Json} */ each) => each.situation).map((/** @type {Json} */ each) => html`<span class="situation"><button aria-pressed="true" @click=${() => this.#change({ [field]: without(each) })}>${situationOf(each.situation)}${each.times > 1 ? ` ×${each.times}` : ""}</button>
        ${field === "extra" ? html`<button class="icon" title="${say("announce.chain")}" @click=${() => this.#change({ extra: held.map((/** @type {Json} */ one) => (one === each ? { ...one, times: Math.min((one.times ?? 1) + 1, MOST_TIMES) } : one)) })}>+<span class="unseen">${say("announce.chain")}</span></button>` : null}</span>`)}
      <input maxlength="60" aria-label="${say(`announce.${field}.situation`)}" placeholder="${say(`announce.${field}.situation`)}" @change=${(/** @type {On} */ event) => this.#situation(event, field, held)}></div>`;
  }

  #situation(/** @type {On} */ event, /** @type {string} */ field, /** @type {string} */ held) {
    const situation = event.target.value.trim();
    event.target.value = "";
    if (situation) this.#change({ [field]: [...held, { situation }] });
  }

  /** A run of up to 30 feet beside the action, or nothing but up to 60 (D24). */
  #movement(/** @type {string} */ kind) {
    const { action, run, driver } = this.#said;
    if (kind === "nothing") return null;
    const feet = kind === "move" ? this.#number("announce.move.feet", 60, action.feet ?? 60, (value) => this.#change({ action: { ...action, feet: value } })) : this.#number("announce.run", 30, run ?? 0, (value) => this.#change({ run: value }));
    return html`<h3>${say("announce.movement")}</h3><div class="fields">${feet}</div><div class="views">
      <button aria-pressed="${String(Boolean(driver))}" @click=${() => this.#change({ driver: !driver })}>${say("announce.driver")}</button></div>`;
  }

  #number(/** @type {string} */ label, /** @type {number} */ most, /** @type {number} */ value, /** @type {(value: any) => void} */ use) {
    return html`<label>${say(label)} <input type="number" min="0" max="${String(most)}" step="5" .value=${filled(String(value))} @change=${(/** @type {On} */ event) => use(Number(event.target.value))}></label>`;
  }

  /** Who meets whom: interference beyond targets (D25, D26), allies' actions that exclude each other (D30). */
  #meetings(/** @type {Json} */ seat, /** @type {Json} */ others) {
    const { action, contested, interferes } = this.#said;
    const allies = others.filter((/** @type {Json} */ each) => each.side === seat.side);
    const excludes = action?.excludes ?? [];
    const exclude = (/** @type {string} */ id) => this.#change({ action: { ...action, excludes: flipped(excludes, id) } });
    const meet = (/** @type {string} */ id) => this.#change({ interferes: flipped(interferes ?? [], id) });
    return html`<h3>${say("announce.interferes")}</h3><div class="views" role="group" aria-label="${say("announce.interferes")}">
        <button aria-pressed="${String(contested === false)}" @click=${() => this.#change({ contested: contested === false ? null : false })}>${say("announce.uncontested")}</button>
        ${others.map((/** @type {Seat} */ each) => this.#person(each, (interferes ?? []).includes(each.id), meet))}</div>
      ${action && allies.length ? html`<h3>${say("announce.excludes")}</h3><div class="views" role="group" aria-label="${say("announce.excludes")}">${allies.map((/** @type {Seat} */ each) => this.#person(each, excludes.includes(each.id), exclude))}</div>` : null}`;
  }

  #choice(/** @type {string} */ title, /** @type {string[]} */ codes, /** @type {string} */ held, /** @type {any} */ name, /** @type {(value: any) => void} */ use) {
    return html`<h3>${say(title)}</h3><div class="views" role="group" aria-label="${say(title)}">${codes.map((each) => html`<button aria-pressed="${String(held === each)}" @click=${() => use(each)}>${name(each)}</button>`)}</div>`;
  }

  #change(/** @type {Json} */ change) {
    this.emit("said", { ...this.#said, ...change });
  }
}

/** What each target resists with; null where nobody's number was given. */
const numbersOf = (/** @type {any} */ pairs) => (pairs.length ? Object.fromEntries(pairs) : null);

const flipped = (/** @type {string[]} */ ids, /** @type {string} */ id) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]);

customElements.define("announce-particulars", AnnounceParticulars);
