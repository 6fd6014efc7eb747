/*
 * Sends a video's pictures to the laptop, one after another: the next one is taken only when the last one has been
 * answered, so that a slow line gets fewer pictures and never older ones.
 *
 *   new Sender(video, { answered: (answer) => ..., away: () => ..., unpaired: () => ... }).start();
 */

/** More a second would only warm the phone: the table reads fewer. */
const MOST_A_SECOND = 20;
const QUALITY = 0.85;
const PATIENCE_MS = 4000;
const AGAIN_MS = 500;

export class Sender {
  #video;
  #listener;
  #going = false;
  #canvas = document.createElement("canvas");
  /** @type {number[]} */
  #sent = [];

  constructor(/** @type {HTMLVideoElement} */ video, /** @type {{ answered: (answer: any) => void; away: () => void; unpaired: () => void }} */ listener) {
    this.#video = video;
    this.#listener = listener;
  }

  start() {
    if (this.#going) return;
    this.#going = true;
    this.#run();
  }

  stop() {
    this.#going = false;
  }

  async #run() {
    while (this.#going) {
      const began = performance.now();
      const wait = (await this.#next()) ? 1000 / MOST_A_SECOND - (performance.now() - began) : AGAIN_MS;
      await pause(wait);
    }
  }

  /** Sends one picture; true if it was taken. */
  async #next() {
    const taken = performance.now();
    const picture = await this.#grab();
    if (!picture || !this.#going) return false;
    try {
      const answer = await fetch("/camera/frame", { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: picture, signal: AbortSignal.timeout(PATIENCE_MS) });
      if (answer.status === 401) {
        this.stop();
        this.#listener.unpaired();
      }
      if (!answer.ok) return false;
      this.#listener.answered({ ...(await answer.json()), ...this.#figures(taken) });
      return true;
    } catch {
      if (this.#going) this.#listener.away();
      return false;
    }
  }

  /** @returns {Promise<Blob | null>} */
  #grab() {
    const { videoWidth: width, videoHeight: height } = this.#video;
    if (!width || this.#video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return Promise.resolve(null);
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height });
    this.#canvas.getContext("2d", { alpha: false }).drawImage(this.#video, 0, 0);
    return new Promise((done) => this.#canvas.toBlob(done, "image/jpeg", QUALITY));
  }

  /** How many a second, and how long this one was on its way. */
  #figures(/** @type {number} */ taken) {
    const now = performance.now();
    this.#sent = [...this.#sent.filter((at) => now - at < 2000), now];
    return { rate: this.#sent.length / 2, way_ms: Math.round(now - taken) };
  }
}

const pause = (/** @type {number} */ wait) => new Promise((done) => setTimeout(done, Math.max(0, wait)));
