/* Copies a text for the next paste; true if the browser did it. */

export async function copy(/** @type {string} */ text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page from another machine without a certificate has no clipboard: the older way still works there.
    return copyBySelection(text);
  }
}

function copyBySelection(/** @type {string} */ text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
