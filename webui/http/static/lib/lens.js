/* A phone's lenses: which of them faces the table, and how it is kept from wandering. */

const REAR = /back|rear|environment|rück|hinten|arrière|trasera|posteriore/i;
/** What a maker calls a lens that is not the main one, or a camera that changes between several. */
const SPECIAL = /ultra|wide|weit|tele|macro|makro|depth|tiefe|dual|triple|virtual/i;
const MODES = ["focusMode", "exposureMode", "whiteBalanceMode"];
/** What a lens is asked for before the Host's wish is known. */
export const FIRST_SIZE = [1280, 720];

const constraintsFor = (/** @type {number[]} */ [width, height]) => ({ width: { ideal: width }, height: { ideal: height }, frameRate: { ideal: 30 } });

/**
 * The main lens at the back: the first one that is nothing special; null where the labels do not say.
 * @param {{ kind: string, label: string, deviceId: string }[]} devices
 */
export function mainRearLens(devices) {
  const rear = lenses(devices).filter(({ label }) => REAR.test(label));
  const plain = rear.filter(({ label }) => !SPECIAL.test(label));
  return (plain.length ? plain : rear).toSorted((a, b) => numberOf(a) - numberOf(b))[0] ?? null;
}

export const lenses = (/** @type {{ kind: string; label: string; deviceId: string }[]} */ devices) => devices.filter(({ kind }) => kind === "videoinput");

/** The number that stands alone: "camera2 0, facing back" is the first. */
const numberOf = (/** @type {Json} */ { label }) => Number(label.match(/\b\d+\b/)?.[0] ?? 0);

/** The picture of a lens; without a wish, that of the main one at the back. Rejects where there is none, or it is denied. */
export async function openLens(lens = "") {
  if (lens) return open({ deviceId: { exact: lens } });
  const first = await open({ facingMode: { ideal: "environment" } });
  // Only now do the lenses have names.
  const main = mainRearLens(await navigator.mediaDevices.enumerateDevices());
  if (!main || main.deviceId === trackOf(first)?.getSettings().deviceId) return first;
  letGo(first);
  return open({ deviceId: { exact: main.deviceId } });
}

const open = (/** @type {MediaTrackConstraints} */ which) => navigator.mediaDevices.getUserMedia({ audio: false, video: { ...constraintsFor(FIRST_SIZE), ...which } });

export const trackOf = (/** @type {MediaStream} */ stream) => stream?.getVideoTracks()[0] ?? null;

export const letGo = (/** @type {MediaStream} */ stream) => stream?.getTracks().forEach((track) => track.stop());

/** Asks a lens for pictures of another size; it gives the nearest one that it has. */
export async function resize(/** @type {MediaStreamTrack} */ track, /** @type {any} */ size) {
  await track?.applyConstraints(constraintsFor(size)).catch(() => {}); // What it gives is on the page, whatever it is.
}

/** Keeps focus, exposure and colour as they are now, as far as the phone lets us; returns which of them it keeps. */
export const holdStill = (/** @type {MediaStreamTrack} */ track) => set(track, "manual");

/** Lets them find their way again; returns which of them it lets. */
export const letWander = (/** @type {MediaStreamTrack} */ track) => set(track, "continuous");

async function set(/** @type {MediaStreamTrack} */ track, /** @type {string} */ mode) {
  const can = /** @type {Json} */ (track?.getCapabilities?.() ?? {});
  const asked = Object.fromEntries(MODES.filter((name) => can[name]?.includes(mode)).map((name) => [name, mode]));
  if (!Object.keys(asked).length) return [];
  try {
    await track.applyConstraints({ advanced: [asked] });
    return Object.keys(asked);
  } catch {
    return []; // It says that it can, and cannot: the picture goes on as it is.
  }
}
