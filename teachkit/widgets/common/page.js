// A page without a kernel: it carries each widget's traits, and nobody hears what a widget saves.

/** Return the traits that Python wrote as text, with bytes as {base64: …}. */
function traitsIn(text) {
  const bytes = (value) => Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0));
  return JSON.parse(text, (_, value) =>
    (value?.base64 === undefined ? value : bytes(value.base64)));
}

function modelOf(traits) {
  const nobody = () => {};
  return {
    get: (name) => traits[name],
    set: (name, value) => { traits[name] = value; },
    on: nobody, off: nobody, save_changes: nobody,
  };
}

/** Show all widgets of this page. */
export function startPage(widgets) {
  for (const data of document.querySelectorAll("script[data-widget]")) {
    const model = modelOf(traitsIn(data.textContent));
    widgets[data.dataset.widget].render({ model, el: data.previousElementSibling });
    data.parentElement.dataset.isLive = ""; // only now is the story in words not needed
  }
}
