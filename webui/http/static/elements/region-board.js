/*
 * <region-board>: areas on the live picture. Drag on an empty place draws a new one, drag inside moves one, drag a
 * corner stretches it; with the keyboard the arrows move it and, with shift, stretch it, Delete removes it.
 *
 *   <region-board .areas=${[{ id, label, colour, region, hatched }]}></region-board>
 *   events: drawn {region}, moved {id, region}, removed {id}
 */

import { TableElement } from "../lib/element.js";
import { clamped, contains, isConvex, isRoomy, middleOf, pointIn, pointsOf, rectangle, ratioOf, shifted, stretched } from "../lib/geometry.js";
import { elsewhere, picture } from "../lib/picture.js";
import { sigil } from "../lib/sigil.js";
import { plightOf } from "../lib/source.js";
import { html, nothing, repeat, styled, svg } from "../lib/view.js";
import { say } from "../lib/words.js";

const SMALLEST = 0.03;
const STEP = 0.02;
/** How near a corner is grabbed from inside its own area, and from where nothing lies. */
const [REACH, REACH_OUTSIDE] = [0.03, 0.012];
/** @type {Record<string, any>} */
const ARROWS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

class RegionBoard extends TableElement {
  /** @type {any[]} */
  #areas = [];
  /** @type {any} */
  #drag = null;

  connectedCallback() {
    super.connectedCallback();
    picture.join(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    picture.leave(this);
  }

  set areas(/** @type {IgnoredArea[]} */ areas) {
    this.#areas = areas;
    this.update();
  }

  view() {
    this.style.setProperty("--ratio", String(ratioOf(this.state)));
    const drawn = this.#drag?.kind === "draw" ? [{ id: "new", label: "", colour: "var(--gold)", region: this.#drag.region }] : [];
    const areas = this.#areas.map((area) => (area.id === this.#drag?.id ? { ...area, region: this.#drag.region } : area));
    return html`<div class="board">
      <img src="${picture.address ?? nothing}" alt="${say("picture.alt")}">
      <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" @pointerdown=${(/** @type {On} */ event) => this.#grab(event)}
        @pointermove=${(/** @type {On} */ event) => this.#carry(event)} @pointerup=${() => this.#drop()} @pointercancel=${() => this.#let()}>
        ${repeat([...areas, ...drawn], (area) => area.id, (area) => this.#area(area))}
      </svg>
      ${repeat(areas, (area) => area.id, (area) => this.#label(area))}
      ${picture.elsewhere ? elsewhere() : this.#plight()}
    </div>`;
  }

  /** A band that leaves the last picture to draw on. */
  #plight() {
    if (this.state.source.state === "live") return null;
    return html`<p class="plight" role="status">${sigil("camera")}${plightOf(this.state)}</p>`;
  }

  #area(/** @type {Json} */ area) {
    return svg`<g><polygon class="${`area ${area.hatched ? "hatched" : ""}`}" points="${pointsOf(area.region)}" style=${styled({ "--seat": area.colour })}
        tabindex="0" role="button" aria-label="${say("board.area", { name: area.label })}" @keydown=${(/** @type {On} */ event) => this.#press(event, area)}></polygon>
      ${area.region.map((/** @type {Point} */ [x, y]) => svg`<ellipse class="handle" cx="${x * 1000}" cy="${y * 1000}" rx="7" ry="${7 * this.#stretch()}"></ellipse>`)}</g>`;
  }

  #label(/** @type {Json} */ area) {
    const [x, y] = middleOf(area.region);
    return html`<span class="tag" style=${styled({ left: `${x * 100}%`, top: `${y * 100}%` })}>${area.label}</span>`;
  }

  #stretch() {
    return ratioOf(this.state);
  }

  #grab(/** @type {Json} */ event) {
    const point = pointIn(this.querySelector("svg"), event);
    this.querySelector("svg").setPointerCapture(event.pointerId);
    const inside = this.#areas.findLast((area) => contains(area.region, point));
    const near = inside ? this.#corner([inside], point, REACH) : this.#corner(this.#areas, point, REACH_OUTSIDE);
    if (near) this.#drag = { kind: "corner", id: near.area.id, index: near.index, from: point, was: near.area.region, region: near.area.region };
    else if (inside) this.#drag = { kind: "move", id: inside.id, from: point, was: inside.region, region: inside.region };
    else this.#drag = { kind: "draw", from: point, region: rectangle(point, point) };
  }

  /** The nearest corner within reach: one's own where one stands in an area, so that no neighbour's is taken for it. */
  #corner(/** @type {Json} */ areas, /** @type {any[]} */ [x, y], /** @type {number} */ reach) {
    const corners = areas.flatMap((/** @type {IgnoredArea} */ area) => area.region.map((/** @type {Point} */ [cx, cy], /** @type {number} */ index) => ({ area, index, away: Math.hypot(cx - x, (cy - y) / this.#stretch()) })));
    const nearest = corners.toSorted((/** @type {Json} */ a, /** @type {Json} */ b) => a.away - b.away)[0];
    return nearest && nearest.away < reach ? nearest : null;
  }

  #carry(/** @type {On} */ event) {
    const drag = this.#drag;
    if (!drag) return;
    const point = pointIn(this.querySelector("svg"), event);
    /** @type {Point} */
    const by = [point[0] - drag.from[0], point[1] - drag.from[1]];
    if (drag.kind === "draw") drag.region = rectangle(drag.from, point);
    if (drag.kind === "move") drag.region = shifted(drag.was, by);
    if (drag.kind === "corner") drag.region = this.#pulled(drag, clamped(point));
    this.update();
  }

  /** With one corner elsewhere; where nothing would be left of the area, as it was a moment ago. */
  #pulled(/** @type {Json} */ { was, index: moved, region }, /** @type {Point} */ point) {
    const pulled = was.map((/** @type {string} */ corner, /** @type {number} */ index) => (index === moved ? point : corner));
    return isRoomy(pulled, SMALLEST) && (isConvex(pulled) || !isConvex(was)) ? pulled : region;
  }

  #drop() {
    const drag = this.#drag;
    this.#let();
    if (!drag) return;
    if (drag.kind !== "draw") {
      if (drag.region !== drag.was) this.emit("moved", { id: drag.id, region: drag.region });
      return;
    }
    if (isRoomy(drag.region, SMALLEST)) this.emit("drawn", { region: drag.region });
  }

  #let() {
    this.#drag = null;
    this.update();
  }

  #press(/** @type {Json} */ event, /** @type {Json} */ area) {
    if (event.key === "Delete") return this.emit("removed", { id: area.id });
    /** @type {Point | undefined} */
    const by = ARROWS[event.key];
    if (!by) return null;
    event.preventDefault();
    const region = event.shiftKey ? stretched(area.region, by) : shifted(area.region, by);
    return isRoomy(region, SMALLEST) ? this.emit("moved", { id: area.id, region }) : null;
  }
}

customElements.define("region-board", RegionBoard);
