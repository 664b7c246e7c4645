// The buttons that run and help, what came of it, the task above it, and the end of a lesson.

import assert from "node:assert/strict";
import { test } from "node:test";
import { addresses, all, bench, click, find, frame, isSame, keys, label, pass, settings, show, text, texts } from "./support/page.mjs";
import { STATES, widgets } from "./support/states.mjs";

const shown = (name, traits, place) => show(widgets[`${name}/${name}.js`], { ...STATES[`${name}/${name}.js`], ...traits }, place);
const feedback = (traits, place) => shown("feedback", traits, place);
const task = (traits, place) => shown("task", traits, place);
const finish = (traits) => shown("finish", traits);
const button = (name) => find(`[data-press=${name}]`);
const says = () => texts(".tk-says p");
const told = (model) => model.told.map(({ pressed: { button: name, fact } }) => [name, fact]);

/** Change these traits one after the other, as the kernel does, and return how often `region` was drawn. */
async function answer(model, traits, region = ".tk-says") {
  let drawings = 0;
  const observer = new MutationObserver(() => { drawings += 1; });
  observer.observe(find(region), { childList: true, subtree: true });
  for (const [name, value] of Object.entries(traits)) {
    model.set(name, value);
    await Promise.resolve();
  }
  observer.disconnect();
  return drawings;
}

// ---- what came of it

test("a result is said once, and once more when it comes again", async () => {
  const model = feedback();
  const result = { says: ["It works.", "Well done."], mood: "good", points: 3, hints_left: 2, results: 1 };
  assert.equal(await answer(model, result), 1);
  assert.equal(await answer(model, { results: 2 }), 1);
  assert.deepEqual([says(), find(".tk-says").dataset.mood, text(".tk-points")], [["It works.", "Well done."], "good", "3 of 3 points"]);
});

test("a program that was changed greys its verdict, until it is the same again", () => {
  const model = feedback({ says: ["It works."] });
  model.set("stale", true);
  assert.deepEqual([says(), find(".tk-feedback").hasAttribute("data-stale")], [["It works.", "stale_run"], true]);
  model.set("stale", false);
  assert.deepEqual([says(), find(".tk-feedback").hasAttribute("data-stale")], [["It works."], false]);
  find("main").replaceChildren();
  feedback({ says: ["Right."], stale: true, run: "check" });
  assert.deepEqual(says(), ["Right.", "stale_check"]);
  find("main").replaceChildren();
  feedback({ stale: true });
  assert.deepEqual(says(), []);
});

test("what par is stands at every badge, and is read once", () => {
  feedback({ badges: [{ says: "4 steps", earned: true }, { says: "2 cards", earned: false }] });
  assert.deepEqual(all(".tk-badge").map(({ title }) => title), ["par", "par"]);
  assert.deepEqual(texts(".tk-badge"), ["4 steps. par", "2 cards"]);
  assert.deepEqual(all(".tk-badge").map((badge) => [badge.dataset.earned, all("svg", badge).length]), [["true", 1], [undefined, 0]]);
});

test("medals are counted beside the badges, and none are mentioned before the first", () => {
  const model = feedback({ badges: [{ says: "4 steps", earned: true }] });
  assert.equal(all(".tk-badge").length, 1);
  model.set("medals", 2);
  assert.deepEqual(texts(".tk-badge"), ["4 steps. par", "Medals: 2. medal"]);
});

test("a solved exercise is marked on its bench, and Next is the one big button", () => {
  const { model } = waiting({ mood: "good", says: ["Solved."] });
  const big = () => all(".tk-feedback .tk-primary").filter((each) => !each.hidden).map(({ dataset }) => dataset.press);
  const isSolved = () => find(".tk-bench").hasAttribute("data-solved");
  model.set("results", 1);
  assert.deepEqual([isSolved(), big()], [false, ["run"]]);
  end(true);
  assert.deepEqual([isSolved(), big()], [true, ["next"]]);
  model.set("stale", true);
  assert.deepEqual([isSolved(), big()], [false, ["run"]]);
  model.set("points", 3); // as when it is opened again
  assert.deepEqual([isSolved(), big()], [false, ["next"]]);
});

test("Next shows the next exercise and gives it the focus; after the last, the end", () => {
  const places = [bench(), bench()];
  for (const place of places) {
    task({}, place);
    feedback({ points: 3 }, place);
  }
  finish();
  for (const [at, next] of [places[1], find(".tk-finish")].entries()) {
    click(find("[data-press=next]", places[at]));
    isSame(settings.scrolledTo, next);
    isSame(document.activeElement, next.querySelector(".tk-task") ?? next);
  }
});

