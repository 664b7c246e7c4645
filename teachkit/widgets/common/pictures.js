// Pictures sent by Python.

/** Return an address for the bytes of an SVG file that an `img` can show until `signal` aborts. */
export function pictureAddress(bytes, signal) {
  const address = URL.createObjectURL(new Blob([bytes], { type: "image/svg+xml" }));
  signal.addEventListener("abort", () => URL.revokeObjectURL(address));
  return address;
}
