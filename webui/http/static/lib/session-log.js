/* The log of tonight, or of another session that the address names: ?session=ID. */

import { table } from "./stream.js";

/** @typedef {{ session: Session | SessionLine, entries: Entry[], unread: string[], past: boolean }} ReadSession */

/** The session that the address names; null: tonight. */
export function askedSession() {
  const asked = new URLSearchParams(location.search);
  return asked.get("session") ?? asked.get("evening"); // as addresses were called before sessions
}

/**
 * Reads it; null after a notice that says why not.
 *
 * @param {Snapshot} state
 * @returns {Promise<ReadSession | null>}
 */
export async function readSession(state) {
  const asked = askedSession();
  const past = asked !== null && asked !== state.session.id;
  const answer = await fetch(past ? `/api/sessions/${asked}/log` : "/api/log").catch(() => /** @type {any} */ (null));
  const body = await answer?.json();
  if (!answer?.ok) {
    if (body) table.notice(body.error);
    return null;
  }
  return past ? { ...body, past } : { session: state.session, entries: body, unread: state.unread ?? [], past };
}
