/*
 * The display face is for names and for the first words of a verdict, four at most. What has more is a sentence, and
 * is marked as one after each paint: base.css sets it in the text face. Headings of one level in one panel have one
 * face: with one sentence among them all are set like text.
 */

const ORNAMENTAL = "h1, h2, h3, summary, b, strong, button, .calm";
const MOST_WORDS = 4;
const LEVELS = ["h2", "h3"];
const PANEL = "article, dialog, li, main, section";

export function letter(/** @type {Element} */ painted) {
  for (const each of painted.querySelectorAll(ORNAMENTAL)) each.toggleAttribute("data-sentence", wordsOf(each) > MOST_WORDS);
  for (const level of LEVELS) {
    const panels = Map.groupBy(painted.querySelectorAll(level), (heading) => heading.closest(PANEL));
    for (const headings of panels.values()) {
      const plain = headings.some((each) => each.hasAttribute("data-sentence"));
      for (const each of headings) each.toggleAttribute("data-sentence", plain);
    }
  }
}

const wordsOf = (/** @type {Json} */ { textContent }) => textContent.split(/\s+/).filter((/** @type {string} */ word) => /[\p{L}\d]/u.test(word)).length;
