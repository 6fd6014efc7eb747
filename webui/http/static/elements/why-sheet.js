/* <why-sheet>: the rules that one clash rests on, behind "Why?", on a sheet beside the panel: what was said stays in sight. */

import { TableElement } from "../lib/element.js";
import { beside, layOpening } from "../lib/popover.js";
import { html, styled } from "../lib/view.js";
import { say } from "../lib/words.js";

let sheets = 0;

/** @extends {TableElement<Verdict>} */
class WhySheet extends TableElement {
  #id = `why-${(sheets += 1)}`;
  #place = {};

  view() {
    const { why, title } = this.state;
    if (!why.length) return html``;
    return html`<button class="quiet why-button" popovertarget="${this.#id}">${say("verdict.why")}</button>
      <section id="${this.#id}" class="why" popover aria-label="${say("verdict.why")}" style=${styled(this.#place)} @beforetoggle=${(opening) => layOpening(opening, () => this.#lay())}>
        <h2>${title}</h2>
        <ol>${why.map((reason) => html`<li><b>${reason.rule}</b> ${reason.ruling ? html`<span class="ruling">${say("verdict.ruling")}</span> ` : null}<span>${[reason.text, reason.ruling_text].filter(Boolean).join(" ")}</span></li>`)}</ol>
      </section>`;
  }

  #lay() {
    this.#place = beside(this.closest("verdict-panel") ?? this, this.querySelector("button"));
    this.update();
  }
}

customElements.define("why-sheet", WhySheet);
