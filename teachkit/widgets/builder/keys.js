// Keyboard shortcuts in the strip, in the tray, and in the whole builder.

export const KEYS_IN_STRIP = {
  ArrowRight: (builder) => builder.step(1),
  ArrowLeft: (builder) => builder.step(-1),
  Home: (builder) => builder.step(-Infinity),
  End: (builder) => builder.step(Infinity),
  "Shift+ArrowRight": (builder) => builder.stretch(1),
  "Shift+ArrowLeft": (builder) => builder.stretch(-1),
  Delete: ({ editor }) => editor.removeChosen(false),
  "Shift+Delete": ({ editor }) => editor.removeChosen(true),
  Enter: (builder) => builder.enter(),
};
export const KEYS_IN_TRAY = {
  ArrowRight: (builder) => builder.stepInTray(1),
  ArrowLeft: (builder) => builder.stepInTray(-1),
  Home: (builder) => builder.stepInTray(-Infinity),
  End: (builder) => builder.stepInTray(Infinity),
  Enter: ({ editor, trayAt }) => editor.add(trayAt),
};
export const KEYS_ANYWHERE = {
  "Ctrl+z": ({ editor }) => editor.undo(),
  "Ctrl+y": ({ editor }) => editor.redo(),
  "Ctrl+Shift+z": ({ editor }) => editor.redo(),
  "Alt+ArrowRight": ({ editor }) => editor.shift(1),
  "Alt+ArrowLeft": ({ editor }) => editor.shift(-1), // by default the browser would go back a page
  Escape: (builder) => builder.letGo(),
};
const SAME_KEY = {
  ArrowDown: "ArrowRight", ArrowUp: "ArrowLeft", Backspace: "Delete", " ": "Enter",
};

/** Return the pressed keys, such as "Alt+ArrowRight"; equivalent keys have one name. */
export function chordOf({ ctrlKey, metaKey, altKey, shiftKey, key }) {
  const held = [(ctrlKey || metaKey) && "Ctrl", altKey && "Alt", shiftKey && "Shift"];
  const name = SAME_KEY[key] ?? (key.length === 1 ? key.toLowerCase() : key);
  return [...held.filter(Boolean), name].join("+");
}
