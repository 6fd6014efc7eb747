/* What this browser remembers: voice, chime, theme, the folded picture. Storage may be forbidden: then it forgets. */

const DEFAULTS = { voice: "off", chime: "on", theme: "auto", picture: "open" };

export function setting(name) {
  try {
    return localStorage.getItem(`clashcam.${name}`) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name];
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`clashcam.${name}`, value);
  } catch {
    // A private window: the choice lasts as long as the page.
  }
}
