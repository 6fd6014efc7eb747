/*
 * The camera's picture: a connection that never ends, so only a window that is visible has one, and in a browser
 * only one window at a time. Elements that show it:
 *
 *   connectedCallback() { picture.join(this); }    disconnectedCallback() { picture.leave(this); }
 *   html`<img src="${picture.address ?? nothing}">`           null while there is none to be shown here
 *
 * It is asked for as wide as the widest of them, in steps, so that a window that is being resized asks seldom.
 */

import { sigil } from "./sigil.js";
import { table } from "./stream.js";
import { html } from "./view.js";
import { say } from "./words.js";

const STEP_PX = 240;

class Picture {
  #shown = new Set();
  /** How wide it is asked for, in device pixels; 0 before anything was laid out. */
  #width = 0;
  #resized = new ResizeObserver(() => this.#measure());
  /** Null until the answer has come. @type {any} */
  #granted = null;
  #take = 0;

  constructor() {
    table.addEventListener("link", () => this.#paint());
    table.addEventListener("connected", () => this.again());
    table.addEventListener("picture", (/** @type {CustomEvent<boolean>} */ event) => this.#turn(event.detail));
    document.addEventListener("visibilitychange", () => this.#ask());
    addEventListener("focus", () => this.#ask());
  }

  /** Where the picture comes from; another address each time, so that no browser keeps an old one. */
  get address() {
    return this.#granted && this.#isVisible() && this.#width ? `/video.mjpg?take=${this.#take}&width=${this.#width}` : null;
  }

  /** Whether another window of this browser has it. */
  get elsewhere() {
    return this.#granted === false && this.#isVisible();
  }

  join(/** @type {HTMLElement} */ element) {
    this.#shown.add(element);
    this.#resized.observe(element);
    this.#ask();
  }

  leave(/** @type {HTMLElement} */ element) {
    this.#shown.delete(element);
    this.#resized.unobserve(element);
    this.#ask();
  }

  /** Has the picture shown in this window from now on, and no longer in the other one. */
  showHere() {
    this.#ask();
  }

  /** The picture broke off: open it again. */
  again() {
    this.#take += 1;
    this.#paint();
  }

  #isVisible() {
    return document.visibilityState === "visible";
  }

  #ask() {
    const wants = this.#shown.size > 0 && this.#isVisible();
    if (!this.#granted) this.#granted = null;
    table.wantPicture(wants);
    this.#paint();
  }

  #turn(/** @type {boolean} */ granted) {
    if (granted && !this.#granted) this.#take += 1;
    this.#granted = granted;
    this.#paint();
  }

  #measure() {
    const widest = Math.max(0, ...[...this.#shown].map((element) => element.clientWidth));
    const width = Math.ceil((widest * devicePixelRatio) / STEP_PX) * STEP_PX;
    if (width <= this.#width && width > this.#width / 2) return; // Opening it again costs more than some pixels.
    this.#width = width;
    this.#paint();
  }

  #paint() {
    for (const element of this.#shown) element.update();
  }
}

export const picture = new Picture();

/** What covers the picture's place while another window of this browser shows it: one tap brings it here. */
export const elsewhere = () => html`<div class="veil">${sigil("camera")}<p>${say("picture.elsewhere")}</p>
  <button @click=${() => picture.showHere()}>${say("picture.here")}</button></div>`;
