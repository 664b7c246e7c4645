// Pictures sent by Python.

const shown = new Map(); // from the text of each picture to its address and its number of users

/**
 * Return an address for the bytes of an SVG file that an `img` can show until `signal` aborts.
 *
 * Equal pictures have the same address. Otherwise, the browser would read each of them again, and
 * hundreds of old pictures would slow down the whole page until they are collected as garbage.
 */
export function pictureAddress(bytes, signal) {
  const text = new TextDecoder().decode(bytes);
  if (!shown.has(text)) {
    const address = URL.createObjectURL(new Blob([bytes], { type: "image/svg+xml" }));
    shown.set(text, { address, users: 0 });
  }
  const picture = shown.get(text);
  picture.users += 1;
  signal.addEventListener("abort", () => {
    picture.users -= 1;
    if (picture.users) return;
    shown.delete(text);
    URL.revokeObjectURL(picture.address);
  });
  return picture.address;
}
