/* What an entry of the log is called, when it was, in whose hands its cards were, and the search among entries. */

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

/** Whether a card is the one that counted for its seat. */
export const hasCounted = (/** @type {Entry} */ { verdict }, /** @type {EntrySeat} */ seat, /** @type {EntryCard} */ card) => verdict.played.some((each) => each.seat === seat.id && each.card === card.card);

/** The card that stands for an entry: of a round the most dramatic one, else the winner's; null where there is none. */
export function cardOf(/** @type {Entry} */ { verdict, seats }) {
  const hero = verdict.board.find((line) => line.seat === verdict.hero)?.card;
  return hero ?? verdict.played[0]?.card ?? seats.flatMap((seat) => seat.cards)[0]?.card ?? null;
}

const plain = (/** @type {string} */ text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether all typed words are true of one who threw ("bill critical"), or stand in what was said of the entry. */
export function matching(/** @type {Entry} */ entry, /** @type {string} */ query) {
  const { verdict, note } = entry;
  const said = [titleOf(entry), verdict.headline, verdict.title, verdict.line, note, ...verdict.parts.map((part) => part.title)];
  const hands = entry.seats.map((seat) => {
    const marks = verdict.marks.filter((mark) => mark.seat === seat.id && mark.kind !== "miscounted").map((mark) => say(`mark.${mark.kind}`));
    return [seat.name, ...seat.cards.map((card) => card.name), ...marks];
  });
  const words = plain(query).split(/\s+/).filter(Boolean);
  return [said, ...hands].some((texts) => words.every((word) => plain(texts.join(" ")).includes(word)));
}
