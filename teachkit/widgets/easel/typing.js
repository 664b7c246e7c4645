// The board as text. Typed text is sent after a pause; wrong text stays as it was typed.

import { change, h, uniqueName } from "../common/dom.js";

const PAUSE = 400; // milliseconds

export class Typing {
  constructor(model, words, save) {
    Object.assign(this, { model, save, isTyped: false });
    const help = uniqueName("text");
    this.area = h("textarea", {
      class: "tk-easel-text", "aria-label": words.text, "aria-describedby": help, spellcheck: "false", wrap: "off",
      autocapitalize: "off", autocomplete: "off", oninput: () => this.type(), onblur: () => this.send(),
    });
    this.element = h("details", { class: "tk-easel-side" }, h("summary", {}, words.text), h("p", { id: help }, words.text_help), this.area);
    this.draw();
  }

  type() {
    this.isTyped = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), PAUSE);
  }

  send() {
    clearTimeout(this.timer);
    if (!this.isTyped) return;
    this.isTyped = false;
    if (this.area.value === this.model.get("text")) return;
    this.model.set("text", this.area.value);
    this.save();
  }

  draw() {
    const text = this.model.get("text");
    if (!this.isTyped && this.area.value !== text) this.area.value = text;
    change(this.area, { rows: Math.max(4, Math.min(16, this.area.value.split("\n").length)) });
  }

  stop() {
    clearTimeout(this.timer);
  }
}
