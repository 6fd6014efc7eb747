/* <announce-dialog>: the particulars of one announcement: advantages, losses, manner, conditions. Each tap counts at once. */

import { TableElement } from "../lib/element.js";
import { html } from "../lib/html.js";
import { seatById } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { say } from "../lib/words.js";

const EXTRA = ["higher-stat", "distraction", "weapon", "supernatural"];
const LOST = ["called-shot", "tricky"];
const MANNERS = ["close-combat", "shooting"];
const SKILLS = ["firearms", "exotic weapons"];
const CONDITIONS = ["injured", "panic", "out-of-the-fight", "may-reposition"];
/** What an `announce` order may carry (docs/state.md); the snapshot's own `text` and `id` are not sent back. */
const SENT = ["action", "extra", "lost", "contested", "interferes", "driver", "run", "manner", "skill", "recovered"];

class AnnounceDialog extends TableElement {
  #seat = null;

  async ask(seat) {
    this.#seat = seat;
    this.update();
    await Promise.resolve();
    this.querySelector("dialog").showModal();
  }

  view() {
    const { round } = this.state;
    const seat = seatById(this.state, this.#seat);
    if (!round || !seat) return html`<dialog></dialog>`;
    const said = round.announced[seat.id];
    return html`<dialog aria-labelledby="announcement-title" .onclick=${(event) => event.target.localName === "dialog" && this.#close()}>
      <div class="sheet">
        <header><h2 id="announcement-title">${said?.text ?? seat.name}</h2>
          <button class="icon" .onclick=${() => this.#close()}>${sigil("close")}<span class="unseen">${say("dialog.close")}</span></button></header>
        ${said ? this.#particulars(seat, said) : html`<p class="help">${say("round.to-come")}</p>`}
        ${this.#group("condition.title", CONDITIONS, round.conditions[seat.id] ?? [], (each) => say(`condition.${each}`), (each, holds) => this.act("mark", { seat: seat.id, condition: each, holds }))}
        <p class="ways">${said ? html`<button class="quiet" .onclick=${() => this.#withdraw(seat)}>${sigil("undo")}${say("announce.withdraw")}</button>` : null}
          <button class="primary" .onclick=${() => this.#close()}>${say("dialog.done")}</button></p>
      </div></dialog>`;
  }

  #particulars(seat, said) {
    const { action } = said;
    return html`
      ${this.#listed("extra", EXTRA, seat, said)} ${this.#listed("lost", LOST, seat, said)}
      ${action?.kind === "attack" ? this.#group("manner.title", MANNERS, [said.manner], (each) => say(`manner.${each}`), (each) => this.#again(seat, said, { manner: each })) : null}
      ${said.manner === "shooting" ? this.#group("skill.title", SKILLS, [said.skill], (each) => say(`stat.${each.replaceAll(" ", "-")}`), (each, holds) => this.#again(seat, said, { skill: holds ? each : "" })) : null}
      <div class="views">
        ${action?.kind === "attack" ? html`<button aria-pressed="${String(Boolean(action.harmless))}" .onclick=${() => this.#again(seat, said, { action: { ...action, harmless: !action.harmless } })}>${say("announce.harmless")}</button>` : null}
        <button aria-pressed="${String(said.contested === false)}" .onclick=${() => this.#again(seat, said, { contested: said.contested === false ? null : false })}>${say("announce.uncontested")}</button></div>`;
  }

  /** Advantages or losses by their code, and situations by a name of their own (D19, D20). */
  #listed(field, codes, seat, said) {
    const held = said[field] ?? [];
    const situations = held.filter((each) => each.situation);
    const without = (gone) => held.filter((each) => each !== gone);
    return html`<h3>${say(`announce.${field}`)}</h3><div class="views">
      ${codes.map((code) => html`<button data-key="${code}" aria-pressed="${String(held.includes(code))}"
        .onclick=${() => this.#again(seat, said, { [field]: held.includes(code) ? without(code) : [...held, code] })}>${say(`claim.${code}`)}</button>`)}
      ${situations.map((each) => html`<button aria-pressed="true" .onclick=${() => this.#again(seat, said, { [field]: without(each) })}>${each.situation}</button>`)}
      <input maxlength="60" aria-label="${say(`announce.${field}.situation`)}" placeholder="${say(`announce.${field}.situation`)}" .onchange=${(event) => this.#situation(event, field, seat, said)}></div>`;
  }

  #situation(event, field, seat, said) {
    const situation = event.target.value.trim();
    event.target.value = "";
    if (situation) this.#again(seat, said, { [field]: [...(said[field] ?? []), { situation }] });
  }

  #group(title, codes, held, nameOf, use) {
    return html`<h3>${say(title)}</h3><div class="views" role="group">${codes.map((each) => html`<button data-key="${each}" aria-pressed="${String(held.includes(each))}"
      .onclick=${() => use(each, !held.includes(each))}>${nameOf(each)}</button>`)}</div>`;
  }

  #again(seat, said, change) {
    const whole = { ...said, ...change };
    const sent = SENT.filter((name) => whole[name] !== undefined && whole[name] !== null).map((name) => [name, whole[name]]);
    this.act("announce", { seat: seat.id, ...Object.fromEntries(sent) });
  }

  #withdraw(seat) {
    this.act("withdraw", { seat: seat.id });
    this.#close();
  }

  #close() {
    this.querySelector("dialog").close();
  }
}

export const registerAnnounceDialog = () => customElements.define("announce-dialog", AnnounceDialog);
