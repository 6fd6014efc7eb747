/* Numbers and cards as people type them: with spaces, commas, semicolons. */

export const tokens = (/** @type {string} */ text) => text.split(/[\s,;]+/).filter(Boolean);

/** Whole numbers; whatever else was typed stays as it is, so that the program can say what is wrong with it. */
export const numbers = (/** @type {string} */ text) => tokens(text).map((/** @type {string} */ token) => (/^-?\d+$/.test(token) ? Number(token) : token));

/** "3d10", "2d8 d6": the sizes of dice in words. */
export function diceName(/** @type {number[]} */ sizes, /** @type {string} */ letter) {
  const counts = new Map();
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1);
  return [...counts].map(([size, count]) => `${count > 1 ? count : ""}${letter}${size}`).join(" ");
}
