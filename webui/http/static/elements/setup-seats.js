/* <setup-seats>: who sits where. Drag a region for each, or put one card before everybody and let them be found. */

import { TableElement } from "../lib/element.js";
import { middleOf } from "../lib/geometry.js";
import { allCardsOf, isZeroSetup } from "../lib/seats.js";
import { sigil } from "../lib/sigil.js";
import { table } from "../lib/stream.js";
import { html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";
import "./region-board.js";
import "./seat-editor.js";

class SetupSeats extends TableElement {
  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("drawn", ({ detail }) => this.#place(detail.region));
    this.addEventListener("moved", ({ detail }) => this.act("seat-change", { seat: detail.id, region: detail.region }));
    this.addEventListener("removed", ({ detail }) => this.act("seat-remove", { seat: detail.id }));
  }

  view() {
    const { seats } = this.state;
    const areas = seats.filter((seat) => seat.drawn && seat.region).map((seat) => ({ id: seat.id, label: seat.name, colour: seat.colour, region: seat.region }));
    const lying = this.#lying().length;
    const halves = isZeroSetup(this.state) && !areas.length;
    return html`
      <region-board .state=${this.state} .areas=${areas}></region-board>
      <p class="views"><button ?disabled=${lying < 2} @click=${() => this.act("seats-find")}>${sigil("search")}${count("seats.find", lying)}</button>
        <button ?disabled=${halves} @click=${() => this.act("seats-halves")}>${sigil("remove")}${say("seats.halves")}</button>
        <span class="help">${say("seats.find.help")}</span></p>
      <div class="editors">${repeat(seats, (seat) => seat.id, (seat) => html`<seat-editor .state=${seat}></seat-editor>`)}</div>`;
  }

  /** The cards that were put down just now; where there are none, whatever lies there. */
  #lying() {
    const thrown = this.state.seats.flatMap((seat) => seat.cards).filter((card) => card.state !== "ignored");
    return thrown.length > 1 ? thrown : allCardsOf(this.state).filter((card) => !["ignored", "no-card"].includes(card.state));
  }

  /** A new region goes to somebody who has none yet, else somebody new sits down there. */
  async #place(/** @type {any} */ region) {
    const [, y] = middleOf(region);
    const side = y > 0.5 === !this.state.view.swap ? "players" : "host";
    const waiting = table.state.seats.find((seat) => !seat.drawn && seat.side === side);
    if (waiting) return table.command("seat-change", { seat: waiting.id, region });
    return table.command("seat-add", { side, region });
  }
}

customElements.define("setup-seats", SetupSeats);
