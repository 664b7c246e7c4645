// Pictures that came from Python.

/** The bytes of a picture as an address that an `img` can show until `signal` is over. */
export function pictureAddress(bytes, signal) {
  const address = URL.createObjectURL(new Blob([bytes], { type: "image/png" }));
  signal.addEventListener("abort", () => URL.revokeObjectURL(address));
  return address;
}
