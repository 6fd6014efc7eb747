/* <kept-picture>: the table at the moment of a throw, by the digest of its picture; where that is gone, a sentence says so. */

import { TableElement } from "../lib/element.js";
import { sigil } from "../lib/sigil.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

/** @extends {TableElement<string>} */
class KeptPicture extends TableElement {
  /** The digest of a picture that could not be had. */
  #gone = "";

  view() {
    const digest = this.state;
    if (digest === this.#gone) return html`<p class="scene gone">${sigil("camera")}${say("log.picture-gone")}</p>`;
    return html`<img class="scene" src="${`/pictures/${digest}.jpg`}" alt="${say("log.picture")}" loading="lazy" @error=${() => this.#miss(digest)}>`;
  }

  #miss(/** @type {string} */ digest) {
    this.#gone = digest;
    this.update();
  }
}

customElements.define("kept-picture", KeptPicture);
