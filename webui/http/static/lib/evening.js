/* What an evening is called. */

import { language } from "./words.js";

/** Days as the export writes them. */
const LOCALE = language === "en" ? "en-GB" : language;
const LONG_DATE = /** @type {const} */ ({ weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** Its name; the day on which it began where nobody has given it one. */
export function eveningTitle(/** @type {Session | EveningLine} */ session) {
  if (session.name && session.name !== session.id) return session.name;
  return longDate(session.started);
}

export function longDate(started) {
  const day = new Date(started);
  return Number.isNaN(day.getTime()) ? "" : new Intl.DateTimeFormat(LOCALE, LONG_DATE).format(day);
}

/** When it began: day and time of day. */
export function dayAndTime(started) {
  const day = new Date(started);
  return Number.isNaN(day.getTime()) ? "" : new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeStyle: "short" }).format(day);
}

/** The display face is for four words at most; more than that is read in the text face. */
export const faceFor = (text) => (text.trim().split(/\s+/).length > 4 ? "plain" : "display");
