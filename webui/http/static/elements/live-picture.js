/*
 * <live-picture>: the picture that the server draws, and over each card a place to tap. A tap corrects the card,
 * a drag carries it to another seat. What stands in the way of seeing is said here, calmly.
 */

import { TableElement } from "../lib/element.js";
import { latinKey } from "../lib/keys.js";
import { allCardsOf, cardByKey, seatById } from "../lib/seats.js";
import { elsewhere, picture } from "../lib/picture.js";
import { sigil } from "../lib/sigil.js";
import { plightOf } from "../lib/source.js";
import { table } from "../lib/stream.js";
import { html, nothing, repeat, styled, svg } from "../lib/view.js";
import { say } from "../lib/words.js";
import { areaPath, contains, middleOf, pointIn, pointsOf, quarterOn, ratioOf } from "../lib/geometry.js";

const AGAIN_MS = 2000;
const DRAG_STARTS = 0.02; // of the picture's width; less is a tap

class LivePicture extends TableElement {
  /** @type {any} */
  #drag = null;
  /** The key of the card that a hand or the keyboard is on. @type {string} */
  #near = null;
  #tools = false;

  connectedCallback() {
    super.connectedCallback();
    picture.join(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    picture.leave(this);
  }

  view() {
    const state = this.state;
    this.style.setProperty("--ratio", String(this.#ratio()));
    return html`
      <div class="frame">
        <img class="stream" ?hidden=${!picture.address} src="${picture.address ?? nothing}" alt="${say("picture.alt")}" @load=${() => this.#resize()} @error=${() => setTimeout(() => picture.again(), AGAIN_MS)}>
        <svg class="taps" viewBox="0 0 1000 1000" preserveAspectRatio="none">
          ${(state.ignored ?? []).map((area) => svg`<path class="ignored" d="${areaPath(area.region)}"></path>`)}
          ${repeat(state.seats.filter((seat) => seat.region), (seat) => seat.id, (seat) => this.#region(seat))}
          ${repeat(allCardsOf(state).filter((card) => card.here), (card) => card.key, (card) => this.#target(card))}
        </svg>
        ${this.#name()}
        ${this.#veil()}
      </div>
      <div class="${`picture-acts ${this.#tools ? "open" : ""}`}" role="group" aria-label="${say("setup.picture")}">
        <button class="icon tools" aria-expanded="${String(this.#tools)}" title="${say("setup.picture")}" @click=${() => this.#showTools()}>
          ${sigil("tools")}<span class="unseen">${say("setup.picture")}</span></button>
        ${this.#button("swap", () => this.act("view", { swap: !state.view.swap }))}
        ${this.#button("turn", () => this.act("view", { turn: quarterOn(state.view.turn) }))}
        ${this.#button("mirror", () => this.act("view", { mirror: !state.view.mirror }))}
        ${this.#button("fold", () => this.emit("fold"))}
      </div>`;
  }

  #button(/** @type {string} */ name, /** @type {(value: any) => void} */ use) {
    return html`<button class="icon" title="${say(`picture.${name}`)}" @click=${use}>
      ${sigil(name)}<span class="unseen">${say(`picture.${name}`)}</span></button>`;
  }

  /** Where the picture is small they would cover it, and come when they are asked for. */
  #showTools() {
    this.#tools = !this.#tools;
    this.update();
  }

  #region(/** @type {Seat} */ seat) {
    const over = this.#drag?.over === seat.id;
    return svg`<polygon class="${`region ${over ? "over" : ""}`}" points="${pointsOf(seat.region)}" style=${styled({ "--seat": seat.colour })}></polygon>`;
  }

  #target(/** @type {ShownCard} */ card) {
    const owner = seatById(this.state, card.seat);
    return svg`<polygon class="${`target is-${card.state}`}" tabindex="0" role="button" points="${pointsOf(card.corners)}"
      aria-label="${say("card.label", { card: this.#called(card), seat: owner?.name ?? say("seat.nobody") })}" style=${styled({ "--seat": owner?.colour ?? "var(--dust)" })}
      @pointerenter=${() => this.#approach(card.key)} @pointerleave=${() => this.#approach(null)} @focus=${() => this.#approach(card.key)} @blur=${() => this.#approach(null)}
      @pointerdown=${(/** @type {On} */ event) => this.#grab(event, card.key)} @keydown=${(/** @type {On} */ event) => this.#press(event, card.key)}></polygon>`;
  }

  /** What the card is called that a hand or the keyboard is on. */
  #name() {
    const card = this.#drag?.moved ? null : cardByKey(this.state, this.#near);
    const middle = card && middleOf(card.corners);
    return card ? html`<p class="${`name-plate ${middle[1] < 0.5 ? "below" : "above"}`}" style=${styled({ left: `${middle[0] * 100}%`, top: `${middle[1] * 100}%` })}>${this.#called(card)}</p>` : null;
  }

  #called(/** @type {ShownCard} */ card) {
    return card.name || say(card.face === "down" ? "card.down" : "card.unread");
  }

  #approach(/** @type {string} */ key) {
    this.#near = key;
    this.update();
  }

  #veil() {
    const { source, paused, aid } = this.state;
    if (!table.linked) return html`<div class="veil">${sigil("camera")}<p>${say("notice.away")}</p></div>`;
    if (paused) return html`<div class="veil">${sigil("pause")}<p>${say("wait.paused")}</p></div>`;
    if (source.state === "ended") return this.#ended(source);
    if (source.state !== "live") {
      return html`<div class="${`veil ${source.state}`}">${sigil("camera")}<p>${plightOf(this.state)}</p></div>`;
    }
    if (picture.elsewhere) return elsewhere();
    if (source.message?.code === "live") return html`<p class="aid">${sigil("camera")}${source.message.text}</p>`;
    if (source.message?.code === "still") return html`<p class="aid">${sigil("camera")}${say("source.still")}</p>`;
    const problem = aid && !aid.ok ? aid.problems[0] : null;
    return problem ? html`<p class="aid of-light">${sigil("camera")}${problem.text}</p>` : null;
  }

  /** Its last picture stays in sight. */
  #ended(/** @type {Source} */ { kind }) {
    return html`<div class="ended"><p>${plightOf(this.state)}</p>
      <button class="primary" @click=${() => this.act("source", { spec: kind === "demo" ? "demo" : "current" })}>${say("source.again")}</button></div>`;
  }

  #ratio() {
    /** @type {HTMLImageElement | null} */
    const image = this.querySelector("img.stream");
    return image?.naturalHeight ? image.naturalWidth / image.naturalHeight : ratioOf(this.state);
  }

  /** Some browsers report every picture of the stream: paint only when its shape has changed. */
  #resize() {
    if (this.style.getPropertyValue("--ratio") !== String(this.#ratio())) this.update();
  }

  #press(/** @type {any} */ event, /** @type {string} */ key) {
    if (!["Enter", " "].includes(latinKey(event))) return;
    event.preventDefault();
    this.emit("correct-card", { key });
  }

  #grab(/** @type {Json} */ event, /** @type {string} */ key) {
    const board = this.querySelector(".taps");
    this.#drag = { key, from: pointIn(board, event), over: null, moved: false };
    event.target.setPointerCapture(event.pointerId);
    event.target.onpointermove = (/** @type {string} */ move) => this.#carry(pointIn(board, move));
    event.target.onpointerup = (/** @type {string} */ up) => this.#drop(up);
  }

  #carry(/** @type {Point} */ point) {
    const drag = this.#drag;
    if (!drag) return;
    drag.moved ||= Math.hypot(point[0] - drag.from[0], point[1] - drag.from[1]) > DRAG_STARTS;
    drag.over = drag.moved ? (this.state.seats.find((seat) => seat.region && contains(seat.region, point))?.id ?? null) : null;
    if (drag.moved) this.update();
  }

  #drop(/** @type {any} */ event) {
    event.target.onpointermove = event.target.onpointerup = null;
    const { key, moved, over } = this.#drag;
    this.#drag = null;
    this.update();
    if (!moved) return this.emit("correct-card", { key });
    if (cardByKey(this.state, key)?.seat !== over) this.act("assign", { key, seat: over });
  }
}

customElements.define("live-picture", LivePicture);
