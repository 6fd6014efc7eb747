/* What lies in a zip file, unpacked one by one by the browser itself (PKWARE's APPNOTE, sections 4.3.7 to 4.3.16). */

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const PACKED = 8;

/**
 * Yields the files of a zip with their paths as names; throws where it is none, or damaged.
 *
 * @param {Blob} zip
 */
export async function* unzipped(zip) {
  for (const { name, at, size, packed } of await entries(zip)) {
    const head = new DataView(await zip.slice(at, at + 30).arrayBuffer());
    const start = at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
    const raw = zip.slice(start, start + size);
    const stream = packed ? raw.stream().pipeThrough(new DecompressionStream("deflate-raw")) : raw.stream();
    yield { name, blob: () => new Response(stream).blob() };
  }
}

async function entries(/** @type {Blob} */ zip) {
  const tail = new DataView(await zip.slice(-66000).arrayBuffer());
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new Error("no zip");
  const list = new DataView(await zip.slice(tail.getUint32(end + 16, true)).arrayBuffer());
  const found = [];
  for (let at = 0, left = tail.getUint16(end + 10, true); left; left -= 1) {
    if (list.getUint32(at, true) !== ENTRY) throw new Error("damaged");
    const [method, long, extra, note] = [10, 28, 30, 32].map((field) => list.getUint16(at + field, true));
    const name = new TextDecoder().decode(new Uint8Array(list.buffer, at + 46, long));
    found.push({ name, at: list.getUint32(at + 42, true), size: list.getUint32(at + 20, true), packed: method === PACKED });
    at += 46 + long + extra + note;
  }
  return found;
}
