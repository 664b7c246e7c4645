// The lines of a proof. While a proof is running, the last lines stay, so that nothing jumps.

import { change, h, icon, keepKeys } from "../common/dom.js";

const SIGNS = { good: "check", look: "attention" };

function render({ model, el }) {
  const words = model.get("words");
  const busy = h("span", { class: "tk-find-busy", "aria-hidden": "true" }, words.busy);
  const list = h("ul", { class: "tk-find-lines", tabindex: 0, "aria-label": words.easel });
  const spoken = h("p", { class: "tk-unseen", role: "status" });
  const root = h("section", { class: "tk-root tk-find", "aria-label": words.easel },
    h("h3", {}, words.heading, busy), list, spoken);
  keepKeys(root);
  el.append(root);

  const choose = (square) => {
    model.set("pressed", { button: "show", fact: square, n: (model.get("pressed").n ?? 0) + 1 });
    model.save_changes();
  };
  const drawLine = ({ mood, says, square }) => {
    const sign = SIGNS[mood] ? icon(SIGNS[mood]) : h("span", { class: "tk-find-dot" });
    const text = h("span", {}, says);
    return h("li", { "data-mood": mood }, square
      ? h("button", { class: "tk-find-line", onclick: () => choose(square), title: words.show },
        sign, text, h("b", { class: "tk-find-square", "aria-hidden": "true" }, square.split(" ")[0]))
      : h("span", { class: "tk-find-line" }, sign, text));
  };
  // Lines that say the same are kept, and with them the focus.
  const drawn = new Map();
  const draw = () => {
    const [lines, isBusy] = [model.get("lines"), model.get("busy")];
    if (lines.length || !isBusy) {
      const items = lines.map((line) => {
        const key = JSON.stringify(line);
        if (!drawn.has(key)) drawn.set(key, drawLine(line));
        return drawn.get(key);
      });
      [...list.children].filter((item) => !items.includes(item)).forEach((item) => item.remove());
      items.forEach((item, at) => list.children[at] !== item && list.insertBefore(item, list.children[at] ?? null));
      for (const [key, item] of drawn) if (!items.includes(item)) drawn.delete(key);
    }
    change(root, { "data-busy": isBusy });
    list.setAttribute("aria-busy", isBusy);
    // Said once, when the proof has ended and differs: what comes first, and what to look at.
    const says = lines.filter(({ mood }, at) => at < 2 || mood === "look").map((line) => line.says).join(" ");
    if (!isBusy && spoken.textContent !== says) spoken.textContent = says;
  };
  draw();
  const events = ["change:lines", "change:busy"];
  for (const event of events) model.on(event, draw);
  return () => events.forEach((event) => model.off(event, draw));
}

export default { render };
