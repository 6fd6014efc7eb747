/*
 * <system-form kind="range" use="look">: plain fields of a template become a document, and its answer stands below.
 *
 *   <input type="number" name="hexes">                        a number; left out while empty
 *   <input type="checkbox" name="melee">                      true or false
 *   <input data-as="dice" name="dice">                        numbers as they fell
 *   <input type="number" data-as="roll" data-size="10" name="dice">   so many dice that the program throws instead
 *   name="parts.0.at"                                         a field inside: parts, the first, at
 *
 * use="log" puts the document into the log, where undo takes it back; use="look" answers at once and leaves no trace.
 */

import { latest } from "../lib/latest.js";
import { numbers } from "../lib/numbers.js";
import { chancesIn, plot } from "../lib/plot.js";
import { SystemPart } from "../lib/system-part.js";
import { html, render } from "../lib/view.js";
import { has, say } from "../lib/words.js";
import "./die-faces.js";

class SystemForm extends SystemPart {
  /** @type {Json} */
  #answer = null;
  /** @type {HTMLElement} */
  #foot = null;
  #latest = latest();

  connectedCallback() {
    super.connectedCallback();
    if (this.#foot) return;
    this.#foot = document.createElement("div");
    this.#foot.className = "foot";
    const form = document.createElement("form");
    form.append(...this.childNodes);
    form.append(this.#foot);
    this.append(form);
    for (const field of this.#fields("[data-as=dice]")) this.#faces(field);
    form.addEventListener("submit", (event) => this.#submit(event));
    if (!this.#logs) form.addEventListener("input", () => this.#judge());
    if (!this.#logs) this.#judge();
    this.update();
  }

  get #logs() {
    return this.getAttribute("use") === "log";
  }

  get #kind() {
    return this.getAttribute("kind");
  }

  /** Under a field for dice that were thrown by hand: what fell, die after die, in one tap each. */
  #faces(/** @type {HTMLInputElement} */ field) {
    const rolled = /** @type {HTMLInputElement | null} */ (this.querySelector(`[data-as=roll][name="${field.name}"]`));
    const faces = Object.assign(document.createElement("die-faces"), { size: Number(rolled?.dataset.size ?? 0) });
    faces.addEventListener("fell", (event) => {
      field.value = `${field.value} ${/** @type {CustomEvent} */ (event).detail.value}`.trim();
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    field.closest("label").after(faces);
  }

  paint() {
    const foot = html`${this.#logs ? html`<p class="ways"><button>${say(this.querySelector("[data-as=roll]") ? "dice.throw-log" : "system.into-log")}</button></p>` : null}
      <div class="judged" aria-live="polite">${this.#renderAnswer()}</div>`;
    render(foot, this.#foot);
  }

  #renderAnswer() {
    const kept = this.#logs && !this.#answer ? this.recorded(this.#kind) : null;
    const result = this.#answer?.verdict?.result ?? kept?.result;
    if (this.#answer?.error) return html`<p class="fault">${this.#answer.error}</p>`;
    if (!result) return null;
    const fell = (result.thrown ?? []).map((/** @type {Json} */ throw_) => throw_.dice.join(" ")).join(" · ");
    return html`<p class="said">${kept ? this.saidOf(kept) : result.say}</p>${fell ? html`<p class="fell">${fell}</p>` : null}
      ${chancesIn(result).map(([name, chances]) => plot(has(`chances.${name}`) ? say(`chances.${name}`) : name, chances))}`;
  }

  #judge() {
    return this.#latest(this.asked(this.#document()), (answer) => {
      this.#answer = answer;
      this.update();
    });
  }

  #submit(/** @type {Json} */ event) {
    event.preventDefault();
    return this.#logs ? this.once("submit", () => this.#log(this.#document())) : this.#judge();
  }

  async #log(/** @type {Json} */ document) {
    const answer = await this.asked(document);
    this.#answer = answer.error ? answer : null;
    if (!answer.error) await this.record(document, this.#kind);
    this.update();
  }

  /** @returns {NodeListOf<HTMLInputElement>} */
  #fields(/** @type {string} */ which) {
    return this.querySelectorAll(which);
  }

  #document() {
    const document = { kind: this.#kind };
    for (const field of this.#fields("[name]")) {
      const value = valueOf(field);
      const typed = field.dataset.as === "roll" && this.#fields(`[data-as="dice"][name="${field.name}"]`)[0]?.value.trim();
      if (value === null || typed) continue;
      put(document, field.dataset.as === "roll" ? field.name.replace(/dice$/, "roll") : field.name, value);
    }
    return document;
  }
}

function valueOf(/** @type {HTMLInputElement} */ field) {
  if (field.type === "checkbox") return field.checked;
  if (field.type === "radio" && !field.checked) return null;
  if (field.value.trim() === "") return null;
  if (field.dataset.as === "roll") return Array(Math.max(0, Number(field.value))).fill(Number(field.dataset.size));
  if (field.dataset.as === "dice") return numbers(field.value);
  return field.type === "number" ? Number(field.value) : field.value;
}

/** Sets a field inside a document, making the objects and lists on the way. */
function put(/** @type {Json} */ document, /** @type {string} */ path, /** @type {any} */ value) {
  const steps = path.split(".");
  const last = steps.pop();
  let here = document;
  for (const [place, step] of steps.entries()) {
    here[step] ??= /^\d+$/.test(steps[place + 1] ?? last) ? [] : {};
    here = here[step];
  }
  here[last] = value;
}

customElements.define("system-form", SystemForm);