test("the run of an unchanged program is not scolded", () => {
  feedback({ says: ["Card 3 was skipped. Now change one card."], mood: "seen" });
  assert.deepEqual([find(".tk-says").dataset.mood, all(".tk-says svg").length], ["seen", 1]);
});

test("progress is a bar with words", () => {
  feedback({ progress: { says: "Half", part: 0.504 } });
  assert.deepEqual([find(".tk-bar div").style.width, text(".tk-progress")], ["50%", "Half"]);
});

// ---- buttons

test("Run, Start again and the copies are told with what was handed over before", () => {
  const place = bench();
  place.innerHTML = '<div data-saves="2"></div><div data-saves="1"></div>';
  const model = feedback({}, place);
  assert.ok(button("run").classList.contains("tk-primary"));
  for (const name of ["run", "reset", "save"]) click(button(name));
  assert.deepEqual(told(model), [["run", null], ["reset", null], ["save", null]]);
  assert.equal(model.saved("pressed").after, 3);
});

test("Control and Enter run from anywhere in the exercise", () => {
  const place = bench();
  const model = feedback({}, place);
  const field = place.appendChild(document.createElement("textarea"));
  field.focus();
  assert.equal(keys("Control+Enter").defaultPrevented, true);
  keys("Meta+Enter", "Enter");
  document.body.appendChild(document.createElement("input")).focus();
  keys("Control+Enter");
  assert.deepEqual(told(model), [["run", null], ["run", null]]);
  model.stop();
  field.focus();
  keys("Control+Enter");
  assert.equal(model.told.length, 2);
});

test("where a cell is run there is no button and no chord for it", () => {
  const place = bench();
  const model = feedback({ run: "" }, place);
  place.appendChild(document.createElement("input")).focus();
  keys("Control+Enter");
  assert.deepEqual([button("run"), model.told, button("hint").textContent], [null, [], "hint"]);
});

test("a Run that waits for a prediction looks off, and asks all the same", () => {
  const model = feedback({ locked: true });
  const why = find(".tk-locked");
  const run = ["aria-describedby", "aria-disabled"].map((name) => button("run").getAttribute(name));
  assert.deepEqual([why.hidden, why.textContent, run], [false, "locked", [why.id, "true"]]);
  assert.equal(button("run").classList.contains("tk-primary"), false);
  click(button("run"));
  assert.deepEqual(told(model), [["run", null]]);
  model.set("locked", false);
  assert.deepEqual([why.hidden, button("run").classList.contains("tk-primary"), says()], [true, true, []]);
});

test("after a board is used up, the big button starts again", () => {
  const model = feedback({ run: "check", used_up: true });
  const big = () => all(".tk-feedback .tk-primary").filter((each) => !each.hidden).map(({ dataset }) => dataset.press);
  assert.deepEqual(big(), ["reset"]);
  model.set("used_up", false);
  assert.deepEqual(big(), ["run"]);
});

test("silence is said, and an answer takes its place", () => {
  const model = feedback();
  click(button("run"));
  pass(4900);
  assert.deepEqual(says(), []);
  pass(200);
  assert.deepEqual([says(), find(".tk-says").dataset.mood], [["silent"], "look"]);
  model.set("says", ["It works."]);
  assert.deepEqual(says(), ["It works."]);
  click(button("run"));
  model.set("results", 1);
  pass(6000);
  assert.deepEqual(says(), ["It works."]);
});

test("copies are saved and brought back in one place, if possible in the corner of the page", async () => {
  const first = feedback();
  feedback();
  assert.equal(all("[data-press=save]").length, 1);
  first.stop();
  const corner = document.body.appendChild(Object.assign(document.createElement("div"), { className: "tk-corner" }));
  const model = feedback({ says: ["Before."] });
  feedback();
  assert.deepEqual(texts("[data-press]", corner), ["save", "bring"]);
  const picker = all("input[type=file]")[2];
  Object.defineProperty(picker, "files", { value: [{ text: async () => "{}" }] });
  picker.dispatchEvent(new Event("change"));
  await answer(model, { says: ["1 exercise was restored."] });
  assert.equal(text(".tk-keep p"), "1 exercise was restored.");
  await answer(model, { says: ["It works."] });
  assert.equal(text(".tk-keep p"), "");
  model.stop();
  assert.equal(corner.children.length, 0);
});

