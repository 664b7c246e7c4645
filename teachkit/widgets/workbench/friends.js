// The field for a friend's code, with the reply to it.

import { h, icon, keepKeys } from "../common/dom.js";

function render({ model, el }) {
  const words = model.get("words");
  const open = (event) => {
    event.preventDefault();
    model.set("pressed", { button: "open", n: (model.get("pressed").n ?? 0) + 1, fact: code.value });
    model.save_changes();
  };
  const code = h("input", { class: "tk-friends-code", type: "text", autocomplete: "off", spellcheck: "false",
    autocapitalize: "characters", "aria-label": words.code, placeholder: words.code });
  const button = h("button", { class: "tk-button tk-primary", type: "submit" }, icon("right"), h("span", {}, words.open));
  const says = h("p", { role: "status" });
  const root = h("section", { class: "tk-root tk-friends", "aria-label": words.workbench },
    h("h3", {}, words.workbench), h("form", { class: "tk-row", onsubmit: open }, code, button), says);
  keepKeys(root);
  el.append(root);
  const draw = () => {
    says.textContent = model.get("says");
    says.hidden = !model.get("says");
  };
  draw();
  model.on("change:says", draw);
  return () => model.off("change:says", draw);
}

export default { render };
