/* How the camera is, in one sentence: a phone's faults have words of their own. */

import { has, say } from "./words.js";

export function plightOf(/** @type {Source} */ { kind, state, since, message }) {
  if (kind === "phone" && has(`source.phone-${state}`)) return say(`source.phone-${state}`, { since });
  return message?.text ?? say(`source.${state}`, { since });
}
