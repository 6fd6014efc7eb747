/* <screen-idle>: a TV on which nothing happens yet: cards of the house deck laid out, and what the session is called. */

import { face } from "../lib/cards.js";
import { TableElement } from "../lib/element.js";
import { sessionTitle, faceFor } from "../lib/session.js";
import { html, styled } from "../lib/view.js";
import { say } from "../lib/words.js";
import "./screen-invitation.js";

/** A spread as a reader would lay it; the last one is still face down. */
const SPREAD = ["m18", "m16", "m00", "m13", "back"];

class ScreenIdle extends TableElement {
  view() {
    const title = sessionTitle(this.state.session);
    return html`<article class="still">
      <div class="spread" aria-hidden="true">${SPREAD.map((card, index) => html`<img class="face" src="${face(card)}" alt="" style=${styled({ "--at": index - 2 })}>`)}</div>
      <h1 class="${`headline ${faceFor(title)}`}" style=${styled({ "--letters": title.length })}><span>${title}</span></h1>
      <p class="line">${this.#line()}</p>
      <screen-invitation .state=${this.state}></screen-invitation>
    </article>`;
  }

  #line() {
    const { source, paused } = this.state;
    if (paused) return say("wait.paused");
    if (["none", "lost", "ended"].includes(source.state)) return say(`wait.${source.state === "none" ? "no-camera" : source.state}`);
    return ["starting", "stuck", "locked"].includes(source.state) ? say("source.starting") : say("wait.empty");
  }
}

customElements.define("screen-idle", ScreenIdle);
