/* <keys-dialog>: the words of the game, every key and what it does, and each kind of throw in one sentence. It opens with "?" on every page of the Host. */

import { KEY_LISTS } from "../lib/keys.js";
import { KINDS } from "../lib/kinds.js";
import { SheetDialog } from "../lib/sheet-dialog.js";
import { html } from "../lib/view.js";
import { has, say } from "../lib/words.js";
import "./words-help.js";

export class KeysDialog extends SheetDialog {
  paintsAlone = true;

  view() {
    return this.sheet(say("top.keys"), [html`<words-help></words-help>`, ...KEY_LISTS.map(({ place, keys }) => html`<h3>${say(place)}</h3>
      <dl class="keys">${Object.entries(keys).map(([key, does]) => html`<div><dt><kbd>${has(key) ? say(key) : key}</kbd></dt><dd>${say(does)}</dd></div>`)}</dl>`), this.#kinds()]);
  }

  /** Each kind of throw in one sentence. */
  #kinds() {
    return html`<h3>${say("keys.kinds")}</h3><dl class="kinds">${KINDS.map((kind) => html`<div><dt>${say(`mode.${kind}`)}</dt><dd>${say(`mode.${kind}.what`)}</dd></div>`)}</dl>`;
  }
}

customElements.define("keys-dialog", KeysDialog);
