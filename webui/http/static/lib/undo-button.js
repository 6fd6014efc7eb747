/* The way back, the same on every page that changes things: what was done last, its key, and what it would take back. */

import { onKeys } from "./keys.js";
import { sigil } from "./sigil.js";
import { table } from "./stream.js";
import { html } from "./view.js";
import { say } from "./words.js";

/** @param {import("./element.js").TableElement} part */
export function undoButton(part) {
  const { undo } = part.state;
  return html`<button ?disabled=${!undo} @click=${() => part.act("undo")}>${sigil("undo")}${say("act.undo")}${undo ? html`<small>${undo}</small>` : null}<kbd>U</kbd></button>`;
}

/** The key U, as at the table. */
export function onUndo() {
  onKeys(() => table.state?.undo && table.command("undo"), ["undo"]);
}
