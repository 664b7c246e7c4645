// The program as text: Python and card text, in step with the cards.
//
// The browser never prints or parses a notation; the kernel does both. Typed text is sent as a
// draft; while the kernel rejects it, it stays exactly as it was typed.

import { h, uniqueName } from "../common/dom.js";

const NOTATIONS = ["python", "text"];
export class TextPane {
  constructor(model, editor, save) {
    Object.assign(this, { model, editor, save });
    this.sides = {};
    const order = this.model.get("python_first") ? NOTATIONS : [...NOTATIONS].reverse();
    const name = editor.word("side");
    const tabs = h("div", { role: "tablist", class: "tk-lay-tabs", "aria-label": name },
      order.map((notation) => this.makeSide(notation).tab));
    this.root = h("details", { class: "tk-lay-side" }, h("summary", {}, name), tabs,
      order.map((notation) => this.sides[notation].panel));
    this.root.open = this.model.get("show_python");
    this.order = order;
    this.open(order[0]);
    order.forEach((notation) => this.print(notation));
    this.showDisabled();
  }

  makeSide(notation) {
    const id = uniqueName("pane");
    const label = this.editor.word(notation);
    const tab = h("button", {
      role: "tab", id: `${id}-tab`, "aria-controls": id,
    }, label);
    const area = h("textarea", {
      "aria-label": label, "aria-describedby": `${id}-says`, spellcheck: "false",
      autocapitalize: "off", autocomplete: "off", wrap: "off",
    });
    const says = h("div", { id: `${id}-says`, class: "tk-lay-complaint", role: "alert" });
    const button = (word) =>
      h("button", { class: "tk-button" }, this.editor.word(word));
    const [apply, again] = [button("apply"), button("as_cards")];
    const panel = h("div", { id, role: "tabpanel", "aria-labelledby": `${id}-tab` },
      area, says, h("div", { class: "tk-lay-bar" }, apply, again));
    const side = { tab, area, says, apply, again, panel, isTyped: false };
    this.sides[notation] = side;
    this.listen(notation, side);
    return side;
  }

  listen(notation, { tab, area, apply, again }) {
    tab.addEventListener("click", () => this.open(notation));
    tab.addEventListener("keydown", (event) => this.keyOnTab(event, notation));
    area.addEventListener("input", () => { this.sides[notation].isTyped = true; });
    area.addEventListener("blur", () => this.apply(notation));
    area.addEventListener("keydown", (event) => this.keyInText(event, notation));
    apply.addEventListener("click", () => this.apply(notation));
    again.addEventListener("click", () => this.takeCards(notation));
  }

  open(notation) {
    for (const [name, { tab, panel }] of Object.entries(this.sides)) {
      const isOpen = name === notation;
      tab.setAttribute("aria-selected", `${isOpen}`);
      tab.tabIndex = isOpen ? 0 : -1;
      panel.hidden = !isOpen;
    }
  }

  keyOnTab(event, notation) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const other = this.order.find((name) => name !== notation);
    this.open(other);
    this.sides[other].tab.focus();
    event.preventDefault();
  }

  keyInText(event, notation) {
    if (event.key !== "Enter") return;
    if (event.ctrlKey || event.metaKey) this.apply(notation);
    else if (notation === "python") this.indent(event.target);
    else return;
    event.preventDefault();
  }

  /** Start a new line below the last one, indented one step further after a colon. */
  indent(area) {
    const line = area.value.slice(0, area.selectionStart).split("\n").at(-1);
    const spaces = line.match(/^ */)[0] + (line.trimEnd().endsWith(":") ? "    " : "");
    area.setRangeText(`\n${spaces}`, area.selectionStart, area.selectionEnd, "end");
    this.sides.python.isTyped = true;
  }

  /** Send typed text to the kernel, once. */
  apply(notation) {
    const side = this.sides[notation];
    if (!side.isTyped || side.area.value === side.sent || this.editor.isDisabled) return;
    side.sent = side.area.value;
    const n = (this.model.get("draft").n ?? 0) + 1;
    this.model.set("draft", { notation, source: side.area.value, n });
    this.save();
  }

  /** The kernel has answered a draft: show its text, or the complaint. */
  answer() {
    const { notation } = this.model.get("draft");
    const complaint = this.model.get("complaint");
    if (!notation) return;
    const side = this.sides[notation];
    const isStillTyping = side.area.value !== side.sent;
    const isUnderstood = complaint.notation !== notation;
    if (isUnderstood && !isStillTyping) this.takeCards(notation);
    else this.showComplaint(notation);
    if (isUnderstood) this.editor.onSay("understood");
  }

  /** Discard typed text and show the text of the cards again. */
  takeCards(notation) {
    Object.assign(this.sides[notation], { isTyped: false, sent: undefined });
    this.print(notation);
    this.showComplaint(notation);
  }

  print(notation) {
    const { area, isTyped } = this.sides[notation];
    const printed = this.model.get(notation);
    if (!isTyped && area.value !== printed) area.value = printed;
    area.rows = Math.max(2, printed.split("\n").length + 1);
    this.showComplaint(notation);
  }

  showComplaint(notation) {
    const { area, says, again, isTyped } = this.sides[notation];
    const complaint = this.model.get("complaint");
    const isMine = isTyped && complaint.notation === notation;
    area.setAttribute("aria-invalid", `${isMine}`);
    again.hidden = !isMine;
    says.replaceChildren();
    if (!isMine) return;
    const { line, column } = complaint;
    says.append(line ? this.editor.word("line", { line, says: complaint.says }) : complaint.says);
    const wrong = line && area.value.split("\n")[line - 1];
    if (!wrong) return;
    const pointer = column ? `\n${" ".repeat(column - 1)}^` : "";
    says.append(h("pre", { "aria-hidden": "true" }, wrong + pointer));
  }

  showDisabled() {
    for (const { area } of Object.values(this.sides)) area.readOnly = this.editor.isDisabled;
  }
}
