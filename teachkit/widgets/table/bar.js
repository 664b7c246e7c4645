// The buttons under the cards, and the clock, which counts here and reports when time is up.

import { change, fill, h, icon, keepKeys, savedIn } from "../common/dom.js";

const PATIENCE = 5000; // milliseconds
const LOOK = 2000; // milliseconds between two looks at a game in another tab
const TELL = [60, 30, 10]; // seconds that are announced

class View {
  constructor(model, root) {
    this.model = model;
    this.root = root;
    const { words } = this;
    this.send = this.button(words.send, "check", () => this.pressSend(), "tk-primary");
    this.send.setAttribute("aria-keyshortcuts", "Control+Enter");
    this.send.append(h("kbd", { class: "tk-chord", "aria-hidden": "true" }, words.chord));
    this.back = this.button("", "undo", () => this.pressBack());
    this.watch = this.button(words.watch, "repeat", () => this.press("watch"));
    this.host = this.button(words.host, "play", () => this.press("host"), "tk-primary");
    this.clock = h("p", { class: "tk-clock", role: "timer" });
    this.spoken = h("p", { class: "tk-unseen", "aria-live": "polite" });
    this.more = this.button(words.more_time, "add", () => this.press("more_time"));
    this.off = this.button(words.no_clock, "remove", () => this.press("no_clock"));
    this.says = h("p", { class: "tk-bar-says", role: "status", "aria-live": "polite" });
    root.append(h("div", { class: "tk-row" }, this.send, this.back, this.watch, this.host, this.clock, this.more, this.off),
      this.says, this.spoken);
  }

  get words() {
    return this.model.get("words");
  }

  button(label, sign, press, more = "") {
    return h("button", { class: `tk-button ${more}`, onclick: press }, icon(sign), h("span", {}, label));
  }

  press(name) {
    clearTimeout(this.waiting);
    const bench = this.root.closest(".tk-bench");
    const fact = JSON.parse(bench?.querySelector(".tk-asking")?.dataset.fact ?? "null");
    this.model.set("pressed", { button: name, fact, after: savedIn(bench), n: Date.now() });
    this.model.save_changes();
  }

  /** Warn if the kernel does not answer because it was stopped. */
  pressSend() {
    this.press("send");
    this.waiting = setTimeout(() => { this.says.textContent = this.words.silent; }, PATIENCE);
  }

  pressBack() {
    if (this.model.get("back")) this.press("back");
    else this.says.textContent = this.words.no_back;
  }

  draw() {
    clearTimeout(this.waiting);
    this.says.textContent = "";
    const back = this.model.get("back");
    this.send.hidden = !this.model.get("sends");
    this.watch.hidden = !this.model.get("watches");
    this.host.hidden = !this.model.get("elsewhere");
    this.back.hidden = !back && !this.back.contains(document.activeElement);
    change(this.back, { "aria-disabled": String(!back) });
    this.back.lastChild.textContent = fill(this.words.back, { name: back });
  }

  /** Follow a game that is played in another tab, while somebody can see it here. */
  follow() {
    if (!this.model.get("elsewhere") || document.hidden) return;
    this.model.set("follows", this.model.get("follows") + 1);
    this.model.save_changes();
  }

  // ---- time

  start() {
    this.stop();
    const { left } = this.model.get("clock");
    const runs = left !== undefined;
    for (const part of [this.clock, this.more, this.off]) part.hidden = !runs;
    if (!runs) return;
    this.end = performance.now() + 1000 * left;
    this.counting = setInterval(() => this.count(), 250);
    this.count();
  }

  count() {
    const seconds = Math.max(0, Math.ceil((this.end - performance.now()) / 1000));
    const text = fill(this.words.left, { seconds });
    if (this.clock.textContent !== text) {
      this.clock.textContent = text;
      if (TELL.includes(seconds)) this.spoken.textContent = text;
    }
    if (seconds > 0) return;
    this.stop();
    this.press("time_up");
  }

  stop() {
    clearInterval(this.counting);
  }

  /** Send on Ctrl+Enter anywhere at the table. */
  hearChord(event) {
    const isChord = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat;
    if (!isChord || this.send.hidden) return;
    if (!this.root.closest(".tk-bench")?.contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    this.pressSend();
  }
}

const DRAWN = ["sends", "back", "watches", "elsewhere", "clock"];

function render({ model, el }) {
  const { bar, asleep, wake } = model.get("words");
  // The last two sentences are shown without a kernel, by the style sheet and by the extension.
  const root = h("section", { class: "tk-root tk-bar", "aria-label": bar, "data-asleep": asleep, "data-wake": wake });
  keepKeys(root);
  const view = new View(model, root);
  const draw = () => view.draw();
  const start = () => view.start();
  const hear = (event) => view.hearChord(event);
  const answer = () => view.press("here");
  const looking = setInterval(() => view.follow(), LOOK);
  draw();
  start();
  el.append(root);
  document.addEventListener("keydown", hear, true);
  for (const name of DRAWN) model.on(`change:${name}`, draw);
  model.on("change:clock", start);
  model.on("change:calls", answer);
  return () => {
    view.stop();
    clearInterval(looking);
    model.off("change:calls", answer);
    document.removeEventListener("keydown", hear, true);
    for (const name of DRAWN) model.off(`change:${name}`, draw);
    model.off("change:clock", start);
  };
}

export default { render };
