/* Exact chances as bars: one for each number, its percentage above it, the number below. */

import { html, styled } from "./view.js";
import { exact, percent } from "./words.js";

const signed = new Intl.NumberFormat(document.documentElement.lang, { signDisplay: "exceptZero" });

/** @type {(number: number) => string} */
const plain = () => "plain";

/** `chances` maps numbers to chances; `tone` names the class of a bar's colour; `sign` writes +3 for 3. */
export function plot(title, chances, { tone = plain, sign = false } = {}) {
  const bars = Object.entries(chances).map(([number, chance]) => [Number(number), chance]).sort(([a], [b]) => a - b);
  const top = Math.max(...bars.map(([, chance]) => chance), 0.0001);
  return html`<figure class="plot"><figcaption>${title}</figcaption>
    <ol>${bars.map(([number, chance]) => html`<li class="${`bar-${tone(number)}`}" title="${exact(chance)}">
      <small>${chance < 0.0005 ? "" : percent(chance)}</small><i aria-hidden="true" style=${styled({ "--part": chance / top })}></i><b>${sign ? signed.format(number) : number}</b></li>`)}</ol></figure>`;
}

/** Every field of an answer that maps numbers to chances. */
export function chancesIn(answer) {
  return Object.entries(answer).filter(([, value]) => isChances(value));
}

function isChances(value) {
  if (!value || typeof value !== "object" || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([key, part]) => /^-?\d+$/.test(key) && part >= 0 && part <= 1);
}
