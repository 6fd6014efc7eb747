/* <overlay-settings-page>: the appearance of an overlay, tried on a picture, and the address for the streaming program. */

import { TableElement } from "../lib/element.js";
import { addressOf, CARDS_S, FADE_S, lookOf, PLACES, SIDES, SIZE } from "../lib/overlay.js";
import { remember, setting } from "../lib/settings.js";
import { table } from "../lib/stream.js";
import { html } from "../lib/view.js";
import { count, say } from "../lib/words.js";
import "./copy-field.js";
import "./notice-line.js";
import "./overlay-scene.js";
import "./top-bar.js";

class OverlaySettingsPage extends TableElement {
  #look = lookOf(setting("overlay") ?? "fade=8");
  #faded = false;

  connectedCallback() {
    super.connectedCallback();
    table.addEventListener("state", () => this.#take(table.state));
  }

  view() {
    const { fade, at, sides, size, cards } = this.#look;
    const url = `${location.origin}/${addressOf(this.#look)}`;
    return html`<top-bar></top-bar>
      <main class="page overlay-settings">
        <h1>${say("page.overlay-settings")}</h1><p class="help">${say("overlay.help")}</p>
        <div class="overlay-choices">
          ${this.#choice("at", PLACES, at)} ${this.#choice("sides", SIDES, sides)}
          ${this.#range("fade", FADE_S, fade, fade ? count("overlay.seconds", fade) : say("overlay.stays"))}
          ${this.#range("size", SIZE, size, `${size} %`)}
          ${this.#range("cards", CARDS_S, cards, cards ? count("overlay.each", cards) : say("overlay.no-cards"))}
        </div>
        <figure class="${`trial ${this.#faded ? "gone" : ""}`}"><overlay-scene .state=${{ table: this.#shown(), look: this.#look }}></overlay-scene></figure>
        <p>${this.#fadeButton(fade)}</p>
        <h2>${say("overlay.address")}</h2>
        <copy-field .state=${{ text: url }}></copy-field><p class="help">${say("setup.overlay.help")}</p>
      </main>
      <notice-line></notice-line>`;
  }

  #choice(/** @type {string} */ name, /** @type {Json} */ values, /** @type {string} */ chosen) {
    return html`<div><h2 id="${`overlay-${name}`}">${say(`overlay.${name}`)}</h2><div role="group" aria-labelledby="${`overlay-${name}`}">${values.map((/** @type {string} */ value) => html`<button aria-pressed="${String(value === chosen)}"
      @click=${() => this.#change({ [name]: value })}>${say(`overlay.${name}.${value}`)}</button>`)}</div></div>`;
  }

  #range(/** @type {string} */ name, /** @type {Json} */ { min, max }, /** @type {number} */ value, /** @type {string} */ shown) {
    return html`<div><label for="${`overlay-${name}`}">${say("colon", { head: say(`overlay.${name}`), rest: "" })}<b>${shown}</b></label>
      <input id="${`overlay-${name}`}" type="range" min="${min}" max="${max}" step="${name === "size" ? 5 : 1}" .value=${String(value)} @input=${(/** @type {On} */ event) => this.#change({ [name]: Number(event.target.value) })}></div>`;
  }

  #fadeButton(/** @type {number} */ fade) {
    return fade ? html`<button @click=${() => this.#fade()}>${say("overlay.try-fade")}</button>` : null;
  }

  /** The table's own verdict, as long as one stands; else one that could be. */
  #shown() {
    return this.state.verdict ? this.state : sample(this.state.seats);
  }

  #change(/** @type {Json} */ changed) {
    this.#look = { ...this.#look, ...changed };
    this.#faded = false;
    remember("overlay", addressOf(this.#look).split("?")[1] ?? "");
    this.update();
  }

  #fade() {
    this.#faded = true;
    this.update();
    setTimeout(() => {
      this.#faded = false;
      this.update();
    }, 2000);
  }

  #take(/** @type {Snapshot} */ state) {
    this.state = state;
  }
}

/** A verdict for the preview, with the names of those who sit there. */
function sample(/** @type {Seat[]} */ seats) {
  const named = (/** @type {string} */ side) => seats.find((seat) => seat.side === side)?.name ?? say(`guest.${side}`);
  const seat = (/** @type {string} */ side, /** @type {Json} */ codes) => /** @type {Seat} */ ({ id: side, side, name: named(side), counts: { value: Number(codes[0].slice(1)), card: codes[0] }, cards: codes.map((/** @type {ShownCard} */ card, /** @type {string} */ key) => ({ key: String(key), card, name: "", reversed: false })) });
  const words = say("overlay.sample", { name: named("players") });
  const verdict = /** @type {any} */ ({ tone: "players", headline: words, title: words, line: "9 > 6", spoken: words, marks: [{ kind: "critical", text: "", seat: "players" }], parts: [], played: [], result: {} });
  return { verdict, seats: [seat("players", ["w09", "c03"]), seat("host", ["s06"])] };
}

customElements.define("overlay-settings-page", OverlaySettingsPage);
