/*
 * Answers come back in any order. Of what one place asks again and again the answer to its last question alone is used:
 *
 *   #latest = latest();
 *   await this.#latest(fetched(address), (told) => { this.#told = told; this.update(); });
 */

export function latest() {
  let asked = 0;
  return async (answer, use) => {
    const mine = (asked += 1);
    const told = await answer;
    if (mine === asked) use(told);
  };
}
