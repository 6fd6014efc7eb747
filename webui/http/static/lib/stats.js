/* Stats and Skills by name: those of the rules in the page's language, all others as the table calls them. */

import { has, say } from "./words.js";

/** The stats that everybody has or may have (D17); every other name is the table's own. */
export const STATS = ["agility", "toughness", "calm", "hand to hand", "firearms", "exotic weapons"];
/** Everybody's characteristics; all other stats are Skills, which may overlap (D15). */
const CHARACTERISTICS = STATS.slice(0, 3);
/** Skills that investigations ask for; others are typed. */
export const SKILLS = ["Research", "Perception", "Streetwise", "Local Knowledge", "Stealth", "Athletics"];
export const RANGES = ["close", "10 feet", "30 feet"];
export const RANKS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

const known = (/** @type {string} */ name) => name.trim().toLowerCase().replaceAll(" ", "-");

export const isSkill = (/** @type {string} */ stat) => !CHARACTERISTICS.includes(stat.trim().toLowerCase());

export const nameOf = (/** @type {string} */ stat) => (has(`stat.${known(stat)}`) ? say(`stat.${known(stat)}`) : stat);

/** Situations that one tap names, each with the key of its words: what is noted is the same in every language. */
/** @type {Record<string, string>} */
const SITUATIONS = { advantage: "count.extra", disadvantage: "count.lost", "high ground": "announce.over.high" };
export const HIGH_GROUND = "high ground";

/** "Ann: advantage 2" in the page's words; any other situation as the table calls it. */
export function situationOf(/** @type {string} */ name) {
  const [, owner = "", word, number = ""] = /^(.*: )?(\D*?)( \d+)?$/.exec(name) ?? [];
  return SITUATIONS[word] ? `${owner}${say(SITUATIONS[word])}${number}` : name;
}

export const rangeOf = (/** @type {string} */ range) => (has(`range.${known(range)}`) ? say(`range.${known(range)}`) : range);

/** Name and rank, the ranks that are noted first. */
export const ranksOf = (/** @type {Seat} */ seat) => Object.entries(seat.stats ?? {});
