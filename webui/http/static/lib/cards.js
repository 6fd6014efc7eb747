/* The deck's cards, fetched once, and the search among them by name or number. */

import { html, keyed } from "./view.js";
import { say } from "./words.js";

const asked = new Map();

/**
 * The cards in the language of the table: tarot cards, or the playing cards of "pulp".
 *
 * @returns {Promise<NamedCard[]>}
 */
export function allCards(game = "tarot") {
  if (!asked.has(game)) asked.set(game, fetch(`/api/cards?of=${game}`).then((answer) => answer.json()));
  return asked.get(game);
}

/**
 * Cards whose name holds every typed word, or whose value is the typed number, Roman or not; all of them for an empty
 * text. Those of the number come first: "iv" is in "Five", too.
 */
export function search(/** @type {NamedCard[]} */ cards, /** @type {string} */ text) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const found = cards.filter((card) => words.every((word) => isWorth(card, word) || isNamed(card, word)));
  const worth = (/** @type {NamedCard} */ card) => words.filter((word) => isWorth(card, word)).length;
  return found.toSorted((one, other) => worth(other) - worth(one));
}

const isWorth = (/** @type {NamedCard} */ card, /** @type {string} */ word) => numberOf(word) === card.value;

const isNamed = (/** @type {NamedCard} */ card, /** @type {string} */ word) => !/^\d+$/.test(word) && plain(`${card.name} ${card.also}`).includes(word);

/** The number that a word is, as figures or as a Roman numeral up to XXI; null for any other word. */
function numberOf(/** @type {string} */ word) {
  if (/^\d+$/.test(word)) return Number(word);
  const roman = /^(x{0,2})(ix|iv|v?i{0,3})$/.exec(word);
  return roman && word ? roman[1].length * 10 + UNITS.indexOf(roman[2]) : null;
}

const UNITS = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];

function plain(/** @type {string} */ text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * The picture of a card on the table, as the camera sees it now. It stands there once it has come: a card that has just
 * gone has none.
 */
export function cropOf(/** @type {string} */ key, kind = "") {
  const shown = (/** @type {On} */ event, /** @type {boolean} */ there) => (event.target.hidden = !there);
  return keyed(key, html`<img class="${`asked ${kind}`}" hidden src="${`/crop/${key}.jpg`}" alt="${say("question.picture")}"
    @load=${(/** @type {On} */ event) => shown(event, true)} @error=${(/** @type {On} */ event) => shown(event, false)}>`);
}

/** A card as it is shown among others: its face, or as the camera sees it where nobody has read it yet. */
export const likeness = (/** @type {ShownCard} */ card) => (card.face === "up" && !card.card ? `/crop/${card.key}.jpg` : face(card.card));

export const face = (/** @type {string} */ code) => `/cards/${code ?? "back"}.webp`;
