// The builder: maps keys, clicks and kernel messages to edits of the program, and draws the result.

import { change, h, icon, keepKeys, neighbour, redraw, saving } from "../common/dom.js";
import { drawRoutines, drawStrip, drawTray, glide, placesOf, toPath, toText } from "./cards.js";
import { Drag } from "./drag.js";
import { EditorState } from "./editor_state.js";
import { chordOf, KEYS_ANYWHERE, KEYS_IN_STRIP, KEYS_IN_TRAY } from "./keys.js";
import { Lights } from "./lights.js";
import { Marking } from "./marking.js";
import { Presses } from "./presses.js";
import { TextPane } from "./text_pane.js";
import {
  cardNumber, fixedNumbers, isArm, isBracket, isRoutine, last, piecesIn, samePath, toNodes,
  withLast,
} from "./tree.js";

class Builder {
  constructor(model) {
    this.model = model;
    this.held = null; // the tray card that was picked up and waits for a place
    this.trayAt = 0;
    this.editor = new EditorState({
      words: model.get("words"),
      onEdit: (says, facts) => this.edited(says, facts),
      onSay: (says, facts) => this.say(says, facts),
    });
    this.readModel();
    this.editor.tree = this.piecesFromModel();
    this.editor.goToEnd();
    this.build();
    this.draw();
  }

  readModel() {
    this.editor.tray = this.model.get("tray");
    this.editor.slots = this.model.get("slots");
    this.editor.reserved = this.model.get("reserved");
    this.editor.problems = this.model.get("problems");
    this.editor.waits = this.model.get("marking") ? "mark_first" : "";
    this.editor.isDisabled = this.model.get("disabled") || Boolean(this.editor.waits);
    this.editor.hidesUsed = this.model.get("arrange");
    this.editor.replaces = this.model.get("replaces");
  }

  piecesFromModel() {
    return this.editor.toPieces(this.model.get("program"), this.model.get("fixed"));
  }

  // ---- the page

  build() {
    const word = (key) => this.editor.word(key);
    this.tray = h("div", {
      class: "tk-lay-tray", role: "toolbar", "aria-label": word("tray"),
      "aria-description": word("tray_keys"),
    });
    const makeStrip = (name, ...more) => h("div", {
      class: ["tk-lay-strip", ...more].join(" "), role: "tree", "aria-label": name,
      "aria-multiselectable": "true", "aria-description": word("strip_keys"),
    });
    this.strip = makeStrip(word("strip"));
    this.routines = makeStrip(word("routines"), "tk-lay-routines");
    this.strips = h("div", { class: "tk-lay-strips" }, this.strip);
    this.help = h("p", { class: "tk-lay-help" });
    this.status = h("p", { class: "tk-lay-status", role: "status", "aria-live": "polite" });
    this.problems = h("ul", { class: "tk-lay-problems", "aria-live": "polite" });
    this.textPane = new TextPane(this.model, this.editor, () => this.save());
    this.root = h("div", {
      class: "tk-root tk-builder", role: "region", "aria-label": word("builder"),
      "data-actor": this.model.get("actor"),
    }, h("div", { class: "tk-lay-felt" }, this.tray), this.strips, this.buildButtons(),
    this.problems, this.textPane.root);
    this.save = saving(this.model, this.root);
    this.drag = new Drag(this);
    this.presses = new Presses(this);
    this.lights = new Lights(this);
    this.marking = new Marking(this);
    this.listen();
  }

  buildButtons() {
    const { editor } = this;
    this.buttons = {
      undo: this.makeButton("undo", "undo", () => editor.undo()),
      redo: this.makeButton("redo", "redo", () => editor.redo()),
      clear: this.makeButton("clear", "bin", () => editor.clear()),
      left: this.makeButton("move_left", "left", () => editor.shift(-1)),
      right: this.makeButton("move_right", "right", () => editor.shift(1)),
      remove: this.makeButton("remove", "remove", () => editor.removeChosen(true)),
      next: this.makeButton("choose_next", "more", () => editor.chooseNext()),
      unwrap: this.makeButton("unwrap", "unwrap", () => editor.removeChosen(false)),
      stop: this.makeButton("stop_before", "hand", () => this.lights.stopBefore()),
    };
    this.bar = h("div", { class: "tk-lay-bar" }, ...Object.values(this.buttons), this.help, this.status);
    return this.bar;
  }

  makeButton(name, sign, act) {
    const press = () => {
      act();
      this.showChoice();
    };
    return h("button", { class: "tk-button", onclick: press }, icon(sign), this.editor.word(name));
  }

  listen() {
    keepKeys(this.root);
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("focusin", () => this.activate());
    this.strips.addEventListener("focusin", (event) => this.focused(event));
    this.tray.addEventListener("focusin", (event) => this.showHelp(event.target));
    this.tray.addEventListener("pointerover", (event) => this.showHelp(event.target));
    this.tray.addEventListener("pointerleave", () => this.showHelp());
  }

  /** Among the builders of several pieces, only the last used one shows its cards and buttons. */
  activate() {
    const lanes = this.root.closest(".tk-lanes")?.querySelectorAll(".tk-builder") ?? [];
    for (const lane of lanes) change(lane, { "data-active": lane === this.root });
  }

