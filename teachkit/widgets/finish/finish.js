// The end of a lesson: a button, the learner's progress, and optional confetti.

import { h, icon, keepKeys } from "../common/dom.js";

const QUIET = "teachkit-quiet"; // stored by the browser
const PIECES = 36;
const COLOURS = ["--tk-accent", "--jp-success-color1", "--jp-warn-color1", "--jp-error-color1"];

/** Show a few seconds of confetti, drawn by the style sheet alone. */
function celebrate(over) {
  const pieces = Array.from({ length: PIECES }, (_, at) => h("i", { style: {
    left: `${(at * 61) % 100}%`, background: `var(${COLOURS[at % COLOURS.length]})`,
    "animation-delay": `${(at * 37) % 500}ms`, "--tk-turn": `${(at * 83) % 720}deg`,
  } }));
  const confetti = h("div", { class: "tk-confetti", "aria-hidden": "true" }, pieces);
  over.append(confetti);
  setTimeout(() => confetti.remove(), 3500);
}

function render({ model, el }) {
  const words = model.get("words");
  const says = h("div", { class: "tk-finish-says", role: "status", "aria-live": "polite" });
  const cheer = h("input", { type: "checkbox", onchange: () =>
    localStorage.setItem(QUIET, cheer.checked ? "" : "yes") });
  cheer.checked = localStorage.getItem(QUIET) !== "yes";
  const done = h("button", { class: "tk-button tk-primary", onclick: () => {
    model.set("pressed", model.get("pressed") + 1);
    model.save_changes();
  } }, icon("check"), h("span", {}, words.done));
  const root = h("section", { class: "tk-root tk-finish", "aria-label": words.finish },
    h("div", { class: "tk-row" }, done, h("label", {}, cheer, words.cheer)), says);
  keepKeys(root);

  const tell = () => says.replaceChildren(...model.get("says").map((line) => h("p", {}, line)));
  const party = () => {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (cheer.checked && !isStill) celebrate(root);
  };
  tell();
  el.append(root);
  model.on("change:says", tell);
  model.on("change:cheers", party);
  return () => {
    model.off("change:says", tell);
    model.off("change:cheers", party);
  };
}

export default { render };
