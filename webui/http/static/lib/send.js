/* What is sent to the program beside the table's commands. */

import { sayRefusal, table } from "./stream.js";
import { say } from "./words.js";

/**
 * Sends a file or JSON; the answer, or null after a notice that says why not.
 *
 * @param {string} address
 * @param {BodyInit} body
 */
export async function send(address, body) {
  if (!table.linked) {
    table.notice(say("notice.not-sent"));
    return null;
  }
  const answer = await fetch(address, { method: "POST", body }).catch(() => /** @type {any} */ (null));
  const said = await answer?.json().catch(() => /** @type {Json} */ ({}));
  if (answer?.ok) return said;
  table.notice((said && sayRefusal(said)) || say(answer ? "notice.not-taken" : "notice.offline"));
  return null;
}
