/*
 * The cards that an overlay shows one by one: each that is read comes in, stays for its time and goes; more than a row
 * holds wait. A card that turns out to be a critical has a moment of its own, its whole time again.
 *
 *   const queue = new CardQueue(8);
 *   queue.take(snapshot);
 *   const { cards, next } = queue.shown(performance.now());     // next: when to look again, in ms; null: not by itself
 */

/** @typedef {{ id: string, throw: number, key: string, seat: string, who: string, side: string, card: string, name: string, reversed: boolean, critical: boolean, until: number }} QueuedCard */

/** So many stand side by side at most. */
export const ROW = 5;

/** So many wait at most; the oldest go. */
const WAITING = 20;

export class CardQueue {
  #stay;
  /** @type {QueuedCard[]} */
  #row = [];
  /** @type {QueuedCard[]} */
  #waiting = [];
  /** What was taken of the throw, by card and as a critical. @type {Set<string>} */
  #known = new Set();
  /** @type {number | null} */
  #throw = null;

  constructor(/** @type {number} */ seconds) {
    this.#stay = seconds * 1000;
  }

  /** Takes what is new of a snapshot; what lies there at first is not. */
  take(/** @type {Pick<Snapshot, "throw" | "seats" | "verdict">} */ { throw: { number }, seats, verdict }) {
    const first = this.#throw === null;
    if (this.#throw !== number) this.#known.clear();
    this.#throw = number;
    const read = seats.flatMap((seat) => seat.cards.filter(isRead).map((card) => queued(number, seat, card)));
    const criticals = new Set([verdict, ...(verdict?.parts ?? [])].flatMap((part) => part?.marks.filter((mark) => mark.kind === "critical").map((mark) => mark.seat) ?? []));
    for (const each of read) {
      const counts = seats.find((seat) => seat.id === each.seat)?.counts?.card;
      this.#takeOne({ ...each, critical: criticals.has(each.seat) && each.card === counts }, first);
    }
    // A card that was corrected is not what was shown.
    const is = (/** @type {QueuedCard} */ each) => each.throw !== number || !read.some((card) => card.key === each.key && card.card !== each.card);
    this.#row = this.#row.filter(is);
    this.#waiting = this.#waiting.filter(is);
  }

  #takeOne(/** @type {QueuedCard} */ card, /** @type {boolean} */ first) {
    const moment = `${card.id} critical`;
    if (!this.#known.has(card.id)) {
      this.#known.add(card.id);
      if (card.critical) this.#known.add(moment);
      if (!first) this.#waiting.push(card);
    } else if (card.critical && !this.#known.has(moment)) {
      this.#known.add(moment);
      const held = [...this.#row, ...this.#waiting].find((each) => each.id === card.id);
      if (held) Object.assign(held, { critical: true, until: 0 });
      else if (!first) this.#waiting.push(card);
    }
    this.#waiting = this.#waiting.slice(-WAITING);
  }

  /** What stands in the row now, and when that changes by itself. */
  shown(/** @type {number} */ now) {
    for (const each of this.#row) each.until ||= now + this.#stay;
    this.#row = this.#row.filter((each) => each.until > now);
    while (this.#row.length < ROW && this.#waiting.length) this.#row.push({ ...this.#waiting.shift(), until: now + this.#stay });
    const next = this.#row.length ? Math.min(...this.#row.map((each) => each.until)) : null;
    return { cards: this.#row, next };
  }
}

const isRead = (/** @type {ShownCard} */ card) => card.card !== null && card.face === "up" && (card.state === "settled" || card.by === "human");

/** @returns {QueuedCard} */
const queued = (/** @type {number} */ number, /** @type {Seat} */ seat, /** @type {ShownCard} */ card) => ({
  id: `${number} ${seat.id} ${card.card}`,
  throw: number,
  key: card.key,
  seat: seat.id,
  who: seat.name,
  side: seat.side,
  card: card.card,
  name: card.name ?? "",
  reversed: Boolean(card.reversed),
  critical: false,
  until: 0,
});
