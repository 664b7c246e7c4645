// A prediction, pointed at or written; the ghost and the field show the same answer.

import { change, fill, h, keepKeys, saving, uniqueName } from "../common/dom.js";
import { asShown, asStored, followBoard, placeIn, Pointer, saidOf } from "./board.js";
import { field, headingButtons, markOf, stepper } from "./fields.js";

class View {
  constructor(model, root, signal) {
    this.model = model;
    this.root = root;
    this.save = saving(model, root);
    this.signal = signal;
    this.words = model.get("words");
    this.pointer = new Pointer(this.words, signal, (place, _, isEntered) => {
      this.say(saidOf(place));
      if (isEntered) this.enter();
    });
    this.build();
    this.load();
    this.isSeen = true; // whether the run that the marks are about has been seen
    followBoard(root, {
      found: (sheet) => this.isBoard && sheet.append(this.pointer.element),
      seen: (isSeen) => {
        if (isSeen === this.isSeen) return;
        this.isSeen = isSeen;
        this.draw();
      },
      signal,
    });
  }

  get form() {
    return this.model.get("form");
  }

  get isBoard() {
    return this.form.shape === "stand";
  }

  build() {
    const { words } = this;
    const [id, note] = [uniqueName("field"), uniqueName("note")];
    this.field = field({
      id, "aria-describedby": note, inputmode: this.isBoard ? null : "numeric",
      oninput: () => this.write(asStored(this.field.value, this.form)), onchange: () => this.judge(),
      onkeydown: (event) => this.key(event),
    });
    this.headings = headingButtons(words, this.form.headings, (heading) =>
      this.say(saidOf({ ...this.place ?? this.pointer.first ?? placeIn(this.form.start, this.form), heading })));
    this.label = h("label", { for: id });
    this.marks = h("span", { class: "tk-marks" });
    this.help = h("span", {}); // not spoken when the page opens, as a live region would be
    this.note = h("span", { role: "status", "aria-live": "polite" });
    this.notes = h("p", { class: "tk-predict-note", id: note }, this.help, this.note);
    this.root.append(h("div", { class: "tk-predict-row" }, this.label, this.field,
      this.isBoard ? this.headings.element : stepper(words, (by) => this.step(by)), this.marks, this.notes));
  }

  /** The answer as the game words it; known immediately if it was pointed at, or is a number. */
  get said() {
    const answer = this.model.get("answer");
    return answer === this.pointed || /^\d+$/.test(answer) ? answer : this.model.get("said");
  }

  get place() {
    return this.isBoard ? placeIn(this.said, this.form) : null;
  }

  write(answer) {
    this.isJudged = false;
    this.model.set("answer", answer);
    this.save();
    this.draw();
  }

  /** An answer by pointing, which is always valid. */
  say(answer) {
    if (this.model.get("locked")) return;
    this.pointed = answer;
    this.write(answer);
    this.note.textContent = this.isBoard ? this.pointer.spoken(placeIn(answer, this.form)) : "";
  }

  step(by) {
    const { start } = this.form;
    this.say(String(Math.max(0, Number(this.said || start) + by)));
  }

  key(event) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Enter") this.enter();
    if (this.isBoard || !by) return;
    event.preventDefault();
    this.step(by);
  }

  enter() {
    this.judge();
    this.model.set("entered", this.model.get("entered") + 1);
    this.save();
  }

  /** Explain the format when the learner has finished writing an invalid answer. */
  judge() {
    this.isJudged = true;
    this.draw();
  }

  /** The parts that were right, shown when the drive has ended. */
  get right() {
    const { marks, answer, checked } = Object.fromEntries(
      ["marks", "answer", "checked"].map((name) => [name, this.model.get(name)]));
    return this.isSeen && answer === checked ? marks : [];
  }

  draw() {
    const { words, right } = this;
    this.label.textContent = this.model.get("label");
    this.field.placeholder = this.form.example;
    this.field.readOnly = this.model.get("locked");
    const shown = asShown(this.model.get("answer"), this.form);
    if (this.field.value !== shown) this.field.value = shown;
    const all = right.length ? right.every((part) => part.right) : null;
    if (this.isBoard) this.pointer.draw(this.place, { right: all });
    this.pointer.lock(this.model.get("locked"));
    this.headings.mark(this.place?.heading);
    this.notes.hidden = right.length > 0; // the field shows the same
    this.marks.hidden = !right.length;
    this.marks.replaceChildren(...right.map((part) =>
      markOf(part.right, fill(part.right ? words.right : words.wrong, { part: part.says }))));
    this.tell();
  }

  tell() {
    const complaint = this.isJudged && this.model.get("answer") !== this.pointed ? this.model.get("complaint") : "";
    change(this.notes, { "data-look": Boolean(complaint) });
    const isNew = !complaint && !this.model.get("answer");
    this.help.textContent = isNew && this.isBoard ? this.words.help : "";
    if (complaint || isNew) this.note.textContent = complaint;
    else if (this.model.get("answer") !== this.pointed) this.note.textContent = this.place ? this.pointer.spoken(this.place) : "";
  }

  load() {
    this.pointer.show(this.form);
    this.draw();
  }
}

function render({ model, el }) {
  const root = h("section", { class: "tk-root tk-predict", "aria-label": model.get("words").prediction });
  const gone = new AbortController();
  keepKeys(root);
  const view = new View(model, root, gone.signal);
  const draw = () => view.draw();
  const load = () => view.load();
  el.append(root);
  const shown = ["label", "answer", "said", "complaint", "marks", "checked", "locked"];
  for (const name of shown) model.on(`change:${name}`, draw);
  model.on("change:form", load);
  return () => {
    for (const name of shown) model.off(`change:${name}`, draw);
    model.off("change:form", load);
    gone.abort();
    view.pointer.element.remove();
  };
}

export default { render };
