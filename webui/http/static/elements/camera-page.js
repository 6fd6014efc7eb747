/* <camera-page>: for the phone that is the camera. It asks for its camera at once, and sends what it sees. */

import { isAwake, stayAwake } from "../lib/awake.js";
import { TableElement } from "../lib/element.js";
import { FIRST_SIZE, holdStill, lenses, letGo, letWander, openLens, resize, trackOf } from "../lib/lens.js";
import { listed } from "../lib/seats.js";
import { Sender } from "../lib/sender.js";
import { sigil } from "../lib/sigil.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

/** So long focus and exposure may find their way before they are held. */
const SETTLE_MS = 2500;
const AGAIN_MS = 1000;

/** Moods in which its pictures come to the laptop. */
const SENDING = ["live", "switching", "unused"];

class CameraPage extends TableElement {
  paintsAlone = true;
  #mood = "asking";
  #fault = "";
  /** @type {Json | null} */
  #answer = null;
  /** @type {{ kind: string, label: string, deviceId: string }[]} */
  #lenses = [];
  /** @type {any[]} */
  #held = [];
  #size = String(FIRST_SIZE);
  #settling = 0;
  /** @type {MediaStream | null} */
  #stream = null;
  /** @type {Promise<any>} */
  #opening = null;
  /** @type {import("../lib/sender.js").Sender} */
  #sender = null;

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? this.#wake() : this.#hide()));
    addEventListener("hashchange", () => this.#begin());
    queueMicrotask(() => this.#begin());
  }

  view() {
    return html`
      <main class="camera">
        <div class="finder"><video playsinline muted autoplay></video>
          <p class="${`mood is-${this.#mood}`}" role="status">${sigil(this.#mood === "live" ? "confirm" : "camera")}${say(`camera.${this.#mood}`)}</p></div>
        ${this.#mood === "code" ? this.#form() : this.#figures()}
      </main>`;
  }

  #figures() {
    const { looked, level, problems, rate, way_ms: way, delay_ms: delay } = this.#answer ?? {};
    if (!SENDING.includes(this.#mood)) return this.#mood === "denied" ? html`<p><button class="primary" @click=${() => this.#open()}>${say("camera.again")}</button></p>` : null;
    return html`
      ${looked ? html`<meter min="0" max="1" low="0.4" high="0.7" optimum="1" value="${String(level ?? 0)}" aria-label="${say("aid.level")}"></meter>
        <ul aria-live="polite">${problems.length ? problems.map((/** @type {string} */ text) => html`<li>${sigil("camera")}${text}</li>`) : html`<li>${sigil("confirm")}${say("aid.good")}</li>`}</ul>` : null}
      <p class="figures">${say("camera.figures", { rate: Math.round(rate), delay: way + (delay ?? 0) })}</p>
      <p class="kept">${this.#kept()} ${say(isAwake() ? "camera.awake" : "camera.sleepy")}</p>
      <p class="lens-acts"><button @click=${() => this.#settle()}>${say("camera.focus")}</button>
        ${this.#lenses.length > 1 ? html`<label><span class="unseen">${say("camera.lens")}</span><select @change=${(/** @type {On} */ event) => this.#open(event.target.value)}>
          ${this.#lenses.map((lens) => html`<option value="${lens.deviceId}" ?selected=${lens.deviceId === this.#lens()}>${lens.label}</option>`)}</select></label>` : null}</p>`;
  }

  #kept() {
    if (this.#settling) return say("camera.settling");
    return this.#held.length ? say("camera.held", { what: listed(this.#held.map((mode) => say(`camera.${mode}`))) }) : say("camera.not-held");
  }

  #form() {
    return html`<form @submit=${(/** @type {On} */ event) => this.#typed(event)}>
      <label for="code">${say("join.code")}</label>
      <input id="code" inputmode="numeric" pattern="[0-9]{8}" maxlength="8" autocomplete="off" required>
      ${this.#fault ? html`<p role="alert">${this.#fault}</p>` : null}
      <button class="primary">${say("join.enter")}</button></form>`;
  }

  /** With a code the phone is paired by it; without, it may be paired already, which its first picture shows. */
  async #begin() {
    const code = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
    if (!window.isSecureContext) return this.#turn("insecure");
    if (code && !(await this.#pair(code))) return;
    await this.#open();
  }

  async #typed(/** @type {On} */ event) {
    event.preventDefault();
    if (await this.#pair(event.target.querySelector("input").value)) await this.#open();
  }

  /** @returns {Promise<any>} */
  async #pair(/** @type {string} */ code) {
    try {
      const answer = await fetch("/camera/pair", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code }) });
      this.#fault = answer.ok ? "" : ((await answer.json().catch(() => ({}))).error ?? "");
      if (!answer.ok) this.#turn("code");
      return answer.ok;
    } catch {
      // The code is still good: out of reach now is not out of reach for long.
      this.#turn("away");
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      return this.#pair(code);
    }
  }

  /** Opens a lens; two wishes at once become one after the other. */
  #open(lensId = "") {
    this.#opening = Promise.resolve(this.#opening).then(() => this.#reallyOpen(lensId));
    return this.#opening;
  }

  async #reallyOpen(/** @type {string} */ lensId) {
    letGo(this.#stream);
    if (!SENDING.includes(this.#mood)) this.#turn("asking");
    try {
      this.#stream = await openLens(lensId);
    } catch (fault) {
      return this.#turn(fault.name === "NotFoundError" ? "nothing" : "denied");
    }
    this.#size = String(FIRST_SIZE);
    this.#lenses = lenses(await navigator.mediaDevices.enumerateDevices());
    this.#watch(this.#stream);
    const video = this.querySelector("video");
    video.srcObject = this.#stream;
    await video.play().catch(() => {}); // Where it may not play by itself, it does with the first tap.
    stayAwake(true);
    this.#settle();
    this.#sender ??= new Sender(video, { answered: (/** @type {Response} */ answer) => this.#receive(answer), away: () => this.#turn("away"), unpaired: () => this.#rest() });
    this.#sender.start();
  }

  /** A lens that is taken away, by a call or by the lock screen, is opened again. */
  #watch(/** @type {MediaStream} */ stream) {
    trackOf(stream).addEventListener("ended", () => stream === this.#stream && setTimeout(() => this.#wake(), AGAIN_MS));
  }

  /** The last word before a lock screen takes the camera away: the table then says what helps. */
  #hide() {
    if (this.#stream) navigator.sendBeacon("/camera/hidden");
  }

  #wake() {
    if (document.visibilityState !== "visible" || !this.#stream) return;
    const track = trackOf(this.#stream);
    if (track.readyState !== "live" || track.muted) this.#open(this.#lens());
    else this.querySelector("video").play().catch(() => {});
  }

  #lens() {
    return trackOf(this.#stream)?.getSettings().deviceId ?? "";
  }

  /** Focus and exposure find their way, and are then held: a hand over the table must not lead them astray. */
  async #settle() {
    clearTimeout(this.#settling);
    const track = trackOf(this.#stream);
    this.#settling = setTimeout(async () => {
      this.#held = await holdStill(track);
      this.#settling = 0;
      this.update();
    }, SETTLE_MS);
    await letWander(track);
  }

  /** Nobody wants its pictures any more: the camera is let go, and the screen may go dark. */
  #rest() {
    letGo(this.#stream);
    this.#stream = null;
    clearTimeout(this.#settling);
    stayAwake(false);
    this.#turn("code");
  }

  #receive(/** @type {Json} */ answer) {
    this.#answer = answer;
    this.#fit(answer.size);
    this.#turn(answer.looked ? "live" : answer.switching ? "switching" : "unused");
  }

  /** What the Host wants of a camera, it wants of a phone, too. */
  async #fit(/** @type {number} */ size) {
    if (String(size) === this.#size) return;
    this.#size = String(size);
    await resize(trackOf(this.#stream), size);
    this.#settle();
  }

  #turn(/** @type {string} */ mood) {
    this.#mood = mood;
    this.update();
  }
}

customElements.define("camera-page", CameraPage);
