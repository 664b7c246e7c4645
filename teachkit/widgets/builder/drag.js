// Drag and drop by pointer events, for mouse, pen and finger.
//
// A mouse starts to drag after moving a little, a finger after resting for a moment, so that a
// swipe over the cards still scrolls the page. A finger that rests long and is lifted without
// moving selects; a shorter rest is a tap. Redrawing the cards ends a drag.

import { h } from "../common/dom.js";
import { toPath } from "./cards.js";
import { isBracket, isRoutine, last, piecesIn, withLast } from "./tree.js";

const MOUSE_STARTS_AFTER = 6; // pixels
const FINGER_STARTS_AFTER = 180; // milliseconds
const FINGER_CHOOSES_AFTER = 500; // milliseconds
const STRIP_REACH = 28; // pixels around the strip that still count as the strip

const distanceTo = ({ left, right, top, bottom }, x, y) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

export class Drag {
  constructor(builder) {
    this.builder = builder;
    this.press = null; // the pressed card, before and during a drag
    this.hasJustEnded = false; // ignore the click event that follows a drag
    const listen = (kind, handle, options = {}) =>
      builder.root.addEventListener(kind, handle, options);
    listen("pointerdown", (event) => this.down(event));
    listen("pointermove", (event) => this.move(event));
    listen("pointerup", (event) => this.up(event));
    listen("pointercancel", () => this.cancel());
    listen("dragstart", (event) => this.press && event.preventDefault()); // of selected text
    listen("touchmove", (event) => this.stopScrolling(event), { passive: false });
  }

  stopScrolling(event) {
    if (this.isOn && event.cancelable) event.preventDefault();
  }

  get isOn() {
    return Boolean(this.press?.ghost);
  }

  down(event) {
    this.hasJustEnded = false;
    const card = event.target.closest("input, [data-tray], [role=treeitem][data-key]");
    if (!card || card.matches("input") || event.button !== 0 || this.press || this.builder.editor.isDisabled) return;
    const isFinger = event.pointerType === "touch";
    this.press = { card, isFinger, pointer: event.pointerId, x: event.clientX, y: event.clientY,
      since: event.timeStamp };
    if (isFinger) this.press.timer = setTimeout(() => this.begin(), FINGER_STARTS_AFTER);
  }

