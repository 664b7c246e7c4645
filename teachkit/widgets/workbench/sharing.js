// The buttons beside an exercise that a learner makes: to play it, and to hand its code to a friend.

import { change, h, icon, keepKeys, savedIn } from "../common/dom.js";

function render({ model, el }) {
  const words = model.get("words");
  const press = (button) => {
    const { n = 0 } = model.get("pressed");
    model.set("pressed", { button, n: n + 1, after: model.get("tries") ? 0 : savedIn(root.closest(".tk-bench")) });
    model.save_changes();
  };
  const button = (name, sign, look, onclick) =>
    h("button", { class: `tk-button ${look}`, onclick }, icon(sign), h("span", {}, words[name]));
  const play = model.get("tries")
    ? button("back", "left", "tk-primary", () => press("back"))
    : button("try", "play", "", () => press("try"));
  const code = h("output", { class: "tk-sharing-code", tabindex: "0", "aria-label": words.code });
  const said = h("span", { role: "status" });
  const copy = button("copy", "copy", "", async () => {
    await navigator.clipboard?.writeText(model.get("code")).catch(() => {});
    getSelection().selectAllChildren(code); // where copying is not allowed, the learner copies it
    said.textContent = words.copied;
  });
  const share = h("div", { class: "tk-row" }, h("strong", {}, words.code), code, copy, said);
  const root = h("section", { class: "tk-root tk-sharing", "aria-label": words.workbench },
    h("div", { class: "tk-row" }, play), share);
  keepKeys(root);
  el.append(root);
  const draw = () => {
    code.textContent = model.get("code");
    said.textContent = "";
    change(share, { hidden: !model.get("code") });
  };
  draw();
  model.on("change:code", draw);
  if (model.get("tries")) {
    requestAnimationFrame(() => {
      root.closest(".tk-bench")?.scrollIntoView({ block: "start" });
      play.focus({ preventScroll: true });
    });
  }
  return () => model.off("change:code", draw);
}

export default { render };
