// The bar of the studio: undo, redo, the file, and a way to try the level and back.

import { change, h, icon, keepKeys, savedIn } from "../common/dom.js";

const OWN_UNDO = "input, textarea, .tk-builder";

function render({ model, el }) {
  const words = model.get("words");
  const press = (button) => {
    const { n = 0 } = model.get("pressed");
    model.set("pressed", { button, n: n + 1, after: savedIn(root.closest(".tk-studio")) });
    model.save_changes();
  };
  const button = (name, sign, look = "") => h("button", {
    class: `tk-button ${look}`, title: words[`${name}_help`] ?? words[name], onclick: () => press(name),
    "aria-label": words[name],
  }, icon(sign), h("span", { class: "tk-studio-label" }, words[name]));
  const [undo, redo] = [button("undo", "undo"), button("redo", "redo")];
  const file = h("input", {
    class: "tk-field", spellcheck: "false", autocomplete: "off", "aria-label": words.file,
    onchange: () => { model.set("file", file.value.trim()); model.save_changes(); },
    onkeydown: (event) => { if (event.key === "Enter") { file.blur(); file.focus(); press("save"); } },
  });
  const said = h("p", { class: "tk-studio-says", role: "status" });
  const back = button("come_back", "left", "tk-primary");
  const trying = h("div", { class: "tk-studio-tools tk-studio-trying" }, back);
  const tools = h("div", { class: "tk-studio-tools" },
    undo, redo, h("span", { class: "tk-studio-file" }, file), button("save", "save"), button("open_file", "up"),
    button("try_it", "play", "tk-primary"));
  const root = h("section", { class: "tk-root tk-studio-bar-in", "aria-label": words.studio }, tools, trying, said);
  keepKeys(root);
  el.append(root);

  let wasTrying = null;
  const draw = () => {
    change(undo, { "aria-disabled": model.get("can_undo") ? null : "true" });
    change(redo, { "aria-disabled": model.get("can_redo") ? null : "true" });
    if (file.value !== model.get("file")) file.value = model.get("file");
    file.placeholder = model.get("usual");
    said.textContent = model.get("says");
    change(said, { "data-mood": model.get("mood"), title: model.get("says") });
    const tries = model.get("tries");
    [tools.hidden, trying.hidden] = [tries, !tries];
    const studio = root.closest(".tk-studio");
    if (studio) change(studio, { "data-tries": tries });
    if (wasTrying !== null && wasTrying !== tries) {
      (tries ? back : tools.lastChild).focus({ preventScroll: true });
      studio?.scrollIntoView({ block: "start" });
    }
    wasTrying = tries;
  };
  // Text fields and the builder undo their own last change first.
  const keys = (event) => {
    const isUndo = event.ctrlKey || event.metaKey;
    const name = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
    if (!isUndo || !name || event.target.closest(OWN_UNDO) || model.get("tries")) return;
    event.preventDefault();
    event.stopPropagation();
    press(name);
  };
  const gone = new AbortController();
  requestAnimationFrame(() => { // by then it is inside the studio
    const studio = root.closest(".tk-studio");
    if (!studio) return;
    keepKeys(studio);
    studio.addEventListener("keydown", keys, { capture: true, signal: gone.signal });
    draw();
  });
  const events = ["file", "usual", "can_undo", "can_redo", "tries", "says", "mood"];
  draw();
  for (const name of events) model.on(`change:${name}`, draw);
  return () => {
    gone.abort();
    for (const name of events) model.off(`change:${name}`, draw);
  };
}

export default { render };