  move(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.pointer) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!this.isOn && Math.hypot(dx, dy) > MOUSE_STARTS_AFTER) {
      if (press.isFinger) return void this.cancel();
      this.begin();
    }
    if (!this.isOn || (!this.target && Math.hypot(dx, dy) <= MOUSE_STARTS_AFTER)) return;
    this.target = this.targetAt(event.clientX, event.clientY);
    this.showGhost(event.clientX, event.clientY);
    this.showTarget();
  }

  /** Lift the pressed card, if it may be moved. */
  begin() {
    const { press, builder } = this;
    const { tray, path } = press.card.dataset;
    if (tray !== undefined) press.piece = builder.editor.take(Number(tray));
    else press.range = this.rangeAt(toPath(path));
    if (!press.piece && !press.range) return void this.cancel();
    press.card.setPointerCapture(press.pointer);
    builder.root.classList.add("tk-lay-dragging");
    press.ghost = h("div", { class: "tk-lay-ghost", "aria-hidden": "true" },
      this.lifted().map((element) => this.copyOf(element)));
    this.mark = h("div", { class: "tk-lay-mark", "aria-hidden": "true" });
    builder.root.append(press.ghost, this.mark);
    this.lifted().forEach((element) => element.classList.add("tk-lay-lifted"));
    this.target = null;
    this.showGhost(press.x, press.y);
  }

  /** Return the selected range, or the card alone if it is not selected. */
  rangeAt(path) {
    const { editor } = this.builder;
    const range = editor.isChosen && editor.isInRange(path) ? editor.range : { path, count: 1 };
    return editor.mayMove(range) ? range : null;
  }

  lifted() {
    const { card, range } = this.press;
    if (!range) return [card];
    return Array.from({ length: range.count }, (_, i) =>
      this.builder.elementAt(withLast(range.path, last(range.path) + i)));
  }

  copyOf(element) {
    const copy = element.cloneNode(true);
    for (const field of copy.querySelectorAll("input")) field.replaceWith(field.value);
    for (const part of [copy, ...copy.querySelectorAll("*")]) {
      for (const name of part.getAttributeNames()) if (name !== "class") part.removeAttribute(name);
    }
    copy.style.width = `${element.offsetWidth}px`;
    return h("div", {}, copy);
  }

  // ---- the place where the card would land

  /** Return {place} between cards, {wrap} around one, or {} to remove. */
  targetAt(x, y) {
    const { builder, press } = this;
    const isFar = (strip) => distanceTo(strip.getBoundingClientRect(), x, y) > STRIP_REACH;
    if ([...builder.strips.children].every(isFar)) return {};
    if (press.piece && isBracket(press.piece) && !isRoutine(press.piece)) {
      const middle = this.items().find(({ element, box }) => !element.matches(".tk-lay-bracket")
        && distanceTo(box, x, y) === 0 && Math.abs(x - (box.left + box.right) / 2) < box.width / 4);
      if (middle) return { wrap: middle.path, box: middle.box };
    }
    const far = ({ edge, box }) => // a different line is farther away than any place in this one
      Math.hypot(edge - x, 3 * Math.max(box.top - y, 0, y - box.bottom));
    return this.landings().reduce((best, next) => (far(next) < far(best) ? next : best));
  }

  items() {
    const { strips } = this.builder;
    return [...strips.querySelectorAll("[data-key]")]
      .filter((element) => !element.closest(".tk-lay-lifted"))
      .map((element) => ({
        element, path: toPath(element.dataset.path), box: element.getBoundingClientRect(),
      }));
  }

  landings() {
    const { strips, editor } = this.builder;
    const { piece, range } = this.press;
    const pieces = piece ? [piece] : piecesIn(editor.tree, range);
    const isBeside = ({ path }) => pieces.some(isRoutine) || !editor.isRoutineAt(path);
    const sides = this.items().filter(isBeside).flatMap(({ path, box }) => [
      { place: path, edge: box.left - 4, box },
      { place: withLast(path, last(path) + 1), edge: box.right + 4, box },
    ]);
    const slots = [...strips.querySelectorAll(".tk-lay-slot")]
      .filter((slot) => !slot.closest(".tk-lay-lifted"))
      .map((slot) => [toPath(slot.dataset.place), slot.getBoundingClientRect()])
      .map(([place, box]) => ({ place, edge: (box.left + box.right) / 2, box }));
    const start = strips.querySelector(".tk-lay-start").getBoundingClientRect();
    return [{ place: [editor.first], edge: start.right + 2, box: start }, ...slots, ...sides]
      .filter(({ place }) => editor.fits(place, pieces));
  }

  // ---- the card during a drag

  showGhost(x, y) {
    const origin = this.builder.root.getBoundingClientRect();
    const { ghost, isFinger } = this.press;
    // A finger hides what is under it, so the card is shown above it; a mouse holds its corner.
    const left = x - origin.x - (isFinger ? ghost.offsetWidth / 2 : 20);
    const top = y - origin.y - (isFinger ? ghost.offsetHeight + 16 : 12);
    ghost.style.translate = `${left}px ${top}px`;
    ghost.classList.toggle("tk-lay-leaving", !this.target?.place && !this.target?.wrap);
  }

  showTarget() {
    const { place, wrap, edge, box } = this.target;
    const origin = this.builder.root.getBoundingClientRect();
    this.mark.hidden = !place && !wrap;
    this.mark.classList.toggle("tk-lay-mark-around", Boolean(wrap));
    if (this.mark.hidden) return;
    const left = wrap ? box.left - 6 : edge - 3;
    Object.assign(this.mark.style, {
      left: `${left - origin.x}px`, top: `${box.top - origin.y - (wrap ? 6 : 0)}px`,
      width: wrap ? `${box.width + 12}px` : "6px", height: `${box.height + (wrap ? 12 : 0)}px`,
    });
  }

  // ---- the end of a drag

  up(event) {
    if (!this.press || event.pointerId !== this.press.pointer) return;
    const { isOn, target, builder } = this;
    const { card, piece, range, since } = this.press;
    const hasRested = event.timeStamp - since >= FINGER_CHOOSES_AFTER;
    this.cancel();
    if (!isOn || !(target || hasRested)) return;
    this.hasJustEnded = true;
    const { editor } = builder;
    if (!target) return void builder.presses.choose(card);
    if (target?.wrap) editor.wrap({ path: target.wrap, count: 1 }, piece);
    else if (target?.place && piece) editor.insert(target.place, piece);
    else if (target?.place) editor.move(range, target.place);
    else if (range) editor.remove(range, true);
    else builder.say("put_back");
  }

  cancel() {
    if (!this.press) return;
    clearTimeout(this.press.timer);
    if (this.isOn) {
      this.lifted().forEach((element) => element?.classList.remove("tk-lay-lifted"));
      this.press.ghost.remove();
      this.mark.remove();
      this.builder.root.classList.remove("tk-lay-dragging");
    }
    this.press = null;
  }
}
