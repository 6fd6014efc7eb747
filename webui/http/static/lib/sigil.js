/* A drawn sign of sigils.svg; it never speaks, the text beside it does. */

import { html } from "./view.js";

export const sigil = (/** @type {string} */ name) =>
  html`<svg class="${`sigil sigil-${name}`}" aria-hidden="true"><use href="${`/static/sigils.svg#${name}`}"></use></svg>`;

/** The sign of a side: sun for the players, moon for the Host. */
export const sideSigil = (/** @type {string} */ side) => sigil(side === "host" ? "host" : "players");
