/*
 * The program judges, the page shows. What was asked once is remembered, so that a view may ask each time it paints:
 *
 *   const answer = judged("pulp", { kind: "odds", difficulty: 2 }, () => this.update());
 *   if (answer?.verdict) ...    answer.error is one line about what does not fit; undefined while the answer is on its way
 */

import { say } from "./words.js";

const MOST = 300;
const answers = new Map();

export function judged(/** @type {string} */ system, /** @type {Json} */ document, /** @type {(value: any) => void} */ use) {
  const key = JSON.stringify([system, document]);
  if (!answers.has(key)) fetchAnswer(key, system, document, use);
  return answers.get(key);
}

async function fetchAnswer(/** @type {string} */ key, /** @type {string} */ system, /** @type {Json} */ document, /** @type {(value: any) => void} */ use) {
  if (answers.size > MOST) answers.clear();
  answers.set(key, undefined);
  answers.set(key, await ask(system, document));
  use();
}

/** {verdict} as docs/state.md has it, or {error, field}. */
export async function ask(/** @type {string} */ system, /** @type {Json} */ document) {
  try {
    const body = JSON.stringify({ system, ...document });
    const answer = await fetch("/api/tell", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    return await answer.json();
  } catch {
    return { error: say("notice.offline"), field: "" };
  }
}
