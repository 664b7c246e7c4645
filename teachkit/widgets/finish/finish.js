// The end of a lesson: the learner's progress, the way to what is left and to the next lesson, and
// optional confetti.

import { change, goTo, h, icon, isStill, keepKeys } from "../common/dom.js";
import { memory, soundIsOn, switchSound } from "../common/sound.js";

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

/** Go to the first of these exercises that is in this lesson. */
function showWaiting(root, names) {
  const page = root.closest(".jp-Notebook") ?? document;
  const there = names.map((name) => page.querySelector(`.tk-feedback[data-exercise="${name}"]`));
  const first = there.find(Boolean);
  if (first) goTo(first);
}

function checkBox(label, isOn, use) {
  const box = h("input", { type: "checkbox", onchange: () => use(box.checked) });
  box.checked = isOn;
  return h("label", {}, box, label);
}

function render({ model, el }) {
  const words = model.get("words");
  const says = h("div", { class: "tk-finish-says", role: "status", "aria-live": "polite" });
  const cheers = () => memory().getItem(QUIET) !== "yes";
  const count = (name) => {
    model.set(name, model.get(name) + 1);
    model.save_changes();
  };
  const following = model.get("following");
  const done = h("button", { class: following ? "tk-button" : "tk-button tk-primary",
    onclick: () => count("pressed") }, icon("check"), h("span", {}, words.done));
  const next = following ? h("a", { class: "tk-button tk-primary", href: encodeURIComponent(following) },
    h("span", {}, h("strong", {}, words.go_on), " ", h("span", {}, model.get("title"))), icon("right")) : null;
  const left = h("button", { class: "tk-button", onclick: () => showWaiting(root, model.get("waiting")) },
    icon("up"), h("span", {}, words.show));
  const root = h("section", { class: "tk-root tk-finish", "aria-label": words.finish }, says,
    h("div", { class: "tk-row" }, next, left, done),
    h("div", { class: "tk-row tk-finish-options" },
      checkBox(words.cheer, cheers(), (isOn) => memory().setItem(QUIET, isOn ? "" : "yes")),
      checkBox(words.sound, soundIsOn(), switchSound)));
  keepKeys(root);

  const tell = () => {
    says.replaceChildren(...model.get("says").map((line) => h("p", {}, line)));
    change(left, { hidden: !model.get("waiting").length });
  };
  const party = () => {
    if (cheers() && !isStill()) celebrate(root);
  };
  tell();
  el.append(root);
  // The points may have changed since the end of the lesson was last seen.
  const watch = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && count("seen"));
  watch.observe(root);
  model.on("change:says", tell);
  model.on("change:waiting", tell);
  model.on("change:cheers", party);
  return () => {
    watch.disconnect();
    model.off("change:says", tell);
    model.off("change:waiting", tell);
    model.off("change:cheers", party);
  };
}

export default { render };
