// Rounds across, pieces down: which card ran when; a press goes there.

function timelineCell(cell, words, head) {
  if (!cell) return h("td", {}, h("span", { "aria-label": words.nothing_ran, role: "img" }, "–"));
  const { stop, card, symbol, label, skipped } = cell;
  const name = fill(words.card, { card, label });
  return h("td", {}, h("button", {
    class: "tk-run-cell", "data-stop": stop, "data-skipped": skipped,
    "aria-label": [name, skipped && words.did_nothing].filter(Boolean).join(", "),
    title: name, onclick: () => head.go(stop),
  }, h("span", { class: "tk-run-number" }, String(card)),
  h("span", { class: "tk-run-symbol" }, symbol || label)));
}

/** Nothing, where one piece runs a program alone. */
function timelinePart(scene, words, head) {
  const { rounds = 0, rows = [] } = scene.timeline;
  if (!rounds) return { element: null, show: () => {} };
  const heads = Array.from({ length: rounds }, (_, i) =>
    h("th", { scope: "col", title: fill(words.round, { number: i + 1 }) }, String(i + 1)));
  const table = h("table", { class: "tk-run-timeline", "aria-label": words.timeline },
    h("thead", {}, h("tr", {}, h("td", {}), heads)),
    h("tbody", {}, rows.map(({ label, cells }) => h("tr", {},
      h("th", { scope: "row" }, label), cells.map((cell) => timelineCell(cell, words, head))))));
  const buttons = [...table.querySelectorAll("button")];
  const choose = roving(table, buttons);
  const element = h("div", {},
    h("div", { class: "tk-run-heading" }, words.timeline),
    h("div", { class: "tk-run-rounds" }, table));
  const show = () => {
    const here = String(head.position);
    for (const button of buttons) {
      change(button, { "aria-current": button.dataset.stop === here ? "step" : null });
    }
    const current = buttons.find((button) => button.dataset.stop === here);
    if (current && !table.contains(document.activeElement)) choose(current);
  };
  return { element, show };
}
