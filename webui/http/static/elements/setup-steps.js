/* The steps of the set-up: camera, picture, deck, piles, others. The seats have a file of their own. */

import { deckName } from "../lib/decks.js";
import { TableElement } from "../lib/element.js";
import { fetched } from "../lib/fetched.js";
import { quarterOn } from "../lib/geometry.js";
import { remember, setting } from "../lib/settings.js";
import { sigil } from "../lib/sigil.js";
import { sayTried } from "../lib/source.js";
import { table } from "../lib/stream.js";
import { html, repeat } from "../lib/view.js";
import { languages, say } from "../lib/words.js";
/** @import { NewSessionDialog } from "./new-session-dialog.js" */
import "./guest-links.js";
import "./live-picture.js";
import "./new-session-dialog.js";
import "./region-board.js";
import "./setup-lens.js";
import "./setup-phone.js";

/** How long a preview stands: of the source in use, of another one, of one that gave no picture. */
const [CURRENT_MS, OTHER_MS, UNSEEN_MS] = [700, 4000, 6000];

/** <setup-camera>: every camera with a picture of what it sees, the virtual table, and an address to type. */
class SetupCamera extends TableElement {
  /** @type {SourceChoice[]} */
  #sources = null;
  #taken = new Map();
  #there = "";
  #timers = new Map();
  /** What was tapped and has not taken over yet, by its id. */
  #wanted = "";
  /** Whether what is tried was typed. @type {boolean | null} */
  #byHand = null;
  /** Why what was typed cannot be tried. */
  #refusal = "";

  connectedCallback() {
    super.connectedCallback();
    this.#fetchSources();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#timers.forEach(clearTimeout);
    this.#timers.clear();
  }

