/* Exact chances as bars, one for each number; and what came of throws, a bar for each name with how many they were. */

import { html, styled } from "./view.js";
import { decimal, exact, percent, say } from "./words.js";

const signed = new Intl.NumberFormat(document.documentElement.lang, { signDisplay: "exceptZero" });

/** @type {(number: number) => string} */
const plain = () => "plain";

/** `chances` maps numbers to chances; `tone` names the class of a bar's colour; `sign` writes +3 for 3. */
export function plot(/** @type {string} */ title, /** @type {Json} */ chances, { tone = plain, sign = false } = {}) {
  const bars = Object.entries(chances).map(([number, chance]) => [Number(number), chance]).sort(([a], [b]) => a - b);
  const top = Math.max(...bars.map(([, chance]) => chance), 0.0001);
  return html`<figure class="plot"><figcaption>${title}</figcaption>
    <ol>${bars.map(([number, chance]) => html`<li class="${`bar-${tone(number)}`}" title="${exact(chance)}">
      <small>${chance < 0.0005 ? "" : percent(chance)}</small><i aria-hidden="true" style=${styled({ "--part": chance / top })}></i><b>${sign ? signed.format(number) : number}</b></li>`)}</ol></figure>`;
}

/**
 * What came of each one's throws: a bar of the share that came, above a band where chance alone would have put it, and
 * both in the words of a key.
 *
 * @param {string} title
 * @param {string} words
 * @param {{ name: string, side: string, luck: Luck }[]} rows
 */
export function lucks(title, words, rows) {
  return html`<figure class="lucks"><figcaption>${title}</figcaption>
    <ol>${rows.map(({ name, side, luck }) => html`<li class="${`by-side-${side}`}"><b>${name}</b>
      <i aria-hidden="true" style=${styled(shares(luck))}></i>
      <span>${inWords(luck, words)}</span></li>`)}</ol></figure>`;
}

/** "won 7 of 12, expected 5.1". */
export const inWords = (/** @type {Luck} */ { n, came, expected }, words = "plot.wins") => say(words, { came, n, expected: decimal(expected) });

/** Shares of all throws: what came, and the band of one standard deviation around what was to be expected. */
export function shares(/** @type {Luck} */ { n, came, expected, spread }) {
  const part = (/** @type {number} */ number) => Math.min(Math.max(number / n, 0), 1);
  return { "--part": part(came), "--low": part(expected - spread), "--high": part(expected + spread) };
}

/** Who acted against whom: how often the first's action happened, neither's, the second's. */
export function rivalries(/** @type {string} */ title, /** @type {Rivals[]} */ rows) {
  return html`<figure class="rivalries"><figcaption>${title}</figcaption>
    <ol>${rows.map((each) => html`<li><b>${each.first} · ${each.second}</b>
      <i aria-hidden="true" style=${styled({ "--first": each.first_won / each.n, "--second": each.second_won / each.n })}></i>
      <span>${say(each.neither ? "plot.rivals-neither" : "plot.rivals", { first: each.first_won, second: each.second_won, neither: each.neither })}</span></li>`)}</ol></figure>`;
}

/** Every field of an answer that maps numbers to chances. */
export function chancesIn(/** @type {Response} */ answer) {
  return Object.entries(answer).filter(([, value]) => isChances(value));
}

function isChances(/** @type {number} */ value) {
  if (!value || typeof value !== "object" || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([key, part]) => /^-?\d+$/.test(key) && part >= 0 && part <= 1);
}
