// The log: a line for each step played so far, and nothing about later ones.

import { change, fill, h, icon, roving, uniqueName } from "../common/dom.js";
import { tellMark } from "./messages.js";
import { sentences } from "./telling.js";
import { iconButton } from "./transport.js";

/** A button that marks a line in a bug hunt: its card is the first wrong one. */
function flagButton({ card, actor }, words) {
  const press = ({ currentTarget }) => tellMark(currentTarget, card, actor);
  const label = fill(words.mark_card, { card });
  return iconButton("mark_card", words, press, {
    class: "tk-button tk-run-flag", "aria-label": label, title: label,
  });
}

function logLine(scene, words, position, press) {
  const { skipped } = scene.stops[position];
  return h("button", { class: "tk-run-line", "data-skipped": skipped, onclick: press },
    h("span", { class: "tk-run-number" }, String(position)),
    h("span", { class: "tk-run-said" }, skipped ? icon("attention") : null,
      sentences(scene, position, words).join(" ")));
}

/** Scroll only `list`, never the notebook around it. */
export function bringIntoView(list, item) {
  const above = item.offsetTop < list.scrollTop;
  const below = item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight;
  if (above || below) list.scrollTop = item.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
}

/** A button that folds and unfolds `part`. */
function foldButton(label, part) {
  const element = h("button", {
    class: "tk-button tk-run-fold", "aria-expanded": String(!part.hidden),
    "aria-controls": part.id, onclick: () => {
      part.hidden = !part.hidden;
      change(element, { "aria-expanded": String(!part.hidden) });
    },
  }, label);
  return element;
}

/** Mark a line for learners to look at. */
function markLine(items, position, words) {
  for (const item of items) {
    item.querySelector(".tk-run-look")?.remove();
    change(item, { "data-marked": false });
  }
  if (!position || !items[position]) return;
  change(items[position], { "data-marked": true });
  items[position].firstChild.append(h("span", { class: "tk-run-look" }, words.mark));
}

/** The log of the run so far; `isFolded` is its initial state. */
export function logPart(scene, words, head, isFolded) {
  const [lines, items] = [[], []];
  const element = h("ol", {
    class: "tk-run-log", id: uniqueName("log"), "aria-label": words.log, hidden: isFolded,
  });
  const fold = foldButton(words.log, element);
  const choose = roving(element, lines);
  let current = null;
  const reveal = () => {
    for (let position = lines.length; position <= head.furthest; position += 1) {
      lines.push(change(logLine(scene, words, position, () => head.go(position)), { tabindex: -1 }));
      const stop = scene.stops[position];
      items.push(h("li", {}, lines[position], stop.card ? flagButton(stop, words) : null));
      element.append(items[position]);
    }
  };
  const mark = (position) => {
    reveal();
    markLine(items, position, words);
  };
  const show = () => {
    reveal();
    if (current) change(current, { "aria-current": null });
    current = change(items[head.position], { "aria-current": "step" });
    if (!element.contains(document.activeElement)) choose(lines[head.position]);
    // Measuring immediately would force a layout of the whole notebook at every step.
    requestAnimationFrame(() => bringIntoView(element, current));
  };
  return { element, fold, show, mark };
}