  view() {
    const sources = this.#sources ?? [];
    this.#follow();
    return html`
      <div class="choices-grid">${repeat(sources, (source) => source.id, (source) => this.#source(source))}</div>
      ${this.#tried(false)}
      ${this.#sources && !sources.some((source) => (source.current && source.kind !== "demo") || ["camera", "phone"].includes(source.kind)) ? html`<p>${say("setup.no-camera")}</p>` : null}
      ${this.#second(sources)}
      <setup-lens .state=${this.state}></setup-lens>
      <setup-phone .state=${this.state}></setup-phone>
      <div class="address"><input aria-label="${say("setup.address")}" placeholder="${say("setup.address")}" @input=${() => this.#excuse()} @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.#typed()}>
        <button @click=${() => this.#typed()}>${say("setup.use")}</button>
        <button class="quiet" @click=${() => this.#fetchSources()}>${say("setup.look-again")}</button>
        ${this.#refusal ? html`<p class="tried" role="alert">${this.#refusal}</p>` : null}
        ${this.#tried(true)}</div>
      <p><a href="/deck-help">${say("page.deck-help")}</a></p>`;
  }

  /** What was chosen and has sent no picture, beside where it was chosen; the camera that gives some is kept meanwhile. */
  #tried(/** @type {boolean} */ typed) {
    const { source } = this.state;
    const tried = source.trying ?? (["url", "file", "camera"].includes(source.kind) && ["starting", "none", "locked"].includes(source.state) ? source : null);
    if (!tried || (this.#byHand ?? ["url", "file"].includes(tried.kind)) !== typed) return null;
    return html`<p class="tried" role="status"><span>${sayTried(tried)}</span>
      ${source.trying ? html`<button @click=${() => this.act("source-keep")}>${say("setup.keep-old")}</button>` : null}</p>`;
  }

  #source(/** @type {Json} */ source) {
    const here = source.current;
    return html`<button class="source" aria-pressed="${String(Boolean(here))}" aria-busy="${String(!here && source.id === this.#wanted)}" @click=${() => this.#choose(source)}>
      <span class="shot"><span>${say("setup.no-picture")}</span>
        <img src="${this.#picture(source)}" alt="" @load=${(/** @type {On} */ event) => this.#seen(event.target, source, true)} @error=${(/** @type {On} */ event) => this.#seen(event.target, source, false)}></span>
      <span>${["demo", "phone"].includes(source.kind) ? say(`source.${source.kind}-name`) : source.name}</span></button>`;
  }

  /** A camera over the far half of the table, beside the one in use: one tap adds it, one leaves it. */
  #second(/** @type {Json} */ sources) {
    const near = sources.find((/** @type {Json} */ source) => source.current && source.kind !== "demo");
    const others = sources.filter((/** @type {Source} */ source) => source !== near && ["camera", "phone"].includes(source.kind));
    if (!near || !others.length) return null;
    const button = (/** @type {Json} */ far, /** @type {string} */ name, /** @type {boolean} */ on) => html`<button aria-pressed="${String(on)}" @click=${() => this.#chooseFar(near, far)}>${name}</button>`;
    return html`<h3 id="far-camera">${say("setup.far")}</h3>
      <p class="help">${say("setup.far.help")}</p>
      <div class="views" role="group" aria-labelledby="far-camera">${button(null, say("setup.far.none"), !others.some((/** @type {Source} */ source) => source.far))}
        ${others.map((/** @type {Source} */ source) => button(source, source.name || say(`source.${source.kind}-name`), Boolean(source.far)))}</div>`;
  }

  #chooseFar(/** @type {any} */ near, /** @type {any} */ far) {
    this.#byHand = false;
    this.#sources = this.#sources.map((each) => ({ ...each, far: each === far }));
    this.act("source", { spec: far ? `${near.id} + ${far.id}` : near.id });
    this.update();
  }

  /** A phone that comes, or goes, is one source more or less. */
  #follow() {
    const { source, network } = this.state;
    const there = `${source.kind} ${source.name} ${source.trying?.name} ${source.kind === "phone" && source.state} ${network?.phone?.name}`;
    if (this.#there && there !== this.#there) {
      if (!source.trying) this.#wanted = "";
      this.#fetchSources();
    }
    this.#there = there;
  }

  /** It counts as chosen once it has sent a picture. */
  async #choose(/** @type {Json} */ source) {
    this.#wanted = source.id;
    this.#byHand = false;
    this.#excuse();
    if (!(await table.command("source", { spec: source.id }))) this.#wanted = "";
    this.update();
  }

  #picture(/** @type {any} */ { id }) {
    return `/preview.jpg?source=${id}&n=${this.#taken.get(id) ?? 0}`;
  }

  /** Live: one picture after another, never two at once; another camera's less often, the virtual table's but once. */
  #seen(/** @type {HTMLElement} */ image, /** @type {Json} */ source, /** @type {boolean} */ good) {
    image.hidden = !good;
    if (!this.isConnected || (source.kind === "demo" && !source.current)) return;
    clearTimeout(this.#timers.get(source.id));
    const again = () => {
      this.#taken.set(source.id, (this.#taken.get(source.id) ?? 0) + 1);
      this.update();
    };
    this.#timers.set(source.id, setTimeout(again, !good ? UNSEEN_MS : source.current ? CURRENT_MS : OTHER_MS));
  }

  /** An address may hold a password, which stands in the field no longer than it must. */
  async #typed() {
    /** @type {HTMLInputElement} */
    const field = this.querySelector(".address input");
    const spec = field.value.trim();
    if (spec.includes("://")) field.value = "";
    if (!spec) return;
    this.#wanted = "";
    this.#byHand = true;
    this.#refusal = await table.ask("source", { spec });
    this.update();
  }

  #excuse() {
    this.#refusal = "";
    this.update();
  }

  async #fetchSources() {
    this.#sources = (await fetched("/api/sources")) ?? [];
    this.update();
  }
}

/** <setup-picture>: is the picture good? What is wrong with it, in words, while somebody moves the lamp. */
class SetupPicture extends TableElement {
  view() {
    const { source, view } = this.state;
    return html`<live-picture .state=${this.state}></live-picture>
      <div class="beside">${source.state === "live" ? this.#grades() : null}
      <div class="views" role="group" aria-label="${say("setup.picture")}">
        ${this.#button("swap", view.swap, () => this.act("view", { swap: !view.swap }))}
        ${this.#button("turn", view.turn !== 0, () => this.act("view", { turn: quarterOn(view.turn) }))}
        ${this.#button("mirror", view.mirror, () => this.act("view", { mirror: !view.mirror }))}
      </div>
      </div>`;
  }

  /** How the camera is, while it sends nothing, stands in the picture. */
  #grades() {
    const { aid } = this.state;
    return html`<div class="meter">
        <meter min="0" max="1" low="0.4" high="0.7" optimum="1" value="${String(aid?.level ?? 0)}" aria-label="${say("aid.level")}"></meter>
        <ul aria-live="polite">${aid?.problems.length ? aid.problems.map((each) => html`<li>${sigil("camera")}${each.text}</li>`) : html`<li>${sigil(aid ? "confirm" : "camera")}${say(aid ? "aid.good" : "aid.none")}</li>`}</ul>
      </div>`;
  }

  #button(/** @type {string} */ name, /** @type {boolean} */ on, /** @type {(value: any) => void} */ use) {
    return html`<button aria-pressed="${String(on)}" @click=${use}>${sigil(name)}${say(`picture.${name}`)}</button>`;
  }
}

