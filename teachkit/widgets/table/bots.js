// The moves of the bots at a table: what each of them saw and answered. Python decides.

import { change, fill, h, icon, keepKeys, savedIn, uniqueName } from "../common/dom.js";

const LOOK = 2000; // milliseconds for one move at the speed 1

class View {
  constructor(model, root) {
    this.model = model;
    this.root = root;
    this.words = model.get("words");
    const { words } = this;
    this.speed = 1;
    this.next = this.button(words.next, "step", () => this.go(), "tk-primary");
    this.play = this.button(words.play, "play", () => this.setPlaying(!this.isPlaying));
    this.earlier = this.button(words.earlier, "left", () => this.look(1));
    this.later = this.button(words.later, "right", () => this.look(-1));
    this.move = h("div", { class: "tk-bots-move", role: "status", "aria-live": "polite" });
    this.saw = h("div", { class: "tk-bots-saw" });
    this.steps = h("div", { class: "tk-row" }, this.next, this.play, this.earlier, this.later);
    this.name = h("input", { id: uniqueName("name"), class: "tk-field", type: "text", value: words.you, spellcheck: "false" });
    this.seats = h("div", { class: "tk-row" });
    this.taken = h("div", { class: "tk-row" });
    const asked = h("label", { for: this.name.id }, words.your_name);
    this.change = h("details", { class: "tk-bots-change" }, h("summary", {}, words.change),
      h("div", { class: "tk-row" }, asked, this.name), this.seats);
    root.append(this.steps, this.move, this.saw, this.taken, this.change);
  }

  get(name) {
    return this.model.get(name);
  }

  button(label, sign, press, more = "") {
    return h("button", { class: `tk-button ${more}`, onclick: press }, icon(sign), h("span", {}, label));
  }

  press(name, fact = null) {
    const after = savedIn(this.root.closest(".tk-bench"));
    this.model.set("pressed", { button: name, fact, after, n: Date.now() });
    this.model.save_changes();
  }

  // ---- moves

  go() {
    clearTimeout(this.waiting);
    this.press("next");
  }

  look(change) {
    this.setPlaying(false);
    this.press("look", this.get("back") + change);
  }

  setPlaying(isPlaying) {
    const { words } = this;
    this.isPlaying = isPlaying;
    clearTimeout(this.waiting);
    this.play.replaceChildren(icon(isPlaying ? "pause" : "play"), h("span", {}, isPlaying ? words.pause : words.play));
    if (isPlaying) this.go();
  }

  /** While the moves play by themselves, ask for the next one after a moment. */
  goOn() {
    clearTimeout(this.waiting);
    if (this.isPlaying) this.waiting = setTimeout(() => this.go(), LOOK / this.speed);
  }

  /** The board has played a step of what followed the move. */
  hear({ isOver, speed }) {
    this.speed = speed;
    if (isOver && this.get("runs")) this.goOn();
  }

  // ---- display

  draw() {
    const isWatched = this.get("is_watched");
    if (!isWatched && this.isPlaying) this.setPlaying(false);
    const { back, of = 0 } = { back: this.get("back"), ...this.get("move") };
    this.steps.hidden = !isWatched && !this.get("move").view;
    for (const each of [this.next, this.play]) each.hidden = !isWatched;
    this.enable(this.earlier, back < of - 1);
    this.enable(this.later, back > 0);
    this.drawMove();
    this.drawSeats();
    if (!this.get("runs")) this.goOn();
  }

  enable(button, isOn) {
    change(button, { "aria-disabled": String(!isOn) });
  }

  drawMove() {
    const { words } = this;
    const { number, name, label, says, question, answer, options, view, board } = this.get("move");
    if (!number) {
      this.move.replaceChildren(this.get("is_watched") ? h("p", {}, words.start) : "");
      this.saw.replaceChildren();
      return;
    }
    const of = this.get("move").of;
    const facts = [["question", question], ["answer", answer]].filter(([, text]) => text);
    this.move.replaceChildren(
      h("h3", {}, fill(words.move, { number, of, name, label })),
      h("dl", {}, facts.flatMap(([key, text]) => [h("dt", {}, words[key]), h("dd", {}, text)])),
      says ? h("p", { class: "tk-bots-says" }, `${says} ${words.instead}`) : "");
    const texts = [["view", view], ["options", options?.join(", ")], ["board", board]];
    const isOpen = [...this.saw.querySelectorAll("details")].map((each) => each.open);
    this.saw.replaceChildren(...texts.filter(([, text]) => text).map(([key, text], at) =>
      h("details", { open: isOpen[at] ?? false }, h("summary", {}, words[key]), h("pre", { tabindex: "0" }, text))));
  }

  drawSeats() {
    const { words } = this;
    const isTaken = ({ name, bot }) => name !== bot;
    const seats = this.get("seats");
    const toSwap = (seat) => this.button(fill(isTaken(seat) ? words.give : words.take, seat),
      isTaken(seat) ? "undo" : "right", () => this.swap(seat, isTaken(seat)));
    this.taken.replaceChildren(...seats.filter(isTaken).map(toSwap));
    this.seats.replaceChildren(...seats.filter((seat) => !isTaken(seat)).map(toSwap));
    this.change.hidden = !this.seats.children.length;
    this.taken.hidden = !this.taken.children.length;
  }

  /** Let a person play instead of a bot, or the bot again. */
  swap({ piece }, isTaken) {
    this.setPlaying(false);
    this.press("take", [piece, isTaken ? "" : this.name.value.trim() || this.words.you]);
  }
}

function render({ model, el }) {
  const root = h("section", { class: "tk-root tk-bots", "aria-label": model.get("words").bots });
  keepKeys(root);
  const view = new View(model, root);
  const draw = () => view.draw();
  root.addEventListener("tk-run", ({ detail }) => view.hear(detail));
  draw();
  el.append(root);
  model.on("change:shown", draw);
  return () => {
    clearTimeout(view.waiting);
    model.off("change:shown", draw);
  };
}

export default { render };
