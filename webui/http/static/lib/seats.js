/* Small questions about the seats of a snapshot. */

/** True while nobody has drawn seats: two halves of the table, one for each side. */
export const isZeroSetup = (/** @type {ShownSnapshot} */ state) => state.seats.length === 2 && state.seats.every((seat) => seat.id === seat.side);

/** The seats as they lie in the picture, far ones first. */
export const farFirst = (/** @type {Seat[]} */ seats) => [...seats].sort((a, b) => middleY(a.region) - middleY(b.region));

export const thrown = (/** @type {Seat} */ seat) => seat.down + seat.up;

export const isComplete = (/** @type {Seat} */ seat) => seat.awaited === null || thrown(seat) >= seat.awaited;

/** How a seat fared with what a verdict counts of it: won, lost, tied, or nothing of these. */
export const fared = (/** @type {Seat} */ seat) => seat.counts?.outcome ?? "";

/** Whether a card of a seat is the one that counts. */
export const isHero = (/** @type {Seat} */ seat, /** @type {ShownCard} */ card) => seat.counts?.key === card.key;

/** Every card of the table with its seat, this throw's first. */
export const allCardsOf = (/** @type {ShownSnapshot} */ state) => [...state.seats.flatMap((seat) => seat.cards), ...state.loose];

/** Whether a card of the snapshot counts, or is only known to lie there. */
export const isCounted = (/** @type {ShownCard} */ card) => !["old", "known", "ignored", "no-card"].includes(card.state);

/** Cards that lie face up and are known, each once, those before a seat first: cards shown to the camera. */
export function faceUpFirst(/** @type {ShownSnapshot} */ state, /** @type {string} */ seat) {
  const known = allCardsOf(state).filter((card) => card.face === "up" && card.card);
  const ordered = [...known.filter((card) => card.seat === seat), ...known.filter((card) => card.seat !== seat)];
  return ordered.filter((card, index) => ordered.findIndex((each) => each.card === card.card) === index);
}

export const cardByKey = (/** @type {ShownSnapshot} */ state, /** @type {string} */ key) => allCardsOf(state).find((card) => card.key === key) ?? null;

export const seatById = (/** @type {ShownSnapshot} */ state, /** @type {string} */ id) => state.seats.find((seat) => seat.id === id) ?? null;

/** "Ann, Bill and Cassie" in the language of the page. */
export const listed = (/** @type {string[]} */ names) => new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(names);

/** Whether all of a round is judged; damage may still be drawn. */
export const isResolved = (/** @type {Round | null | undefined} */ round) => ["damage", "over"].includes(round?.phase);

/** Whether the damage of a hit is being drawn: until its verdict stands. */
export const drawsDamage = (/** @type {ShownSnapshot} */ state) => Boolean(state.round?.damage_to) && !["verdict", "confirmed"].includes(state.phase);

/** For those who watch: while nothing lies there another system's turn, else the last verdict of the log, dimmed. */
export function withLastVerdict(/** @type {ShownSnapshot} */ state) {
  if (!state.verdict && state.phase === "empty" && state.turn) return { ...state, phase: "verdict", verdict: state.turn };
  const last = state.log.last.findLast((entry) => !entry.undone);
  if (state.verdict || state.phase !== "empty" || !last) return state;
  return { ...state, phase: "confirmed", verdict: last.verdict, dimmed: true };
}

function middleY(/** @type {Json} */ region) {
  return region?.length ? region.reduce((/** @type {string} */ sum, /** @type {Point} */ point) => sum + point[1], 0) / region.length : 0.5;
}
