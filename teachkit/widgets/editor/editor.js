// The code of an exercise, in an editor that JupyterLab provides, and the functions to call in it.

import { change, h, icon, keepKeys, roving, uniqueName } from "../common/dom.js";

const isSame = (one, other) => one.trimEnd() === other.trimEnd();

/** A button, and the list of functions that it opens; a press on one inserts its call. */
function callsPart(calls, words, insert) {
  const id = uniqueName("calls");
  const items = calls.map((call) => h("button", { class: "tk-code-call", onclick: () => choose(call) },
    h("code", {}, call.signature), h("span", {}, call.says)));
  const list = h("div", { class: "tk-code-calls", id, role: "group", "aria-label": words.calls, hidden: true }, items);
  const button = h("button", { class: "tk-button", "aria-expanded": "false", "aria-controls": id,
    onclick: () => show(list.hidden) }, icon("help"), words.calls);
  const show = (isOpen) => {
    list.hidden = !isOpen;
    change(button, { "aria-expanded": String(isOpen) });
    if (isOpen) items[0].focus();
  };
  const choose = (call) => {
    show(false);
    insert(call);
  };
  const element = h("div", { class: "tk-code-offer", hidden: !calls.length }, button, list);
  roving(list, items);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || list.hidden) return;
    show(false);
    button.focus();
  });
  element.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !element.contains(relatedTarget)) show(false);
  });
  return element;
}

class View {
  constructor(model, root) {
    this.model = model;
    this.root = root;
    this.words = model.get("words");
    this.slot = h("div", { class: "tk-code-box" });
    this.lit = { source: "", marks: [] };
    this.gone = new AbortController();
    const leave = h("p", { class: "tk-unseen", id: uniqueName("leave") }, this.words.leave);
    this.described = leave.id;
    root.append(
      h("div", { class: "tk-code-bar" }, h("b", {}, this.words.heading),
        callsPart(model.get("calls"), this.words, (call) => this.code?.insert(call))),
      this.slot, leave);
  }

  get bench() {
    return this.root.closest(".tk-bench");
  }

  /** Ask for an editor; if there is no answer, the learner writes in the cell. */
  open() {
    const exercise = this.model.get("exercise");
    this.root.dispatchEvent(new CustomEvent("tk-editor", { bubbles: true, detail: {
      exercise, slot: this.slot, name: this.words.editor, describedBy: this.described,
      calls: () => this.model.get("calls"), signal: this.gone.signal,
      take: (code) => this.take(code), onEdit: () => this.tellEdit(), onRun: () => this.pressRun(),
    } }));
  }

  take(code) {
    this.code = code;
    change(this.root, { "data-open": true });
    const text = this.model.get("text");
    if (isSame(code.read().trimStart(), this.model.get("given").trimStart()) && !isSame(code.read(), text)) code.write(text);
    this.light(this.lit);
  }

  pressRun() {
    this.bench?.querySelector("[data-press='run']")?.click();
    return true;
  }

  tellEdit() {
    this.bench?.querySelector(".tk-feedback")?.dispatchEvent(new CustomEvent("tk-edited"));
  }

  /** Light the lines of a run, unless the code has changed since. */
  light(lit) {
    this.lit = lit;
    if (this.code) this.code.light(isSame(this.code.read(), lit.source) ? lit.marks : []);
  }

  write() {
    this.code?.write(this.model.get("text"));
  }
}

function render({ model, el }) {
  const root = h("div", { class: "tk-root tk-code-editor" });
  keepKeys(root);
  const view = new View(model, root);
  root.addEventListener("tk-lines", ({ detail }) => view.light(detail));
  root.addEventListener("tk-run-code", () => view.code?.run());
  el.append(root);
  let opening = 0;
  const open = () => { // as soon as it is on the page, which may take a moment
    if (root.isConnected) view.open();
    else opening = requestAnimationFrame(open);
  };
  opening = requestAnimationFrame(open);
  const write = () => view.write();
  model.on("change:writes", write);
  return () => {
    cancelAnimationFrame(opening);
    model.off("change:writes", write);
    view.gone.abort();
  };
}

export default { render };
