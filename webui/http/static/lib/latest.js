/*
 * Answers come back in any order. Of what one place asks again and again the answer to its last question alone is used:
 *
 *   #latest = latest();
 *   await this.#latest(fetched(address), (shelf) => { this.#shelf = shelf; this.update(); });
 */

export function latest() {
  let asked = 0;
  return async (/** @type {Json} */ answer, /** @type {(value: any) => void} */ use) => {
    const mine = (asked += 1);
    const newest = await answer;
    if (mine === asked) use(newest);
  };
}
