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

/** Cards whose name holds every typed word, or whose value is the typed number; all of them for an empty text. */
export function search(/** @type {NamedCard[]} */ cards, text) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return cards.filter((card) => words.every((word) => matches(card, word)));
}

function matches(/** @type {NamedCard} */ card, word) {
  return /^\d+$/.test(word) ? String(card.value) === word : plain(card.name).includes(word);
}

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * The picture of a card on the table, as the camera sees it now. It stands there once it has come: a card that has just
 * gone has none.
 */
export function cropOf(key, kind = "") {
  const shown = (event, there) => (event.target.hidden = !there);
  return keyed(key, html`<img class="${`asked ${kind}`}" hidden src="${`/crop/${key}.jpg`}" alt="${say("question.picture")}"
    @load=${(event) => shown(event, true)} @error=${(event) => shown(event, false)}>`);
}

export const face = (code) => `/cards/${code ?? "back"}.webp`;
