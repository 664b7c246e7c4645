// The end of a game: why it ended, points by source and by round, and what to do next.

import { fill, h, icon, keepKeys, svg } from "../common/dom.js";

// The picture and its margins, in its own units.
const WIDE = 520;
const HIGH = 190;
const LEFT = 30;
const TOP = 10;
const RIGHT = 110;
const BOTTOM = 24;
const DASHES = ["", "9 4", "2 4", "12 4 2 4", "5 5", "16 4", "2 8", "8 3 2 3 2 3"];

class View {
  constructor(model, root) {
    this.model = model;
    this.root = root;
    this.words = model.get("words");
    this.saved = h("p", { class: "tk-ending-saved", role: "status" });
    const button = (name, sign, more = "") => h("button", { class: `tk-button ${more}`,
      onclick: () => this.press(name) }, icon(sign), h("span", {}, this.words[name]));
    const why = model.get("why");
    root.append(
      why ? h("p", { class: "tk-ending-why" }, why) : "",
      h("div", { class: "tk-row" }, button("again", "turn", "tk-primary"), button("from_start", "start"),
        button("save", "save")), this.saved, this.table(), this.course());
  }

  press(name) {
    if (name === "save") this.saved.textContent = this.words.saving;
    this.model.set("pressed", { button: name, fact: null, after: 0, n: Date.now() });
    this.model.save_changes();
  }

  table() {
    const rows = this.model.get("rows");
    const cells = (numbers) => numbers.map((number) => h("td", {}, `${number}`));
    return h("table", { class: "tk-ending-points" },
      h("caption", {}, this.words.sources),
      h("thead", {}, h("tr", {}, h("td"), ...this.model.get("seats").map(({ name, piece, colour, isWinner }) =>
        h("th", { scope: "col", style: { "--tk-of": colour } }, h("b", {}, name), h("span", {}, piece.label),
          isWinner ? h("span", { class: "tk-ending-wins" }, icon("star"), this.words.wins) : null)))),
      h("tbody", {}, rows.map(([label, ...numbers], at) =>
        h("tr", { "data-total": at === rows.length - 1 }, h("th", { scope: "row" }, label), cells(numbers)))));
  }

  /** The points after each round: a line for each player, with dashes of its own and its name at its end. */
  course() {
    const rounds = this.model.get("rounds");
    const lines = this.model.get("course").map((points, at) => {
      const { name, colour, points: own } = this.model.get("seats")[at];
      return { name: own === null ? this.words.together : name, colour, points };
    });
    const most = Math.max(1, ...lines.flatMap(({ points }) => points));
    const least = Math.min(0, ...lines.flatMap(({ points }) => points));
    const x = (at) => LEFT + (at * (WIDE - LEFT - RIGHT)) / Math.max(1, rounds.length - 1);
    const y = (points) => HIGH - BOTTOM - ((points - least) * (HIGH - TOP - BOTTOM)) / (most - least);
    const label = (text, atX, atY, more = {}) => svg("text", { x: atX, y: atY + 4, ...more }, text);
    const ends = spread(lines.map(({ points }) => y(points.at(-1))));
    const shapes = [...ticks(least, most)].flatMap((points) => [
      svg("line", { class: "tk-course-grid", x1: LEFT, x2: WIDE - RIGHT, y1: y(points), y2: y(points) }),
      label(points, LEFT - 6, y(points), { "text-anchor": "end" })]);
    const every = Math.ceil(rounds.length / 12);
    shapes.push(...rounds.flatMap((round, at) =>
      (at % every ? [] : [label(round, x(at), HIGH - 10, { "text-anchor": "middle" })])));
    lines.forEach(({ name, colour, points }, line) => {
      const path = points.map((each, at) => `${at ? "L" : "M"}${x(at)} ${y(each)}`).join("");
      for (const part of ["tk-course-edge", "tk-course-line"]) {
        shapes.push(svg("path", { class: part, d: path, stroke: colour, "stroke-dasharray": DASHES[line % DASHES.length] }));
      }
      shapes.push(svg("circle", { cx: x(points.length - 1), cy: y(points.at(-1)), r: 4.5, fill: colour, class: "tk-course-end" }),
        label(shortened(name), WIDE - RIGHT + 12, ends[line]));
    });
    const spoken = lines.map(({ name, points }) =>
      fill(this.words.line, { name, points: points.join(", ") })).join(" ");
    return h("figure", { class: "tk-ending-course" }, h("figcaption", {}, this.words.course),
      svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${this.words.course}. ${spoken}` }, ...shapes));
  }

  /** Offer the game as a file, and say its name. */
  offer() {
    const { name, content } = this.model.get("file");
    if (!name) return;
    const href = URL.createObjectURL(new Blob([content], { type: "text/html" }));
    h("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10000);
    this.saved.textContent = fill(this.words.saved, { name });
  }
}

const LONGEST = 13; // letters beside a line
const shortened = (name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);

/** Yield some round numbers from `least` to `most`. */
function* ticks(least, most) {
  const step = [1, 2, 5, 10, 20, 50].find((each) => (most - least) / each <= 5) ?? 100;
  for (let at = Math.ceil(least / step) * step; at <= most; at += step) yield at;
}

/** Return heights near these ones, but far enough from each other for a line of text, and in the picture. */
function spread(heights, apart = 14) {
  const order = heights.map((height, at) => [height, at]).sort(([one], [other]) => one - other);
  const found = [];
  let highest = -Infinity;
  for (const [height, at] of order) {
    highest = Math.max(height, highest + apart);
    found[at] = highest;
  }
  let lowest = HIGH - 8;
  for (const [, at] of [...order].reverse()) {
    found[at] = Math.min(found[at], lowest);
    lowest = found[at] - apart;
  }
  return found;
}

function render({ model, el }) {
  const root = h("section", { class: "tk-root tk-ending", "aria-label": model.get("words").ending });
  keepKeys(root);
  const view = new View(model, root);
  const offer = () => view.offer();
  el.append(root);
  model.on("change:file", offer);
  return () => model.off("change:file", offer);
}

export default { render };
