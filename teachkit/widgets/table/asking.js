// Whose turn it is, the question, and the options. It only displays; Python decides.

import { change, fill, h, keepKeys, savedIn, uniqueName } from "../common/dom.js";
import { cardFace, cardList, Places, titled } from "./choosing.js";

const LAST_LOOK = 1000; // milliseconds
const BLINK = 150;
const LAID_OUT = 100; // until the other parts of the table have changed, too
const NO_BREAK_SPACE = "\u00a0";

class View {
  constructor(model, root) {
    this.model = model;
    this.root = root;
    this.words = model.get("words");
    // A new question is read out and focused, so that the next Tab reaches its answer.
    this.ask = h("p", { class: "tk-ask", tabindex: "-1", role: "status", "aria-live": "polite" });
    this.says = h("p", { class: "tk-ask-says", role: "alert" });
    this.answers = h("div", { class: "tk-row tk-ask-answers" });
    root.append(this.ask, this.answers, this.says);
  }

  get(name) {
    return this.model.get(name);
  }

  press(name, fact = null) {
    const after = savedIn(this.root.closest(".tk-bench"));
    this.model.set("pressed", { button: name, fact, after, n: Date.now() });
    this.model.save_changes();
  }

  /** Keep an answer until it is sent; the bar includes it in its press. */
  lay(fact) {
    this.root.dataset.fact = JSON.stringify(fact);
  }

  draw() {
    clearTimeout(this.waiting);
    this.lay(null);
    change(this.root, { "data-shown": this.get("shown"), "data-moment": this.get("moment") });
    const { about } = this.get("form");
    this.ask.replaceChildren(...(about ? [h("span", { class: "tk-ask-about" }, `${about} `)] : []), this.sentence());
    this.says.textContent = this.get("says");
    this.answers.replaceChildren(...this.controls());
    this.places?.show(this.ask.textContent, this.get("options"), this.get("form"));
  }

  /** Redraw, and focus the question if the focus was here or nowhere. */
  drawAnew() {
    const bench = this.root.closest(".tk-bench");
    const active = document.activeElement;
    const isHere = active === document.body || bench?.contains(active);
    this.draw();
    if (!isHere) return;
    this.ask.focus({ preventScroll: true });
    clearTimeout(this.seeking);
    this.seeking = setTimeout(() => this.seek(bench), LAID_OUT);
  }

  /** Scroll back to the table if it has shrunk so far that its question is out of sight. */
  seek(bench) {
    const seen = new IntersectionObserver(([{ isIntersecting }], watch) => {
      watch.disconnect();
      if (!isIntersecting && document.activeElement === this.ask) bench?.scrollIntoView({ block: "start" });
    });
    seen.observe(this.ask);
  }

  /** Go on when the run is over, after a moment to look at its end. */
  watch(isOver) {
    clearTimeout(this.waiting);
    if (!isOver || !this.get("skips")) return;
    this.waiting = setTimeout(() => this.press("watched"), LAST_LOOK);
  }

  /** Say why an answer was refused; the sentence blinks, so that the same one is noticed again. */
  refuse() {
    this.says.textContent = NO_BREAK_SPACE;
    this.waiting = setTimeout(() => { this.says.textContent = this.get("says"); }, BLINK);
  }

  sentence() {
    const { words } = this;
    if (this.get("moment") === "watching") return words.watch;
    const coming = this.get("coming");
    if (this.get("outcome")) return `${words.over} ${this.get("outcome")}`;
    if (coming.length === 1) return fill(words.turn, { name: coming[0] });
    if (coming.length) return words.turns;
    return fill(words.asks, { name: this.get("who"), question: this.get("question") });
  }

