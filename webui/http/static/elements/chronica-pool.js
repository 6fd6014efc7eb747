/* <chronica-pool .pool=${pool} .side=${id}>: one character's dice, asset by asset, with who brought what (C2). */

import { diceName } from "../lib/numbers.js";
import { SystemPart } from "../lib/system-part.js";
import { listed } from "../lib/seats.js";
import { taps } from "../lib/taps.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

const KINDS = ["attribute", "background", "relationship", "tech", "opposition", "temporary", "aspect", "destiny"];
const USUAL_SIZE = 6;

class ChronicaPool extends SystemPart {
  /** Whose pool it is: a side of one character bears the name already. */
  side = "";
  /** @type {Json} */
  #pool = null;
  #opened = false;

  set pool(/** @type {Json} */ pool) {
    this.#pool = pool;
    this.update();
  }

  view() {
    const { id, assets } = this.#pool;
    const built = assets.length ? this.judged({ kind: "pool", assets: assets.map(asAsset) }) : null;
    const result = built?.verdict?.result;
    // What is empty is to be filled; only a person closes it.
    this.#opened ||= !assets.length;
    return html`${id === this.side ? null : html`<h3>${id} <button class="quiet" aria-label="${say("system.remove", { name: id })}" @click=${() => this.emit("pool-gone", { id })}>×</button></h3>`}
      <ul class="assets">${assets.map((/** @type {Json} */ asset, /** @type {string} */ place) => this.#asset(asset, place, result))}</ul>
      <details ?open=${this.#opened}><summary>${say("chronica.bring")}</summary>${this.#form()}</details>
      ${this.#temporary()}
      <p class="${built?.error ? "fault" : "said"}" aria-live="polite">${built?.error ?? (result ? diceName(result.dice.map((/** @type {Json} */ die) => die.size), say("dice.letter")) : say("chronica.no-assets"))}</p>
      ${result?.missing.length ? html`<p class="help">${say("chronica.missing", { kinds: listed(result.missing.map((/** @type {string} */ kind) => say(`chronica.kind.${kind}`))) })}</p>` : null}`;
  }

  #asset(/** @type {Json} */ asset, /** @type {string} */ place, /** @type {Json} */ result) {
    const refused = result?.refused.find((/** @type {Json} */ each) => each.asset === asset.name);
    return html`<li class="${refused ? "refused" : ""}"><b>${say("dice.letter")}${asset.size ?? 1}</b> ${asset.name} <small>${say(`chronica.kind.${asset.kind}`)}${refused ? ` · ${say(`chronica.why.${refused.why}`)}` : ""}</small>
      <button class="quiet" aria-label="${say("system.remove", { name: asset.name })}" @click=${() => this.#change(this.#pool.assets.filter((/** @type {string} */ _, /** @type {string} */ index) => index !== place))}>×</button></li>`;
  }

  #form() {
    return html`<form class="typed" @submit=${(/** @type {On} */ event) => this.#add(event)}>
      <label>${say("chronica.asset")} <input name="asset" type="text" autocomplete="off" maxlength="60" size="12"></label>
      <span class="ways">${say("chronica.kind")} ${taps("kind", say("chronica.kind"), KINDS.map((kind) => [kind, say(`chronica.kind.${kind}`)]), KINDS[0])}</span>
      <label>${say("chronica.size")} <input name="size" type="number" min="1" max="1000" value="${USUAL_SIZE}"></label>
      <label class="tick"><input name="shared" type="checkbox"> ${say("chronica.shared")}</label>
      <label class="tick"><input name="random" type="checkbox"> ${say("chronica.random")}</label>
      <button>${say("system.add")}</button></form>`;
  }

  #add(/** @type {Json} */ event) {
    event.preventDefault();
    const { asset, kind, size, shared, random } = event.target.elements;
    const name = asset.value.trim() || this.#freeName(say(`chronica.kind.${kind.value}`));
    const added = { name, kind: kind.value, ...(random.checked ? { random: true } : { size: Number(size.value) }), ...(shared.checked ? { shared: true } : {}) };
    this.#change([...this.#pool.assets, added]);
    asset.value = "";
    for (const box of [shared, random]) box.checked = false;
    asset.focus();
  }

  /** Assets of one kind differ by the next free number. */
  #freeName(/** @type {string} */ name) {
    const taken = new Set(this.#pool.assets.map((/** @type {Json} */ asset) => asset.name.toLowerCase()));
    let number = 1;
    while (taken.has((number === 1 ? name : `${name} ${number}`).toLowerCase())) number += 1;
    return number === 1 ? name : `${name} ${number}`;
  }

  /** Dice that were kept from earlier contests: a condition or reward is one's own, a penalty its holder's opponents'. */
  #temporary() {
    const there = new Set(this.#pool.assets.map((/** @type {Json} */ asset) => asset.name));
    const held = (this.desk.holds ?? []).filter((/** @type {Json} */ die) => !there.has(die.name));
    if (!held.length) return null;
    return html`<p class="ways">${held.map((/** @type {Json} */ die) => html`<button @click=${() => this.#bring(die)}>+ ${die.name} ${say("dice.letter")}${die.size}</button>`)}</p>`;
  }

  #bring(/** @type {Json} */ die) {
    const kind = die.kind === "penalty" ? "opposition" : "temporary";
    this.#change([...this.#pool.assets, { name: die.name, kind, size: die.size, ...(die.uses ? { uses: die.uses } : {}), held: true }]);
  }

  #change(/** @type {Json[]} */ assets) {
    this.emit("pool-changed", { id: this.#pool.id, assets });
  }
}

/** An asset as documents have it: without our own mark that it lies on the desk. */
export function asAsset(/** @type {Json} */ asset) {
  const bare = { ...asset };
  delete bare.held;
  return bare;
}

customElements.define("chronica-pool", ChronicaPool);
