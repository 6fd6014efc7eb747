/*
 * What the parts of a system's page share: the system's desk (what the page works on, kept by the program and taken
 * back by undo), documents judged, and throws that go into the log.
 *
 *   class PulpDeal extends SystemPart { view() { return html`...${this.desk.cards}...`; } }
 */

import { TableElement } from "./element.js";
import { ask, judged } from "./judging.js";
import { table } from "./stream.js";

/**
 * Desks that were sent, oldest first, until a snapshot is as new as the answer to them: two quick taps must not lose the
 * first, and an undo that comes back together with what it undoes must not leave that standing.
 *
 * @type {{document: any, version: number}[]}
 */
const sent = [];
/** Until what was recorded last has come back: what builds on the desk must not lose it. */
let recorded = Promise.resolve();

export class SystemPart extends TableElement {
  /** What is under way, by what distinguishes it from other work of this part. */
  #running = new Map();
  /** @type {HTMLButtonElement | null} */
  #pressed = null;

  connectedCallback() {
    super.connectedCallback();
    const pressed = (/** @type {Json} */ { target }) => (this.#pressed = target.closest("button") ?? this.#pressed);
    this.addEventListener("click", pressed, { capture: true, signal: this.stay });
  }

  get system() {
    return this.closest("system-page").getAttribute("system");
  }

  get desk() {
    return sent.at(-1)?.document ?? this.#kept();
  }

  /** Works on from here: what is named changes, the rest stays. */
  async keep(/** @type {Json} */ change) {
    await recorded;
    return this.lay({ ...this.desk, ...change });
  }

  /** Works on from here with another desk altogether. */
  async lay(/** @type {Json} */ document) {
    const desk = { document, version: Infinity };
    sent.push(desk);
    this.emit("desk-changed");
    if (await table.command("desk", { system: this.system, document })) desk.version = table.answered;
    else sent.length = 0;
    settleDesk();
    this.emit("desk-changed");
  }

  /**
   * Puts a document into the log; judged, it stays on the desk under a name. Beside an example it stays there alone. The
   * table learns after which act it was asked for: a second tap, on whatever device, is no second entry.
   */
  record(/** @type {Json} */ document, /** @type {string} */ place, change = {}) {
    const after = table.state.act;
    return this.once(`${place} ${JSON.stringify(document)}`, () => {
      const taken = recorded.then(() => table.command("record", { system: this.system, document, place, after, desk: { ...this.desk, ...change } }));
      recorded = taken.then(() => seen(table.answered));
      return recorded.then(() => taken);
    });
  }

  /** Does what takes a while: its button is busy at once, and tapped again meanwhile it is not done twice. */
  once(/** @type {string} */ name, /** @type {() => any} */ work) {
    const button = this.#pressed;
    if (!this.#running.has(name)) {
      button?.setAttribute("aria-busy", "true");
      this.#running.set(name, this.#done(name, button, work));
    }
    return this.#running.get(name);
  }

  async #done(/** @type {string} */ name, /** @type {HTMLButtonElement} */ button, /** @type {() => any} */ work) {
    try {
      return await work();
    } finally {
      this.#running.delete(name);
      button?.removeAttribute("aria-busy");
    }
  }

  /** A document judged: {verdict} or {error}, undefined while the answer is on its way. */
  judged(/** @type {Json} */ document) {
    return judged(this.system, document, () => this.update());
  }

  /** A document judged now: {verdict} or {error}. */
  asked(/** @type {Json} */ document) {
    return ask(this.system, document);
  }

  /** One calm line for a person. */
  notice(/** @type {string} */ text) {
    table.notice(text);
  }

  /** {document, result} that was last recorded under a name. */
  recorded(/** @type {string} */ place) {
    return this.desk.judged?.[place] ?? null;
  }

  /** What something recorded came to, in the language of the page: the worksheet keeps the words of its time. */
  saidOf(/** @type {Json} */ { document, result }) {
    return this.judged(document)?.verdict?.result.say ?? result.say;
  }

  #kept() {
    return table.state?.desks?.[this.system] ?? {};
  }
}

/** What of the sent desks the newest snapshot knows is no longer awaited. */
export function settleDesk() {
  sent.splice(0, 1 + sent.findLastIndex((desk) => desk.version <= table.state.version));
}

/** Once a snapshot is as new as that; or the line is new, and its versions say nothing of this one. */
function seen(/** @type {number} */ version) {
  const listening = new AbortController();
  return new Promise((done) => {
    const check = () => table.state.version >= version && finish();
    const finish = () => {
      listening.abort();
      done();
    };
    table.addEventListener("state", check, listening);
    table.addEventListener("connected", finish, listening);
    check();
  });
}

/** At the other end of a new line the program may have been started again, and count its versions from the start. */
table.addEventListener("connected", () => sent.splice(0));
