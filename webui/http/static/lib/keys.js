/* One key each: space confirm, C correct, U undo, N new throw, J judge now, P pause. Never while somebody types. */

/** @type {Record<string, string>} */
const KEYS = { " ": "confirm", c: "correct", u: "undo", n: "new-throw", j: "judge-now", p: "pause", f: "fold" };

/** What "?" shows: where keys work; each as it is written, or the word for it, with the words for what it does. */
export const KEY_LISTS = [
  { place: "keys.table", keys: { "act.space": "act.confirm", "1-9": "keys.digits", C: "act.correct", U: "act.undo", N: "act.new-throw", J: "act.judge-now", P: "act.pause", F: "picture.fold", L: "keys.lies", T: "keys.threw" } },
  { place: "keys.systems", keys: { "act.space": "keys.next", U: "act.undo" } },
  { place: "page.log", keys: { U: "act.undo" } },
  { place: "page.story", keys: { "←": "story.back", "→": "story.on" } },
  { place: "keys.everywhere", keys: { "?": "top.keys", Tab: "keys.onward", Esc: "dialog.close" } },
];

/** Places of keys that carry no letter, and what they say on a Latin keyboard; with shift where it is written before. */
/** @type {Record<string, string>} */
const PLACES = { Space: " ", shiftSlash: "?" };
/** What a browser says of a key while an input method, or an accent, waits for the next one. */
const UNSAID = ["Process", "Unidentified", "Dead"];

const TYPING = "input, textarea, select, [contenteditable]";
const PRESSABLE = "button, a[href], summary, [role=button], [role=slider]";

/** What a key says; on a layout of another script what a Latin keyboard says in its place. */
export function latinKey(/** @type {KeyboardEvent} */ { key, code, shiftKey }) {
  if (/^[ -~]+$/.test(key) && !UNSAID.includes(key)) return key;
  return PLACES[`${shiftKey ? "shift" : ""}${code}`] ?? PLACES[code] ?? /^Key([A-Z])$/.exec(code)?.[1] ?? key;
}

/** Calls `use` with each digit from 1 to 9; true: it stood for something. */
export function onDigits(/** @type {any} */ use) {
  addEventListener("keydown", (event) => {
    const key = latinKey(event);
    if (/^[1-9]$/.test(key) && isForUs(event) && use(key)) event.preventDefault();
  });
}

/** Calls `use` with the name of each key command; a page that has but some of them names those. */
export function onKeys(/** @type {(value: any) => void} */ use, names = Object.values(KEYS)) {
  // A dialog gives the focus back to the button that opened it, and space would press that; Tab still goes on from there.
  document.addEventListener("close", (event) => elementOf(event)?.localName === "dialog" && focused()?.blur(), true);
  // After a tap (a key's click has no detail) the space bar means "confirm" again, and never presses what was tapped last.
  document.addEventListener("click", (event) => event.detail && pressed(event)?.blur());
  addEventListener("keydown", (event) => {
    const key = latinKey(event);
    const name = KEYS[key.toLowerCase()];
    if (!names.includes(name) || !isForUs(event)) return;
    if (key === " " && elementOf(event)?.closest(PRESSABLE)) return;
    event.preventDefault();
    use(name);
  });
}

/** "?" asks for the list of keys, until the signal ends it. */
export function onHelp(/** @type {(value: any) => void} */ use, /** @type {AbortSignal} */ signal) {
  const asked = (/** @type {KeyboardEvent} */ event) => latinKey(event) === "?" && isForUs(event) && use();
  addEventListener("keydown", asked, { signal });
}

/** @type {Record<string, string>} */
const TELLING = { l: "lies", t: "threw" };

/** L asks what lies before somebody, T what they threw, until the signal ends it. */
export function onTelling(/** @type {(what: string) => void} */ use, /** @type {AbortSignal} */ signal) {
  const asked = (/** @type {KeyboardEvent} */ event) => {
    const what = TELLING[latinKey(event).toLowerCase()];
    if (what && isForUs(event)) use(what);
  };
  addEventListener("keydown", asked, { signal });
}

/** A key alone, that nobody types and no dialog waits for. */
function isForUs(/** @type {KeyboardEvent} */ event) {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isTyping(event) && !document.querySelector("dialog[open]");
}

/** The field of a dialog that has just closed keeps the focus until the browser's next frame, and nobody types there. */
const isTyping = (/** @type {KeyboardEvent} */ event) => elementOf(event)?.closest(TYPING)?.checkVisibility() ?? false;

const elementOf = (/** @type {Json} */ { target }) => (target instanceof Element ? target : null);

/** @returns {HTMLElement | null} */
const pressed = (/** @type {PointerEvent} */ event) => elementOf(event)?.closest("button, summary") ?? null;

const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);
