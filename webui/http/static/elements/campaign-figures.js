/* <campaign-figures>: all sessions in figures: luck against the exact odds, criticals, who acted against whom. */

import { TableElement } from "../lib/element.js";
import { fetched } from "../lib/fetched.js";
import { lucks, rivalries } from "../lib/plot.js";
import { html } from "../lib/view.js";
import { count, say } from "../lib/words.js";

class CampaignFigures extends TableElement {
  paintsAlone = true;
  /** @type {Figures | null} */
  #figures = null;

  view() {
    const figures = this.#figures;
    return html`<details class="figures" @toggle=${(/** @type {On<HTMLFormElement>} */ event) => event.target.open && this.#fetch()}><summary>${say("campaign.title")}</summary>
      ${!figures ? html`<p>${say("page.waking")}</p>` : figures.n ? this.#plots(figures) : html`<p>${say("campaign.none")}</p>`}</details>`;
  }

  #plots(/** @type {Figures} */ { n, people, rivals }) {
    const of = (/** @type {"success_luck" | "critical_luck"} */ key) => people.filter((each) => each[key]).map((each) => ({ name: each.name, side: each.side, luck: each[key] }));
    return html`<p class="help">${count("campaign.of", n)} ${say("campaign.help")}</p>
      <div class="plots">${this.#lucks("campaign.wins", of("success_luck"))} ${this.#lucks("campaign.criticals", of("critical_luck"))}
      ${rivals.length ? rivalries(say("campaign.rivals"), rivals) : null}</div>`;
  }

  /** No plot without anybody in it. */
  #lucks(/** @type {string} */ key, /** @type {any} */ people) {
    return people.length ? lucks(say(key), people) : null;
  }

  async #fetch() {
    this.#figures = (await fetched("/api/figures")) ?? this.#figures;
    this.update();
  }
}

customElements.define("campaign-figures", CampaignFigures);
