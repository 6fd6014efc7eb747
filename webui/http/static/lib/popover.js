/* Where a sheet beside a panel lies: above it where there is more room than below the button that opens it, else there. */

const GAP_PX = 8;

/** Style properties for a popover, so that the panel's words stay in sight. */
export function beside(/** @type {Element} */ panel, /** @type {Element} */ button) {
  const box = panel.getBoundingClientRect();
  const under = button.getBoundingClientRect().bottom;
  const above = box.top - 2 * GAP_PX;
  const below = innerHeight - under - 2 * GAP_PX;
  const place = above > below ? { top: "auto", bottom: `${innerHeight - box.top + GAP_PX}px` } : { top: `${under + GAP_PX}px`, bottom: "auto" };
  return { ...place, left: `${box.left}px`, "max-width": `min(${box.width}px, 46rem)`, "max-height": `${Math.max(above, below)}px` };
}

/** Lay a sheet that is about to open, and again as often as the window changes its size while it is open. */
export function layOpening(/** @type {ToggleEvent} */ opening, /** @type {() => void} */ lay) {
  if (opening.newState !== "open") return;
  const sheet = /** @type {HTMLElement} */ (opening.target), closed = new AbortController();
  sheet.addEventListener("toggle", (now) => now.newState === "closed" && closed.abort(), { signal: closed.signal });
  // A sheet that is taken off the page does not report that it closes.
  addEventListener("resize", () => (sheet.isConnected ? lay() : closed.abort()), { signal: closed.signal });
  lay();
}
