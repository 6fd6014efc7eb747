/* How the camera is, in one sentence: a phone's faults have words of their own. */

import { has, say } from "./words.js";

export function plightOf(/** @type {Source} */ { kind, state, since, message }) {
  if (kind === "phone" && has(`source.phone-${state}`)) return say(`source.phone-${state}`, { since });
  return message?.text ?? say(`source.${state}`, { since });
}

/** Why nothing answers, where an address says more than a reason. */
const UNANSWERED = ["unreached", "no-video", "no-rtsp", "no-frame", "silent"];

/** How a source is that was chosen and has sent no picture yet, beside the field in which it was typed. */
export function sayTried(/** @type {Trying | Source} */ { kind, name, state, message }) {
  if (state === "locked") return message?.text ?? say("source.locked");
  const called = kind === "url" ? hostOf(name) : kind === "demo" || kind === "phone" ? say(`source.${kind}-name`) : name;
  if (!message) return say("setup.trying", { name: called });
  return UNANSWERED.includes(message.code) ? say("setup.no-answer", { name: called }) : `${message.text}. ${say("setup.try-again")}`;
}

/** Whom an address calls: the machine, and its port where it has one of its own. */
function hostOf(/** @type {string} */ address) {
  return /^[a-z]+:\/\/(?:[^/@]*@)?([^/?#]+)/i.exec(address)?.[1] ?? address;
}
