// Rounds across, pieces down: which card ran when; a press goes there. It grows with the run.

import { change, fill, h, roving } from "../common/dom.js";

/** `note` is what the game says of the card, such as its priority. */
function timelineButton({ stop, card, symbol, label, note, skipped }, words, head) {
  const name = fill(words.card, { card, label: [label, note].filter(Boolean).join(" ") });
  return h("button", {
    class: "tk-run-cell", "data-stop": stop, "data-skipped": skipped, tabindex: -1,
    "aria-label": [name, skipped && words.did_nothing].filter(Boolean).join(", "),
    title: name, onclick: () => head.go(stop),
  }, h("span", { class: "tk-run-number" }, String(card)),
  h("span", { class: "tk-run-symbol" }, symbol || label),
  note ? h("span", { class: "tk-run-note" }, note) : null);
}

const noCard = (words) => h("span", { "aria-label": words.nothing_ran, role: "img" }, "–");

/** The cells of the table in the order in which they are known: `{stop, td, fill}`. */
function cellsToCome(rows, rounds, words, head) {
  return Array.from({ length: rounds }, (_, round) => {
    const column = rows.map(({ cells }) => cells[round]);
    const over = Math.max(...column.filter(Boolean).map(({ stop }) => stop));
    return column.map((cell) => ({
      round, td: h("td"), stop: cell?.stop ?? over, // that none ran is known after the round
      make: () => (cell ? timelineButton(cell, words, head) : noCard(words)),
    }));
  });
}

/** Nothing, where one piece runs a program alone. */
export function timelinePart(scene, words, head) {
  const { rounds = 0, rows = [], heads: named = [], title = words.timeline } = scene.timeline;
  if (!rounds) return { element: null, show: () => {} };
  const columns = cellsToCome(rows, rounds, words, head);
  const heads = columns.map((_, i) =>
    h("th", { scope: "col", title: named[i].label }, String(named[i].number)));
  for (const part of [...heads, ...columns.flat().map(({ td }) => td)]) part.hidden = true;
  const table = h("table", { class: "tk-run-timeline", "aria-label": title },
    h("thead", {}, h("tr", {}, h("td", {}), heads)),
    h("tbody", {}, rows.map(({ label }, row) => h("tr", {},
      h("th", { scope: "row" }, label), columns.map((column) => column[row].td)))));
  const buttons = [];
  const choose = roving(table, buttons);
  let coming = columns.flat();
  const reveal = () => {
    const known = coming.filter(({ stop }) => stop <= head.furthest);
    if (!known.length) return;
    coming = coming.filter((cell) => !known.includes(cell));
    for (const { td, round, make } of known) {
      td.append(make());
      for (const part of [heads[round], ...columns[round].map((cell) => cell.td)]) part.hidden = false;
    }
    buttons.splice(0, buttons.length, ...table.querySelectorAll("button"));
  };
  const element = h("div", {},
    h("div", { class: "tk-run-heading" }, title),
    h("div", { class: "tk-run-rounds" }, table));
  const show = () => {
    reveal();
    const here = String(head.position);
    for (const button of buttons) {
      change(button, { "aria-current": button.dataset.stop === here ? "step" : null });
    }
    const current = buttons.find((button) => button.dataset.stop === here);
    if (current && !table.contains(document.activeElement)) choose(current);
  };
  return { element, show };
}
