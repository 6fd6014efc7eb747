/* <setup-lens>: what is asked of a camera of this machine, and what it gives. */

import { TableElement } from "../lib/element.js";
import { sigil } from "../lib/sigil.js";
import { html } from "../lib/view.js";
import { decimal, say } from "../lib/words.js";

/** @type {CameraMode["size"][]} */
const SIZES = ["640x480", "1280x720", "1920x1080", "2560x1440", "3840x2160"];
/** @type {CameraMode["fps"][]} */
const RATES = [5, 10, 15, 30, 60];

class SetupLens extends TableElement {
  view() {
    const { camera, source } = this.state;
    if (source.kind !== "camera" || !camera) return html``;
    const [width, height] = source.size ?? [];
    return html`<p class="views">
        ${this.#choice("size", SIZES, camera.size, (size) => size.replace("x", " × "), (size) => this.act("camera", { size }))}
        ${this.#choice("fps", RATES, camera.fps, String, (fps) => this.act("camera", { fps: RATES.find((each) => each === Number(fps)) }))}
        <button aria-pressed="${String(camera.hold === true)}" @click=${() => this.act("camera", { hold: !camera.hold })}>${sigil("camera")}${say("setup.lens.hold")}</button></p>
      <p class="help" role="status">${source.state === "live" && width ? say("setup.lens.gives", { width, height, fps: decimal(source.fps ?? 0) }) : null}</p>`;
  }

  #choice(name, values, asked, text, choose) {
    return html`<label>${say(`setup.lens.${name}`)} <select @change=${(event) => choose(event.target.value)}>
      ${values.map((value) => html`<option value="${String(value)}" ?selected=${value === asked}>${text(value)}</option>`)}</select></label>`;
  }
}

customElements.define("setup-lens", SetupLens);
