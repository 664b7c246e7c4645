// Buttons to run and to get help, and the result of a run. It only displays; Python decides.

import { change, fill, goTo, h, icon, isStill, keepKeys, savedIn, uniqueName } from "../common/dom.js";
import { sound } from "../common/sound.js";

const MARGIN = 12; // pixels
const PATIENCE = 5000; // milliseconds

function button(name, picture, label, press, primary = false) {
  const classes = primary ? "tk-button tk-primary" : "tk-button";
  return h("button", { class: classes, "data-press": name, onclick: press }, icon(picture), h("span", {}, label));
}

const SIGNS = { good: "check", look: "attention", seen: "step" };

/** Go on to the exercise after `root`, or to the end of the lesson. */
function goOn(root) {
  const page = root.closest(".jp-Notebook") ?? document;
  const stops = [...page.querySelectorAll(".tk-task, .tk-feedback, .tk-finish")];
  const next = stops.slice(stops.indexOf(root) + 1).find((stop) => !stop.matches(".tk-feedback"));
  if (next) goTo(next);
}

const scrollerOf = (element) => {
  const { overflowY } = getComputedStyle(element);
  const scrolls = /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight;
  return scrolls || !element.parentElement ? element : scrollerOf(element.parentElement);
};

/** Scroll as little as possible to show `words` and, if there is room, the board. */
function showTogether(board, words) {
  const scroller = scrollerOf(words);
  const top = scroller.parentElement ? scroller.getBoundingClientRect().top : 0;
  const driven = board?.getBoundingClientRect();
  const lowest = Math.max(words.getBoundingClientRect().bottom, driven?.bottom ?? 0);
  const below = lowest + MARGIN - top - scroller.clientHeight;
  const above = driven ? Math.min(0, driven.top - MARGIN - top) : 0;
  const by = below > 0 ? below : Math.max(above, below);
  if (by < 0 && driven.bottom - by <= top) return; // the board is too far away to be shown too
  scroller.scrollBy({ top: by, behavior: isStill() ? "instant" : "smooth" });
}

class View {
  constructor(model, root) {
    this.model = model;
    this.words = model.get("words");
    this.root = root;
    this.buttons = h("div", { class: "tk-row" });
    this.boards = h("div", { class: "tk-row", role: "group", "aria-label": this.words.boards });
    this.says = h("div", { class: "tk-says", role: "status", "aria-live": "polite" });
    this.afterwards = h("div", { class: "tk-row tk-astray" });
    this.astraySays = h("p", { "aria-live": "polite" });
    this.hints = h("div", { class: "tk-hints", "aria-live": "polite" });
    this.score = h("div", { class: "tk-score" });
    this.kept = h("p", {});
    this.keep = h("div", { class: "tk-root tk-keep" });
    this.after = h("div", { class: "tk-row tk-after" }, this.score);
    this.picker = this.filePicker();
    // The verdict is shown here, and not once more below the cell that it is about.
    const cell = `[data-verdict=${JSON.stringify(this.get("verdict"))}]`;
    root.append(h("style", {}, this.get("verdict") && `${cell} { display: none; }`), h("div", { class: "tk-row tk-press" }, this.buttons, this.boards), this.says, this.afterwards,
      this.hints, this.after, this.picker);
    this.makeButtons();
  }

  get(name) {
    return this.model.get(name);
  }

  press(name, fact = null) {
    const after = savedIn(this.root.closest(".tk-bench"));
    this.model.set("pressed", { button: name, fact, after, n: Date.now() });
    this.model.save_changes();
  }

