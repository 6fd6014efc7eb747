/* The decks that can be read: what they are called. */

import { has, say } from "./words.js";

/** The built-in decks have names in the language of the table; one's own is called as its owner calls it. */
export function deckName(/** @type {string} */ deck) {
  return has(`deck.${deck}`) ? say(`deck.${deck}`) : deck;
}