test("a copy that is brought back is read and told", async () => {
  const model = feedback();
  const picker = find("input[type=file]");
  Object.defineProperty(picker, "files", { value: [{ text: async () => "{}" }] });
  picker.dispatchEvent(new Event("change"));
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(told(model), [["bring", "{}"]]);
});

test("a copy is offered as a file, and its address given back", () => {
  const model = feedback();
  model.set("file", { name: "answers.json", content: "{}" });
  assert.equal(addresses.size, 1);
  pass(10100);
  assert.equal(addresses.size, 0);
  model.set("file", { name: "", content: "" });
  assert.equal(addresses.size, 0);
});

test("of several boards one is shown", () => {
  const model = feedback({ boards: 3, board: 2 });
  const isPressed = () => all("[role=group] button").map((each) => each.getAttribute("aria-pressed"));
  assert.deepEqual(isPressed(), ["false", "true", "false"]);
  click(all("[role=group] button")[2]);
  assert.deepEqual(told(model), [["board", 3]]);
  model.set("board", 3);
  assert.deepEqual([isPressed(), texts("[role=group] button")], [["false", "false", "true"], ["Board 1", "Board 2", "Board 3"]]);
  find("main").replaceChildren();
  feedback();
  assert.ok(find("[role=group]").hidden);
});

// ---- help

test("the button that helps says what comes next", () => {
  const model = feedback({ hints_left: 2 });
  assert.deepEqual([button("hint").textContent, label(button("hint"))], ["hint", "Hint, 2 left"]);
  click(button("hint"));
  assert.deepEqual(told(model), [["hint", null]]);
  model.set("help", "spare");
  assert.deepEqual([button("hint").textContent, label(button("hint"))], ["spare", null]);
  model.set("help", "");
  assert.deepEqual([button("hint").getAttribute("aria-disabled"), label(button("hint"))], ["true", "Hint, 2 left"]);
  click(button("hint"));
  assert.equal(model.told.length, 1);
});

test("a solution is not shown by a double click", () => {
  const model = feedback({ help: "spare", hints: ["Look."] });
  click(button("hint"));
  click(button("hint"), { detail: 2 });
  assert.equal(model.told.length, 1);
  model.set("sure", true);
  assert.deepEqual([button("hint").textContent, text(".tk-hints > p")], ["sure", "sure_note"]);
  model.set("sure", false);
  assert.equal(text(".tk-hints > p"), "");
});

test("only a new hint is drawn; one that has gone leaves the others where they are", async () => {
  const model = feedback({ hints: ["Look.", "Add a card.", "A solution:\nleft,\njump"] });
  const [first, , last] = all(".tk-hints li");
  assert.equal(text("pre", last), "left,\njump");
  assert.equal(await answer(model, { hints: ["Look.", "A solution:\nleft,\njump"] }, ".tk-hints"), 1);
  assert.deepEqual(texts(".tk-hints li"), ["Look.", "A solution:left,\njump"]);
  model.set("hints", ["Look.", "Another.", "A solution:\nleft,\njump"]);
  assert.deepEqual(texts(".tk-hints li"), ["Look.", "Another.", "A solution:left,\njump"]);
  isSame(all(".tk-hints li")[0], first);
  isSame(all(".tk-hints li")[2], last);
  model.set("hints", []);
  assert.equal(all(".tk-hints *").length, 0);
});

test("a hint comes into view only when it was asked for", () => {
  const model = feedback();
  let scrolled = 0;
  find(".tk-hints").scrollIntoView = () => { scrolled += 1; };
  model.set("hints", ["Look."]);
  click(button("hint"));
  model.set("hints", ["Look.", "Count."]);
  assert.equal(scrolled, 1);
});

test("where it went astray can be asked once a run went astray", () => {
  const model = feedback();
  assert.ok(button("astray").hidden);
  model.set("astray", true);
  click(button("astray"));
  model.set("astray_says", "Change card 1.");
  assert.deepEqual([told(model), text(".tk-astray p")], [[["astray", null]], "Change card 1."]);
});

// ---- the run beside it

/** Feedback beside a player whose run is still going on. */
function waiting(traits = {}) {
  const place = bench();
  const player = place.appendChild(Object.assign(document.createElement("div"), { className: "tk-player" }));
  player.dataset.over = "false";
  const model = feedback({ waits: true, ...traits }, place);
  return { model, player };
}

