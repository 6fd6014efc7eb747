/* How the camera is, in one sentence: a phone's faults have words of their own. */

import { has, say } from "./words.js";

export function plightOf(/** @type {ShownSnapshot} */ { source: { kind, state, since, message }, network }) {
  if (kind === "phone" && state === "lost" && network?.phone?.hidden) return say("source.phone-hidden", { since });
  if (kind === "phone" && has(`source.phone-${state}`)) return say(`source.phone-${state}`, { since });
  return message ? begun(message.text, kind) : say(`source.${state}`, { since });
}

/** A camera is no address, and begins a sentence like any other word. */
const begun = (/** @type {string} */ text, /** @type {string} */ kind) => (kind === "camera" ? text.charAt(0).toUpperCase() + text.slice(1) : text);

/** Why nothing answers, where an address says more than a reason. */
const UNANSWERED = ["unreached", "no-video", "no-rtsp", "no-frame", "silent"];

/** How a source is that was chosen and has sent no picture yet, beside the field in which it was typed. */
export function sayTried(/** @type {Trying | Source} */ { kind, name, state, message }) {
  if (state === "locked") return message?.text ?? say("source.locked");
  const called = kind === "url" ? hostOf(name) : kind === "demo" || kind === "phone" ? say(`source.${kind}-name`) : name;
  if (!message) return say("setup.trying", { name: called });
  if (UNANSWERED.includes(message.code)) return say("setup.no-answer", { name: called });
  return kind === "file" ? `${message.text}.` : `${begun(message.text, kind)}. ${say("setup.try-again")}`;
}

/** Whom an address calls: the machine, and its port where it has one of its own. */
function hostOf(/** @type {string} */ address) {
  return /^[a-z]+:\/\/(?:[^/@]*@)?([^/?#]+)/i.exec(address)?.[1] ?? address;
}
