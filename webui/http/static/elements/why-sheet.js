/* <why-sheet>: the numbers that decided one clash, and the rules behind them, behind "Why?", on a sheet beside the panel: what was said stays in sight. */

import { TableElement } from "../lib/element.js";
import { beside, layOpening } from "../lib/popover.js";
import { unbroken } from "../lib/verdict.js";
import { html, styled } from "../lib/view.js";
import { say } from "../lib/words.js";

let sheets = 0;

/** @extends {TableElement<Verdict>} */
class WhySheet extends TableElement {
  #id = `why-${(sheets += 1)}`;
  #place = {};

  view() {
    const { why, title, sum = [] } = this.state;
    if (!why.length) return html``;
    return html`<button class="quiet why-button" popovertarget="${this.#id}">${say("verdict.why")}</button>
      <section id="${this.#id}" class="why" popover aria-label="${say("verdict.why")}" style=${styled(this.#place)} @beforetoggle=${(/** @type {any} */ opening) => layOpening(opening, () => this.#lay())}>
        <h2>${title}</h2>
        ${sum.length ? html`<ul class="sum">${sum.map((line) => html`<li>${unbroken(line)}</li>`)}</ul>
          <details><summary>${say("verdict.rules")}</summary>${this.#rules(why)}</details>` : this.#rules(why)}
      </section>`;
  }

  /** What the rules say, and where they say nothing, what we read into them. */
  #rules(/** @type {Json} */ why) {
    return html`<ol>${why.map((/** @type {Json} */ reason) => html`<li><span>${reason.text}</span>
      ${reason.ruling ? html`<span class="ruling">${say("verdict.ruling")}</span> <span>${reason.ruling_text}</span>` : null}</li>`)}</ol>`;
  }

  #lay() {
    this.#place = beside(this.closest("verdict-panel") ?? this, this.querySelector("button"));
    this.update();
  }
}

customElements.define("why-sheet", WhySheet);
