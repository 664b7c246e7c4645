// A table with a row for each step. Pointing at the board fills the current row and moves on.

import { change, fill, h, keepKeys, saving } from "../common/dom.js";
import { asShown, asStored, followBoard, placeIn, Pointer, saidOf } from "./board.js";
import { field, headingButtons, markOf } from "./fields.js";

class View {
  constructor(model, root, signal) {
    this.model = model;
    this.root = root;
    this.save = saving(model, root);
    this.words = model.get("words");
    this.hand = 0;
    this.pointed = [];
    this.turned = null; // the place of a moved ghost, until Enter accepts it
    this.pointer = new Pointer(this.words, signal, (place, isTaken) => this.point(place, isTaken));
    this.build();
    this.pointer.show(this.form);
    if (this.isBoard) {
      followBoard(root, { found: (sheet) => sheet.append(this.pointer.element), signal });
    }
  }

  get form() {
    return this.model.get("form");
  }

  get isBoard() {
    return this.form.shape === "stand";
  }

  build() {
    const { words } = this;
    const labels = this.model.get("rows");
    this.fields = labels.map((label, at) => field({
      "aria-label": fill(words.row, { row: at + 1, label }), placeholder: at ? "" : this.form.example,
      inputmode: this.isBoard ? null : "numeric", oninput: () => this.write(), onfocus: () => this.take(at),
      onkeydown: (event) => this.key(event, at),
    }));
    this.marks = labels.map(() => h("td", { class: "tk-row-mark" }));
    this.rows = labels.map((label, at) => h("tr", { onclick: () => this.take(at) },
      h("th", { scope: "row" }, String(at + 1)), h("td", {}, label), h("td", {}, this.fields[at]), this.marks[at]));
    this.headings = headingButtons(words, this.form.headings, (heading) =>
      this.point({ ...this.ghost.place, heading }, true));
    const skip = h("button", { class: "tk-button", "data-skip": true, onclick: () => this.fill(words.skipped) }, words.skip);
    this.note = h("p", { class: "tk-predict-note", role: "status", "aria-live": "polite" });
    const unseen = (word) => h("span", { class: "tk-unseen" }, word);
    const head = [unseen(words.column_line), words.column_step, words.column_after, unseen(words.column_mark)]
      .map((name) => h("th", { scope: "col" }, name));
    this.root.append(
      h("div", { class: "tk-predict-row" }, this.headings.element, skip, this.note),
      h("table", { class: "tk-rows" }, h("caption", {}, this.model.get("label")),
        h("thead", {}, h("tr", {}, head)), h("tbody", {}, this.rows)));
  }

  // ---- the content of the rows

  /** Return what Python stores of a row. */
  stored(at) {
    return asStored(this.fields[at].value, this.form);
  }

  get answer() {
    return this.fields.map((_, at) => this.stored(at)).join("\n").trimEnd();
  }

  /** Return a row as the game words it; known immediately if it was pointed at. */
  said(at) {
    const written = this.stored(at);
    return this.fields[at].value === this.pointed[at] ? written : this.model.get("said")[at] ?? "";
  }

  /** Return the place after a row, from the answers so far; a skipped row moves nothing. */
  placeAfter(at) {
    if (at < 0) return placeIn(this.form.start, this.form);
    return placeIn(this.said(at), this.form) ?? this.placeAfter(at - 1);
  }

  /** The ghost of the current row; without an answer it waits at the previous place. */
  get ghost() {
    if (this.turned) return { place: this.turned, isWaiting: true };
    const own = placeIn(this.said(this.hand), this.form);
    return { place: own ?? this.placeAfter(this.hand - 1), isWaiting: !own };
  }

  write() {
    this.turned = null;
    this.model.set("answer", this.answer);
    this.save();
    this.draw();
  }

  /** Make this the current row. */
  take(at) {
    if (this.hand !== at) this.turned = null;
    this.hand = at;
    this.draw();
  }

  /** Answer the current row, then go on to the next empty one. */
  fill(answer) {
    if (this.model.get("locked")) return;
    const { hand } = this;
    this.fields[hand].value = this.pointed[hand] = answer;
    const empty = this.fields.findIndex(({ value }, at) => at > hand && !value.trim());
    this.hand = empty < 0 ? Math.min(hand + 1, this.fields.length - 1) : empty;
    this.write();
    this.note.textContent = fill(this.words.filled, { row: hand + 1, answer });
  }

  point(place, isTaken) {
    if (isTaken) return this.fill(asShown(saidOf(place), this.form));
    this.turned = place;
    this.note.textContent = this.pointer.spoken(place);
    return this.draw();
  }

  key(event, at) {
    const way = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    this.fields[at + way]?.focus();
  }

  draw() {
    const lines = this.model.get("checked").split("\n");
    const marks = this.model.get("marks");
    this.rows.forEach((row, at) => {
      change(row, { "aria-current": at === this.hand ? "true" : null });
      const isChecked = marks[at] && (lines[at] ?? "") === this.stored(at);
      const right = isChecked ? marks[at].right : null;
      change(row, { "data-right": right === null ? null : String(right) });
      this.marks[at].replaceChildren(...(right === null ? []
        : [markOf(right, right ? this.words.row_right : this.words.row_wrong)]));
      this.fields[at].readOnly = this.model.get("locked");
    });
    this.pointer.lock(this.model.get("locked"));
    if (!this.isBoard) return;
    const isWrong = this.rows[this.hand].dataset.right === "false" && !this.ghost.isWaiting;
    this.pointer.draw(this.ghost.place, { ...this.ghost, right: isWrong ? false : null });
    this.headings.mark(this.ghost.place.heading);
  }

  /** Turn to the first wrong row; its ghost shows what the learner wrote there. */
  judge() {
    const wrong = this.model.get("marks").findIndex(({ right }) => !right);
    if (wrong >= 0) this.hand = wrong;
    this.draw();
  }

  /** The answer was changed from outside; our own changes are shown already. */
  follow() {
    const written = this.model.get("answer");
    if (written === this.answer) return;
    written.split("\n").forEach((line, at) => { if (this.fields[at]) this.fields[at].value = asShown(line, this.form); });
    if (!written) this.fields.forEach((each) => { each.value = ""; });
    this.turned = null;
    this.hand = Math.max(0, this.fields.findIndex(({ value }) => !value.trim()));
    this.draw();
  }
}

function render({ model, el }) {
  const root = h("section", { class: "tk-root tk-predict tk-trace", "aria-label": model.get("words").prediction });
  const gone = new AbortController();
  keepKeys(root);
  const view = new View(model, root, gone.signal);
  const draw = () => view.draw();
  const follow = () => view.follow();
  const judge = () => view.judge();
  follow();
  draw();
  el.append(root);
  const shown = ["said", "checked", "locked"];
  for (const name of shown) model.on(`change:${name}`, draw);
  model.on("change:marks", judge);
  model.on("change:answer", follow);
  return () => {
    for (const name of shown) model.off(`change:${name}`, draw);
    model.off("change:marks", judge);
    model.off("change:answer", follow);
    gone.abort();
    view.pointer.element.remove();
  };
}

export default { render };
