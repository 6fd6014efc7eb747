/* <system-page system="pulp">: follows the table, hands each state to its parts, and carries their wishes on. */

import { onKeys } from "../lib/keys.js";
import { settleDesk } from "../lib/system-part.js";
import { table } from "../lib/stream.js";
import { say } from "../lib/words.js";

class SystemPage extends HTMLElement {
  connectedCallback() {
    table.addEventListener("state", () => this.#take());
    this.addEventListener("desk-changed", () => this.#repaint());
    this.addEventListener("act", ({ detail }) => table.command(detail.name, detail.args));
    this.addEventListener("correct-card", ({ detail }) => this.querySelector("correct-dialog").ask(table.state, detail.key));
    onKeys((name) => this.#key(name));
  }

  #take() {
    settleDesk();
    this.#repaint();
  }

  #repaint() {
    /** @type {NodeListOf<import("../lib/element.js").TableElement>} */
    const parts = this.querySelectorAll(".part");
    for (const part of parts) part.state = table.state;
  }

  #key(/** @type {string} */ name) {
    if (!table.linked && ["undo", "confirm"].includes(name)) return table.notice(say("notice.not-sent"));
    const { phase, undo, mode } = table.state ?? {};
    if (name === "undo" && undo) return table.command("undo");
    if (name !== "confirm") return null;
    if (mode.kind === this.getAttribute("system") && phase === "verdict") return table.command("confirm");
    /** @type {NodeListOf<HTMLButtonElement>} */
    const buttons = this.querySelectorAll("button[data-space]:not(:disabled)");
    return [...buttons].find((button) => button.checkVisibility())?.click();
  }
}

customElements.define("system-page", SystemPage);