  // ---- keys

  key(event) {
    if (event.target.matches("textarea, summary, [role=tab], input")) return;
    const chord = chordOf(event);
    const keys = event.target.closest(".tk-lay-strip") ? KEYS_IN_STRIP
      : event.target.closest(".tk-lay-tray") ? KEYS_IN_TRAY : {};
    const act = KEYS_ANYWHERE[chord] ?? keys[chord];
    if (!act) return;
    event.preventDefault();
    act(this);
  }

  step(by) {
    this.editor.step(by);
    this.showChoice({ isFocused: true });
  }

  stretch(by) {
    this.editor.stretch(by);
    this.showChoice({ isFocused: true });
  }

  stepInTray(by) {
    const next = neighbour([...this.tray.children], this.trayStop(), by);
    this.trayAt = Number(next.dataset.tray);
    this.showTrayStop();
    next.focus();
  }

  /** Escape: put back a dragged or held card, or else clear the selection. */
  letGo() {
    if (this.drag.isOn) {
      this.drag.cancel();
      this.say("put_back");
    } else if (this.held !== null) this.hold(null);
    else {
      this.editor.goTo(this.editor.at);
      this.showChoice();
    }
  }

  // ---- a held card of the tray

  hold(index) {
    if (index !== null && !this.editor.take(index)) return;
    const label = this.editor.called(this.editor.tray[index ?? this.held]);
    this.held = index;
    this.draw();
    this.say(index === null ? "put_back" : "held", { label });
  }

  /** Enter: mark the selected card, or put the held card there. */
  enter() {
    if (this.marking.isOn) this.marking.markHere();
    else if (this.held !== null) this.putHeld(null, this.elementAt(this.editor.at));
  }

  /** Put the held card into a gap or after the tapped card; a bracket goes around that card. */
  putHeld(slot, stop) {
    const { editor } = this;
    const piece = editor.take(this.held);
    const path = stop && toPath(stop.dataset.path);
    if (piece && isRoutine(piece)) editor.insert([editor.first], piece);
    else if (slot) editor.insert(toPath(slot.dataset.place), piece);
    else if (!stop) editor.insert([editor.tree.length], piece);
    else if (isArm(path)) editor.insert([...path, 0], piece);
    else if (!path.length || editor.isRoutineAt(path)) editor.insert(editor.placeIn(path), piece);
    else if (isBracket(piece)) editor.wrap({ path, count: 1 }, piece);
    else editor.insert(withLast(path, last(path) + 1), piece);
  }

  /** Select on focus by Tab; a press waits for its click, which may turn out to be a drag. */
  focused(event) {
    if (event.target.matches("input")) return;
    const path = toPath(event.target.dataset.path);
    const { editor, drag } = this;
    if (drag.press || this.isDrawing || (editor.isChosen && editor.isInRange(path))) return;
    editor.goTo(path, true);
    this.showChoice();
    this.showHelp();
  }

  // ---- the kernel

  edited(says, facts) {
    this.held = null;
    this.isSaving = true; // setting a trait triggers our own listener too
    this.model.set("fixed", fixedNumbers(this.editor.tree));
    this.model.set("program", toNodes(this.editor.tree));
    this.isSaving = false;
    this.save();
    this.draw();
    this.say(says, facts);
  }

  /** The kernel has changed a trait. */
  told(name) {
    if (name === "program" || name === "fixed") this.follow();
    else if (name === "python" || name === "text") this.textPane.print(name);
    else if (name === "draft_read") this.textPane.answer();
    else if (name === "show_python") this.textPane.root.open = this.model.get("show_python");
    else if (name.startsWith("mark_") || name === "mark") this.marking.show();
    else {
      this.readModel();
      this.draw();
    }
  }

  /** The program was replaced: typed text was read, or a lesson starts again. */
  follow() {
    const { editor } = this;
    const tree = this.piecesFromModel();
    const differs = (read) => JSON.stringify(read(tree)) !== JSON.stringify(read(editor.tree));
    if (this.isSaving || !(differs(toNodes) || differs(fixedNumbers))) return;
    if (differs(toNodes)) editor.replace(tree);
    else editor.tree = tree;
    this.draw();
  }

  /** Announce in the live region; a repeated sentence is altered so that it is read again. */
  say(key, facts) {
    const sentence = this.editor.word(key, facts);
    this.help.textContent = "";
    const isSame = this.status.textContent === sentence;
    this.status.textContent = isSame ? `${sentence}\u00a0` : sentence;
  }

  // ---- display

  elementAt(path) {
    return this.strips.querySelector(`[data-path="${toText(path)}"]`);
  }

