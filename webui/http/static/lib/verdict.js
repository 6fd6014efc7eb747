/* Small questions about a verdict. */

import { say } from "./words.js";

/** The tone that colours it: the winner's side where a single seat has won. */
export function toneOf(/** @type {Verdict} */ verdict, /** @type {(Seat | EntrySeat)[]} */ seats) {
  if (verdict.tone !== "win") return verdict.tone;
  const winner = seats.find((seat) => seat.id === verdict.result?.winner);
  return winner?.side === "host" ? "host" : "players";
}

/** What a mark says beside its own word: "Critical" stands in big letters already. */
export function markText(/** @type {Mark} */ mark) {
  const word = say("colon", { head: say(`mark.${mark.kind}`), rest: "" });
  const said = mark.text.startsWith(word) ? mark.text.slice(word.length) : mark.text;
  return said.slice(0, 1).toUpperCase() + said.slice(1);
}

/** What was compared stays on one line: "9 > 6", "4 = 4". */
export const unbroken = (/** @type {string} */ words) => words.replace(/ ([<=>]) /g, "\u00a0$1\u00a0");
