/* <campaign-figures>: all sessions in figures: luck against the exact odds, criticals, who acted against whom; the sides apart from the people. */

import { TableElement } from "../lib/element.js";
import { fetched } from "../lib/fetched.js";
import { lucks, rivalries } from "../lib/plot.js";
import { listed } from "../lib/seats.js";
import { html } from "../lib/view.js";
import { count, say } from "../lib/words.js";

/** Of fewer throws nothing is shown: the odds would say next to nothing about them. */
const FEWEST = 5;

const known = (/** @type {Person} */ each) => each.success_luck?.n ?? 0;

class CampaignFigures extends TableElement {
  paintsAlone = true;
  /** @type {Figures | null} */
  #figures = null;

  view() {
    const figures = this.#figures;
    return html`<details class="figures" @toggle=${(/** @type {On<HTMLFormElement>} */ event) => event.target.open && this.#fetch()}><summary>${say("campaign.title")}</summary>
      ${figures ? this.#shown(figures) : html`<p>${say("page.waking")}</p>`}</details>`;
  }

  #shown(/** @type {Figures} */ { n, unconfirmed, sides, people, rivals }) {
    const isSide = (/** @type {string} */ name) => people.some((each) => each.whole_side && each.name === name);
    const ofSides = rivals.filter(({ first, second }) => isSide(first) && isSide(second));
    const named = sides.map((each) => ({ ...each, name: say(`side.${each.side}`) }));
    const characters = people.filter((each) => !each.whole_side);
    const fewer = [...named, ...characters].filter((each) => known(each) < FEWEST);
    return html`<p class="help">${n ? count("campaign.of", n) : say("campaign.none")} ${unconfirmed ? count("moments.unconfirmed", unconfirmed) : null}
        ${fewer.length ? say("campaign.fewest", { n: FEWEST, who: listed(fewer.map((each) => say("campaign.missing", { name: each.name, n: FEWEST - known(each) }))) }) : null}
        ${fewer.length < named.length + characters.length ? say("campaign.help") : null}</p>
      ${this.#group("campaign.sides", named, ofSides)}
      ${this.#group("campaign.people", characters, rivals.filter((each) => !ofSides.includes(each)))}`;
  }

  /** What there is to show of the sides, or of the people; nothing if that is nothing. */
  #group(/** @type {string} */ key, /** @type {Person[]} */ people, /** @type {Rivals[]} */ rivals) {
    const enough = people.filter((each) => known(each) >= FEWEST), met = rivals.filter((each) => each.n >= FEWEST);
    if (!enough.length && !met.length) return null;
    return html`<section><h3>${say(key)}</h3>
      <div class="plots">${this.#lucks("campaign.wins", "plot.wins", enough, "success_luck")} ${this.#lucks("campaign.criticals", "plot.criticals", enough, "critical_luck")}
      ${met.length ? rivalries(say("campaign.rivals"), met) : null}</div></section>`;
  }

  /** No plot without anybody in it. */
  #lucks(/** @type {string} */ title, /** @type {string} */ words, /** @type {Person[]} */ people, /** @type {"success_luck" | "critical_luck"} */ key) {
    return people.length ? lucks(say(title), words, people.map((each) => ({ name: each.name, side: each.side, luck: each[key] }))) : null;
  }

  async #fetch() {
    this.#figures = (await fetched("/api/figures")) ?? this.#figures;
    this.update();
  }
}

customElements.define("campaign-figures", CampaignFigures);
