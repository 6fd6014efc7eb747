/*
 * What an overlay's address says of its appearance: /overlay?fade=8&at=top&sides=players&size=120.
 *
 * fade   seconds until it goes after a verdict; 0: it stays
 * at     bottom (each side in its corner), top, left or right (one below the other)
 * sides  both, players, host, or none: the verdict alone
 * size   of everything, in percent
 * cards  seconds for which each card that is read is shown by itself; 0: no card is
 */

/** @typedef {{ fade: number, at: string, sides: string, size: number, cards: number }} OverlayLook */

export const PLACES = ["bottom", "top", "left", "right"];
export const SIDES = ["both", "players", "host", "none"];
export const FADE_S = { min: 0, max: 60 };
export const SIZE = { min: 60, max: 160 };
export const CARDS_S = { min: 0, max: 30 };

/** @type {OverlayLook} */
const PLAIN = { fade: 0, at: "bottom", sides: "both", size: 100, cards: 0 };

/**
 * What stands behind the question mark; whatever does not fit is as if it were not there.
 *
 * @returns {OverlayLook}
 */
export function lookOf(/** @type {string} */ search) {
  const asked = new URLSearchParams(search);
  return {
    fade: within(asked.get("fade"), FADE_S, PLAIN.fade),
    at: oneOf(asked.get("at"), PLACES, PLAIN.at),
    sides: oneOf(asked.get("sides"), SIDES, PLAIN.sides),
    size: within(asked.get("size"), SIZE, PLAIN.size),
    cards: within(asked.get("cards"), CARDS_S, PLAIN.cards),
  };
}

/** The address of an overlay of this appearance, below `/`; what is plain is left out. */
export function addressOf(/** @type {OverlayLook} */ look) {
  const said = Object.entries(look).filter(([name, value]) => value !== /** @type {Record<string, any>} */ (PLAIN)[name]);
  const asked = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return `overlay${asked ? `?${asked}` : ""}`;
}

const oneOf = (/** @type {string | null} */ word, /** @type {string[]} */ known, /** @type {string} */ plain) => (word !== null && known.includes(word) ? word : plain);

function within(/** @type {string | null} */ word, /** @type {Json} */ { min, max }, /** @type {number} */ plain) {
  const number = Number(word);
  return word === null || word === "" || Number.isNaN(number) ? plain : Math.min(max, Math.max(min, number));
}
