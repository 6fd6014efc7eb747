/* Playing cards to tap: those of the deck of fourteen (Pulp's P1), each in its colour. */

import { face } from "./cards.js";
import { html } from "./view.js";
import { say } from "./words.js";

/** What can lie in the deck: black ace, deuce and four, red aces and deuces, pictures of every suit. */
export const GROUPS = {
  black: ["As", "2s", "4s", "Ac", "2c", "4c"],
  red: ["Ah", "2h", "Ad", "2d"],
  pictures: ["Js", "Qs", "Ks", "Jh", "Qh", "Kh", "Jd", "Qd", "Kd", "Jc", "Qc", "Kc"],
};

/** What stands against what in a deal. */
export const COLOURS = /** @type {const} */ (["black", "red"]);

export const colourOf = (/** @type {string} */ code) => ("sc".includes(code?.[1]) ? "black" : "red");

/** @type {Record<string, string>} */
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

export const cardName = (/** @type {string} */ code) => say("pulp.card", { rank: say(`pulp.rank.${code[0]}`), suit: say(`pulp.suit.${code[1]}`) });

/** A button for each card; those that are chosen are pressed. */
export function cardPicker(/** @type {string[]} */ chosen, /** @type {(code: string) => void} */ toggle) {
  return html`<div class="picker">${Object.entries(GROUPS).map(([group, codes]) => html`<div class="${`cards-${group}`}" role="group" aria-label="${say(`pulp.${group}`)}">
    ${codes.map((code) => html`<button type="button" class="${`pip suit-${code[1]}`}" aria-label="${cardName(code)}" aria-pressed="${String(chosen.includes(code))}"
      @click=${() => toggle(code)}>${code[0]}<span aria-hidden="true">${SUITS[code[1]]}</span></button>`)}</div>`)}</div>`;
}

export const cardFace = (/** @type {string} */ code) => html`<img class="face" src="${face(code)}" alt="${code ? cardName(code) : ""}">`;