const end = (isOver) => find(".tk-feedback").dispatchEvent(new CustomEvent("tk-run", { detail: { isOver } }));

test("the verdict comes when the drive has ended, and each time anew", () => {
  const { model } = waiting();
  for (const results of [1, 2]) {
    model.set("results", results);
    model.set("says", ["It works."]);
    model.set("points", 3);
    assert.deepEqual([says(), text(".tk-points")], [["running"], results === 1 ? "0 of 3 points" : "3 of 3 points"]);
    end(false);
    assert.deepEqual(says(), ["running"]);
    end(true);
    assert.deepEqual([says(), text(".tk-points")], [["It works."], "3 of 3 points"]);
  }
});

test("nobody has to wait: the run is skipped", () => {
  const { model, player } = waiting();
  let skips = 0;
  player.addEventListener("tk-skip", () => { skips += 1; });
  model.set("results", 1);
  model.set("points", 3);
  const skip = all(".tk-says button");
  assert.deepEqual(skip.map(({ textContent }) => textContent), ["skip"]);
  click(skip[0]);
  assert.equal(skips, 1);
});

test("the verdict waits for the run with reduced motion, too", () => {
  settings.reducedMotion = true;
  waiting().model.set("results", 1);
  assert.deepEqual(says(), ["running"]);
});

test("there is nothing to wait for without a drive, or after it", () => {
  for (const change of [({ model }) => model.set("waits", false),
    ({ player }) => { player.dataset.over = "true"; }, ({ player }) => player.remove()]) {
    const made = waiting();
    change(made);
    made.model.set("says", ["It works."]);
    made.model.set("results", 1);
    assert.deepEqual(says(), ["It works."]);
    find("main").replaceChildren();
  }
});

test("a verdict is not shown once more in the output of its cell", () => {
  feedback({ verdict: 'cell "7"' });
  assert.equal(text(".tk-feedback style"), '[data-verdict="cell \\"7\\""] { display: none; }');
});

test("code in an editor is run by JupyterLab, and typing makes the verdict old", () => {
  const place = bench();
  const editor = place.appendChild(Object.assign(document.createElement("div"), { className: "tk-code-editor" }));
  const model = feedback({ says: ["One.\nprinted"] }, place);
  let runs = 0;
  editor.addEventListener("tk-run-code", () => { runs += 1; });
  click(find("[data-press='run']"));
  editor.dataset.open = "";
  click(find("[data-press='run']"));
  assert.deepEqual([runs, model.saved("pressed"), texts(".tk-says > *")], [1, undefined, ["One.", "printed"]]);
  find(".tk-feedback").dispatchEvent(new CustomEvent("tk-edited"));
  assert.equal(all(".tk-stale").length, 1);
  model.set("results", 1);
  assert.equal(all(".tk-stale").length, 0);
});

test("a result below the window comes into view with its board, by one movement", () => {
  const place = bench();
  const board = place.appendChild(Object.assign(document.createElement("div"), { className: "tk-run-board" }));
  const model = feedback({}, place);
  const scroller = document.documentElement;
  const movements = [];
  scroller.scrollBy = ({ top, behavior }) => movements.push([top, behavior]);
  Object.defineProperty(scroller, "clientHeight", { value: 500, configurable: true });
  const at = (boardTop, wordsBottom) => {
    settings.boxOf = (element) => (element === board ? [0, boardTop, 100, 150] : element.matches(".tk-says") ? [0, wordsBottom - 50, 100, 50] : null);
    model.set("results", model.get("results") + 1);
    return movements.pop();
  };
  assert.deepEqual(at(100, 600), [112, "smooth"]); // the words end below the window
  assert.deepEqual(at(-100, 300), [-112, "smooth"]); // the board begins above it
  settings.reducedMotion = true;
  assert.deepEqual(at(20, 300), [0, "instant"]);
  assert.equal(at(-900, 300), undefined); // too far away to be seen as well
  delete scroller.clientHeight;
});

// ---- the task

