/*
 * <region-board>: areas on the live picture. Drag on an empty place draws a new one, drag inside moves one, drag a
 * corner stretches it; with the keyboard the arrows move it and, with shift, stretch it, Delete removes it.
 *
 *   <region-board .areas=${[{ id, label, colour, region, hatched }]}></region-board>
 *   events: drawn {region}, moved {id, region}, removed {id}
 */

import { TableElement } from "../lib/element.js";
import { clamped, contains, middleOf, pointIn, pointsOf, rectangle, ratioOf, shifted, stretched } from "../lib/geometry.js";
import { picture } from "../lib/picture.js";
import { html, nothing, repeat, styled, svg } from "../lib/view.js";
import { say } from "../lib/words.js";

const SMALLEST = 0.03;
const STEP = 0.02;
const REACH = 0.03;
const ARROWS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

class RegionBoard extends TableElement {
  #areas = [];
  #drag = null;

  connectedCallback() {
    super.connectedCallback();
    picture.join(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    picture.leave(this);
  }

  set areas(areas) {
    this.#areas = areas;
    this.update();
  }

  view() {
    this.style.setProperty("--ratio", String(ratioOf(this.state)));
    const drawn = this.#drag?.kind === "draw" ? [{ id: "new", label: "", colour: "var(--gold)", region: this.#drag.region }] : [];
    const areas = this.#areas.map((area) => (area.id === this.#drag?.id ? { ...area, region: this.#drag.region } : area));
    return html`<div class="board">
      <img src="${picture.address ?? nothing}" alt="${say("picture.alt")}">
      <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" @pointerdown=${(event) => this.#grab(event)}
        @pointermove=${(event) => this.#carry(event)} @pointerup=${() => this.#drop()} @pointercancel=${() => this.#let()}>
        ${repeat([...areas, ...drawn], (area) => area.id, (area) => this.#area(area))}
      </svg>
      ${repeat(areas, (area) => area.id, (area) => this.#label(area))}
    </div>`;
  }

  #area(area) {
    return svg`<g><polygon class="${`area ${area.hatched ? "hatched" : ""}`}" points="${pointsOf(area.region)}" style=${styled({ "--seat": area.colour })}
        tabindex="0" role="button" aria-label="${say("board.area", { name: area.label })}" @keydown=${(event) => this.#press(event, area)}></polygon>
      ${area.region.map(([x, y]) => svg`<ellipse class="handle" cx="${x * 1000}" cy="${y * 1000}" rx="7" ry="${7 * this.#stretch()}"></ellipse>`)}</g>`;
  }

  #label(area) {
    const [x, y] = middleOf(area.region);
    return html`<span class="tag" style=${styled({ left: `${x * 100}%`, top: `${y * 100}%` })}>${area.label}</span>`;
  }

  #stretch() {
    return ratioOf(this.state);
  }

  #grab(event) {
    const point = pointIn(this.querySelector("svg"), event);
    this.querySelector("svg").setPointerCapture(event.pointerId);
    const near = this.#corner(point);
    const inside = this.#areas.findLast((area) => contains(area.region, point));
    if (near) this.#drag = { kind: "corner", id: near.area.id, index: near.index, from: point, was: near.area.region, region: near.area.region };
    else if (inside) this.#drag = { kind: "move", id: inside.id, from: point, was: inside.region, region: inside.region };
    else this.#drag = { kind: "draw", from: point, region: rectangle(point, point) };
  }

  #corner([x, y]) {
    for (const area of this.#areas) {
      const index = area.region.findIndex(([cx, cy]) => Math.hypot(cx - x, (cy - y) / this.#stretch()) < REACH);
      if (index >= 0) return { area, index };
    }
    return null;
  }

  #carry(event) {
    const drag = this.#drag;
    if (!drag) return;
    const point = pointIn(this.querySelector("svg"), event);
    /** @type {Point} */
    const by = [point[0] - drag.from[0], point[1] - drag.from[1]];
    if (drag.kind === "draw") drag.region = rectangle(drag.from, point);
    if (drag.kind === "move") drag.region = shifted(drag.was, by);
    if (drag.kind === "corner") drag.region = drag.was.map((corner, index) => (index === drag.index ? clamped(point) : corner));
    this.update();
  }

  #drop() {
    const drag = this.#drag;
    this.#let();
    if (!drag) return;
    if (drag.kind !== "draw") {
      if (drag.region !== drag.was) this.tell("moved", { id: drag.id, region: drag.region });
      return;
    }
    const [[left, top], , [right, bottom]] = drag.region;
    if (right - left > SMALLEST && bottom - top > SMALLEST) this.tell("drawn", { region: drag.region });
  }

  #let() {
    this.#drag = null;
    this.update();
  }

  #press(event, area) {
    if (event.key === "Delete") return this.tell("removed", { id: area.id });
    /** @type {Point | undefined} */
    const by = ARROWS[event.key];
    if (!by) return null;
    event.preventDefault();
    return this.tell("moved", { id: area.id, region: event.shiftKey ? stretched(area.region, by) : shifted(area.region, by) });
  }
}

customElements.define("region-board", RegionBoard);
