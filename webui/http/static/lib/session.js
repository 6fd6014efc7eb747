/* What a session is called. */

import { locale } from "./words.js";

/** Days as the export writes them. */
const LONG_DATE = /** @type {const} */ ({ weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** Its name; the day on which it began where nobody has given it one. */
export function sessionTitle(/** @type {Session | SessionLine} */ session) {
  if (session.name && session.name !== session.id) return session.name;
  return longDate(session.started);
}

export const longDate = (/** @type {string} */ started) => written(started, LONG_DATE);

/** A day and its time. */
export const dayAndTime = (/** @type {string} */ started) => written(started, { dateStyle: "long", timeStyle: "short" });

/** When a session began: under a title that is the day itself the time alone. */
export function startOf(/** @type {Session | SessionLine} */ session) {
  const said = sessionTitle(session) === longDate(session.started);
  return said ? written(session.started, { timeStyle: "short" }) : dayAndTime(session.started);
}

/** A stamp in the page's language; nothing where it is damaged. */
function written(/** @type {string} */ stamp, /** @type {Intl.DateTimeFormatOptions} */ form) {
  const day = new Date(stamp);
  return Number.isNaN(day.getTime()) ? "" : new Intl.DateTimeFormat(locale, form).format(day);
}

/** The display face is for four words at most; more than that is read in the text face. */
export const faceFor = (/** @type {string} */ text) => (text.trim().split(/\s+/).length > 4 ? "plain" : "display");
