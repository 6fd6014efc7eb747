/* One key each: space confirm, C correct, U undo, N new throw, J judge now, P pause. Never while somebody types. */

const KEYS = { " ": "confirm", c: "correct", u: "undo", n: "new-throw", j: "judge-now", p: "pause", f: "fold" };
const TYPING = "input, textarea, select, [contenteditable]";
const PRESSABLE = "button, a[href], summary, [role=button], [role=slider]";

export function onKeys(use) {
  // A dialog gives the focus back to the button that opened it, and space would press that; Tab still goes on from there.
  document.addEventListener("close", (event) => elementOf(event)?.localName === "dialog" && focused()?.blur(), true);
  // After a tap (a key's click has no detail) the space bar means "confirm" again, and never presses what was tapped last.
  document.addEventListener("click", (event) => event.detail && pressed(event)?.blur());
  addEventListener("keydown", (event) => {
    const name = KEYS[event.key.toLowerCase()];
    if (!name || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (elementOf(event)?.closest(TYPING) || document.querySelector("dialog[open]")) return;
    if (event.key === " " && elementOf(event)?.closest(PRESSABLE)) return;
    event.preventDefault();
    use(name);
  });
}

const elementOf = ({ target }) => (target instanceof Element ? target : null);

/** @returns {HTMLElement | null} */
const pressed = (event) => elementOf(event)?.closest("button, summary") ?? null;

const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);
