/*
 * What a correction is about: a card of the table, held while the dialog is open. Once the table has moved on it is that
 * card in the log, if its throw went there, else it is gone.
 */

import { cardByKey, isCounted, seatById } from "./seats.js";

/** A card of the table by its key. */
export function onTable(/** @type {ShownSnapshot} */ state, /** @type {string} */ key) {
  const card = cardByKey(state, key);
  if (!card) return null;
  const number = state.phase === "confirmed" ? state.throw.number - 1 : state.throw.number;
  return { ...placeOf(state, card), throw: number, entry: /** @type {Entry | null} */ (null), gone: false };
}

/** A card of an entry of the log. */
export function inLog(/** @type {Entry} */ entry, /** @type {any} */ seatId, /** @type {any} */ index) {
  const seat = entry.seats.find((each) => each.id === seatId);
  return { card: seat.cards[index], seat: seatId, name: seat.name, index, throw: entry.throw, entry, gone: false };
}

/** The same subject as the table stands now. */
export function followed(/** @type {Json} */ subject, /** @type {ShownSnapshot} */ state) {
  if (!subject || subject.entry) return subject;
  const card = cardByKey(state, subject.card.key);
  const counted = subject.index >= 0;
  if (card && isCounted(card) === counted) return { ...subject, ...placeOf(state, card), gone: false };
  const entry = counted ? state.log.last.findLast((each) => !each.undone && each.throw === subject.throw && holds(each, subject)) : null;
  if (entry) return { ...subject, entry };
  return card ? { ...subject, ...placeOf(state, card), gone: false } : { ...subject, gone: true };
}

function placeOf(/** @type {any} */ state, /** @type {ShownCard} */ card) {
  const seat = seatById(state, card.seat);
  return { card, seat: card.seat, name: seat?.name ?? null, index: seat?.cards.findIndex((each) => each.key === card.key) ?? -1 };
}

const holds = (/** @type {Entry} */ entry, /** @type {any} */ { seat, index }) => Boolean(entry.seats.find((each) => each.id === seat)?.cards[index]);
