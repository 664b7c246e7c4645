// A program in Python: the line that just ran, the line that runs next, and the variables.

import { change, h, icon } from "../common/dom.js";
import { bringIntoView } from "./log.js";

/** The lines of the cell; those before the first line with code are left out. */
function codeLines(scene) {
  const lines = (scene.source ?? "").trimEnd().split("\n");
  const first = Math.max(0, lines.findIndex((line) => line.trim()));
  return lines.slice(first).map((text, i) => ({ number: first + i + 1, text }));
}

/** Return the variables of each frame; those that changed since the previous stop are emphasized. */
function frameRows(frames, earlier) {
  return frames.map(({ name, variables }, at) => {
    const before = earlier[at]?.name === name ? earlier[at].variables : {};
    const rows = Object.entries(variables).map(([variable, value]) =>
      h("div", { class: "tk-run-variable", "data-new": before[variable] !== value },
        h("dt", {}, variable), h("dd", {}, value)));
    return h("div", { class: "tk-run-frame" }, name ? h("b", {}, name) : null,
      h("dl", { class: "tk-run-variables" }, rows));
  });
}

export function sourcePart(scene, words, head) {
  const items = new Map(codeLines(scene).map(({ number, text }) => [number,
    h("li", { class: "tk-run-code-line", value: number },
      h("span", { class: "tk-run-number" }, String(number)),
      h("code", {}, text || " "), h("span", { class: "tk-run-mark" }))]));
  const code = h("ol", {
    class: "tk-run-code", "aria-label": words.source, tabindex: "0",
  }, ...items.values());
  const known = h("div", {});
  const nothing = h("p", { class: "tk-run-next" }, words.no_variables);
  const variables = h("div", { role: "group", "aria-label": words.variables },
    h("h3", { class: "tk-run-heading" }, words.variables), nothing, known);
  const element = h("div", { class: "tk-run-source" }, code, variables);

  const lineOf = (stop) => stop?.line || 0;
  const show = () => {
    const ran = scene.stops[head.position];
    const { frames: before = [] } = scene.stops[Math.max(0, head.position - 1)];
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
    const { frames = [] } = ran;
    known.replaceChildren(...frameRows(frames, before));
    nothing.hidden = frames.some(({ name, variables }) => name || Object.keys(variables).length);
    const shown = items.get(lineOf(ran)) ?? items.get(next);
    if (shown) requestAnimationFrame(() => bringIntoView(code, shown));
  };
  return { element, show };
}
