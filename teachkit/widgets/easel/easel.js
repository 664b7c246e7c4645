// The painting surface: a palette, the board, and the same board as text. Python paints; here, a
// stroke is shown until Python has answered it.

import { change, fill, h, icon, keepKeys, saving } from "../common/dom.js";
import { besideSquare, turnedBy } from "../common/squares.js";
import { Palette } from "./palette.js";
import { partsOf, Surface } from "./surface.js";
import { Typing } from "./typing.js";

const LEAST = 3;
const MOST = 12;
const FEW = 8; // things that fit in a row above the board

class Easel {
  constructor(model, root, signal) {
    Object.assign(this, { model, root, words: model.get("words") });
    this.save = saving(model, root);
    this.says = h("p", { class: "tk-easel-says", role: "status", "aria-live": "polite" });
    this.complaint = h("p", { class: "tk-easel-complaint", role: "alert" });
    this.palette = new Palette(model.get("tiles"), this.words, signal, () => this.surface?.drawCursor());
    this.surface = new Surface(this.words, signal, {
      brush: () => this.palette,
      tile: (name) => this.palette.of(name),
      lettered: (key) => this.palette.lettered(key),
      paint: (places) => this.paint(places),
      erase: (places) => this.send("erase", places, this.chips(places, null)),
      aim: (heading) => { this.palette.turn(heading); this.tell(this.words[heading]); },
      pick: (tile) => this.palette.pick(tile),
      type: (digit) => this.palette.type(digit) && this.tell(this.palette.named),
      detail: (by) => { this.palette.next(by); this.tell(this.palette.named); },
      move: (square) => this.tell(this.described(square)),
    });
    this.typing = new Typing(model, this.words, this.save);
    this.build();
    this.draw();
  }

  word(name, facts) {
    return fill(this.words[name], facts);
  }

  // ---- strokes

  /** Send a stroke together with all that are not answered yet, so that none is lost. */
  send(action, facts = [], drawn = []) {
    const answered = this.model.get("answered");
    const waiting = this.model.get("strokes").filter(({ n }) => n > answered);
    const n = Math.max(answered, ...waiting.map((stroke) => stroke.n)) + 1;
    this.surface.expect(n, drawn);
    this.sent = { n, action: action === "copy" && !facts.length ? "list" : action };
    this.model.set("strokes", [...waiting, { n, do: action, with: facts }]);
    this.save();
  }

  paint(places) {
    const { tile, detail } = this.palette;
    this.palette.typed = "";
    this.send("paint", places.map((where) => [tile.name, where, detail]), this.chips(places, tile));
  }

  chips(places, tile) {
    return places.map((where) => this.surface.chip(where, tile));
  }

  // ---- what is said

  tell(says) {
    this.says.textContent = says;
  }

  /** Return what is on a square and on its edges, in words. */
  described(square) {
    const here = this.model.get("marks").flatMap(([thing, where, detail]) => {
      const tile = this.palette.of(thing) ?? { says: thing, place: "square" };
      const [on, side] = partsOf(where);
      const facing = on === square ? side : this.otherSide(tile, on, side, square);
      if (on !== square && !facing) return [];
      const says = detail ? `${tile.says} ${detail}` : tile.says;
      return facing ? this.word(tile.place === "edge" ? "on_side" : "facing", { says, side: this.words[facing] }) : says;
    });
    return this.word("here", { square, things: here.join(", ") || this.words.empty });
  }

  /** Return the side on which an edge of another square is seen from `square`. */
  otherSide(tile, on, side, square) {
    const isShared = tile.place === "edge" && !tile.needs && this.form.squares[on];
    return isShared && besideSquare(this.form, on, side) === square && on !== square ? turnedBy(side, 2) : null;
  }

  get form() {
    return this.model.get("canvas");
  }

  answer() {
    const answered = this.model.get("answered");
    this.surface.answer(answered);
    if (this.sent?.n !== answered) return;
    const { action } = this.sent;
    const [columns, rows] = this.model.get("size");
    this.tell(["paint", "erase"].includes(action) ? this.described(this.surface.cursor)
      : fill(this.words[`did_${action}`] ?? "", { columns, rows }));
  }

  // ---- building

  build() {
    const { words } = this;
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.undo = this.button("undo", "undo", () => this.send("undo"));
    this.redo = this.button("redo", "redo", () => this.send("redo"));
    const isFree = !this.model.get("limited");
    const canTurn = isFree && this.model.get("size")[0] > 0;
    const changes = [...(canTurn ? ["turn", "mirror"] : []), ...(isFree ? ["redraw"] : [])];
    this.size = h("div", { class: "tk-easel-size" });
    const bar = h("div", { class: "tk-easel-bar", role: "group", "aria-label": words.change },
      this.palette.eraser, this.undo, this.redo,
      changes.map((name) => this.button(name, { redraw: "dice" }[name] ?? name, () => this.send(name))), this.size);
    this.shelf = isFree ? this.makeShelf() : null;
    this.numbers = h("div", { class: "tk-easel-numbers" });
    const board = h("div", { class: "tk-easel-middle" }, this.palette.tool, this.surface.element, this.says, this.complaint);
    const { length } = this.model.get("tiles");
    change(this.root, { "data-few": length > 0 && length <= FEW, "data-still": !length });
    if (!length) this.surface.rest();
    this.root.append(h("div", { class: "tk-easel-parts" }, ...(length ? [bar, this.palette.element, board,
      h("div", { class: "tk-easel-below" }, this.numbers, this.shelf, this.typing.element)] : [this.surface.element])));
  }