  /** Draw all cards, keeping the focus, and animate their movement. */
  draw() {
    const { editor, held, strips, strip, routines, tray } = this;
    const before = placesOf(strips);
    const hasFocus = (part) => part.contains(document.activeElement);
    const isInStrip = hasFocus(strips) && !document.activeElement.matches("input");
    const isInTray = hasFocus(tray);
    this.drag.cancel();
    this.isDrawing = true;
    strip.replaceChildren(...drawStrip(editor, held));
    redraw(routines, () => routines.replaceChildren(...drawRoutines(editor, held)));
    if (!editor.first) routines.remove();
    else if (!routines.parentNode) strips.prepend(routines);
    tray.replaceChildren(...drawTray(editor, held));
    this.root.classList.toggle("tk-lay-holding", held !== null);
    this.showProblems();
    this.textPane.showDisabled();
    this.lights.show();
    this.marking.show();
    this.showChoice({ isFocused: isInStrip || (isInTray && !tray.children.length) });
    if (isInTray) tray.querySelector("[tabindex='0']")?.focus();
    this.isDrawing = false;
    glide(strips, before);
  }

  /** Update only what depends on the selection, so that no element under a pointer is replaced. */
  showChoice({ isFocused = false } = {}) {
    const { editor } = this;
    for (const stop of this.strips.querySelectorAll("[role=treeitem]")) {
      const path = toPath(stop.dataset.path);
      const isHere = samePath(path, editor.at);
      stop.tabIndex = isHere ? 0 : -1;
      stop.setAttribute("aria-selected", `${editor.isChosen && (isHere || editor.isInRange(path))}`);
    }
    this.showPlace();
    this.showTrayStop();
    this.showButtons();
    if (isFocused) this.elementAt(editor.at).focus();
  }

  /** Show where the next card goes: after a stop, or in an empty row. */
  showPlace() {
    const { place, range, at, isDisabled } = this.editor;
    const slot = this.strips.querySelector(`.tk-lay-slot[data-place="${toText(place)}"]`);
    const behind = range ? withLast(place, last(place) - 1) : at;
    const here = isDisabled ? null : slot ?? this.elementAt(behind);
    const isNext = "tk-lay-next";
    for (const old of this.strips.querySelectorAll(`.${isNext}`)) old.classList.remove(isNext);
    here?.classList.add(isNext);
  }

  /** Return the index of the tray card that Tab reaches. */
  trayStop() {
    const cards = [...this.tray.children];
    return cards.find((card) => Number(card.dataset.tray) === this.trayAt) ?? cards[0];
  }

  showTrayStop() {
    const stop = this.trayStop();
    for (const card of this.tray.children) card.tabIndex = card === stop ? 0 : -1;
    if (stop) this.trayAt = Number(stop.dataset.tray);
  }

  /** Show the buttons that can do something now; a hidden one passes its focus to the program. */
  showButtons() {
    const { range, isDisabled, isChosen, tree, tray, past, future } = this.editor;
    const chosen = isChosen && range ? piecesIn(tree, range) : [];
    const one = chosen.length === 1 ? chosen[0] : null;
    const card = one && !isBracket(one) ? cardNumber(tree, one) : 0;
    const hasBrackets = tray.some(({ node }) => node.constructor === Object) || tree.some(isBracket);
    const isUseful = {
      undo: past.length, redo: future.length && !chosen.length, clear: tree.length && !chosen.length,
      left: chosen.length, right: chosen.length, remove: chosen.length,
      next: chosen.length && hasBrackets, unwrap: one && !card && !isRoutine(one),
      stop: card && this.root.closest(".tk-bench"),
    };
    const focused = this.bar.contains(document.activeElement) && document.activeElement;
    for (const [name, button] of Object.entries(this.buttons)) {
      button.hidden = isDisabled || !isUseful[name];
    }
    this.buttons.stop.setAttribute("aria-pressed", `${card > 0 && this.lights.stopsBefore(card)}`);
    if (!focused?.hidden) return;
    this.isDrawing = true; // focus alone selects nothing
    this.elementAt(this.editor.at).focus();
    this.isDrawing = false;
  }

  /** Show what the tray card at `target` does, or else the chosen card of the program. */
  showHelp(target) {
    const { tray, tree, range, isChosen } = this.editor;
    const card = target?.closest("[data-tray]");
    const [one, ...more] = isChosen && range ? piecesIn(tree, range) : [];
    const face = card ? tray[Number(card.dataset.tray)] : one && !more.length ? this.editor.faceOf(one) : null;
    this.help.textContent = face?.help ?? "";
  }

  showProblems() {
    const lines = this.editor.problems.map(({ card, says }) =>
      (card ? this.editor.word("problem", { card, says }) : says));
    const shown = [...this.problems.children].map((item) => item.textContent);
    if (lines.join("\n") === shown.join("\n")) return; // announced once, not for every card
    this.problems.replaceChildren(...lines.map((line) => h("li", {}, line)));
  }
}

const TOLD = ["program", "fixed", "python", "text", "draft_read", "show_python", "tray", "slots", "problems",
  "reserved", "disabled", "arrange", "marking", "mark", "mark_says"];

export default {
  render({ model, el }) {
    const builder = new Builder(model);
    el.append(builder.root);
    const listeners = TOLD.map((name) => [`change:${name}`, () => builder.told(name)]);
    for (const [name, listener] of listeners) model.on(name, listener);
    return () => listeners.forEach(([name, listener]) => model.off(name, listener));
  },
};
