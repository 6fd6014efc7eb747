/*
 * The line to the table: one EventSource, the newest snapshot, and commands that carry the version they saw.
 *
 *   table.addEventListener("state", () => use(table.state));    a newer snapshot
 *   table.addEventListener("link", () => use(table.linked));    the line went away or came back
 *   table.addEventListener("notice", (event) => show(event.detail));
 */

import { language, say } from "./words.js";

const GRACE_MS = 1500;
const RETRY_MS = 2000;

class Table extends EventTarget {
  state = null;
  linked = true;
  #answered = 0;
  #asks = "";
  #source = null;
  #grace = 0;
  #line = Promise.resolve();

  /** Opens the line; a page that only looks on asks for its own role, and then never hears the Host's secrets. */
  open(role = null) {
    if (role) this.#asks = `?role=${role}`;
    this.#source = new EventSource(`/api/events${this.#asks}`);
    let fresh = true;
    this.#source.addEventListener("open", () => {
      fresh = true;
      this.#link(true);
    });
    this.#source.addEventListener("state", (event) => {
      this.#take(JSON.parse(event.data), fresh);
      fresh = false;
    });
    this.#source.addEventListener("error", () => this.#lost());
    addEventListener("pagehide", () => this.#source.close());
  }

  /**
   * Sends one command; true if the table took it. What went wrong becomes a notice in one line. Quick taps wait for
   * one another, so that none of them overtakes the answer that the next one builds on.
   */
  command(name, args = {}) {
    const seen = this.state?.version ?? 0;
    const sent = this.#line.then(() => this.#send(name, args, seen));
    this.#line = sent.catch(() => false);
    return sent;
  }

  async #send(name, args, seen) {
    // What this page itself has just changed, it has seen, even if the snapshot is still on its way.
    const version = Math.max(seen, this.#answered);
    const answer = await post("/api/command", JSON.stringify({ version, name, ...args }));
    this.#answered = answer.version ?? 0;
    if (answer.ok) return true;
    if (answer.status === 409) await this.#refetch();
    this.notice(answer.status === 409 ? say("notice.moved-on") : answer.error || say("notice.not-taken"));
    return false;
  }

  notice(text) {
    this.dispatchEvent(new CustomEvent("notice", { detail: text }));
  }

  async #refetch() {
    try {
      this.#take(await (await fetch(`/api/state${this.#asks}`)).json(), false);
    } catch {
      this.#lost();
    }
  }

  /** After a new connection any version counts (the program may have been started again), later only a newer one. */
  #take(state, fresh) {
    if (!fresh && this.state && state.version <= this.state.version) return;
    if (state.language !== language) return this.#comeAnew();
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  /** The texts came with the page: in another language the page comes anew, and shows nothing until then. */
  #comeAnew() {
    this.#source.close();
    location.reload();
  }

  #link(linked) {
    clearTimeout(this.#grace);
    this.#grace = 0;
    if (linked === this.linked) return;
    this.linked = linked;
    this.dispatchEvent(new Event("link"));
  }

  #lost() {
    this.#grace ||= setTimeout(() => this.#link(false), GRACE_MS);
    if (this.#source.readyState === EventSource.CLOSED) setTimeout(() => this.open(), RETRY_MS);
  }
}

async function post(address, body) {
  try {
    const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const said = await answer.json().catch(() => ({}));
    return { ok: answer.ok, status: answer.status, error: said.error, version: answer.ok ? said.version : 0 };
  } catch {
    return { ok: false, status: 0, error: say("notice.offline") };
  }
}

export const table = new Table();
