/*
 * Type that shrinks until all of it fits: an element's styles multiply their sizes with var(--fit), from 1 down to LEAST.
 * What still does not fit then is not cut: the element grows. One that cannot grow shrinks on to LEAST_FIXED.
 */

const LEAST = 0.5;
const LEAST_FIXED = 0.3;
const STEP = 0.93;

/** Whether an element's height is given by what stands around it, so that it does not grow. */
const isFixed = (/** @type {HTMLElement} */ box) => getComputedStyle(box).getPropertyValue("--fixed-height").trim() === "yes";

/** How tall an element is meant to be, in pixels: its least height, or as tall as it likes. */
const roomOf = (/** @type {HTMLElement} */ box) => parseFloat(getComputedStyle(box).minHeight) || Infinity;

const overflows = (/** @type {HTMLElement} */ box, /** @type {number} */ room) => () => box.offsetHeight > room + 1;

/** How many sets of letters have come: with each the same text has another width. */
const lettersLoaded = () => [...document.fonts].filter((letters) => letters.status === "loaded").length;

export class Fit {
  #fitted = "";

  /** Sets --fit again if what stands in the element, or its size, has changed. */
  of(/** @type {HTMLElement} */ box) {
    const shown = `${box.clientWidth} ${innerHeight} ${isFixed(box) ? box.clientHeight : ""} ${lettersLoaded()} ${box.textContent}`;
    if (shown === this.#fitted) return;
    this.#fitted = shown;
    let scale = 1;
    box.style.setProperty("--fit", "1");
    const least = isFixed(box) ? LEAST_FIXED : LEAST;
    const isOver = isFixed(box) ? () => box.scrollHeight > box.clientHeight + 1 : overflows(box, roomOf(box));
    while (isOver() && scale > least) {
      scale = Math.max(least, scale * STEP);
      box.style.setProperty("--fit", scale.toFixed(3));
    }
  }
}
