/*
 * The page's texts, in the language of the table. They come with the page as one JSON block.
 *
 *   say("seat.down", { down: 2, awaited: 3 })     "2 of 3 cards"
 *   say("enrol.turn", { card: "Der Magier" })    "{card:Accusative} drehen": "Den Magier drehen"
 *   say("announce.attack", { name: "Players" })  "{name:attacks|attack} whom?": "Players attack whom?"
 *   count("cards", 1)                            "1 card": picks "cards.one" or "cards.other"
 */

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("words")?.textContent || "{}");
export const language = document.documentElement.lang || "en";
/** Whose days and times the page writes: `en-GB`. */
export const locale = words.locale ?? language;
/** What each language calls itself: `["de", "Deutsch"]`. */
export const languages = Object.keys(words).filter((key) => key.startsWith("language.")).map((key) => [key.slice("language.".length), words[key]]);
const plural = new Intl.PluralRules(language);

export function say(/** @type {string} */ key, /** @type {Record<string, any>} */ values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)(?::([^{}]+))?\}/g, (/** @type {string} */ _, /** @type {string} */ name, /** @type {string} */ form) => inForm(String(values[name] ?? ""), form));
}

/** A name as a template asks for it: as it is, in a grammatical case, or with the word that agrees with it. */
function inForm(/** @type {string} */ name, /** @type {string | undefined} */ form) {
  if (!form?.includes("|")) return form ? inCase(name, form) : name;
  const parts = form.split("|");
  const [one, many] = parts.slice(-2);
  const word = name === words["side.players"] ? many : one;
  return parts.length > 2 ? word : `${name} ${word}`;
}

/** A name in a grammatical case, as webui/i18n says it: by its longest beginning that has one; else as it is. */
function inCase(/** @type {string} */ name, /** @type {string} */ form) {
  const found = caseOf(name, `case.${form.toLowerCase()}.`);
  return form === form.toLowerCase() ? found : `${found.slice(0, 1).toUpperCase()}${found.slice(1)}`;
}

function caseOf(/** @type {string} */ name, /** @type {string} */ key) {
  const parts = name.split(" ");
  for (let end = parts.length; end > 0; end -= 1) {
    const found = words[`${key}${parts.slice(0, end).join(" ")}`];
    if (found) return [found, ...parts.slice(end)].join(" ");
  }
  for (let end = name.length; end >= 0; end -= 1) {
    const found = words[`${key}${name.slice(0, end)}*`];
    if (found) return found.replace("*", () => name.slice(end));
  }
  return name;
}

export function count(/** @type {string} */ key, /** @type {any} */ number, values = {}) {
  const own = `${key}.${plural.select(number)}`;
  return say(own in words ? own : `${key}.other`, { n: number, ...values });
}

export function has(/** @type {string} */ key) {
  return key in words;
}

export function percent(/** @type {any} */ part) {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(part);
}

export function exact(/** @type {any} */ part) {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(part);
}

export function decimal(/** @type {number} */ number) {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(number);
}
