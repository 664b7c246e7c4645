// The buttons that run and help, and what came of it. It only shows; Python decides.

function button(name, picture, label, press, primary = false) {
  const classes = primary ? "tk-button tk-primary" : "tk-button";
  return h("button", { class: classes, "data-press": name, onclick: press }, icon(picture), h("span", {}, label));
}

class View {
  constructor(model, root) {
    this.model = model;
    this.words = model.get("words");
    this.root = root;
    this.buttons = h("div", { class: "tk-row" });
    this.boards = h("div", { class: "tk-row", role: "group", "aria-label": this.words.boards });
    this.says = h("div", { class: "tk-says", role: "status", "aria-live": "polite" });
    this.hints = h("div", { class: "tk-hints", "aria-live": "polite" });
    this.score = h("div", { class: "tk-score" });
    this.keep = h("div", { class: "tk-row tk-small" });
    this.picker = this.filePicker();
    root.append(this.boards, this.buttons, this.says, this.hints, this.score, this.keep, this.picker);
    this.makeButtons();
  }

  get(name) {
    return this.model.get(name);
  }

  press(name, fact = null) {
    this.model.set("pressed", { button: name, fact, n: Date.now() });
    this.model.save_changes();
  }

  filePicker() {
    const picker = h("input", { type: "file", accept: ".json,application/json", class: "tk-unseen",
      tabindex: "-1", "aria-label": this.words.bring });
    picker.addEventListener("change", async () => {
      if (picker.files[0]) this.press("bring", await picker.files[0].text());
      picker.value = "";
    });
    return picker;
  }

  /** Made once, so that the focus stays on a button that was pressed. */
  makeButtons() {
    const { words } = this;
    this.run = button("run", this.get("run") === "run" ? "play" : "check", words[this.get("run")],
      () => this.get("locked") || this.press("run"), true);
    this.hint = button("hint", "help", words.hint, () => this.get("hints_left") && this.press("hint"));
    this.buttons.append(this.run, this.hint, button("reset", "undo", words.reset, () => this.press("reset")));
    this.keep.append(button("save", "save", words.save, () => this.press("save")),
      button("bring", "up", words.bring, () => this.picker.click()));
    this.drawBoards();
  }

  drawBoards() {
    const many = this.get("boards");
    this.boards.hidden = many < 2;
    this.boards.replaceChildren(...Array.from({ length: many < 2 ? 0 : many }, (_, at) =>
      h("button", { class: "tk-button", "aria-pressed": String(this.get("board") === at + 1),
        onclick: () => this.press("board", at + 1) }, fill(this.words.board, { number: at + 1 }))));
  }

  markBoard() {
    [...this.boards.children].forEach((each, at) =>
      change(each, { "aria-pressed": String(this.get("board") === at + 1) }));
  }

  draw() {
    const { words } = this;
    const isLocked = this.get("locked");
    change(this.run, { "aria-disabled": isLocked ? "true" : null, title: isLocked ? words.locked : null });
    const left = this.get("hints_left");
    change(this.hint, { "aria-disabled": left ? null : "true", "aria-label": fill(words.hints_left, { left }) });
    change(this.says, { "data-mood": this.get("mood") || null });
    this.says.replaceChildren(...this.get("says").map((line) => h("p", {}, line)));
    const hints = this.get("hints").map((line) => h("li", {}, line));
    this.hints.replaceChildren(...(hints.length ? [h("b", {}, words.hints), h("ol", {}, hints)] : []));
    this.drawScore();
    this.markBoard();
  }

  drawScore() {
    const { words } = this;
    const badges = this.get("badges").map(({ says, earned }) =>
      h("span", { class: "tk-badge", "data-earned": earned ? "true" : null },
        earned ? icon("check") : null, says));
    const { says, part } = this.get("progress");
    const bar = says ? h("div", { class: "tk-progress" },
      h("div", { class: "tk-bar" }, h("div", { style: { width: `${Math.round(100 * part)}%` } })),
      h("span", {}, says)) : null;
    const points = fill(words.points, { points: this.get("points"), possible: this.get("possible") });
    this.score.replaceChildren(h("b", { class: "tk-points" }, points), ...badges, ...(bar ? [bar] : []));
  }

  offerFile() {
    const { name, content } = this.get("file");
    if (!name) return;
    const link = h("a", { href: URL.createObjectURL(new Blob([content], { type: "application/json" })),
      download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }
}

const SHOWN = ["locked", "says", "mood", "points", "possible", "badges", "progress", "hints", "hints_left", "board"];

function render({ model, el }) {
  const root = h("section", { class: "tk-root tk-feedback", "aria-label": model.get("words").feedback });
  keepKeys(root);
  const view = new View(model, root);
  const draw = () => view.draw();
  const offer = () => view.offerFile();
  draw();
  el.append(root);
  for (const name of SHOWN) model.on(`change:${name}`, draw);
  model.on("change:file", offer);
  return () => {
    for (const name of SHOWN) model.off(`change:${name}`, draw);
    model.off("change:file", offer);
  };
}

export default { render };
