/* What an entry of the log is called, and when it was. */

import { say } from "./words.js";

/** What was thrown: a system's name, or the kind of throw and its number. */
export function titleOf(/** @type {Entry} */ entry) {
  if (entry.system) return say(`system.${entry.system}`);
  const mode = say(`mode.${entry.mode}`);
  if (entry.throw === null) return mode;
  return entry.mode === "round" ? say("log.round", { round: entry.round, throw: entry.throw }) : say("log.throw", { mode, throw: entry.throw });
}

/** Number and time of a throw; what was judged without one bears its name. */
export function whenOf(/** @type {Entry} */ entry) {
  const at = entry.at.slice(0, 5);
  return entry.throw === null ? `${titleOf(entry)}, ${at}` : say("strip.throw", { throw: entry.throw, at });
}