/** <setup-deck>: which decks may lie on the table, and the language of their names. */
class SetupDeck extends TableElement {
  view() {
    const { decks, known_decks: known, language } = this.state;
    return html`
      <div class="views" role="group" aria-label="${say("setup.deck")}">${known.map((deck) => html`<button aria-pressed="${String(decks.includes(deck))}"
        @click=${() => this.#toggle(deck)}>${deckName(deck)}</button>`)}</div>
      <h3>${say("setup.language")}</h3>
      <div class="views" role="group" aria-label="${say("setup.language")}">${languages.map(([code, name]) => html`<button lang="${code}" aria-pressed="${String(code === language)}"
        @click=${() => this.act("language", { language: code })}>${name}</button>`)}</div>
      <h3>${say("setup.sound")}</h3>
      <div class="views">${["voice", "chime"].map((name) => html`<button aria-pressed="${String(setting(name) === "on")}" @click=${() => this.#flip(name)}>${sigil(name)}${say(`top.${name}`)}</button>`)}</div>`;
  }

  #toggle(/** @type {string} */ deck) {
    const { decks } = this.state;
    const names = decks.includes(deck) ? decks.filter((each) => each !== deck) : [...decks, deck];
    if (names.length) this.act("decks", { names });
  }

  #flip(/** @type {string} */ name) {
    remember(name, setting(name) === "on" ? "off" : "on");
    this.update();
  }
}

/** <setup-piles>: areas that do not count, one drag each. */
class SetupPiles extends TableElement {
  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("drawn", ({ detail }) => this.act("ignore-add", { region: detail.region }));
    this.addEventListener("removed", ({ detail }) => this.act("ignore-remove", { id: detail.id }));
    this.addEventListener("moved", ({ detail }) => this.act("ignore-add", { id: detail.id, region: detail.region }));
  }

  view() {
    const areas = this.state.ignored.map((area, index) => ({ ...area, label: say("pile.name", { n: index + 1 }), colour: "#c9bfae", hatched: true }));
    return html`<region-board .state=${this.state} .areas=${areas}></region-board>
      <p class="piles">${repeat(areas, (area) => area.id, (area) => html`<button @click=${() => this.act("ignore-remove", { id: area.id })}>${sigil("remove")}${say("pile.remove", { name: area.label })}</button>`)}</p>`;
  }
}

/** <setup-others>: a new session, and who else may watch. */
class SetupOthers extends TableElement {
  view() {
    const { network, recording } = this.state;
    return html`
      <p class="ways"><button @click=${() => this.#session()}>${say("setup.new-session")}</button> <a class="button" href="/sessions">${say("page.sessions")}</a></p>
      <new-session-dialog .state=${this.state}></new-session-dialog>
      <h3>${say("setup.network")}</h3>
      <p class="help">${say("setup.network.help")}</p>
      <p><button aria-pressed="${String(Boolean(network?.allowed))}" @click=${() => this.act("network", { allow: !network?.allowed })}>${say(network?.allowed ? "setup.network.on" : "setup.network.off")}</button></p>
      <p><a href="/overlay/settings">${say("page.overlay-settings")}</a></p>
      ${network?.allowed ? html`<guest-links .state=${this.state}></guest-links>` : null}
      <h3>${say("setup.recording")}</h3>
      <p class="help">${say("setup.recording.help")}</p>
      <p class="ways">${recording ? html`<button @click=${() => this.act("recording", { on: false })}>${say("setup.recording.off")}</button>`
        : html`<button @click=${() => this.act("recording", { on: true })}>${say("setup.recording.on")}</button>
          <button @click=${() => this.act("recording", { on: true, pictures: true })}>${say("setup.recording.pictures")}</button>`}</p>`;
  }

  #session() {
    /** @type {NewSessionDialog} */ (this.querySelector("new-session-dialog")).open();
  }
}

customElements.define("setup-camera", SetupCamera);
customElements.define("setup-picture", SetupPicture);
customElements.define("setup-deck", SetupDeck);
customElements.define("setup-piles", SetupPiles);
customElements.define("setup-others", SetupOthers);
