// A whole match: the players with their points, and a list of its rounds.

import { change, h } from "../common/dom.js";
import { iconButton } from "./transport.js";

/** One player: the piece, the name, and the points, with a note when they change. */
function playerItem(name, piece = "", picture = "") {
  const points = h("b", { class: "tk-run-points" });
  const gain = h("span", { class: "tk-run-gain" });
  const element = h("li", {}, picture ? h("img", { src: picture, alt: "" }) : null,
    h("span", { class: "tk-run-name" }, h("span", {}, name),
      piece && piece !== name ? h("small", {}, piece) : null), points, gain);
  const show = (now, before) => {
    const more = now - before;
    points.textContent = String(now);
    gain.textContent = more ? `${more > 0 ? "+" : "−"}${Math.abs(more)}` : "";
  };
  return { element, show };
}

/** The points of all players at this stop; one number if they win or lose together. */
export function scoresPart({ names, pieces, together, stops }, pictures, words, head) {
  const players = Object.keys(names);
  const labels = Object.fromEntries(pieces.map(({ id, label }) => [id, label]));
  if (!players.length) return { element: null, show: () => {} };
  const items = together
    ? [playerItem([...new Set(Object.values(names))].join(", "))]
    : players.map((piece) => playerItem(names[piece], labels[piece], pictures.get(piece)));
  const element = h("ul", { class: "tk-run-scores", "aria-label": words.scores },
    items.map((item) => item.element));
  const show = () => {
    const { scores } = stops[head.position];
    const before = stops[Math.max(0, head.position - 1)].scores;
    const most = Math.max(...players.map((piece) => scores[piece] ?? 0));
    items.forEach((item, number) => {
      const piece = players[number];
      item.show(scores[piece] ?? 0, before[piece] ?? 0);
      change(item.element, { "data-leads": !together && most > 0 && scores[piece] === most });
    });
  };
  return { element, show };
}

/** A list of the rounds to jump to, between buttons for the previous and the next one. */
export function chaptersPart({ chapters }, words, head) {
  if (!chapters.length) return { element: null, show: () => {} };
  const list = h("select", {
    class: "tk-field", "aria-label": words.chapters,
    onchange: () => head.go(chapters[Number(list.value)]?.stop ?? 0),
  }, h("option", { value: -1 }, words.beginning),
  chapters.map(({ title }, number) => h("option", { value: number }, title)));
  const element = h("div", { class: "tk-run-chapters" },
    iconButton("chapter_back", words, () => head.toChapter(-1)), list,
    iconButton("chapter_next", words, () => head.toChapter(1)));
  const show = () => { list.value = String(head.chapter); };
  return { element, show };
}
