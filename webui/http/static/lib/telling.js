/* What lies before a seat, and what it threw last, as sentences: for those who do not see the table. */

import { hasCounted } from "./entries.js";
import { listed } from "./seats.js";
import { count, say } from "./words.js";

/** Every card that lies before a seat, by name where it is read, and what the throw is worth so far. */
export function liesBefore(/** @type {Seat} */ seat) {
  const known = seat.cards.filter((card) => card.name).map((card) => called(/** @type {any} */ (card)));
  const unread = seat.cards.filter((card) => card.face === "up" && !card.name).length;
  const cards = [...known, ...(unread ? [count("aloud.unread", unread)] : []), ...(seat.down ? [count("seat.down", seat.down)] : [])];
  if (!cards.length) return say("aloud.nothing", { seat: seat.name });
  const counts = seat.counts && seat.cards.find((card) => card.card === seat.counts.card)?.name;
  return [say("aloud.lies", { seat: seat.name, cards: listed(cards) }), counts ? say("aloud.counts", { card: counts, value: seat.counts.value }) : ""].filter(Boolean).join(" ");
}

/** What a seat threw in an entry of the log, which card counted, and what came of it. */
export function threwIn(/** @type {Entry} */ entry, /** @type {string} */ id) {
  const seat = entry.seats.find((each) => each.id === id);
  const said = [say("aloud.threw", { seat: seat.name, cards: listed(seat.cards.map(called)) })];
  const played = entry.verdict.played.find((each) => each.seat === id && seat.cards.some((card) => hasCounted(entry, seat, card)));
  if (played) said.push(say("aloud.counts", { card: played.card_name, value: played.value }));
  const line = entry.verdict.board.find((each) => each.seat === id);
  said.push(line ? `${say("colon", { head: line.deed, rest: line.text })}.` : entry.verdict.spoken);
  return said.join(" ");
}

/** The newest entry in which a seat threw, of those that were not taken back; null without one. */
export const lastThrowOf = (/** @type {Entry[]} */ entries, /** @type {string} */ id) => entries.findLast((entry) => !entry.undone && entry.seats.some((seat) => seat.id === id && seat.cards.length)) ?? null;

const called = (/** @type {{ name: string, reversed: boolean | null }} */ card) => (card.reversed ? say("aloud.reversed", { card: card.name }) : card.name);
