/* <log-strip>: the session as a film strip: the last throws, each with the card that counted, and the way to all. A tap replays. */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { whenOf } from "../lib/entries.js";
import { faceFor } from "../lib/session.js";
import { sigil } from "../lib/sigil.js";
import { toneOf, unbroken } from "../lib/verdict.js";
import { html, repeat } from "../lib/view.js";
import { count, say } from "../lib/words.js";

const MOST = 5;

class LogStrip extends TableElement {
  view() {
    const { last, count: entries } = this.state.log;
    return html`<div class="strip">
      <ol>${repeat(last.filter((entry) => !entry.undone).slice(-MOST), (entry) => entry.id, (entry) => this.#entry(entry))}</ol>
      <a class="button quiet" href="/log">${count("strip.all", entries)}</a>
    </div>`;
  }

  #entry(/** @type {Entry} */ entry) {
    const { line, marks } = entry.verdict;
    const called = calledOf(entry);
    const tone = toneOf(entry.verdict, entry.seats);
    const hero = heroOf(entry);
    const said = [whenOf(entry), entry.confirmed ? "" : say("log.unconfirmed"), hero ? "" : line];
    return html`<li><a href="${`/story#entry-${entry.id}`}">
      ${hero ? html`<img class="face" src="${face(hero)}" alt="" loading="lazy">` : null}
      <span><b class="${`tone-${tone} ${faceFor(called)}`}">${sigil(tone)}${called}${marks.map((mark) => html` <i class="${`mark-${mark.kind}`}" title="${say(`mark.${mark.kind}`)}">${sigil(mark.kind)}</i>`)}</b>
      <small>${said.filter(Boolean).join(" · ")}</small></span></a></li>`;
  }
}

/** Who won; of an Action Round what was done, for who won says nothing of whom it was against. */
const calledOf = (/** @type {Entry} */ { verdict }) => (verdict.parts?.length ? unbroken(verdict.title) : verdict.headline);

/** The card that counted most, null where another system judged. */
function heroOf(/** @type {Entry} */ { system, verdict }) {
  const played = system ? [] : [verdict, ...(verdict.parts ?? [])].flatMap((each) => each.played);
  return (played.find((each) => each.outcome === "won") ?? played[0])?.card ?? null;
}

customElements.define("log-strip", LogStrip);
