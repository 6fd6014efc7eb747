/* One key each: space confirm, C correct, U undo, N new throw, J judge now, P pause. Never while somebody types. */

const KEYS = { " ": "confirm", c: "correct", u: "undo", n: "new-throw", j: "judge-now", p: "pause", f: "fold" };
const TYPING = "input, textarea, select, [contenteditable]";
const PRESSABLE = "button, a[href], summary, [role=button], [role=slider]";

export function onKeys(use) {
  // A dialog gives the focus back to the button that opened it, and space would press that; Tab still goes on from there.
  document.addEventListener("close", (event) => event.target.localName === "dialog" && document.activeElement?.blur(), true);
  // After a tap (a key's click has no detail) the space bar means "confirm" again, and never presses what was tapped last.
  document.addEventListener("click", (event) => event.detail && event.target.closest?.("button, summary")?.blur());
  addEventListener("keydown", (event) => {
    const name = KEYS[event.key.toLowerCase()];
    if (!name || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.(TYPING) || document.querySelector("dialog[open]")) return;
    if (event.key === " " && event.target.closest?.(PRESSABLE)) return;
    event.preventDefault();
    use(name);
  });
}