  button(name, sign, press) {
    const says = this.words[name];
    return h("button", {
      class: "tk-button", "data-name": name, "aria-label": says, title: says,
      onclick: ({ currentTarget }) => currentTarget.getAttribute("aria-disabled") !== "true" && press(),
    }, icon(sign));
  }

  /** The boards that come with teachkit; they are listed when they are asked for. */
  makeShelf() {
    const { words } = this;
    this.list = h("select", { class: "tk-field", "aria-label": words.shipped });
    const take = h("button", { class: "tk-button", onclick: () => this.list.value && this.send("copy", [this.list.value]) }, words.take);
    const ask = ({ currentTarget }) => { if (currentTarget.open && !this.model.get("shipped").length) this.send("copy"); };
    return h("details", { class: "tk-easel-side", ontoggle: ask }, h("summary", {}, words.shipped),
      h("div", { class: "tk-easel-shelf" }, this.list, take));
  }

  drawShelf() {
    const groups = new Map();
    for (const [group, title] of this.model.get("shipped")) groups.set(group, [...groups.get(group) ?? [], title]);
    this.list?.replaceChildren(...[...groups].map(([label, titles]) => h("optgroup", { label },
      titles.map((title) => h("option", { value: title }, title)))));
  }

  stepper(name, value, resize) {
    const press = (by, sign) => {
      const isOver = value + by < LEAST || value + by > MOST;
      const says = this.word(by < 0 ? "less" : "more", { name: this.words[name] });
      return h("button", {
        class: "tk-button", "data-name": `${name} ${by}`, "aria-label": says, title: says, "aria-disabled": isOver ? "true" : null,
        onclick: () => !isOver && resize(value + by),
      }, sign);
    };
    return h("div", { class: "tk-easel-stepper", role: "group", "aria-label": `${this.words[name]}: ${value}` },
      h("span", { "aria-hidden": "true", "data-sign": name === "rows" ? "↕" : "↔" }, this.words[name]), press(-1, "−"), h("b", { "aria-hidden": "true" }, `${value}`), press(1, "+"));
  }

  drawSize() {
    const [columns, rows] = this.model.get("size");
    const isHidden = this.model.get("fixed") || !columns;
    this.size.replaceChildren(...(isHidden ? [] : [
      this.stepper("columns", columns, (to) => this.send("resize", [to, rows])),
      this.stepper("rows", rows, (to) => this.send("resize", [columns, to]))]));
  }

  drawNumbers() {
    const numbers = Object.entries(this.model.get("numbers")).map(([name, value]) => [name, [value].flat().join(", ")]);
    this.numbers.replaceChildren(...numbers.map(([name, value]) => h("label", {}, this.words[name], h("input", {
      class: "tk-field", type: "text", inputmode: "numeric", autocomplete: "off", "data-name": `number ${name}`, value,
      style: { "--letters": Math.max(2, value.length) },
      onchange: ({ target }) => this.send("set", [name, target.value]),
    }))));
  }

  // ---- drawing

  draw() {
    const focused = this.root.contains(document.activeElement) && document.activeElement.dataset.name;
    change(this.undo, { "aria-disabled": this.model.get("can_undo") ? null : "true" });
    change(this.redo, { "aria-disabled": this.model.get("can_redo") ? null : "true" });
    this.drawSize();
    this.drawNumbers();
    this.drawShelf();
    this.typing.draw();
    const complaint = this.model.get("complaint");
    if (this.complaint.textContent !== complaint) this.complaint.textContent = complaint;
    change(this.typing.area, { "aria-invalid": complaint ? "true" : null });
    this.surface.show(this.form, this.model.get("marks"));
    this.surface.highlight(this.model.get("marked"));
    if (focused && !this.root.contains(document.activeElement)) this.root.querySelector(`[data-name="${focused}"]`)?.focus();
  }

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest("input, textarea")) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    this.send(key === "z" && !event.shiftKey ? "undo" : "redo");
  }
}

function render({ model, el }) {
  const root = h("section", { class: "tk-root tk-easel", "aria-label": model.get("words").easel });
  const gone = new AbortController();
  keepKeys(root);
  const easel = new Easel(model, root, gone.signal);
  const draw = () => easel.draw();
  const answer = () => easel.answer();
  el.append(root);
  const shown = ["canvas", "marks", "size", "numbers", "shipped", "text", "complaint", "marked", "can_undo", "can_redo"];
  for (const name of shown) model.on(`change:${name}`, draw);
  model.on("change:answered", answer);
  return () => {
    for (const name of shown) model.off(`change:${name}`, draw);
    model.off("change:answered", answer);
    easel.typing.stop();
    gone.abort();
  };
}

export default { render };
