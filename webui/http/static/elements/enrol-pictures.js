/*
 * <enrol-pictures>: a deck from files: a folder, a zip or photographs, chosen or dropped, sent one by one with a bar. What
 * was not taken is listed with the reason, what a deck's folder holds besides its cards is left out and said in one line.
 * `begin` says whether there is a deck that they are for.
 */

import { TableElement } from "../lib/element.js";
import { send } from "../lib/send.js";
import { sigil } from "../lib/sigil.js";
import { unzipped } from "../lib/unzip.js";
import { html } from "../lib/view.js";
import { count, say } from "../lib/words.js";

/** HEIC cannot be read; whoever is asked says so, and what to do. */
const PICTURE = /\.(jpe?g?|jfif|mpo|png|webp|bmp|tiff?|gif|ppm|hei[cf]|avif)$/i;
/** What a deck and its cards are called. */
const NAMES = /(^|\/)(deck|names\/[\w-]+)\.toml$/;
const HIDDEN = /(^|\/)(\.|__MACOSX\/)/;

class EnrolPictures extends TableElement {
  paintsAlone = true;
  /** @type {(title: string) => Promise<boolean>} */
  begin = async () => true;
  #over = false;
  #done = 0;
  #of = 0;
  /** @type {string[]} */
  #refused = [];
  /** @type {string[]} */
  #leftOut = [];

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("dragover", (event) => this.#hover(event, true));
    this.addEventListener("dragleave", (event) => this.#hover(event, false));
    this.addEventListener("drop", (event) => this.#drop(event));
  }

  view() {
    const busy = this.#done < this.#of;
    return html`<section class="${`pictures framed ${this.#over ? "over" : ""}`}" aria-labelledby="pictures-title">
      <h2 id="pictures-title">${say("pictures.title")}</h2>
      <p class="help">${say("pictures.help")}</p>
      ${busy ? html`<p class="so-far"><progress max="${this.#of}" value="${this.#done}" aria-labelledby="pictures-count"></progress> <strong id="pictures-count">${say("pictures.taking", { n: this.#done, of: this.#of })}</strong></p>`
        : html`<p class="ways"><label class="button">${sigil("add")}${say("pictures.files")}<input class="unseen" type="file" multiple accept="image/*,.zip" @change=${(/** @type {On} */ event) => this.#chosen(event.target)}></label>
          <label class="button">${sigil("add")}${say("pictures.folder")}<input class="unseen" type="file" webkitdirectory @change=${(/** @type {On} */ event) => this.#chosen(event.target)}></label></p>`}
      ${this.#leftOut.map((line) => html`<p class="left-out" role="status">${line}</p>`)}
      ${this.#refused.length ? html`<p>${say("pictures.refused")}</p><ul class="refused" role="status">${this.#refused.map((why) => html`<li>${why}</li>`)}</ul>` : null}
    </section>`;
  }

  #hover(/** @type {DragEvent} */ event, /** @type {boolean} */ over) {
    event.preventDefault();
    if (over === this.#over) return;
    this.#over = over;
    this.update();
  }

  async #drop(/** @type {DragEvent} */ event) {
    this.#hover(event, false);
    const dropped = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
    this.#take((await Promise.all(dropped.map(filesIn))).flat());
  }

  #chosen(/** @type {HTMLInputElement} */ field) {
    this.#take([...field.files].map((file) => ({ name: file.webkitRelativePath || file.name, blob: async () => file })));
    field.value = "";
  }

  async #take(/** @type {Json} */ files) {
    [this.#refused, this.#leftOut] = [[], []];
    const pictures = await this.#cards((await this.#unpacked(files)).filter(({ name }) => !HIDDEN.test(name)));
    if (!pictures) return;
    if (!pictures.some((/** @type {any} */ { name }) => PICTURE.test(name))) this.#refused.push(say("pictures.none"));
    else if (await this.begin(await this.#title(pictures))) await this.#sendAll(pictures);
    this.update();
  }

  /** The files that may show cards; null if nobody could be asked. */
  async #cards(/** @type {Json} */ files) {
    const answer = await send("/api/enrolment/files", JSON.stringify({ names: files.map((/** @type {any} */ { name }) => name) }));
    if (!answer) return null;
    this.#leftOut = answer.left_out.map((/** @type {Json} */ { deck, files: number, places }) => count("pictures.left-out", number, { deck, places }));
    const chosen = new Set(answer.names);
    return files.filter((/** @type {any} */ { name }) => chosen.has(name) && (PICTURE.test(name) || NAMES.test(name)));
  }

  /** What a deck's own file calls it, if one was dropped; one that is broken is reported when it is sent as the others. */
  async #title(/** @type {Json} */ files) {
    const about = files.find((/** @type {any} */ { name }) => /(^|\/)deck\.toml$/.test(name));
    const answer = about && (await fetch("/api/enrolment/title", { method: "POST", body: await about.blob() }).catch(() => /** @type {any} */ (null)));
    return answer?.ok ? (await answer.json()).title : "";
  }

  async #unpacked(/** @type {any} */ files) {
    /** @type {Json[]} */
  const found = [];
    for (const file of files) {
      if (!file.name.toLowerCase().endsWith(".zip")) found.push(file);
      else {
        try {
          for await (const inside of unzipped(await file.blob())) found.push(inside);
        } catch {
          this.#refused.push(say("pictures.zip", { file: file.name }));
        }
      }
    }
    return found;
  }

  /** One after the other: each shows what it was taken for, and the bar what is left. */
  async #sendAll(/** @type {Json} */ pictures) {
    [this.#done, this.#of] = [0, pictures.length];
    for (const { name, blob } of pictures.sort((/** @type {Json} */ one, /** @type {Json} */ other) => one.name.localeCompare(other.name, undefined, { numeric: true }))) {
      this.update();
      const answer = await fetch(`/api/enrolment/pictures?file=${encodeURIComponent(name)}`, { method: "POST", body: await blob() }).catch(() => /** @type {any} */ (null));
      const body = await answer?.json().catch(() => /** @type {Json} */ ({}));
      if (answer?.ok) this.emit("learnt", body);
      else this.#refused.push(body?.error || `${name}: ${say(answer ? "notice.not-taken" : "notice.offline")}`);
      this.#done += 1;
    }
  }
}

/** The files below a dropped entry, with their paths as names. @returns {Promise<Json[]>} */
async function filesIn(/** @type {Json} */ entry) {
  if (entry.isFile) return [{ name: entry.fullPath.slice(1), blob: () => new Promise((resolve, reject) => entry.file(resolve, reject)) }];
  const reader = entry.createReader();
  /** @type {Json[]} */
  const found = [];
  for (let some = /** @type {Json[]} */ ([null]); some.length; ) {
    some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    found.push(...some);
  }
  return (await Promise.all(found.map(filesIn))).flat();
}

customElements.define("enrol-pictures", EnrolPictures);
