/* The log of tonight, or of another evening that the address names: ?evening=ID. */

import { table } from "./stream.js";

/** @typedef {{ evening: Session | EveningLine, entries: Entry[], unread: string[], past: boolean }} ReadEvening */

/** The evening that the address names; null: tonight. */
export const askedEvening = () => new URLSearchParams(location.search).get("evening");

/**
 * Reads it; null after a notice that says why not.
 *
 * @param {Snapshot} state
 * @returns {Promise<ReadEvening | null>}
 */
export async function readEvening(state) {
  const asked = askedEvening();
  const past = asked !== null && asked !== state.session.id;
  const answer = await fetch(past ? `/api/evenings/${asked}/log` : "/api/log").catch(() => null);
  const told = await answer?.json();
  if (!answer?.ok) {
    if (told) table.notice(told.error);
    return null;
  }
  return past ? { ...told, past } : { evening: state.session, entries: told, unread: state.unread ?? [], past };
}
