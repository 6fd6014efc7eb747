/* <setup-lens>: what is asked of a camera of this machine or a phone, and what any camera gives. */

import { TableElement } from "../lib/element.js";
import { sigil } from "../lib/sigil.js";
import { html } from "../lib/view.js";
import { decimal, say } from "../lib/words.js";

/** @type {CameraMode["size"][]} */
const SIZES = ["largest", "640x480", "1280x720", "1920x1080", "2560x1440", "3840x2160"];
const LARGEST_OF_PHONE = "1920x1080";
/** @type {CameraMode["fps"][]} */
const RATES = [5, 10, 15, 30, 60];

class SetupLens extends TableElement {
  view() {
    const { camera, source } = this.state;
    if (!["camera", "phone", "url"].includes(source.kind) || !camera) return html``;
    const [width, height] = source.size ?? [];
    return html`${source.kind === "url" ? null : this.#wishes(camera, source.kind === "camera")}
      <p class="help" role="status">${source.state === "live" && width ? say("setup.lens.gives", { width, height, fps: decimal(source.fps ?? 0) }) : null}
        ${source.kind === "url" ? say("setup.lens.elsewhere") : null}</p>`;
  }

  /** A phone takes the size alone: it sends as many as are read, and holds its focus by itself. */
  #wishes(/** @type {CameraMode} */ camera, /** @type {boolean} */ all) {
    const sizes = all ? SIZES : SIZES.slice(0, SIZES.indexOf(LARGEST_OF_PHONE) + 1);
    return html`<p class="views">
        ${this.#choice("size", sizes, sizes.includes(camera.size) ? camera.size : LARGEST_OF_PHONE, (/** @type {string} */ size) => (size === "largest" ? say("setup.lens.own") : size.replace("x", " × ")), (/** @type {any} */ size) => this.act("camera", { size }))}
        ${all ? html`${this.#choice("fps", RATES, camera.fps, String, (/** @type {string} */ fps) => this.act("camera", { fps: RATES.find((each) => each === Number(fps)) }))}
        <button aria-pressed="${String(camera.hold === true)}" @click=${() => this.act("camera", { hold: !camera.hold })}>${sigil("camera")}${say("setup.lens.hold")}</button>` : null}</p>`;
  }

  #choice(/** @type {string} */ name, /** @type {Json} */ values, /** @type {any} */ asked, /** @type {any} */ text, /** @type {any} */ choose) {
    return html`<label>${say(`setup.lens.${name}`)} <select @change=${(/** @type {On} */ event) => choose(event.target.value)}>
      ${values.map((/** @type {any} */ value) => html`<option value="${String(value)}" ?selected=${value === asked}>${text(value)}</option>`)}</select></label>`;
  }
}

customElements.define("setup-lens", SetupLens);
