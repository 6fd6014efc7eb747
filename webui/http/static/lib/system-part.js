/*
 * What the parts of a system's page share: the system's desk (what the page works on, kept by the program and taken
 * back by undo), documents judged, and throws that go into the log.
 *
 *   class PulpDeal extends SystemPart { view() { return html`...${this.desk.cards}...`; } }
 */

import { TableElement } from "./element.js";
import { ask, judged } from "./judging.js";
import { table } from "./stream.js";

/** Desks that were sent and have not come back yet, oldest first: two quick taps must not lose the first. */
const sent = [];
let base = "";

export class SystemPart extends TableElement {
  get system() {
    return this.closest("system-page").getAttribute("system");
  }

  get desk() {
    return sent.at(-1) ?? this.#kept();
  }

  /** Works on from here: what is named changes, the rest stays. */
  async keep(change) {
    const document = { ...this.desk, ...change };
    this.#expect(document);
    if (!(await table.command("desk", { system: this.system, document }))) sent.length = 0;
    this.tell("desk-changed");
  }

  /** Puts a document into the log; judged, it stays on the desk under a name. */
  async record(document, place, change = {}) {
    const desk = { ...this.desk, ...change };
    sent.length = 0;
    return table.command("record", { system: this.system, document, place, desk });
  }

  /** A document judged: {verdict} or {error}, undefined while the answer is on its way. */
  judged(document) {
    return judged(this.system, document, () => this.update());
  }

  /** A document judged now: {verdict} or {error}. */
  asked(document) {
    return ask(this.system, document);
  }

  /** One calm line for a person. */
  notice(text) {
    table.notice(text);
  }

  /** {document, result} that was last recorded under a name. */
  recorded(place) {
    return this.desk.judged?.[place] ?? null;
  }

  #kept() {
    return table.state?.desks?.[this.system] ?? {};
  }

  #expect(document) {
    if (!sent.length) base = JSON.stringify(this.#kept());
    sent.push(document);
    this.tell("desk-changed");
  }
}

/** A newer snapshot has come: what of the sent desks is in it is no longer awaited. */
export function settleDesk(system) {
  if (!sent.length) return;
  const kept = JSON.stringify(table.state.desks?.[system] ?? {});
  if (kept === base) return;
  const place = sent.findLastIndex((desk) => JSON.stringify(desk) === kept);
  sent.splice(0, place < 0 ? sent.length : place + 1);
  base = kept;
}
