// The text of an exercise, and a form for options.

import { h, keepKeys, saving, uniqueName } from "../common/dom.js";

/** Return elements for `**bold**` and `` `code` `` in one paragraph; nothing else is markup. */
function spans(text) {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).filter(Boolean).map((part) => {
    if (part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    return document.createTextNode(part);
  });
}

/** Return paragraphs separated by empty lines; a block of lines with `- ` is a list. */
function paragraphs(text) {
  return text.trim().split(/\n\s*\n/).filter(Boolean).map((block) => {
    const lines = block.split("\n").map((line) => line.trim());
    if (lines.every((line) => line.startsWith("- "))) {
      return h("ul", {}, lines.map((line) => h("li", {}, spans(line.slice(2)))));
    }
    return h("p", {}, spans(lines.join(" ")));
  });
}

/** Keep keys from the notebook in the whole workbench, including the space between its parts. */
function keepKeysOfBench(root) {
  const bench = root.closest(".tk-bench");
  if (bench) keepKeys(bench);
}

/** The forms for answers; each draws itself and calls `write` with the whole answer. */
const FORMS = {
  choice(form, answer, write, words) {
    const name = uniqueName("choice");
    const options = form.choices.map(({ letter, says, struck }) => {
      const radio = h("input", { type: "radio", name, value: letter, onchange: () => write(letter) });
      radio.checked = letter === answer;
      const not = struck ? [h("em", {}, words.struck)] : [];
      return h("label", { class: "tk-choice", "data-struck": struck }, radio, h("b", {}, `${letter}`),
        h("span", {}, spans(says)), ...not);
    });
    return h("fieldset", { class: "tk-choices" }, h("legend", {}, words.choose), options);
  },
};

function render({ model, el }) {
  const words = model.get("words");
  const root = h("section", { class: "tk-root tk-task", "aria-label": words.task });
  keepKeys(root);
  const save = saving(model, root);
  let own = null;

  const write = (answer) => {
    own = answer;
    model.set("answer", answer);
    save();
  };
  const draw = () => {
    const form = model.get("form");
    const labels = model.get("labels").map(({ cards, says }) =>
      h("li", {}, h("b", {}, cards), ` ${says}`));
    root.replaceChildren(
      h("h2", {}, model.get("title")), ...paragraphs(model.get("text")),
      ...(labels.length ? [h("ul", { class: "tk-labels" }, labels)] : []),
      ...(model.get("cell") ? [h("p", { class: "tk-cell" }, words.cell, " ", h("code", {}, model.get("cell")))] : []),
      ...(form.kind ? [FORMS[form.kind](form, model.get("answer"), write, words)] : []));
    lock();
  };
  // Read-only instead of disabled, so that the focus stays.
  const lock = () => {
    for (const field of root.querySelectorAll("input")) {
      field[field.type === "radio" ? "disabled" : "readOnly"] = model.get("locked");
    }
  };
  // Do not redraw for text typed here, which would move the cursor.
  const follow = () => model.get("answer") !== own && draw();

  const listeners = {
    "change:title": draw, "change:text": draw, "change:form": draw, "change:labels": draw,
    "change:cell": draw,
    "change:answer": follow, "change:locked": lock,
  };
  draw();
  el.append(root);
  requestAnimationFrame(() => keepKeysOfBench(root)); // by then it is inside its bench
  for (const [event, listener] of Object.entries(listeners)) model.on(event, listener);
  return () => {
    for (const [event, listener] of Object.entries(listeners)) model.off(event, listener);
  };
}

export default { render };
