/* <log-strip>: the last few clashes, one line each, and the way to the whole session. */

import { TableElement } from "../lib/element.js";
import { whenOf } from "../lib/entries.js";
import { sigil } from "../lib/sigil.js";
import { toneOf } from "../lib/verdict.js";
import { html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";

class LogStrip extends TableElement {
  view() {
    const { last, count: entries } = this.state.log;
    return html`<div class="strip">
      <ol>${repeat(last.filter((entry) => !entry.undone).slice(-3), (entry) => entry.id, (entry) => this.#entry(entry))}</ol>
      <a class="button quiet" href="/log">${count("strip.all", entries)}</a>
    </div>`;
  }

  #entry(/** @type {Entry} */ entry) {
    const { headline, line, marks } = entry.verdict;
    const tone = toneOf(entry.verdict, entry.seats);
    return html`<li><a href="${`/log#entry-${entry.id}`}">
      ${entry.picture ? html`<img src="${`/pictures/${entry.picture}.jpg`}" alt="" loading="lazy">` : null}
      <span><b class="${`tone-${tone}`}">${sigil(tone)}${headline}${marks.map((mark) => html` <i class="${`mark-${mark.kind}`}" title="${say(`mark.${mark.kind}`)}">${sigil(mark.kind)}</i>`)}</b>
      <small>${[whenOf(entry), entry.confirmed ? "" : say("log.unconfirmed"), line].filter(Boolean).join(" · ")}</small></span></a></li>`;
  }
}

customElements.define("log-strip", LogStrip);
