/**
 * Fetches what the program knows; null where it cannot be reached or refuses.
 *
 * @param {string} address
 */
export async function fetched(address) {
  const answer = await fetch(address).catch(() => /** @type {any} */ (null));
  return answer?.ok ? answer.json() : null;
}
