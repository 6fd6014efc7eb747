/* How a verdict came out: of each clash the seats that threw, for whom it ended well, and the cards that decided. */

/** @typedef {Seat | OpenSeat | EntrySeat} AnySeat */
/** @typedef {"won" | "lost" | "even"} Standing */
/** @typedef {{ seat: AnySeat, counts: { value: number, card: string } | null, standing: Standing }} Thrower */
/** @typedef {{ key: string, side: string, standing: Standing, lead: Thrower, rest: Thrower[] }} Camp */

/** @type {Record<string, Standing>} */
const OUTCOMES = { won: "won", lost: "lost", tied: "even" };

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

function campOf(/** @type {Json} */ clash, /** @type {any} */ key, /** @type {Json} */ throwers) {
  const [lead, ...rest] = throwers.toSorted((/** @type {any} */ a, /** @type {any} */ b) => weight(b) - weight(a));
  return { key, side: lead.seat.side, standing: lead.standing, lead, rest };
}

/** Who won comes first, then what is higher. */
function weight(/** @type {Thrower} */ { counts, standing }) {
  return (standing === "won" ? 100 : 0) + (counts?.value ?? -1);
}

/** Everybody whose card counted in a clash; where the verdict does not say it, all who have cards. */
function throwersOf(/** @type {Verdict} */ clash, /** @type {AnySeat[]} */ seats) {
  const played = new Map(clash.played.map((each) => [each.seat, each]));
  const threw = seats.filter((seat) => (played.size ? played.has(seat.id) : seat.cards.length));
  return threw.map((seat) => ({ seat, counts: played.get(seat.id) ?? /** @type {Seat} */ (seat).counts ?? null, standing: standingOf(clash.tone, played.get(seat.id), seat) }));
}

/** @returns {Standing} */
function standingOf(/** @type {string} */ tone, /** @type {Played | undefined} */ played, /** @type {Json} */ seat) {
  if (played) return OUTCOMES[played.outcome] ?? "even";
  if (tone === "success") return "won";
  if (tone === "failure") return "lost";
  if (tone === "players" || tone === "host") return seat.side === tone ? "won" : "lost";
  return "even";
}
