/* What an entry of the log is called, when it was, and in whose hands its cards were. */

import { say } from "./words.js";

/** What was thrown: a system's name, or the kind of throw and its number. */
export function titleOf(/** @type {Entry} */ entry) {
  if (entry.system) return say(`system.${entry.system}`);
  const mode = say(`mode.${entry.mode}`);
  if (entry.throw === null) return mode;
  return entry.mode === "round" ? say("log.round", { round: entry.round, throw: entry.throw }) : say("log.throw", { mode, throw: entry.throw });
}

/** Number and time of a throw; what was judged without one bears its name. */
export function whenOf(/** @type {Entry} */ entry) {
  const at = entry.at.slice(0, 5);
  return entry.throw === null ? `${titleOf(entry)}, ${at}` : say("strip.throw", { throw: entry.throw, at });
}

/**
 * Who threw which cards, each with its place at its seat. What a system of its own judged is one deal, whoever laid
 * which card of it.
 *
 * @returns {{ owner: EntrySeat | null, cards: { card: EntryCard, seat: EntrySeat, index: number }[] }[]}
 */
export function handsOf(/** @type {Entry} */ { system, seats }) {
  const hands = seats.map((seat) => ({ owner: seat, cards: seat.cards.map((card, index) => ({ card, seat, index })) }));
  return system ? [{ owner: null, cards: hands.flatMap((hand) => hand.cards) }] : hands;
}
