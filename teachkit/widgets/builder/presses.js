// Presses by mouse, pen and finger. A press on a card in the tray adds it; a right click or a long
// press selects: a card of the tray is picked up, to be put at a place.

import { toPath } from "./cards.js";

export class Presses {
  constructor(builder) {
    this.builder = builder;
    builder.root.addEventListener("click", (event) => this.click(event));
    builder.root.addEventListener("contextmenu", (event) => this.menu(event));
  }

  click(event) {
    const { drag } = this.builder;
    if (drag.hasJustEnded) {
      drag.hasJustEnded = false;
      return;
    }
    const card = event.target.closest("[data-tray]");
    if (card) this.pressTray(Number(card.dataset.tray));
    else if (event.target.closest(".tk-lay-strip") && !event.target.matches("input")) this.pressStrip(event);
  }

  pressTray(index) {
    this.builder.trayAt = index;
    this.builder.editor.add(index);
  }

  pressStrip(event) {
    const { builder } = this;
    const { editor } = builder;
    const slot = event.target.closest("[data-place]");
    const stop = event.target.closest("[role=treeitem]");
    if (builder.held !== null) return builder.putHeld(slot, stop);
    if (!stop) editor.goToEnd();
    else if (event.shiftKey) editor.stretchTo(toPath(stop.dataset.path));
    else editor.goTo(toPath(stop.dataset.path), true);
    if (stop && builder.marking.isOn) builder.marking.markHere();
    return builder.showChoice({ isFocused: Boolean(stop) });
  }

  /**
   * Show no context menu over the cards; a long press selects when the finger is lifted (`Drag`).
   */
  menu(event) {
    if (!event.target.closest("[data-tray], .tk-lay-strip") || event.target.matches("input")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.pointerType !== "touch") this.choose(event.target);
  }

  choose(target) {
    const { builder } = this;
    const card = target.closest("[data-tray]");
    const stop = target.closest("[role=treeitem]");
    if (card) {
      builder.trayAt = Number(card.dataset.tray);
      builder.hold(builder.held === builder.trayAt ? null : builder.trayAt);
    } else if (stop) {
      builder.editor.goTo(toPath(stop.dataset.path), true);
      builder.showChoice({ isFocused: true });
    }
  }
}