test("bold, code, lists and paragraphs are drawn, and nothing else is markup", () => {
  task({ text: "Write **two** of `swap(n)`,\nand <b>not</b> more.\n\n- one\n- **two**" });
  assert.equal(find(".tk-task > p").innerHTML, "Write <strong>two</strong> of <code>swap(n)</code>, and &lt;b&gt;not&lt;/b&gt; more.");
  assert.deepEqual(all(".tk-task > ul:not(.tk-labels) li").map(({ innerHTML }) => innerHTML), ["one", "<strong>two</strong>"]);
  assert.deepEqual(texts(".tk-labels li"), ["1 to 2 the way"]);
});

test("the cell for code is named by its first line", () => {
  const model = task({ text: "Swap.", cell: "%%exercise swap" });
  assert.equal(text(".tk-cell > code"), "%%exercise swap");
  model.set("cell", "");
  assert.equal(all(".tk-cell").length, 0);
});

test("one answer of several is chosen, and what is struck says so", () => {
  const model = task();
  const radios = all("input[type=radio]");
  assert.deepEqual(texts(".tk-choice"), ["ALeft", "BRightstruck"]);
  radios[1].checked = true;
  radios[1].dispatchEvent(new Event("change"));
  assert.deepEqual([model.saved("answer"), model.saved("saves")], ["B", 1]);
  isSame(all("input[type=radio]")[1], radios[1]); // our own answer draws nothing anew
  model.set("answer", "A");
  assert.deepEqual(all("input[type=radio]").map(({ checked }) => checked), [true, false]);
  model.set("locked", true);
  assert.deepEqual(all("input[type=radio]").map(({ disabled }) => disabled), [true, true]);
  model.stop();
  assert.deepEqual(model.listeners.map(([name]) => name), ["change:saves"]);
});

test("the ground of a bench keeps the keys, too", () => {
  const place = bench();
  task({}, place);
  frame();
  assert.deepEqual([place.tabIndex, place.dataset.lmSuppressShortcuts], [-1, "true"]);
});

// ---- the end of a lesson

test("the lesson is handed in, and cheered unless that is unwelcome", () => {
  const model = finish();
  assert.deepEqual(texts(".tk-finish-says p"), ["Half of it."]);
  click(find("button:not([hidden])"));
  assert.equal(model.saved("pressed"), 1);
  const cheer = () => {
    model.set("cheers", model.get("cheers") + 1);
    return all(".tk-confetti").length;
  };
  model.set("says", ["All of it."]);
  assert.deepEqual([cheer(), texts(".tk-finish-says p")], [1, ["All of it."]]);
  pass(3600);
  assert.equal(all(".tk-confetti").length, 0);
  settings.reducedMotion = true;
  assert.equal(cheer(), 0);
  settings.reducedMotion = false;
  const box = find("input");
  box.checked = false;
  box.dispatchEvent(new Event("change"));
  assert.equal(cheer(), 0);
  find("main").replaceChildren();
  finish();
  assert.equal(find("input").checked, false); // the browser remembers it
});

test("the end of a lesson asks for the points whenever it is seen, and leads to what is left", () => {
  const places = ["a", "b"].map((exercise) => {
    const place = bench();
    task({}, place);
    feedback({ exercise }, place);
    return place;
  });
  const model = finish({ following: "02-turns & more.ipynb", title: "02 Turns" });
  settings.see();
  assert.equal(model.saved("seen"), 1);
  const [show] = all(".tk-finish button");
  assert.ok(show.hidden);
  model.set("waiting", ["gone", "b"]);
  click(show);
  isSame(settings.scrolledTo, places[1]);
  isSame(document.activeElement, find(".tk-task", places[1]));
  const big = all(".tk-finish .tk-primary");
  assert.deepEqual(big.map((each) => [each.textContent, each.getAttribute("href")]), [["go_on 02 Turns", "02-turns%20%26%20more.ipynb"]]);
});

test("tones are made only if sound is switched on, for all lessons", () => {
  const tones = [];
  const part = () => ({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, frequency: { set value(pitch) { tones.push(pitch); } },
    connect: (to) => to, start() {}, stop() {} });
  globalThis.AudioContext = class {
    currentTime = 0;

    createOscillator = part;

    createGain = part;
  };
  const model = feedback({ mood: "good", says: ["Solved."] });
  model.set("results", 1);
  assert.deepEqual(tones, []);
  finish();
  const [, box] = all(".tk-finish input");
  assert.equal(box.checked, false);
  box.checked = true;
  box.dispatchEvent(new Event("change"));
  model.set("results", 2);
  assert.deepEqual(tones, [523, 659, 784]);
  delete globalThis.AudioContext;
});
