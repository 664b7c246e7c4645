// The editor on the page. The kernel decides which edits can be made (`ways`); they are offered
// here.

import { change, fill, h, icon, keepKeys, neighbour, saving, uniqueName } from "../common/dom.js";
import { Row } from "./row.js";

// Steps of each key among the buttons of the tray or the row.
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

class RowEditor {
  constructor(model) {
    this.model = model;
    this.held = null; // the selected card of the tray
    this.words = model.get("words");
    this.build();
    this.draw();
  }

  word(key, facts) {
    return fill(this.words[key], facts);
  }

  build() {
    const { words } = this;
    this.tray = h("div", { class: "tk-lay-tray", role: "toolbar", "aria-label": words.tray });
    this.help = h("p", { class: "tk-lay-help" });
    this.before = h("ol", { class: "tk-edit-row tk-edit-before", "aria-label": words.row_before });
    this.now = h("ol", { class: "tk-edit-row", "aria-label": words.row_now });
    this.list = h("ol", { class: "tk-edit-list", "aria-label": words.edits });
    this.none = h("p", { class: "tk-edit-none" }, words.no_edits);
    this.undo = this.button("undo", "undo", () => this.takeBack(this.edits.length - 1));
    this.clear = this.button("clear", "bin", () => this.change([], "cleared"));
    this.status = h("p", { class: "tk-lay-status", role: "status", "aria-live": "polite" });
    this.problem = h("p", { class: "tk-edit-problem", role: "alert" });
    this.root = h("div", { class: "tk-root tk-builder tk-editor", role: "region", "aria-label": words.row_editor },
      h("div", { class: "tk-lay-felt" }, this.tray, this.help),
      this.labelled(words.row_before, this.before), this.labelled(words.row_now, this.now),
      this.labelled(words.edits, h("div", {}, this.list, this.none)),
      h("div", { class: "tk-lay-bar" }, this.undo, this.clear),
      this.status, this.problem, this.typing());
    this.save = saving(this.model, this.root);
    keepKeys(this.root);
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("pointerdown", ({ pointerType }) => { this.isFinger = pointerType === "touch"; });
    this.root.addEventListener("contextmenu", (event) => this.noMenu(event));
  }

  /** Show no context menu after a long press. */
  noMenu(event) {
    if (!this.isFinger || !event.target.closest("button")) return;
    event.preventDefault();
    event.stopPropagation();
  }

  labelled(name, part) {
    return h("div", { class: "tk-edit-part" }, h("span", { class: "tk-edit-name", "aria-hidden": "true" }, name), part);
  }

  button(name, sign, act) {
    const button = h("button", { class: "tk-button" }, icon(sign), this.words[name]);
    button.addEventListener("click", () => button.getAttribute("aria-disabled") !== "true" && act());
    return button;
  }

