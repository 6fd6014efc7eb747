/*
 * <begin-picture>: the picture of the first start: where to lay a card, by an arrow what is wrong with it, and the seats
 * as they are drawn, each with a field for its name. It says when the table is a virtual one.
 */

import { TableElement } from "../lib/element.js";
import { middleOf, pointsOf, ratioOf } from "../lib/geometry.js";
import { elsewhere, picture } from "../lib/picture.js";
import { sigil } from "../lib/sigil.js";
import { plightOf } from "../lib/source.js";
import { troubleIn } from "../lib/trouble.js";
import { filled, html, nothing, repeat, styled, svg } from "../lib/view.js";
import { say } from "../lib/words.js";

const AGAIN_MS = 2000;

class BeginPicture extends TableElement {
  connectedCallback() {
    super.connectedCallback();
    picture.join(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    picture.leave(this);
  }

  view() {
    const { source, begin } = this.state;
    const seats = begin?.step === "card" ? [] : this.state.seats.filter((seat) => seat.drawn && seat.region);
    this.style.setProperty("--ratio", String(ratioOf(this.state)));
    return html`<div class="begin-board">
      <img class="stream" ?hidden=${!picture.address} src="${picture.address ?? nothing}" alt="${say("picture.alt")}" @error=${() => setTimeout(() => picture.again(), AGAIN_MS)}>
      <svg class="begin-drawn" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
        ${repeat(seats, (seat) => seat.id, (seat) => svg`<polygon class="begin-seat" points="${pointsOf(seat.region)}" style=${styled({ "--seat": seat.colour })}></polygon>`)}
        ${this.#pointer()}</svg>
      ${source.state === "live" && begin?.step === "card" && !begin.card ? html`<span class="ghost" aria-hidden="true">${sigil("critical")}</span>` : null}
      ${source.kind === "demo" ? html`<p class="begin-virtual"><b>${say("source.demo-name")}</b> ${say("begin.virtual")} <a href="/setup#camera">${say("begin.camera")}</a></p>` : null}
      ${source.state === "live" ? null : html`<div class="veil">${sigil("camera")}<p>${plightOf(this.state)}</p></div>`}
      ${picture.elsewhere ? elsewhere() : null}</div>
      ${begin?.step === "seats" ? html`<ul class="begin-names">${repeat(seats, (seat) => seat.id, (seat) => this.#name(seat))}</ul>` : null}`;
  }

  #name(/** @type {Seat} */ seat) {
    const [x, y] = middleOf(seat.region);
    const edge = y < 0.5 ? "top" : "bottom";
    const outer = (edge === "top" ? Math.min : Math.max)(...seat.region.map((point) => point[1]));
    return html`<li class="${`at-${edge}`}" style=${styled({ "--x": String(x), "--y": String(outer), "--seat": seat.colour })}>
      <input aria-label="${say("seat.name")}" maxlength="80" .value=${filled(seat.name)} @focus=${(/** @type {On} */ event) => event.target.select()}
        @change=${(/** @type {On} */ event) => event.target.value.trim() && this.act("seat-change", { seat: seat.id, seat_name: event.target.value.trim() })}></li>`;
  }

  /** An arrow to what is wrong, while a first card is awaited. */
  #pointer() {
    const { begin } = this.state;
    const trouble = begin?.step === "card" && !begin.card ? troubleIn(this.state) : null;
    if (!trouble?.at) return null;
    const [[fx, fy], [x, y]] = [trouble.from, trouble.at].map(([px, py]) => [Math.round(px * 1000), Math.round(py * 1000)]);
    const back = (/** @type {number} */ turn) => {
      const way = Math.atan2(fy - y, fx - x) + turn;
      return `${Math.round(x + 45 * Math.cos(way))} ${Math.round(y + 45 * Math.sin(way))}`;
    };
    return svg`<path class="arrow" data-kind="${trouble.kind}" d="${`M${fx} ${fy} L${x} ${y} M${back(0.5)} L${x} ${y} L${back(-0.5)}`}"></path>`;
  }
}

customElements.define("begin-picture", BeginPicture);
