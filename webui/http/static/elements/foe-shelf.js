/* <foe-shelf>: the foes that are prepared and come on with one tap; one file takes them along with the Horror's Deck. */

import { TableElement } from "../lib/element.js";
import { sigil } from "../lib/sigil.js";
import { table } from "../lib/stream.js";
import { filled, html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";
import "./armed-fields.js";

class FoeShelf extends TableElement {
  /** @type {Json} */
  #deck = null;

  /** The codes of the Horror's Deck, null while nobody has listed them. */
  set deck(/** @type {any} */ codes) {
    this.#deck = codes;
    this.update();
  }

  view() {
    const { foes = [] } = this.state;
    return html`<section class="foes framed" aria-labelledby="foes-title"><header><h2 id="foes-title">${say("foes.title")}</h2></header>
      <p class="help">${say("foes.help")}</p>
      <ul>${repeat(foes, (foe) => foe.id, (foe) => html`<li class="editor by-side-host">
        <input class="name" maxlength="80" aria-label="${say("foes.name")}" .value=${filled(foe.name)} @change=${(/** @type {On} */ event) => this.#change(foe, { foe_name: event.target.value.trim() || foe.name })}>
        ${foe.specials.length ? html`<span>${sigil("special")}${count("seat.specials", foe.specials.length)}</span>` : null}
        <button @click=${() => this.act("foe-enter", { foe: foe.id })}>${sigil("add")}${say("foes.enter")}</button>
        <button class="icon" title="${say("system.remove", { name: foe.name })}" @click=${() => this.act("foe-remove", { foe: foe.id })}>${sigil("remove")}<span class="unseen">${say("system.remove", { name: foe.name })}</span></button>
        <details><summary>${say("seat.stats")}</summary><armed-fields .state=${foe} @noted=${(/** @type {CustomEvent} */ { detail }) => this.#change(foe, detail)}></armed-fields></details></li>`)}</ul>
      <p class="ways"><button @click=${() => this.act("foe-add", { foe_name: this.#next() })}>${sigil("add")}${say("foes.add")}</button>
        <button ?disabled=${!foes.length} @click=${() => this.#save()}>${sigil("save")}${say("foes.save")}</button>
        <label class="button">${say("foes.open")}<input class="unseen" type="file" accept=".json" @change=${(/** @type {On} */ event) => this.#open(event.target)}></label></p></section>`;
  }

  #next() {
    const taken = this.state.foes.map((foe) => foe.name);
    const name = say("foes.new");
    return taken.includes(name) ? `${name} ${taken.length + 1}` : name;
  }

  #change(/** @type {Foe} */ foe, /** @type {any} */ fields) {
    this.act("foe-change", { foe: foe.id, ...fields });
  }

  #save() {
    const foes = this.state.foes.map(({ name, stats, specials, weapons, supernatural }) => ({ name, stats, specials, weapons, supernatural }));
    const file = new Blob([JSON.stringify({ foes, horror: this.#deck }, null, 1)], { type: "application/json" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = "horrors.json";
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async #open(/** @type {HTMLInputElement} */ field) {
    const [file] = field.files;
    field.value = "";
    try {
      const { foes, horror = null } = JSON.parse(await file.text());
      await table.command("foes-list", { foes, horror });
    } catch {
      table.notice(say("foes.unfit"));
    }
  }
}

customElements.define("foe-shelf", FoeShelf);
