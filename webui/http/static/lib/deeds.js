/* What somebody may announce in two taps: what, and at whom. The Host's panel and a player's phone say the same. */

import { seatById } from "./seats.js";

export const DEEDS = ["attack", "shoot", "defend", "other", "move", "nothing"];

/** What an action that is no attack has to beat, if it is nobody. */
export const INTENSITIES = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Whether a deed is done at somebody, and asks for a second tap. */
export const isAimed = (/** @type {string} */ deed) => deed !== "move" && deed !== "nothing";

/** Everybody else in the round, the foes first. */
export function othersOf(/** @type {Snapshot} */ table, /** @type {Seat} */ seat) {
  const people = table.round.order.filter((id) => id !== seat.id).map((id) => seatById(table, id)).filter(Boolean);
  return [...people.filter((each) => each.side !== seat.side), ...people.filter((each) => each.side === seat.side)];
}

/** The fields of the announcement of a deed at a target. @returns {{ action: Json, manner?: string }} */
export function announcementOf(/** @type {string} */ deed, /** @type {string} */ target) {
  if (deed === "defend") return { action: { kind: "defend", against: [target] } };
  if (deed === "other") return { action: { kind: "other", target: [target] } };
  return { action: { kind: "attack", target: [target] }, manner: deed === "shoot" ? "shooting" : "close-combat" };
}
