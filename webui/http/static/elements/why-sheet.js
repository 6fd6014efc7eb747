/* <why-sheet>: the rules that one clash rests on, behind "Why?", on a sheet beside the panel: what was said stays in sight. */

import { TableElement } from "../lib/element.js";
import { html, styled } from "../lib/view.js";
import { say } from "../lib/words.js";

const GAP_PX = 8;
let sheets = 0;

/** @extends {TableElement<Verdict>} */
class WhySheet extends TableElement {
  #id = `why-${(sheets += 1)}`;
  #place = {};

  view() {
    const { why, title } = this.state;
    if (!why.length) return html``;
    return html`<button class="quiet why-button" popovertarget="${this.#id}">${say("verdict.why")}</button>
      <section id="${this.#id}" class="why" popover aria-label="${say("verdict.why")}" style=${styled(this.#place)} @beforetoggle=${() => this.#lay()}>
        <h2>${title}</h2>
        <ol>${why.map((reason) => html`<li><b>${reason.rule}</b> ${reason.ruling ? html`<span class="ruling">${say("verdict.ruling")}</span> ` : null}<span>${[reason.text, reason.ruling_text].filter(Boolean).join(" ")}</span></li>`)}</ol>
      </section>`;
  }

  /** Above the panel where there is more room than below the button, else below that. */
  #lay() {
    const panel = (this.closest("verdict-panel") ?? this).getBoundingClientRect();
    const button = this.querySelector("button").getBoundingClientRect();
    const above = panel.top - 2 * GAP_PX;
    const below = innerHeight - button.bottom - 2 * GAP_PX;
    const place = above > below ? { top: "auto", bottom: `${innerHeight - panel.top + GAP_PX}px` } : { top: `${button.bottom + GAP_PX}px`, bottom: "auto" };
    this.#place = { ...place, left: `${panel.left}px`, "max-width": `min(${panel.width}px, 46rem)`, "max-height": `${Math.max(above, below)}px` };
    this.update();
  }
}

customElements.define("why-sheet", WhySheet);
