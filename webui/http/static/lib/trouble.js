/* What is wrong with the picture while a first card is awaited: the one thing that comes first, and where it is. */

import { middleOf } from "./geometry.js";
import { allCardsOf } from "./seats.js";
import { say } from "./words.js";

/** Where a lamp is missing, or the table. @type {Point} */
const MIDDLE = [0.5, 0.5];
/** From where the arrow comes: light from above, everything else from beside the card. @type {Record<string, Point>} */
const FROM = { "too-dark": [0.12, 0.1], glare: [0.88, 0.1] };

/** @returns {{ kind: string, text: string, at: Point | null, from: Point } | null} */
export function troubleIn(/** @type {ShownSnapshot} */ state) {
  const { source, aid, deck_seen: deck } = state;
  if (source.state !== "live") return { kind: "source", text: "", at: null, from: MIDDLE };
  const cards = allCardsOf(state).filter((card) => card.here);
  const unread = cards.find((card) => card.face === "up" && card.state === "unreadable");
  const where = (/** @type {ShownCard | undefined} */ card) => (card ? middleOf(card.corners) : MIDDLE);
  if (deck) return { kind: "deck", text: "", at: where(unread ?? cards[0]), from: besides(where(unread ?? cards[0])) };
  const problem = aid && !aid.ok ? aid.problems[0] : null;
  if (problem) return { kind: problem.code, text: problem.text, at: where(cards[0]), from: FROM[problem.code] ?? besides(where(cards[0])) };
  return unread ? { kind: "unread", text: say("begin.card.unread"), at: where(unread), from: besides(where(unread)) } : null;
}

/** A place beside another one, towards the middle of the picture. @returns {Point} */
function besides(/** @type {Point} */ [x, y]) {
  return [x < 0.5 ? x + 0.28 : x - 0.28, y < 0.5 ? y + 0.28 : y - 0.28];
}
