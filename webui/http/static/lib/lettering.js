/*
 * The display face is for names and for the first words of a verdict, four at most. What has more is a sentence, and
 * is marked as one after each paint: base.css sets it in the text face.
 */

const ORNAMENTAL = "h1, h2, h3, summary, b, strong, button, .calm";
const MOST_WORDS = 4;

export function letter(/** @type {Element} */ painted) {
  for (const each of painted.querySelectorAll(ORNAMENTAL)) each.toggleAttribute("data-sentence", wordsOf(each) > MOST_WORDS);
}

const wordsOf = (/** @type {Json} */ { textContent }) => textContent.split(/\s+/).filter((/** @type {string} */ word) => /[\p{L}\d]/u.test(word)).length;
