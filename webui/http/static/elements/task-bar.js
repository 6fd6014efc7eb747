/*
 * <task-bar tasks="deal combat deck">: one task of a system's page at a time, each a part with its data-task. The address
 * remembers which (#combat).
 */

import { TableElement } from "../lib/element.js";
import { taskIn } from "../lib/tasks.js";
import { html, nothing } from "../lib/view.js";
import { say } from "../lib/words.js";

class TaskBar extends TableElement {
  paintsAlone = true;

  connectedCallback() {
    super.connectedCallback();
    addEventListener("hashchange", () => this.update(), { signal: this.stay });
  }

  view() {
    const page = this.closest("system-page");
    const now = taskIn(page);
    /** @type {NodeListOf<HTMLElement>} */
    const parts = page.querySelectorAll("[data-task]");
    for (const part of parts) part.hidden = part.dataset.task !== now;
    const link = (/** @type {string} */ task) => html`<a href="${`#${task}`}" aria-current="${task === now ? "true" : nothing}">${say(`task.${page.getAttribute("system")}.${task}`)}</a>`;
    return html`<nav aria-label="${say("task.label")}">${this.getAttribute("tasks").split(" ").map(link)}</nav>`;
  }
}

customElements.define("task-bar", TaskBar);
