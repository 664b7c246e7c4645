// Small tones for a run, made by the browser. They are off until someone switches them on; the
// browser remembers the choice for all lessons.

const SOUND = "teachkit-sound";
// Pitches in hertz, and the moments in seconds at which they begin.
const TONES = {
  step: [[330, 0]],
  skipped: [[220, 0], [165, 0.12]],
  solved: [[523, 0], [659, 0.12], [784, 0.24]],
};
const LOUDNESS = 0.08; // of 1
const LENGTH = 0.15; // seconds

let context = null;

/** Return the browser's memory. A page without an origin, such as a preview, remembers nothing. */
export function memory() {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}

export const soundIsOn = () => memory().getItem(SOUND) === "yes";
export const switchSound = (isOn) => memory().setItem(SOUND, isOn ? "yes" : "");

/** Play the tones named `name`, if sound is switched on. */
export function sound(name) {
  if (!soundIsOn() || !globalThis.AudioContext) return;
  context ??= new globalThis.AudioContext();
  for (const [pitch, after] of TONES[name]) {
    const [tone, gain, start] = [context.createOscillator(), context.createGain(), context.currentTime + after];
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(LOUDNESS, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + LENGTH);
  }
}
