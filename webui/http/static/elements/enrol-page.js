/*
 * <enrol-page>: a deck is learnt before the camera. What it is called; then card after card, in order or by choice; then
 * its file, and which cards it would confuse. A pause and a restart lose nothing.
 */

import { allCards, face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { fetched } from "../lib/fetched.js";
import { send } from "../lib/send.js";
import { sigil } from "../lib/sigil.js";
import { table } from "../lib/stream.js";
import { html, repeat } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./enrol-pictures.js";
import "./enrol-result.js";
import "./live-picture.js";
import "./notice-line.js";
import "./top-bar.js";
import "./want-dialog.js";

const EVERY_MS = 350;
const KINDS = ["tarot", "playing", "pulp"];
const ORDERS = ["rws", "marseille"];
/** Hints that a person may know better. */
const DOUBTED = ["known", "part", "back"];

class EnrolPage extends TableElement {
  /** @type {Enrolment | null} */
  #enrolment = null;
  /** @type {Map<string, string>} */
  #names = new Map();
  #giving = false;
  /** Pictures that were changed are requested again. */
  #fresh = 0;

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => (this.state = table.state));
    this.addEventListener("act", ({ detail }) => table.command(detail.name, detail.args));
    this.addEventListener("learnt", ({ detail }) => this.#show(detail));
    this.addEventListener("step", ({ detail }) => this.#do(detail));
    this.#learnNames();
    this.#follow();
  }

  view() {
    const enrolment = this.#enrolment;
    return html`<top-bar></top-bar>
      <main class="page enrol-page"><h1>${say("page.enrol")}</h1>
        ${!enrolment ? html`<p class="waking">${say("page.waking")}</p>` : enrolment.draft ? this.#learning(enrolment) : this.#form()}
        ${enrolment && !enrolment.result && !this.#isBuilding() ? html`<enrol-pictures .begin=${(/** @type {string} */ title) => this.#beginUnseen(title)}></enrol-pictures>` : null}
      </main>
      <want-dialog .state=${{ codes: enrolment?.codes ?? [], taken: enrolment?.taken ?? [] }}></want-dialog>
      <notice-line></notice-line>`;
  }

  #form() {
    return html`<form class="framed begin" @submit=${(/** @type {On} */ event) => this.#begin(event)}>
      <p class="help">${say("enrol.help")}</p>
      <label>${say("enrol.name")}<input name="name" required maxlength="64" autocomplete="off"></label>
      <fieldset><legend>${say("enrol.cards")}</legend>${KINDS.map((kind, index) => this.#radio("cards", kind, index === 0))}</fieldset>
      <fieldset><legend>${say("enrol.order")}</legend>${ORDERS.map((order, index) => this.#radio("order", order, index === 0))}</fieldset>
      <p class="ways"><button class="primary">${say("sessions.begin")}</button></p></form>`;
  }

  #radio(/** @type {string} */ name, /** @type {string} */ value, /** @type {boolean} */ checked) {
    return html`<label class="choice"><input type="radio" name="${name}" value="${value}" ?checked=${checked}>${say(`enrol.${name}.${value}`)}</label>`;
  }

  #learning(/** @type {Enrolment} */ enrolment) {
    if (this.#isBuilding()) return this.#building(enrolment);
    if (enrolment.result) return html`<enrol-result .state=${{ enrolment, names: this.#names, decks: this.state.decks, fresh: this.#fresh }}></enrol-result>`;
    return html`${enrolment.fault ? html`<p class="amiss-line">${say("enrol.fault", { why: enrolment.fault })}</p>` : null}
      <div class="taking">
        <live-picture .state=${this.state}></live-picture>
        <section class="next-card framed" aria-labelledby="enrol-next">
          <p class="so-far"><progress max="${enrolment.codes.length}" value="${enrolment.taken.length}" aria-labelledby="enrol-count"></progress> <strong id="enrol-count">${say("enrol.done", { n: enrolment.taken.length, of: enrolment.codes.length })}</strong></p>
          <h2 id="enrol-next" aria-live="polite">${enrolment.next_card ? say("enrol.next", { card: this.#name(enrolment.next_card) }) : say("enrol.all")}</h2>
          <div class="faces">${enrolment.next_card ? html`<img class="face next-face" src="${face(enrolment.next_card)}" alt="">` : null}
            ${this.#taken(enrolment)}</div>
          ${this.#hint(enrolment)}
          ${this.#ways(enrolment)}
        </section>
      </div>
      ${enrolment.notes.length ? html`<section class="framed guesses" aria-labelledby="enrol-guesses"><h2 id="enrol-guesses">${say("enrol.guesses")}</h2>
        <ul>${enrolment.notes.map((note) => this.#note(note))}</ul></section>` : null}
      <ol class="takings">${repeat(enrolment.taken, (code) => code, (code) => this.#taking(code))}</ol>`;
  }

  /** The picture that was taken last; of two that look alike the one that was taken, to compare with what lies there. */
  #taken(/** @type {Enrolment} */ { taken, last, hint, likest }) {
    const code = hint === "known" && likest ? likest : last;
    if (!code || !taken.includes(code)) return null;
    return html`<figure><img class="taken-last" src="${this.#picture(code)}" alt=""><figcaption>${this.#name(code)}</figcaption></figure>`;
  }

  #isBuilding() {
    const { progress, result, fault } = this.#enrolment;
    return Boolean(progress && !result && !fault);
  }

  #building(/** @type {Enrolment} */ enrolment) {
    const { done, of } = enrolment.progress;
    return html`<section class="framed begin"><h2 id="enrol-building">${say("enrol.building")}</h2>
      <progress max="${of}" value="${done}" aria-labelledby="enrol-building"></progress></section>`;
  }

  #hint(/** @type {Enrolment} */ enrolment) {
    if (!enrolment.looking) return enrolment.next_card ? html`<p class="hint">${say("enrol.paused")}</p>` : null;
    if (!enrolment.hint) return enrolment.again ? html`<p class="hint">${sigil("undo")}${say("enrol.again")}</p>` : null;
    return html`<p class="hint" role="status">${sigil("camera")}${say(`enrol.hint.${enrolment.hint}`, enrolment.likest ? { card: this.#name(enrolment.likest) } : {})}
      ${DOUBTED.includes(enrolment.hint) ? html`<button class="quiet" @click=${() => this.#do({ do: "insist" })}>${say("enrol.insist")}</button>` : null}</p>`;
  }

  #ways(/** @type {Enrolment} */ enrolment) {
    const whole = !enrolment.next_card;
    const { length } = enrolment.taken;
    return html`<div class="ways">
      ${whole ? null : html`<button @click=${() => this.querySelector("want-dialog").ask(enrolment.draft.cards)}>${sigil("search")}${say("question.other")}</button>
        <button @click=${() => this.#do({ do: enrolment.looking ? "pause" : "resume" })}>${sigil(enrolment.looking ? "pause" : "resume")}${say(enrolment.looking ? "enrol.pause" : "enrol.resume")}</button>`}
      <button class="${whole ? "primary" : ""}" ?disabled=${length < 2} @click=${() => this.#do({ do: "finish" })}>${whole ? say("enrol.finish") : say("enrol.finish.few", { n: length })}</button>
      ${this.#giving ? html`<button class="primary" @click=${() => this.#do({ do: "abandon" })}>${say("enrol.abandon-now")}</button>` : html`<button class="quiet" @click=${() => this.#giveUp()}>${say("enrol.abandon")}</button>`}</div>`;
  }

  #taking(/** @type {string} */ code) {
    const card = this.#name(code);
    return html`<li><img src="${this.#picture(code)}" alt="${card}">
      <button class="icon" title="${say("enrol.retake", { card })}" @click=${() => this.#do({ do: "want", code })}>${sigil("undo")}<span class="unseen">${say("enrol.retake", { card })}</span></button>
      <button class="icon" title="${say("enrol.rename", { card })}" @click=${() => this.querySelector("want-dialog").ask(this.#enrolment.draft.cards, code)}>${sigil("correct")}<span class="unseen">${say("enrol.rename", { card })}</span></button>
      <button class="icon" title="${say("enrol.turn", { card })}" @click=${() => this.#do({ do: "turn", code })}>${sigil("turn")}<span class="unseen">${say("enrol.turn", { card })}</span></button></li>`;
  }

  /** What a file was taken for without saying so itself, and the way to correct it; many cards have theirs below. */
  #note(/** @type {TakenNote} */ { file, cards, why }) {
    const [code] = cards;
    const card = cards.map((each) => this.#name(each)).join(", ");
    const way = why === "turned"
      ? html`<button class="quiet" @click=${() => this.#do({ do: "turn", code })}>${sigil("turn")}${say("enrol.turn", { card })}</button>`
      : html`<button class="quiet" @click=${() => this.querySelector("want-dialog").ask(this.#enrolment.draft.cards, code)}>${sigil("correct")}${say("enrol.rename", { card })}</button>`;
    return html`<li><span>${say(`enrol.note.${why}`, { file, card })}</span>${cards.length === 1 ? way : null}</li>`;
  }

  #giveUp() {
    this.#giving = true;
    this.update();
  }

  #begin(/** @type {On} */ event) {
    event.preventDefault();
    this.#start(event.target);
  }

  #start(/** @type {any} */ form) {
    const { name, cards, order } = Object.fromEntries(new FormData(form));
    return this.#do({ do: "start", name: String(name).trim(), cards, order });
  }

  /** A deck for pictures: what lies before the camera is none of it. */
  async #beginUnseen(/** @type {string} */ title) {
    const form = /** @type {HTMLFormElement | null} */ (this.querySelector("form.begin"));
    if (!form) return true;
    const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
    name.value ||= title;
    return form.reportValidity() && (await this.#start(form)) && this.#do({ do: "pause" });
  }

  async #do(/** @type {Json} */ step) {
    this.#giving = false;
    const enrolment = await send("/api/enrolment", JSON.stringify(step));
    if (enrolment) this.#show(enrolment);
    return Boolean(enrolment);
  }

  /** What an order led to: pictures may be others now. */
  #show(/** @type {Json} */ enrolment) {
    this.#fresh += 1;
    this.#take(enrolment);
  }

  /** One question after another, never two at once. */
  async #follow() {
    const enrolment = await fetched("/api/enrolment");
    if (enrolment) this.#take(enrolment);
    if (this.isConnected) setTimeout(() => this.#follow(), EVERY_MS);
  }

  #take(/** @type {any} */ enrolment) {
    if (JSON.stringify(enrolment) === JSON.stringify(this.#enrolment)) return this.update();
    this.#enrolment = enrolment;
    this.update();
  }

  async #learnNames() {
    const known = [...(await allCards()), ...(await allCards("pulp"))];
    this.#names = new Map(known.map((card) => [card.code, card.name]));
    this.update();
  }

  #name(/** @type {string} */ code) {
    return this.#names.get(code) ?? code;
  }

  #picture(/** @type {string} */ code) {
    return `/enrolment/${code}.jpg?n=${this.#fresh}`;
  }
}

customElements.define("enrol-page", EnrolPage);
