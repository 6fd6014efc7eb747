/* <track-trace>: what the tracker believes of each track, once a second while it is switched on. */

import { TableElement } from "../lib/element.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

const EVERY_MS = 1000;

class TrackTrace extends TableElement {
  paintsAlone = true;
  /** @type {string[] | null} */
  #tracks = null;
  #timer = 0;

  disconnectedCallback() {
    this.#switch(false);
  }

  view() {
    const lines = this.#tracks;
    return html`<h2>${say("support.tracks")}</h2>
      <p><label><input type="checkbox" .checked=${this.#timer > 0} @change=${(/** @type {On} */ event) => this.#switch(event.target.checked)}> ${say("support.tracks.help")}</label></p>
      ${lines ? html`<pre class="tracks" tabindex="0" aria-label="${say("support.tracks")}">${lines.length ? lines.join("\n") : say("support.tracks.none")}</pre>` : null}`;
  }

  #switch(/** @type {boolean} */ on) {
    clearInterval(this.#timer);
    this.#timer = on ? window.setInterval(() => this.#fetch(), EVERY_MS) : 0;
    this.#tracks = null;
    if (on) this.#fetch();
    this.update();
  }

  async #fetch() {
    const answer = await fetch("/api/tracks").catch(() => /** @type {any} */ (null));
    const lines = answer?.ok ? (await answer.json()).tracks : this.#tracks;
    if (this.#timer) this.#tracks = lines;
    this.update();
  }
}

customElements.define("track-trace", TrackTrace);
