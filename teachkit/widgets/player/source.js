// A program in Python: the line that just ran, the line that runs next, and the variables.

import { change, h, icon } from "../common/dom.js";
import { bringIntoView } from "./log.js";

/** The lines of the cell; those before the first line with code are left out. */
function codeLines(scene) {
  const lines = (scene.source ?? "").trimEnd().split("\n");
  const first = Math.max(0, lines.findIndex((line) => line.trim()));
  return lines.slice(first).map((text, i) => ({ number: first + i + 1, text }));
}

/** A row for each variable; those that changed since the previous stop are emphasized. */
function variableRows(now, before) {
  return Object.entries(now).map(([name, value]) =>
    h("div", { class: "tk-run-variable", "data-new": before[name] !== value },
      h("dt", {}, name), h("dd", {}, value)));
}

const variablesOf = (stop) => stop.frames?.at(-1)?.variables ?? {};

export function sourcePart(scene, words, head) {
  const items = new Map(codeLines(scene).map(({ number, text }) => [number,
    h("li", { class: "tk-run-code-line", value: number },
      h("span", { class: "tk-run-number" }, String(number)),
      h("code", {}, text || " "), h("span", { class: "tk-run-mark" }))]));
  const code = h("ol", {
    class: "tk-run-code", "aria-label": words.source, tabindex: "0",
  }, ...items.values());
  const known = h("dl", { class: "tk-run-variables" });
  const nothing = h("p", { class: "tk-run-next" }, words.no_variables);
  const variables = h("div", { role: "group", "aria-label": words.variables },
    h("h3", { class: "tk-run-heading" }, words.variables), nothing, known);
  const element = h("div", { class: "tk-run-source" }, code, variables);

  const lineOf = (stop) => stop?.line || 0;
  const show = () => {
    const ran = scene.stops[head.position];
    const before = variablesOf(scene.stops[Math.max(0, head.position - 1)]);
    const next = lineOf(scene.stops[head.position + 1]);
    for (const [number, item] of items) {
      const hasRun = number === lineOf(ran);
      const isWrong = hasRun && (ran.skipped || ran.wrong);
      change(item, {
        "data-ran": hasRun && !isWrong,
        "data-skipped": isWrong,
        "data-around": (ran.around ?? []).includes(number),
        "data-next": number === next,
        "aria-current": hasRun ? "step" : null,
      });
      const sign = hasRun ? [icon(isWrong ? "attention" : "check")] : [];
      item.querySelector(".tk-run-mark").replaceChildren(...sign);
    }
    const now = variablesOf(ran);
    known.replaceChildren(...variableRows(now, before));
    nothing.hidden = Object.keys(now).length > 0;
    const shown = items.get(lineOf(ran)) ?? items.get(next);
    if (shown) requestAnimationFrame(() => bringIntoView(code, shown));
  };
  return { element, show };
}
