/* A phone's lenses: which of them looks at the table, and how it is kept from wandering. */

const REAR = /back|rear|environment|rück|hinten|arrière|trasera|posteriore/i;
/** What a maker calls a lens that is not the main one, or a camera that changes between several. */
const SPECIAL = /ultra|wide|weit|tele|macro|makro|depth|tiefe|dual|triple|virtual/i;
const MODES = ["focusMode", "exposureMode", "whiteBalanceMode"];
const WANTED = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };

/**
 * The main lens at the back: the first one that is nothing special; null where the labels do not tell.
 * @param {{ kind: string, label: string, deviceId: string }[]} devices
 */
export function mainRearLens(devices) {
  const rear = lenses(devices).filter(({ label }) => REAR.test(label));
  const plain = rear.filter(({ label }) => !SPECIAL.test(label));
  return (plain.length ? plain : rear).toSorted((a, b) => numberOf(a) - numberOf(b))[0] ?? null;
}

export const lenses = (devices) => devices.filter(({ kind }) => kind === "videoinput");

/** The number that stands alone: "camera2 0, facing back" is the first. */
const numberOf = ({ label }) => Number(label.match(/\b\d+\b/)?.[0] ?? 0);

/** The picture of a lens; without a wish, that of the main one at the back. Rejects where there is none, or it is denied. */
export async function openLens(wanted = "") {
  if (wanted) return open({ deviceId: { exact: wanted } });
  const first = await open({ facingMode: { ideal: "environment" } });
  // Only now do the lenses have names.
  const main = mainRearLens(await navigator.mediaDevices.enumerateDevices());
  if (!main || main.deviceId === trackOf(first)?.getSettings().deviceId) return first;
  letGo(first);
  return open({ deviceId: { exact: main.deviceId } });
}

const open = (which) => navigator.mediaDevices.getUserMedia({ audio: false, video: { ...WANTED, ...which } });

export const trackOf = (stream) => stream?.getVideoTracks()[0] ?? null;

export const letGo = (stream) => stream?.getTracks().forEach((track) => track.stop());

/** Keeps focus, exposure and colour as they are now, as far as the phone lets us; tells whether it does. */
export const holdStill = (track) => set(track, "manual");

/** Lets them find their way again. */
export const letWander = (track) => set(track, "continuous");

async function set(track, mode) {
  const can = track?.getCapabilities?.() ?? {};
  const asked = Object.fromEntries(MODES.filter((name) => can[name]?.includes(mode)).map((name) => [name, mode]));
  if (!Object.keys(asked).length) return false;
  try {
    await track.applyConstraints({ advanced: [asked] });
    return true;
  } catch {
    return false; // It says that it can, and cannot: the picture goes on as it is.
  }
}
