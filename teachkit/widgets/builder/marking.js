// Marking in a bug hunt: the learner marks the first wrong card before any card may be changed.
// Python decides whether the mark is right; `mark_says` is its question or answer, in a line above
// the cards.

import { change, h, icon } from "../common/dom.js";
import { cardNumber, isArm, isBracket, pieceAt } from "./tree.js";

export class Marking {
  constructor(builder) {
    this.builder = builder;
    this.line = h("p", { class: "tk-lay-marking", "aria-live": "polite", hidden: true });
    builder.root.insertBefore(this.line, builder.strips);
    builder.root.addEventListener("tk-mark", ({ detail }) => this.mark(detail.card));
  }

  get isOn() {
    return this.builder.model.get("marking");
  }

  /** Mark the selected card; brackets and the start cannot be marked. */
  markHere() {
    const { tree, at } = this.builder.editor;
    const piece = at.length && !isArm(at) ? pieceAt(tree, at) : null;
    if (piece && !isBracket(piece)) this.mark(cardNumber(tree, piece));
  }

  mark(card) {
    if (!this.isOn) return;
    const { model } = this.builder;
    model.set("pressed", { button: "mark", fact: card, n: (model.get("pressed").n ?? 0) + 1 });
    this.builder.save();
  }

  show() {
    const { isOn } = this;
    const { root, strips, model, editor } = this.builder;
    const says = model.get("mark_says");
    change(root, { "data-marking": isOn });
    for (const strip of strips.children) {
      change(strip, { "aria-description": editor.word(isOn ? "mark_keys" : "strip_keys") });
    }
    this.line.hidden = !says;
    if (this.line.textContent !== says) this.line.textContent = says; // or it is read again
    [...strips.querySelectorAll(".tk-lay-instruction")].forEach((element, at) => {
      const isMarked = model.get("mark") === at + 1;
      change(element, { "aria-checked": isOn ? String(isMarked) : null });
      element.querySelector(".tk-lay-marked")?.remove();
      if (isMarked) element.append(h("span", { class: "tk-lay-marked" }, icon("flag")));
    });
  }
}
