// Pictures sent by Python.

/** Return an address for the bytes of a picture that an `img` can show until `signal` aborts. */
export function pictureAddress(bytes, signal) {
  const address = URL.createObjectURL(new Blob([bytes], { type: "image/png" }));
  signal.addEventListener("abort", () => URL.revokeObjectURL(address));
  return address;
}
