/* Keeps the screen awake while something lies on the table. */

/** @type {WakeLockSentinel | null} */
let lock = null;
let isRequested = false;

/** Whether the screen stays on just now: a browser may refuse, or know nothing of it. */
export const isAwake = () => lock !== null;

export async function stayAwake(/** @type {boolean} */ wish) {
  isRequested = wish;
  if (!wish) {
    await lock?.release();
    lock = null;
  } else if (!lock && "wakeLock" in navigator && document.visibilityState === "visible") {
    await take();
  }
}

async function take() {
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    lock = null; // Refused, for example on a low battery: the table still works.
  }
}

document.addEventListener("visibilitychange", () => isRequested && stayAwake(true));
