// The controls beside the board: fields, facings, the stepper of a number, and marks.

import { change, h, icon } from "../common/dom.js";

const ARROWS = { north: "up", east: "right", south: "down", west: "left" };

export function field(attributes) {
  return h("input", {
    type: "text", class: "tk-field", autocomplete: "off", spellcheck: "false", ...attributes,
  });
}

/** Four buttons, one for each facing; `mark(heading)` highlights one. */
export function headingButtons(words, headings, press) {
  const buttons = (headings ?? []).map(({ name, says }) => h("button", {
    class: "tk-button", "data-heading": name, "aria-label": says, title: says, "aria-pressed": "false",
    onclick: () => press(name),
  }, icon(ARROWS[name])));
  const element = h("div", { class: "tk-headings", role: "group", "aria-label": words.heading, hidden: !buttons.length },
    ...buttons);
  const mark = (heading) => buttons.forEach((button) =>
    change(button, { "aria-pressed": String(button.dataset.heading === heading) }));
  return { element, mark };
}

/** Buttons for one less and one more; they call `step(by)`. */
export function stepper(words, step) {
  const button = (label, sign, by) => h("button", {
    class: "tk-button", "aria-label": label, title: label, onclick: () => step(by),
  }, sign);
  return h("div", { class: "tk-stepper", role: "group", "aria-label": words.prediction },
    button(words.less, "−", -1), button(words.more, "+", 1));
}

/** A mark for right or wrong, by sign, colour and words. */
export function markOf(isRight, says) {
  return h("span", { class: "tk-mark", "data-right": String(isRight) },
    icon(isRight ? "check" : "remove"), says);
}
