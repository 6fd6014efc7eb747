/* What this browser remembers: voice, chime, theme, the folded picture. Storage may be forbidden: then it forgets. */

/** @type {Record<string, string>} */
const DEFAULTS = { voice: "off", chime: "on", theme: "auto", picture: "open" };

export function setting(/** @type {string} */ name) {
  try {
    return localStorage.getItem(`clashcam.${name}`) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name];
  }
}

export function remember(/** @type {string} */ name, /** @type {string} */ value) {
  try {
    localStorage.setItem(`clashcam.${name}`, value);
  } catch {
    // A private window: the choice lasts as long as the page.
  }
}
