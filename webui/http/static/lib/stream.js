/*
 * The line to the table: the newest snapshot, through the one stream that all pages of this browser share, and
 * commands that carry the version they saw.
 *
 *   table.addEventListener("state", () => use(table.state));    a newer snapshot
 *   table.addEventListener("link", () => use(table.linked));    the line went away or came back
 *   table.addEventListener("connected", () => use());           it has just come, or come back: what else was open is dead
 *   table.addEventListener("picture", (event) => ...);          whether this window has the picture
 *   table.addEventListener("notice", (event) => show(event.detail));      {text, undoes}
 *   table.addEventListener("asked", () => use());               a command is on its way: undo will be about that one
 */

import { serve } from "./switchboard.js";
import { language, say } from "./words.js";

const GRACE_MS = 1500;

class Table extends EventTarget {
  /** @type {Snapshot | null} */
  state = null;
  linked = true;
  /** The newest version of the table that a command of this page led to. */
  answered = 0;
  #asks = "";
  /** @type {MessagePort} */
  #port = null;
  #fresh = true;
  #wantsPicture = false;
  #grace = 0;
  #line = Promise.resolve("");

  /** Opens the line; a page that only watches asks for its own role, and then never gets the Host's secrets. */
  open(/** @type {string} */ role = null) {
    if (role) this.#asks = `?role=${role}`;
    this.#connect(shared(() => this.#connect(alone())) ?? alone());
    addEventListener("pagehide", () => this.#say({ bye: true }));
    addEventListener("pageshow", ({ persisted }) => persisted && this.#follow());
  }

  /** Asks for the camera's picture, or lets it go: one window of a browser has it at a time. */
  wantPicture(/** @type {boolean} */ wants) {
    if (!wants && !this.#wantsPicture) return;
    this.#wantsPicture = wants;
    this.#say({ picture: wants });
  }

  #connect(/** @type {MessagePort} */ port) {
    this.#port = port;
    port.onmessage = (/** @type {Json} */ { data }) => this.#receive(data);
    this.#follow();
  }

  #follow() {
    this.#say({ follow: `/api/events${this.#asks}` });
    if (this.#wantsPicture) this.#say({ picture: true });
  }

  #say(/** @type {Json} */ message) {
    this.#port?.postMessage(message);
  }

  #receive(/** @type {Json} */ { linked, state, picture }) {
    if (linked) this.#beginConnection();
    if (linked !== undefined) this.#link(linked);
    if (picture !== undefined) this.dispatchEvent(new CustomEvent("picture", { detail: picture }));
    if (state === undefined) return;
    this.#take(JSON.parse(state), this.#fresh);
    this.#fresh = false;
  }

  /** The line is new, and at its other end the program may be. */
  #beginConnection() {
    this.#fresh = true;
    this.dispatchEvent(new Event("connected"));
  }

  /**
   * Sends one command; true if the table took it. What went wrong becomes a notice in one line.
   *
   * @template {keyof Commands} Name
   * @param {Name} name
   * @param {Commands[Name]} args
   */
  async command(name, args = /** @type {any} */ ({})) {
    const refusal = await this.ask(name, args);
    if (refusal) this.notice(refusal);
    return !refusal;
  }

  /**
   * The same for who says in another place what went wrong: that line, empty if the table took it. Quick taps wait for
   * one another, so that none of them overtakes the answer that the next one builds on. Nothing is kept for later
   * while the line is away: what a person wants now may be wrong by then.
   *
   * @template {keyof Commands} Name
   * @param {Name} name
   * @param {Commands[Name]} args
   */
  async ask(name, args = /** @type {any} */ ({})) {
    if (!this.linked) return say("notice.not-sent");
    this.dispatchEvent(new Event("asked"));
    const seen = this.state?.version ?? 0;
    const sent = this.#line.then(() => this.#send(name, args, seen));
    this.#line = sent.catch(() => "");
    return sent;
  }

  async #send(/** @type {string} */ name, /** @type {Json} */ args, /** @type {number} */ seen) {
    // What this page itself has just changed, it has seen, even if the snapshot is still on its way.
    const version = Math.max(seen, this.answered);
    const answer = await post("/api/command", JSON.stringify({ version, name, ...args }));
    // A refusal leads nowhere: what was taken before it may still be newer than what the page shows.
    this.answered = Math.max(this.answered, answer.version ?? 0);
    if (answer.ok) return "";
    if (answer.status === 409) await this.#refetch();
    return answer.status === 409 ? say("notice.moved-on") : answer.error || say("notice.not-taken");
  }

  /** One line; `undoes`: with a way back beside it. */
  notice(/** @type {string} */ text, undoes = false) {
    this.dispatchEvent(new CustomEvent("notice", { detail: { text, undoes } }));
  }

  async #refetch() {
    try {
      this.#take(await (await fetch(`/api/state${this.#asks}`)).json(), false);
    } catch {
      this.#link(false);
    }
  }

  /** After a new connection any version counts (the program may have been started again), later only a newer one. */
  #take(/** @type {Snapshot} */ state, /** @type {boolean} */ fresh) {
    if (!fresh && this.state && state.version <= this.state.version) return;
    if (state.language !== language) return this.#reload();
    if (fresh) this.answered = 0;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  /** The texts came with the page: in another language the page is loaded again, and shows nothing until then. */
  #reload() {
    this.#say({ bye: true });
    location.reload();
  }

  /** A line that comes back soon was never away. */
  #link(/** @type {boolean} */ linked) {
    if (!linked) {
      this.#grace ||= setTimeout(() => this.#setLinked(false), GRACE_MS);
      return;
    }
    clearTimeout(this.#grace);
    this.#grace = 0;
    this.#setLinked(true);
  }

  #setLinked(/** @type {boolean} */ linked) {
    if (linked === this.linked) return;
    this.linked = linked;
    this.dispatchEvent(new Event("link"));
  }
}

/** The worker that all pages of this browser share; null where there is none, `failed` is called where it cannot start. */
function shared(/** @type {any} */ failed) {
  if (!("SharedWorker" in window)) return null;
  const worker = new SharedWorker("/static/shared.js", { type: "module", name: "clashcam" });
  worker.addEventListener("error", failed, { once: true });
  return worker.port;
}

/** The same for this page alone. */
function alone() {
  const { port1, port2 } = new MessageChannel();
  serve(port1);
  return port2;
}

async function post(/** @type {any} */ address, /** @type {string} */ body) {
  try {
    const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const said = await answer.json().catch(() => ({}));
    return { ok: answer.ok, status: answer.status, error: sayRefusal(said), version: answer.ok ? said.version : 0 };
  } catch {
    return { ok: false, status: 0, error: say("notice.offline") };
  }
}

/** What a person reads of a refusal: fields have names for scripts alone. */
export function sayRefusal(/** @type {Json} */ { error, field, plain }) {
  return field ? (plain ?? say("notice.unfit")) : error;
}

export const table = new Table();
