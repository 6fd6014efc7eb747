/*
 * What all our elements share: properties down, events up, one paint for however many changes.
 *
 *   class SeatList extends TableElement { view() { return html`...${this.state.seats}...`; } }
 */

import { letter } from "./lettering.js";
import { render } from "./view.js";

/** @template [State=Snapshot] what `state` holds: the table's snapshot, or the part of it that the element shows */
export class TableElement extends HTMLElement {
  /** Whether it paints before any snapshot has come. */
  paintsAlone = false;
  /** @type {State | null} */
  #state = null;
  #waiting = false;
  #painted = false;
  /** @type {AbortController | null} */
  #stay = null;

  /** The table's newest snapshot (docs/state.md). */
  get state() {
    return this.#state;
  }

  set state(snapshot) {
    this.#state = snapshot;
    this.update();
  }

  connectedCallback() {
    this.update();
  }

  disconnectedCallback() {
    this.#stay?.abort();
    this.#stay = null;
  }

  /** Until when it listens to what lies outside of it: ends as soon as it leaves the page. */
  get stay() {
    this.#stay ??= new AbortController();
    return this.#stay.signal;
  }

  /** Asks for one paint before the browser's next frame. */
  update() {
    if (this.#waiting) return;
    this.#waiting = true;
    queueMicrotask(() => {
      this.#waiting = false;
      if (this.isConnected && (this.#state || this.paintsAlone)) this.paint();
    });
  }

  /** What it shows; null leaves everything as it is. An element that paints by itself needs none. @returns {any} */
  view() {
    return null;
  }

  paint() {
    const view = this.view();
    if (!view) return;
    // What the server wrote meanwhile ("one moment") goes with the first paint.
    if (!this.#painted) this.replaceChildren();
    this.#painted = true;
    render(view, this);
    letter(this);
  }

  /**
   * Asks the page above for what a person wants: a command of docs/state.md with its arguments.
   *
   * @template {keyof Commands} Name
   * @param {Name} name
   * @param {Commands[Name]} args
   */
  act(name, args = /** @type {any} */ ({})) {
    this.emit("act", { name, args });
  }

  /** Dispatches an event that bubbles to the page above. */
  emit(/** @type {string} */ type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }
}