  typing() {
    const id = uniqueName("edits");
    this.area = h("textarea", { id, class: "tk-field tk-edit-text", rows: 3, spellcheck: "false" });
    const take = () => {
      this.model.set("draft", { source: this.area.value, n: (this.model.get("draft").n ?? 0) + 1 });
      this.save();
    };
    this.area.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      take();
    });
    return h("details", { class: "tk-edit-typing" }, h("summary", {}, this.words.side),
      h("label", { for: id }, this.words.text), this.area,
      h("button", { class: "tk-button", onclick: take }, this.words.apply));
  }

  // ---- actions

  get edits() {
    return this.model.get("edits");
  }

  change(edits, says, facts) {
    this.held = null;
    this.status.textContent = this.word(says, facts);
    this.model.set("edits", edits);
    this.save();
  }

  make(way) {
    this.focusNext = way.card ? `tray ${way.card}` : "undo";
    this.change([...this.edits, way.text], "added", { edit: way.text });
  }

  takeBack(index) {
    const edit = this.edits[index];
    this.change(this.edits.filter((_, at) => at !== index), "removed", { edit });
  }

  hold(id) {
    this.held = this.held === id ? null : id;
    this.draw();
  }

  key(event) {
    if (event.key === "Escape" && this.held !== null) {
      this.focusNext = `tray ${this.held}`;
      this.hold(this.held);
      return;
    }
    const step = STEPS[event.key];
    const box = step && event.target.closest(".tk-lay-tray, .tk-edit-row");
    if (!box) return;
    event.preventDefault();
    neighbour([...box.querySelectorAll("button")], event.target, step).focus();
  }

  // ---- drawing

  faces() {
    const faces = this.model.get("tray").map((card) => [card.id, card]);
    return { ...this.model.get("faces"), ...Object.fromEntries(faces) };
  }

  rowOf({ cards, loops }) {
    return new Row(cards, loops, this.faces(), this.words);
  }

  waysWith(card) {
    return this.model.get("ways").filter((way) => way.card === card);
  }

  draw() {
    const focused = this.focusNext ?? this.root.contains(document.activeElement)
      ? this.focusNext ?? document.activeElement.dataset.key : null;
    this.focusNext = null;
    this.tray.replaceChildren(...this.model.get("tray").map((card) => this.trayCard(card)));
    this.help.textContent = this.helpText();
    this.before.replaceChildren(...this.rowOf(this.model.get("before")).draw());
    this.now.replaceChildren(...this.rowOf(this.model.get("row")).draw((first, last) => this.place(first, last)));
    this.list.replaceChildren(...this.edits.map((edit, index) => this.entry(edit, index)));
    this.list.hidden = !this.edits.length;
    this.none.hidden = Boolean(this.edits.length);
    for (const button of [this.undo, this.clear]) {
      change(button, { "aria-disabled": this.edits.length ? null : "true" });
    }
    const { edit, says } = this.model.get("problem");
    this.problem.textContent = edit ? this.word("wrong", { edit, says }) : "";
    if (document.activeElement !== this.area) this.area.value = this.edits.join("\n");
    if (focused) this.focus(focused);
  }

  focus(key) {
    const found = [...this.root.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key);
    (found ?? this.undo).focus();
  }

  helpText() {
    if (this.held === null) return this.words.choose;
    const { label } = this.faces()[this.held];
    return this.word(this.waysWith(this.held).length ? "place" : "nowhere", { label });
  }

  trayCard({ id, symbol, label, limit, help, kind }) {
    const left = limit === null || limit === undefined ? null
      : Math.max(0, limit - this.model.get("laid").filter((name) => name === id).length);
    const spoken = left === null ? label : this.word(left ? "left" : "none_left", { label, left });
    const isLoop = this.isLoop(id);
    const button = h("button", {
      class: `tk-lay-card tk-lay-tray-card ${isLoop ? "tk-lay-repeat" : `tk-kind-${kind}`}`, "aria-label": spoken,
      "aria-pressed": this.held === id ? "true" : "false", "aria-disabled": left === 0 ? "true" : null,
      "data-key": `tray ${id}`, "data-card": id, title: help,
    }, h("span", { class: "tk-lay-symbol" }, symbol), h("span", { class: "tk-lay-name" }, label),
    left === null ? null : h("span", { class: "tk-lay-count" }, `${left}`));
    button.addEventListener("click", () => left !== 0 && this.hold(id));
    return button;
  }

  isLoop(id) {
    const card = this.model.get("tray").find((each) => each.id === id);
    return Boolean(card) && typeof card.node === "object" && !Array.isArray(card.node);
  }

  /**
   * Return a button that puts the selected card here or removes a loop, or null if neither can be
   * done.
   */
  place(first, last) {
    const way = this.waysWith(this.held ?? "").find((each) => each.first === first && each.last === last);
    if (!way) return null;
    const label = this.placeName(way);
    const button = h("button", {
      class: "tk-button tk-edit-place", "aria-label": label, title: label, "data-key": `place ${first} ${last}`,
    }, this.held === null ? icon("remove") : icon(last < first ? "add" : "down"));
    button.addEventListener("click", () => this.make(way));
    return button;
  }

  placeName({ card, first, last }) {
    const two = last > first ? "_two" : "";
    if (!card) {
      const { times } = this.rowOf(this.model.get("row")).loopAt(first);
      return this.word(`off${two}`, { times, card: first, last });
    }
    const { label } = this.faces()[card];
    if (this.isLoop(card)) return this.word(`around${two}`, { label, card: first, last });
    if (last === first) return this.word("cover", { label, card: first });
    return this.word(first > this.model.get("row").cards.length ? "append" : "insert", { label, card: first });
  }

  entry(edit, index) {
    const isWrong = this.model.get("problem").edit === index + 1;
    const button = h("button", {
      class: "tk-button", "aria-label": this.word("take_back", { edit }), "data-key": `edit ${index}`,
    }, icon("remove"));
    button.addEventListener("click", () => this.takeBack(index));
    return h("li", { "data-wrong": isWrong }, h("code", {}, edit), button);
  }
}

function render({ model, el }) {
  const editor = new RowEditor(model);
  const draw = () => editor.draw();
  const names = ["tray", "faces", "before", "row", "edits", "laid", "ways", "problem"];
  el.append(editor.root);
  for (const name of names) model.on(`change:${name}`, draw);
  return () => {
    for (const name of names) model.off(`change:${name}`, draw);
  };
}

export default { render };
