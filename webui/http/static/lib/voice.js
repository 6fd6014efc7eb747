/* Speaks a verdict that has stood for a moment, in the language of the table. */

import { setting } from "./settings.js";
import { language } from "./words.js";

const STANDS_MS = 1200;
let timer = 0;

/** Call with each new verdict (null: none stands); only one that still stands after a moment is spoken. */
export function speakLater(/** @type {string} */ text) {
  clearTimeout(timer);
  globalThis.speechSynthesis?.cancel();
  if (text && setting("voice") === "on") timer = setTimeout(() => speak(text), STANDS_MS);
}

export function speak(/** @type {string} */ text) {
  if (!globalThis.speechSynthesis) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = language;
  said.voice = speechSynthesis.getVoices().find((voice) => voice.lang.startsWith(language)) ?? null;
  said.rate = 0.95;
  speechSynthesis.speak(said);
}
