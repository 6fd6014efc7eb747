/*
 * A mouse press on a button counts for that button, even if the page moves it away before the mouse is let go: letters,
 * answers and chances arrive at any moment. Whoever drags the mouse off the button takes the press back, as everywhere.
 */

const PRESSABLE = "button, summary, a[href], label:has(> :is([type=radio], [type=checkbox]))";
/** Shorter moves of the mouse are a hand that is not quite still. */
const DRAGGED_PX = 10;

/** Keeps each press with the button that it began on. */
export function holdPresses() {
  /** @type {{ button: Element, pointerId: number, x: number, y: number } | null} */
  let press = null;

  function begin(/** @type {PointerEvent} */ { target, isTrusted, pointerId, pointerType, button: which, clientX, clientY }) {
    const button = target instanceof Element ? target.closest(PRESSABLE) : null;
    press = button && isTrusted && pointerType === "mouse" && which === 0 ? { button, pointerId, x: clientX, y: clientY } : null;
    press?.button.setPointerCapture(pointerId);
  }

  function move(/** @type {PointerEvent} */ { pointerId, clientX, clientY }) {
    if (press?.pointerId !== pointerId || Math.hypot(clientX - press.x, clientY - press.y) < DRAGGED_PX) return;
    if (press.button.hasPointerCapture(pointerId)) press.button.releasePointerCapture(pointerId);
    press = null;
  }

  addEventListener("pointerdown", begin, { capture: true, passive: true });
  addEventListener("pointermove", move, { capture: true, passive: true });
}
