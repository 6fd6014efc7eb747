/* <words-help>: ten words of the game in one sentence each, and what to do where a card is not read; for players as for the Host. */

import { TableElement } from "../lib/element.js";
import { html } from "../lib/view.js";
import { say } from "../lib/words.js";

/** The words and what they mean. */
const WORDS = [
  ["word.throw", "word.throw.is"], ["mode.clash", "mode.clash.what"], ["mode.round", "mode.round.what"], ["mark.critical", "word.critical.is"],
  ["mark.fumble", "word.fumble.is"], ["seat.significator", "word.significator.is"], ["word.fool", "word.fool.is"], ["mode.intensity", "word.intensity.is"],
  ["word.calm", "word.calm.is"], ["stat.toughness", "word.toughness.is"],
];
const UNREAD = ["unread.light", "unread.distance", "unread.deck", "unread.tap"];

/** @extends {TableElement<{ opened: boolean }>} */
class WordsHelp extends TableElement {
  paintsAlone = true;

  view() {
    return html`<details class="words-help" ?open=${this.state?.opened ?? false}><summary>${say("page.words")}</summary>
      <dl class="kinds">${WORDS.map(([word, is]) => html`<div><dt>${say(word)}</dt><dd>${say(is)}</dd></div>`)}</dl>
      <h3>${say("unread.title")}</h3>
      <ol>${UNREAD.map((what) => html`<li>${say(what)}</li>`)}</ol></details>`;
  }
}

customElements.define("words-help", WordsHelp);
