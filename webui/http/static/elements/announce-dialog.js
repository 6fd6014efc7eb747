/*
 * <announce-dialog>: the particulars of one announcement. Of what was announced already each tap counts at once; what
 * is still to be announced gathers here until it is complete and said.
 */

import { TableElement } from "../lib/element.js";
import { seatById } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./announce-particulars.js";

/** @type {Commands["mark"]["condition"][]} */
const CONDITIONS = ["injured", "panic", "out-of-the-fight", "may-reposition"];
/** What an `announce` command may carry (docs/state.md); the snapshot's own `text` and `id` are not sent back. */
const SENT = ["action", "extra", "lost", "contested", "interferes", "driver", "run", "manner", "power", "skill", "recovered", "stat", "weapon", "parry", "supernatural", "over", "range"];

export class AnnounceDialog extends TableElement {
  /** @type {string | null} */
  #seat = null;
  /** @type {Json} */
  #draft = null;

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("said", ({ detail }) => this.#take(detail));
  }

  /** Opens on what a seat has announced; with a draft, on what it is about to. */
  async ask(/** @type {string} */ seat, /** @type {Json | null} */ draft = null) {
    this.#seat = seat;
    this.#draft = draft && { id: seat, ...draft };
    this.update();
    await Promise.resolve();
    this.querySelector("dialog").showModal();
  }

  view() {
    const { round } = this.state;
    const seat = seatById(this.state, this.#seat);
    if (!round || !seat) return html`<dialog></dialog>`;
    const said = this.#draft ?? round.announced[seat.id];
    return html`<dialog class="announcing" aria-labelledby="announcement-title" @click=${(/** @type {On} */ event) => event.target.localName === "dialog" && this.#close()}>
      <div class="sheet">
        <header><h2 id="announcement-title">${this.#title(seat, said)}</h2>
          <button class="icon" @click=${() => this.#close()}>${sigil("close")}<span class="unseen">${say("dialog.close")}</span></button></header>
        ${said ? html`<announce-particulars .state=${this.state} .said=${said}></announce-particulars>` : html`<p class="help">${say("round.to-come")}</p>`}
        ${this.#draft ? null : this.#conditions(round.conditions[seat.id] ?? [], seat)}
        <p class="ways keep">${this.#draft ? this.#saying(said) : this.#said(seat, said)}</p>
      </div></dialog>`;
  }

  #title(/** @type {Seat} */ seat, /** @type {Json} */ said) {
    return this.#draft ? say(`announce.title.${said.action.kind}`, { name: seat.name }) : (said?.text ?? seat.name);
  }

  #conditions(/** @type {string[]} */ held, /** @type {Seat} */ seat) {
    return html`<h3>${say("condition.title")}</h3><div class="views" role="group" aria-label="${say("condition.title")}">${CONDITIONS.map((each) => html`<button aria-pressed="${String(held.includes(each))}"
      @click=${() => this.act("mark", { seat: seat.id, condition: each, holds: !held.includes(each) })}>${say(`condition.${each}`)}</button>`)}
      ${this.#lost(seat)}</div>`;
  }

  /** A point of Toughness back, one tap each (D20). */
  #lost(/** @type {Seat} */ seat) {
    const lost = this.state.round.lost_toughness?.[seat.id];
    return lost ? html`<button @click=${() => this.act("give-back", { seat: seat.id, points: 1 })}>${say("wound.give", { n: lost })}</button>` : null;
  }

  #saying(/** @type {Json} */ said) {
    return html`<button class="primary" ?disabled=${!isComplete(said.action)} @click=${() => this.#announce(said)}>${say("announce.say")}</button>`;
  }

  #said(/** @type {Seat} */ seat, /** @type {Json} */ said) {
    return html`${said ? html`<button class="quiet" @click=${() => this.#withdraw(seat)}>${sigil("undo")}${say("announce.withdraw")}</button>` : null}
      <button class="primary" @click=${() => this.#close()}>${say("dialog.done")}</button>`;
  }

  #take(/** @type {Json} */ announcement) {
    if (this.#draft) {
      this.#draft = announcement;
      return this.update();
    }
    return isComplete(announcement.action) ? this.#send(announcement) : this.update();
  }

  #announce(/** @type {Json} */ said) {
    this.#send(said);
    this.#close();
  }

  #send(/** @type {Json} */ said) {
    const sent = SENT.filter((name) => said[name] !== undefined && said[name] !== null).map((name) => [name, said[name]]);
    this.act("announce", { seat: this.#seat, ...Object.fromEntries(sent) });
  }

  #withdraw(/** @type {Seat} */ seat) {
    this.act("withdraw", { seat: seat.id });
    this.#close();
  }

  #close() {
    this.querySelector("dialog").close();
  }
}

/** Whether an action says all that it must: an attack whom, anything else whom or against what. */
function isComplete(/** @type {Json} */ action) {
  const aimed = (action?.target ?? []).length > 0;
  if (action?.kind === "attack") return aimed;
  return action?.kind !== "other" || aimed || action.intensity !== undefined;
}

customElements.define("announce-dialog", AnnounceDialog);
