// A table with rounds as columns and pieces as rows; a press on a card goes there. It grows with
// the run.

import { change, h, roving } from "../common/dom.js";

/** `note` is the game's note on the card, such as its priority. */
function cellButton({ stop, card, symbol, title, says, note, skipped }, head) {
  return h("button", {
    class: "tk-run-cell", "data-stop": stop, "data-skipped": skipped, tabindex: -1,
    "aria-label": says, title, onclick: () => head.go(stop),
  }, h("span", { class: "tk-run-number" }, String(card)),
  h("span", { class: "tk-run-symbol" }, symbol),
  note ? h("span", { class: "tk-run-note" }, note) : null);
}

const noCard = ({ says }) => h("span", { "aria-label": says, role: "img" }, "–");

/**
 * Return the cells of the table column by column, each with the first stop at which it is known.
 */
function cellsToCome(rows, rounds, head) {
  return Array.from({ length: rounds }, (_, round) => rows.map(({ cells }) => {
    const cell = cells[round];
    const make = () => (cell.stop ? cellButton(cell, head) : noCard(cell));
    return { round, td: h("td"), known: cell.known, make };
  }));
}

/** Return nothing if there is only one piece. */
export function timelinePart(scene, head) {
  const { rounds = 0, rows = [], heads: named = [], title = "" } = scene.timeline;
  if (!rounds) return { element: null, show: () => {} };
  const columns = cellsToCome(rows, rounds, head);
  const heads = columns.map((_, i) =>
    h("th", { scope: "col", title: named[i].label }, String(named[i].number)));
  for (const part of [...heads, ...columns.flat().map(({ td }) => td)]) part.hidden = true;
  const table = h("table", { class: "tk-run-timeline", "aria-label": title },
    h("thead", {}, h("tr", {}, h("td", {}), heads)),
    h("tbody", {}, rows.map(({ label, colour }, row) => h("tr", {},
      h("th", { scope: "row", style: { "--of": colour ?? "transparent" } }, label), columns.map((column) => column[row].td)))));
  const buttons = [];
  const choose = roving(table, buttons);
  let coming = columns.flat();
  const reveal = () => {
    const known = coming.filter((cell) => cell.known <= head.furthest);
    if (!known.length) return;
    coming = coming.filter((cell) => !known.includes(cell));
    for (const { td, round, make } of known) {
      td.append(make());
      for (const part of [heads[round], ...columns[round].map((cell) => cell.td)]) part.hidden = false;
    }
    buttons.splice(0, buttons.length, ...table.querySelectorAll("button"));
  };
  const element = h("div", {},
    h("h3", { class: "tk-run-heading" }, title),
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
