/* The decks that can be read: what they are called, and what is sent to the program about them. */

import { table } from "./stream.js";
import { has, say } from "./words.js";

/** The built-in decks have names in the language of the table; one's own is called as its owner calls it. */
export function deckName(deck) {
  return has(`deck.${deck}`) ? say(`deck.${deck}`) : deck;
}

/**
 * Sends a file or JSON; the answer, or null after a notice that says why not.
 *
 * @param {string} address
 * @param {BodyInit} body
 */
export async function send(address, body) {
  const answer = await fetch(address, { method: "POST", body }).catch(() => null);
  const told = await answer?.json().catch(() => ({}));
  if (answer?.ok) return told;
  table.notice(told?.error || say(answer ? "notice.not-taken" : "notice.offline"));
  return null;
}