  /** Warn if the kernel does not answer because it was stopped or restarted. */
  pressRun() {
    const { editor } = this;
    if (editor && !("open" in editor.dataset)) return; // the code is in a cell that runs by itself
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.drawSays([this.words.silent], "look"), PATIENCE);
    if (editor) editor.dispatchEvent(new CustomEvent("tk-run-code"));
    else this.press("run");
  }

  /** The editor whose code is run by JupyterLab, not by a press. */
  get editor() {
    return this.root.closest(".tk-bench")?.querySelector(".tk-code-editor");
  }

  /** Ignore a double click, so that it does not reveal a solution. */
  pressHint(event) {
    if (event.detail > 1 || !this.get("help")) return;
    this.isAsked = true;
    this.press("hint");
  }

  filePicker() {
    const picker = h("input", { type: "file", accept: ".json,application/json", hidden: true });
    picker.addEventListener("change", async () => {
      if (!picker.files[0]) return;
      this.isBringing = true;
      this.press("bring", await picker.files[0].text());
      picker.value = "";
    });
    return picker;
  }

  /** Make the buttons once, so that a pressed one keeps the focus. */
  makeButtons() {
    const { words } = this;
    this.run = button("run", this.get("run") === "run" ? "play" : "check", words[this.get("run")] ?? "",
      () => this.pressRun(), true);
    this.run.setAttribute("aria-keyshortcuts", "Control+Enter");
    this.run.append(h("kbd", { class: "tk-chord", "aria-hidden": "true" }, words.chord));
    this.hint = button("hint", "help", words.hint, (event) => this.pressHint(event));
    this.astray = button("astray", "nextAttention", words.astray, () => this.press("astray"));
    this.next = button("next", "right", words.go_on, () => goOn(this.root), true);
    this.afterwards.append(this.astraySays);
    if (this.get("run")) this.buttons.append(this.run);
    this.reset = button("reset", "undo", words[`reset_${this.get("resets")}`], () => this.press("reset"));
    this.why = h("span", { id: uniqueName("why"), class: "tk-locked" }, words.locked);
    this.buttons.append(this.why, this.hint, this.reset, this.astray, this.next);
    this.keep.append(button("save", "save", words.save, () => this.press("save")),
      button("bring", "up", words.bring, () => this.picker.click()), this.kept);
    this.drawBoards();
  }

  /** Show the buttons for copies once: in JupyterLab's corner, or else in a lesson's first exercise. */
  placeKeep() {
    if (!this.root.isConnected) return;
    const corner = document.querySelector(".tk-corner");
    const page = corner ?? this.root.closest(".jp-Notebook") ?? document;
    if (!page.querySelector(".tk-keep")) (corner ?? this.after).append(this.keep);
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

  /**
   * Run on Ctrl+Enter anywhere in the exercise; captured, because each part handles its own keys.
   */
  hearChord(event) {
    const isChord = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat;
    if (!isChord || !this.run.isConnected || !this.root.closest(".tk-bench")?.contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    this.pressRun();
  }

  get player() {
    return this.root.closest(".tk-bench")?.querySelector(".tk-player");
  }

  /** Show a new result after its run has been seen. */
  meetResult() {
    if (this.results === this.get("results")) return;
    this.results = this.get("results");
    this.isAwaited = this.get("waits") && this.player?.dataset.over === "false";
  }

  /** The run has ended, or there is a new one. */
  followRun(isOver) {
    if (!this.isAwaited || !isOver) return;
    this.isAwaited = false;
    this.draw();
    this.tellResult();
  }

  drawWaiting() {
    const { words } = this;
    this.drawSays([words.running], "");
    if (this.says.querySelector("button")) return;
    this.says.append(h("button", { class: "tk-button", onclick: () =>
      this.player.dispatchEvent(new CustomEvent("tk-skip")) }, icon("end"), words.skip));
  }

  draw() {
    this.placeKeep();
    const isLocked = this.get("locked");
    this.meetResult();
    change(this.run, { "aria-disabled": isLocked ? "true" : null, "aria-describedby": isLocked ? this.why.id : null });
    this.why.hidden = !isLocked;
    this.drawSolved();
    if (this.isAwaited) {
      this.astray.hidden = true;
      this.markBoard();
      return this.drawWaiting();
    }
    this.nameHint();
    this.astray.hidden = !this.get("astray");
    if (this.astraySays.textContent !== this.get("astray_says")) {
      this.astraySays.textContent = this.get("astray_says");
    }
    this.drawSays();
    this.drawHints();
    this.drawScore();
    this.markBoard();
    return undefined;
  }

  /** Mark a solved exercise, and offer the next one by the one big button. */
  drawSolved() {
    const isSolved = !this.isAwaited && !this.get("stale") && this.get("mood") === "good";
    const isDone = isSolved || (!this.isAwaited && this.get("points") === this.get("possible"));
    const bench = this.root.closest(".tk-bench");
    if (bench) change(bench, { "data-solved": isSolved });
    this.next.hidden = !isDone;
    this.run.classList.toggle("tk-primary", !(isDone || this.get("locked") || this.get("used_up")));
    this.reset.classList.toggle("tk-primary", this.get("used_up"));
  }

  /** Keep existing lines, because a live region is read aloud whenever it is drawn. */
  drawSays(lines = this.get("says"), mood = this.get("mood")) {
    change(this.says, { "data-mood": mood || null });
    this.drawStale();
    if (this.said === lines.join("\n")) return;
    this.said = lines.join("\n");
    this.isNew = true;
    this.kept.textContent = this.isBringing ? lines.join(" ") : "";
    this.isBringing = false;
    const sign = mood ? [icon(SIGNS[mood])] : [];
    this.says.replaceChildren(...lines.flatMap((text, at) => {
      const [line, ...printed] = text.split("\n");
      const block = printed.length ? [h("pre", {}, printed.join("\n"))] : [];
      return [h("p", {}, ...(at ? [] : sign), line), ...block];
    }));
    this.drawStale();
  }

  /** Grey out sentences about a different program, with a note. */
  drawStale() {
    const isStale = (this.get("stale") || this.isEdited) && !this.isAwaited;
    change(this.root, { "data-stale": isStale });
    this.says.querySelector(".tk-stale")?.remove();
    const words = this.words[this.get("run") === "run" ? "stale_run" : "stale_check"];
    if (isStale && this.said) this.says.append(h("p", { class: "tk-stale" }, words));
  }

  /** Name the next hint on the help button. */
  nameHint() {
    const { words } = this;
    const help = this.get("help");
    const left = this.get("hints_left");
    const isAuthors = help === "hint" || !help;
    this.hint.lastChild.textContent = words[this.get("sure") ? "sure" : help || "hint"];
    change(this.hint, {
      "aria-disabled": help ? null : "true",
      "aria-label": isAuthors ? fill(words.hints_left, { left }) : null,
    });
  }

  /** Keep existing hints, so that only a new one is read aloud. */
  drawHints() {
    const { words } = this;
    const hints = this.get("hints");
    const note = this.get("sure") ? words.sure_note : "";
    if (!hints.length && !note) return this.hints.replaceChildren();
    if (!this.hints.firstChild) this.hints.replaceChildren(h("b", {}, words.hints), h("ol", {}), h("p", {}));
    const [, list, last] = this.hints.children;
    if (last.textContent !== note) last.textContent = note;
    const gone = [...list.children].filter((item) => !hints.includes(item.dataset.says));
    for (const item of gone) item.remove();
    hints.forEach((says, at) => {
      if (list.children[at]?.dataset.says === says) return;
      const [line, ...code] = says.split("\n");
      const block = code.length ? [h("pre", {}, code.join("\n"))] : [];
      list.insertBefore(h("li", { "data-says": says }, line, ...block), list.children[at] ?? null);
    });
    while (list.children.length > hints.length) list.lastChild.remove();
    if (this.isAsked) this.hints.scrollIntoView({ block: "nearest" });
    this.isAsked = false;
    return undefined;
  }

  /** Announce a new result even if it repeats the last one, and scroll it into view. */
  tellResult() {
    clearTimeout(this.waiting);
    this.isEdited = false;
    if (!this.isNew) this.said = null;
    this.draw();
    this.isNew = false;
    if (!this.isAwaited && this.get("mood") === "good") sound("solved");
    showTogether(this.root.closest(".tk-bench")?.querySelector(".tk-run-board"), this.says);
  }

  drawScore() {
    const { words } = this;
    const badges = this.get("badges").map(({ says, earned }) =>
      h("span", { class: "tk-badge", "data-earned": earned ? "true" : null, title: words.par },
        earned ? icon("star") : null, says));
    if (badges.length) badges[0].append(h("span", { class: "tk-unseen" }, `. ${words.par}`));
    const medals = this.get("medals");
    if (medals) {
      badges.push(h("span", { class: "tk-badge", "data-earned": "true", title: words.medal }, icon("medal"),
        fill(words.medals, { medals }), h("span", { class: "tk-unseen" }, `. ${words.medal}`)));
    }
    const { says, part } = this.get("progress");
    const bar = says ? h("div", { class: "tk-progress" },
      h("div", { class: "tk-bar" }, h("div", { style: { width: `${Math.round(100 * part)}%` } })),
      h("span", {}, says)) : null;
    const points = fill(words.points, { points: this.get("points") });
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

const SHOWN = ["locked", "used_up", "stale", "says", "mood", "points", "possible", "badges", "medals", "progress", "hints", "hints_left", "help", "sure",
  "astray", "astray_says", "board"];

function render({ model, el }) {
  const { feedback, asleep, wake } = model.get("words");
  // These two sentences are shown without a kernel, by the style sheet and by the extension.
  const root = h("section", { class: "tk-root tk-feedback", "aria-label": feedback, "data-asleep": asleep,
    "data-wake": wake, "data-exercise": model.get("exercise") });
  keepKeys(root);
  const view = new View(model, root);
  keepKeys(view.keep);
  const draw = () => view.draw();
  const offer = () => view.offerFile();
  const tell = () => view.tellResult();
  root.addEventListener("tk-run", ({ detail }) => view.followRun(detail.isOver));
  root.addEventListener("tk-edited", () => {
    view.isEdited = true;
    view.drawStale();
  });
  const hear = (event) => view.hearChord(event);
  draw();
  el.append(root);
  view.placeKeep();
  requestAnimationFrame(() => view.placeKeep());
  document.addEventListener("keydown", hear, true);
  for (const name of SHOWN) model.on(`change:${name}`, draw);
  model.on("change:file", offer);
  model.on("change:results", tell);
  return () => {
    view.keep.remove();
    document.removeEventListener("keydown", hear, true);
    for (const name of SHOWN) model.off(`change:${name}`, draw);
    model.off("change:file", offer);
    model.off("change:results", tell);
  };
}

export default { render };
