// The tabs of the studio; the style sheet shows the page that the studio is marked with.

import { h, keepKeys, neighbour } from "../common/dom.js";

const PAGES = ["ask", "program", "words", "wishes", "share"];

function render({ model, el }) {
  const words = model.get("words");
  const open = (page) => {
    model.set("page", page);
    model.save_changes();
  };
  const tabs = PAGES.map((page) => h("button", {
    class: "tk-button tk-studio-tab", "aria-pressed": "false", "data-page": page, onclick: () => open(page),
  }, words[page]));
  const root = h("nav", {
    class: "tk-root tk-studio-tabs-in", "aria-label": words.studio,
    onkeydown: (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (way) neighbour(tabs, event.target, way).focus();
    },
  }, tabs);
  keepKeys(root);
  el.append(root);
  const draw = () => {
    const page = model.get("page");
    for (const tab of tabs) tab.setAttribute("aria-pressed", `${tab.dataset.page === page}`);
    root.closest(".tk-studio")?.setAttribute("data-page", page);
  };
  draw();
  requestAnimationFrame(draw); // by then it is inside the studio
  model.on("change:page", draw);
  return () => model.off("change:page", draw);
}

export default { render };
