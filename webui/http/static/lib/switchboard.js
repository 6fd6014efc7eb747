/*
 * What the pages of one browser share: a browser opens six connections to a server and no more, and a page that is
 * always connected keeps one of them. So there is one event stream for each role, however many pages follow it, and
 * one picture, for the window that is in view. All else stays free for commands.
 *
 *   a page says   {follow: "/api/events"}, {picture: true | false}, {bye: true}
 *   and receives  {linked: true | false}, {state: "<snapshot>"}, {picture: true | false}
 */

const RETRY_MS = 2000;
/** The program gives a sign every two seconds; a line without one for longer is opened again, as if it had broken. */
const STALLED_MS = 3500;

/** One role's event stream and the pages that follow it. */
class Line {
  #pages = new Set();
  #linked = false;
  /** @type {any} */
  #newest = null;
  /** @type {EventSource} */
  #source = null;
  #retry = 0;
  #watchdog = 0;

  constructor(/** @type {string} */ address) {
    this.address = address;
  }

  join(/** @type {MessagePort} */ page) {
    this.#pages.add(page);
    if (!this.#source) return this.#open();
    page.postMessage({ linked: this.#linked });
    if (this.#newest !== null) page.postMessage({ state: this.#newest });
  }

  leave(/** @type {string} */ page) {
    if (!this.#pages.delete(page) || this.#pages.size) return;
    this.#close();
    this.#newest = null;
    this.#linked = false;
  }

  #close() {
    clearTimeout(this.#retry);
    clearTimeout(this.#watchdog);
    this.#source?.close();
    this.#source = null;
  }

  #open() {
    this.#source = new EventSource(this.address);
    this.#source.addEventListener("open", () => this.#link(true));
    this.#source.addEventListener("error", () => this.#link(false));
    this.#source.addEventListener("beat", () => this.#expectMore());
    this.#source.addEventListener("state", (/** @type {any} */ { data }) => {
      this.#expectMore();
      this.#newest = data;
      this.#broadcast({ state: data });
    });
    this.#expectMore();
  }

  /** A program that stands still, or a machine that sleeps, breaks no line: it only says nothing any more. */
  #expectMore() {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#reconnect(), STALLED_MS);
  }

  #reconnect() {
    this.#close();
    this.#open();
    this.#link(false);
  }

  /** What was newest before the line came back may be another program's: only what comes now counts. */
  #link(/** @type {any} */ linked) {
    this.#linked = linked;
    if (linked) this.#newest = null;
    this.#broadcast({ linked });
    clearTimeout(this.#retry);
    if (this.#source.readyState === EventSource.CLOSED) this.#retry = setTimeout(() => this.#open(), RETRY_MS);
  }

  #broadcast(/** @type {Json} */ message) {
    for (const page of this.#pages) page.postMessage(message);
  }
}

const lines = new Map();
/** The pages that want the picture; the last one has it. @type {MessagePort[]} */
let wanting = [];

function join(/** @type {MessagePort} */ page, /** @type {string} */ address) {
  if (!lines.has(address)) lines.set(address, new Line(address));
  lines.get(address).join(page);
}

function grant(/** @type {MessagePort} */ page, /** @type {boolean} */ wants) {
  const had = wanting.at(-1);
  wanting = wanting.filter((each) => each !== page);
  if (wants) wanting.push(page);
  if (had !== wanting.at(-1)) had?.postMessage({ picture: false });
  wanting.at(-1)?.postMessage({ picture: true });
}

/** Serves one page, which speaks through this port. */
export function serve(/** @type {MessagePort} */ port) {
  port.onmessage = (/** @type {Json} */ { data }) => {
    if (data.follow) join(port, data.follow);
    if ("picture" in data) grant(port, data.picture);
    if (data.bye) {
      lines.forEach((line) => line.leave(port));
      grant(port, false);
    }
  };
}