  controls() {
    const { words } = this;
    if (this.get("moment") === "watching") {
      return this.get("skips") ? [this.button(words.skip, () => this.press("watched"))] : [];
    }
    if (this.get("outcome")) return [];
    const coming = this.get("coming");
    if (coming.length) {
      return coming.map((name) => {
        const button = this.button(fill(words.sit, { name }), () => this.press("sit", name), coming.length === 1);
        return change(button, { style: { "--tk-of": this.get("colours")[name] } });
      });
    }
    const shape = this.get("form").shape;
    return { one: () => [...this.hand(), ...this.one()], list: () => this.list(), some: () => this.some(),
      line: () => this.line(), board: () => this.board() }[shape]?.() ?? [];
  }

  button(label, press, isPrimary = false) {
    const classes = isPrimary ? "tk-button tk-primary" : "tk-button";
    return h("button", { class: classes, onclick: press }, titled(label));
  }

  one() {
    return this.get("options").map((text, at) => this.option(text, at, () => this.press("option", at)));
  }

  /** A button for an option, which looks like a card if it is one. */
  option(text, at, press) {
    const face = this.get("form").faces?.[at];
    return face ? cardFace(face, { onclick: press }, "button") : this.button(text, press);
  }

  /** The cards that a question is about, and those that the player holds. */
  hand() {
    const { hand = [], row = [] } = this.get("form");
    return [...cardList(this.words.row, row), ...cardList(this.words.hand, hand.map((face) => ({ cards: [face] })))];
  }

  /** The board itself has buttons; here are the other options, and a list of all. */
  board() {
    const others = this.one().filter((button, at) => !this.get("form").places[at]);
    return [h("p", { class: "tk-ask-hint" }, this.words.hint), ...others,
      h("details", { class: "tk-ask-list" }, h("summary", {}, this.words.list), h("div", {}, this.list()))];
  }

  list() {
    const id = uniqueName("list");
    const options = this.get("options").map((text, at) => h("option", { value: at }, text));
    const list = h("select", { id, class: "tk-field" }, options);
    return [h("label", { for: id }, this.words.choose), list,
      this.button(this.words.choose, () => this.press("option", Number(list.value)), true)];
  }

  some() {
    const isChosen = (each) => each.getAttribute("aria-pressed") === "true";
    const buttons = this.get("options").map((text, at) => {
      const each = this.option(text, at, () => {
        change(each, { "aria-pressed": String(!isChosen(each)) });
        const chosen = buttons.flatMap((one, at) => isChosen(one) ? [at] : []);
        this.lay(chosen);
      });
      return change(each, { "aria-pressed": "false" });
    });
    const { least, most } = this.get("form");
    return [...buttons, h("span", { class: "tk-ask-many" }, fill(this.words.some, { least, most }))];
  }

  line() {
    const id = uniqueName("line");
    const field = h("input", { id, class: "tk-field", type: "text", spellcheck: "false",
      oninput: () => this.lay(field.value) });
    return [h("label", { for: id }, fill(this.words.line, this.get("form"))), field];
  }
}

function render({ model, el }) {
  const root = h("section", { class: "tk-root tk-asking", "aria-label": model.get("words").asking });
  keepKeys(root);
  const view = new View(model, root);
  const ended = new AbortController();
  view.places = new Places(root, (option) => view.press("option", option), ended.signal);
  root.addEventListener("keydown", ({ key, target }) => {
    if (key.startsWith("Arrow") && target.tagName !== "SELECT" && target.tagName !== "INPUT") view.places.focus();
  });
  const drawAnew = () => view.drawAnew();
  const tell = () => { view.says.textContent = model.get("says"); };
  const refuse = () => view.refuse();
  root.addEventListener("tk-run", ({ detail }) => view.watch(detail.isOver));
  view.draw();
  el.append(root);
  model.on("change:shown", drawAnew);
  model.on("change:says", tell);
  model.on("change:refused", refuse);
  return () => {
    clearTimeout(view.waiting);
    clearTimeout(view.seeking);
    ended.abort();
    model.off("change:shown", drawAnew);
    model.off("change:says", tell);
    model.off("change:refused", refuse);
  };
}

export default { render };
