/* How a verdict came out: of each clash the seats that threw, for whom it ended well, and the cards that decided. */

/** @typedef {Seat | OpenSeat | EntrySeat} AnySeat */
/** @typedef {"won" | "lost" | "even"} Standing */
/** @typedef {{ seat: AnySeat, counts: Counted | null, standing: Standing }} Thrower */
/** @typedef {{ key: string, side: string, standing: Standing, lead: Thrower, rest: Thrower[] }} Camp */

/** The clashes of a flip: all of an Action Round's, else the verdict alone. */
export const clashesOf = (/** @type {Verdict} */ verdict) => (verdict.parts?.length ? verdict.parts : [verdict]);

/**
 * Who stands against whom in a clash, the players first: each side with the throw that decides for it, and the others.
 *
 * @param {Verdict} clash
 * @param {AnySeat[]} seats
 * @returns {Camp[]}
 */
export function campsOf(clash, seats) {
  const throwers = throwersOf(clash, seats);
  // Against one another everybody stands for themselves.
  const key = (/** @type {AnySeat} */ seat) => (clash.kind === "opposed" ? seat.id : seat.side);
  const camps = Object.values(Object.groupBy(throwers, ({ seat }) => key(seat)));
  return camps.map((camp) => campOf(clash, key(camp[0].seat), camp)).sort((a, b) => Number(b.side === "players") - Number(a.side === "players"));
}

function campOf(clash, key, throwers) {
  const [lead, ...rest] = throwers.toSorted((a, b) => weight(clash, b) - weight(clash, a));
  return { key, side: lead.seat.side, standing: lead.standing, lead, rest };
}

/** What happens comes first, then what is higher. */
function weight(clash, { seat, counts }) {
  return (throwOf(clash, seat)?.happens ? 100 : 0) + (counts?.value ?? -1);
}

/** Everybody who threw in a clash; a verdict without throws of its own is about all who have cards. */
function throwersOf(clash, seats) {
  const known = clash.result?.actions ?? clash.result?.throws;
  const threw = seats.filter((seat) => (known ? throwOf(clash, seat) : seat.cards.length));
  return threw.map((seat) => ({ seat, counts: countsOf(clash, seat), standing: standingOf(clash, seat) }));
}

function throwOf(clash, seat) {
  return (clash.result?.actions ?? clash.result?.throws ?? []).find((each) => each.id === seat.id);
}

function countsOf(clash, seat) {
  const thrown = throwOf(clash, seat);
  if (thrown) return thrown.value === null ? null : { value: thrown.value, card: thrown.card };
  return seat.counts ?? null;
}

/** @returns {Standing} */
function standingOf({ tone, result }, seat) {
  if (tone === "success") return "won";
  if (tone === "failure") return "lost";
  if (tone === "win") return seat.id === result?.winner ? "won" : "lost";
  if (tone === "players" || tone === "host") return seat.side === (result?.side ?? tone) ? "won" : "lost";
  return "even";
}
