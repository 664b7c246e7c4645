// Saying what will happen: pointed at with a finger, the mouse or keys, written, or row by row.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, bench, click, find, frame, isSame, keys, named, pointer, show, text, texts, write } from "./support/page.mjs";
import { FORM, STATES, widgets } from "./support/states.mjs";

const NUMBER = { shape: "number", start: "8", example: "like: 8" };
const board = () => find(".tk-point");
const ghost = () => find(".tk-ghost");
const note = () => text(".tk-predict-note");
const ghostAt = () => ["--x", "--y", "--degrees"].map((name) => ghost().style.getPropertyValue(name)).join(" ");

/** Show a prediction or a table beside a board of 200 by 200 pixels. */
function shown(entry, traits = {}, turned = "0deg") {
  const place = bench();
  place.innerHTML = `<div class="tk-player" data-seen="true"><div class="tk-run-sheet" style="--turned: ${turned}"></div></div>`;
  const model = show(widgets[entry], { ...STATES[entry], ...traits }, place);
  frame();
  if (board()) Object.defineProperties(board(), { offsetWidth: { value: 200 }, offsetHeight: { value: 200 } });
  return model;
}

const prediction = (traits, turned) => shown("prediction/prediction.js", traits, turned);
const table = (traits, turned) => shown("prediction/table.js", traits, turned);

/** Press at one point of the board and let go at another, in squares from its top left. */
function drag(from, to = from) {
  const at = ([x, y]) => ({ offsetX: 100 * x, offsetY: 100 * y });
  pointer("pointerdown", board(), at(from));
  pointer("pointerup", board(), at(to));
}

const [A2, B2, A1, B1] = [[0.5, 0.5], [1.5, 0.5], [0.5, 1.5], [1.5, 1.5]];

function onBoard(...chords) {
  board().focus();
  return keys(...chords);
}

// ---- one prediction

test("a tap names the square, a tap on its side the heading", () => {
  const model = prediction();
  assert.deepEqual([ghost().hidden, note()], [true, "help"]);
  drag(B2);
  assert.deepEqual([model.saved("answer"), model.saved("entered")], ["b2 east", 0]);
  for (const [side, heading] of [[[1.5, 0.1], "north"], [[1.9, 0.5], "east"], [[1.5, 0.9], "south"], [[1.1, 0.5], "west"]]) {
    drag(side);
    assert.equal(model.saved("answer"), `b2 ${heading}`);
  }
  assert.deepEqual([find("input").value, note(), ghostAt()], ["b2 to the west", "red rover on b2, to the west", "0.75 0.25 270deg"]);
  assert.deepEqual([find("img", ghost()).alt, named("to the west").getAttribute("aria-pressed")],
    ["prediction: red rover on b2, to the west", "true"]);
  drag(A1);
  assert.equal(model.saved("answer"), "a1 west"); // another square keeps the heading
});

test("a drag names the square and the heading at once", () => {
  const model = prediction();
  for (const [from, to, said] of [[B1, B2, "b1 north"], [A1, B1, "a1 east"], [B2, B1, "b2 south"], [B1, A1, "b1 west"]]) {
    drag(from, to);
    assert.equal(model.saved("answer"), said);
  }
});

test("a press off the squares, by another button, or taken away says nothing", () => {
  const model = prediction();
  drag([3, 3]);
  drag(A1, [3, 3]);
  pointer("pointerdown", board(), { offsetX: 50, offsetY: 50, button: 2 });
  pointer("pointerup", board(), { offsetX: 50, offsetY: 50 });
  pointer("pointerdown", board(), { offsetX: 50, offsetY: 50 });
  pointer("pointercancel", board());
  pointer("pointerup", board(), { offsetX: 50, offsetY: 50 });
  assert.deepEqual(model.told, []);
});

test("the square under the mouse is framed, not the one under a finger", () => {
  prediction();
  const hover = find(".tk-point-hover");
  pointer("pointermove", board(), { offsetX: 150, offsetY: 50 });
  assert.deepEqual([hover.hidden, hover.style.getPropertyValue("--x")], [false, "0.75"]);
  pointer("pointerleave", board());
  assert.ok(hover.hidden);
  pointer("pointermove", board(), { offsetX: 150, offsetY: 50, pointerType: "touch" });
  assert.ok(hover.hidden);
});

test("arrows walk the squares, letters turn, Enter takes it", () => {
  const model = prediction();
  assert.equal(onBoard("ArrowRight").defaultPrevented, true);
  assert.equal(model.saved("answer"), "b1 east");
  onBoard("ArrowUp", "N");
  assert.equal(model.saved("answer"), "b2 north");
  onBoard("ArrowUp", "ArrowRight");
  assert.equal(model.saved("answer"), "b2 north"); // the edge
  onBoard("ArrowLeft", "ArrowDown", "s");
  assert.deepEqual([model.saved("answer"), model.saved("entered")], ["a1 south", 0]);
  onBoard("Enter");
  assert.equal(model.saved("entered"), 1);
  for (const key of ["x", "Control+n", "Alt+ArrowUp"]) assert.equal(onBoard(key).defaultPrevented, false, key);
});

test("on a board that is turned arrows follow what is seen", () => {
  const model = prediction({}, "-90deg"); // it looks along with a rover that faces east
  onBoard("ArrowUp");
  assert.equal(model.saved("answer"), "b1 east");
  onBoard("ArrowLeft");
  assert.equal(model.saved("answer"), "b2 east");
});

test("buttons turn the ghost where it is", () => {
  const model = prediction();
  click(named("to the south"));
  assert.equal(model.saved("answer"), "a1 south");
  drag(B2);
  click(named("to the west"));
  assert.equal(model.saved("answer"), "b2 west");
});

test("what is written is shown as the kernel reads it, and a complaint only at the end", () => {
  const model = prediction();
  write(find("input"), "North, B2");
  assert.deepEqual([model.saved("answer"), ghost().hidden], ["North, B2", true]);
  model.set("said", "b2 north");
  assert.deepEqual([ghostAt(), note()], ["0.75 0.25 0deg", "red rover on b2, to the north"]);
  write(find("input"), "b2 up");
  model.set("said", "");
  model.set("complaint", "Write which way it faces.");
  assert.deepEqual([note(), ghost().hidden], ["", true]);
  find("input").dispatchEvent(new Event("change"));
  assert.deepEqual([note(), find(".tk-predict-note").hasAttribute("data-look")], ["Write which way it faces.", true]);
  write(find("input"), "");
  model.set("complaint", "");
  assert.equal(note(), "help");
});

test("Enter in the field takes what was written", () => {
  const model = prediction();
  find("input").focus();
  keys("Enter");
  assert.equal(model.saved("entered"), 1);
});

test("a number is written, counted by buttons, and by arrows", () => {
  const model = prediction({ form: NUMBER });
  isSame(board(), null);
  assert.equal(find("input").inputMode || find("input").getAttribute("inputmode"), "numeric");
  click(named("more"));
  assert.equal(model.saved("answer"), "9");
  find("input").focus();
  keys("ArrowUp", "ArrowUp", "ArrowDown");
  assert.equal(model.saved("answer"), "10");
  model.set("answer", "0");
  model.set("said", "0");
  click(named("less"));
  assert.equal(model.saved("answer"), "0");
});

test("buttons count on from a number that the kernel has not read yet", () => {
  const model = prediction({ form: NUMBER, said: "21" });
  write(find("input"), "48");
  click(named("more"));
  assert.equal(model.saved("answer"), "49");
});

test("after the run each part is marked, and a new prediction is not judged", () => {
  const model = prediction({ answer: "b2 east", said: "b2 east" });
  model.set("checked", "b2 east");
  model.set("marks", [{ says: "Square", right: true }, { says: "Facing", right: false }]);
  assert.deepEqual([texts(".tk-mark"), ghost().dataset.right, find(".tk-predict-note").hidden],
    [["Square: right", "Facing: not right"], "false", true]);
  click(named("to the north"));
  assert.deepEqual([texts(".tk-mark"), ghost().dataset.right], [[], undefined]);
});

test("marks wait until the run was seen to its end", async () => {
  const model = prediction({ answer: "b2 east", said: "b2 east", checked: "b2 east" });
  const player = find(".tk-player");
  model.set("marks", [{ says: "Square", right: true }]);
  assert.equal(texts(".tk-mark").length, 1);
  player.dataset.seen = "false";
  await Promise.resolve();
  assert.equal(texts(".tk-mark").length, 0);
  player.dataset.seen = "true";
  await Promise.resolve();
  assert.equal(texts(".tk-mark").length, 1);
  model.stop();
});

test("the pointer moves to another board that takes the place of the first, and goes at the end", async () => {
  const model = prediction();
  find(".tk-player").innerHTML = '<div class="tk-run-sheet" id="new"></div>';
  await Promise.resolve();
  assert.equal(board().parentElement.id, "new");
  model.stop();
  isSame(board(), null);
  assert.deepEqual(model.listeners.map(([name]) => name), ["change:saves"]);
});

test("what is locked cannot be pointed at, turned or written", () => {
  const model = prediction({ locked: true });
  drag(B2);
  onBoard("ArrowUp", "Enter");
  click(named("to the south"));
  assert.deepEqual([model.told, find("input").readOnly, board().getAttribute("aria-disabled")], [[], true, "true"]);
});

// ---- a row for each step

const rows = () => all("tbody input").map(({ value }) => value);
const inHand = () => all("tbody tr").findIndex((row) => row.getAttribute("aria-current") === "true");

test("each row that is pointed at hands on to the next", () => {
  const model = table();
  assert.deepEqual([inHand(), ghost().hasAttribute("data-waiting"), ghostAt()], [0, true, "0.25 0.75 90deg"]);
  drag([0.5, 1.9]); // a side of the square where the ghost waits
  assert.deepEqual([rows(), inHand(), note()], [["a1 to the south", "", ""], 1, "Line 1: a1 to the south."]);
  drag(A2);
  click(named("skip"));
  assert.deepEqual([rows(), inHand()], [["a1 to the south", "a2 to the south", "skipped"], 2]);
  assert.equal(model.saved("answer"), "a1 south\na2 south\nskipped");
});

test("keys move the ghost, and Enter fills the row with it", () => {
  const model = table();
  onBoard("ArrowUp", "n");
  assert.deepEqual([model.told, ghostAt(), note()], [[], "0.25 0.25 0deg", "red rover on a2, to the north"]);
  assert.ok(ghost().hasAttribute("data-waiting"));
  click(find("td", all("tbody tr")[0]));
  assert.equal(ghostAt(), "0.25 0.25 0deg"); // the row in hand keeps its ghost, another begins anew
  click(find("td", all("tbody tr")[1]));
  click(find("td", all("tbody tr")[0]));
  assert.equal(ghostAt(), "0.25 0.75 90deg");
  onBoard("ArrowUp", "n", "Enter");
  assert.deepEqual([rows(), inHand()], [["a2 to the north", "", ""], 1]);
  onBoard("Enter");
  assert.deepEqual(rows(), ["a2 to the north", "a2 to the north", ""]);
});

test("what is written in the learner's language is stored in the form of the rules", () => {
  const model = prediction();
  write(find("input"), "b1 to the north");
  assert.deepEqual([model.saved("answer"), find("input").value], ["b1 north", "b1 to the north"]);
  write(find("input"), "b1 to the");
  assert.deepEqual([model.saved("answer"), find("input").value], ["b1 to the", "b1 to the"]);
});

test("a row that is chosen is in hand; a skipped one moves nothing", () => {
  table();
  drag(B1);
  click(named("skip"));
  assert.equal(ghostAt(), "0.75 0.75 90deg");
  click(find("td", all("tbody tr")[0]));
  assert.deepEqual([inHand(), ghost().hasAttribute("data-waiting")], [0, false]);
  click(named("to the west"));
  assert.deepEqual([rows(), inHand()], [["b1 to the west", "skipped", ""], 2]);
  all("tbody input")[1].focus();
  assert.equal(inHand(), 1);
  keys("Enter", "ArrowUp");
  assert.equal(inHand(), 1);
});

test("what is written in a row is read by the kernel", () => {
  const model = table();
  write(all("tbody input")[0], "East, B2");
  assert.equal(model.saved("answer"), "East, B2");
  model.set("said", ["b2 east"]);
  assert.equal(ghostAt(), "0.75 0.25 90deg");
});

test("rows are marked as they were checked; a row that was changed is not", () => {
  const model = table({ answer: "b1 east\nb2 east\na1 north", said: ["b1 east", "b2 east", "a1 north"] });
  assert.deepEqual(rows(), ["b1 to the east", "b2 to the east", "a1 to the north"]);
  model.set("checked", "b1 east\nb2 east\na1 north");
  model.set("marks", [{ right: true }, { right: false }, { right: true }]);
  assert.deepEqual(texts(".tk-row-mark"), ["row_right", "row_wrong", "row_right"]);
  click(find("td", all("tbody tr")[1]));
  click(named("to the north"));
  assert.deepEqual([texts(".tk-row-mark"), rows()[1]], [["row_right", "", "row_right"], "b2 to the north"]);
});

test("an answer from elsewhere is taken over, and an empty one clears all rows", () => {
  const model = table();
  model.set("answer", "b1 east");
  assert.deepEqual([rows(), inHand()], [["b1 to the east", "", ""], 1]);
  model.set("answer", "");
  assert.deepEqual([rows(), inHand()], [["", "", ""], 0]);
});

test("a table of numbers needs no board, and a locked one takes nothing", () => {
  const model = table({ form: NUMBER });
  isSame(board(), null);
  write(all("tbody input")[0], "9");
  assert.equal(model.saved("answer"), "9");
  model.set("locked", true);
  click(named("skip"));
  assert.deepEqual([rows(), all("tbody input").every(({ readOnly }) => readOnly)], [["9", "", ""], true]);
});

test("rows have names, columns have heads", () => {
  table();
  assert.deepEqual(all("tbody input").map((field) => field.getAttribute("aria-label")), ["Line 1: forward", "Line 2: left", "Line 3: left"]);
  assert.deepEqual(texts("thead th"), ["column_line", "column_step", "column_after", "column_mark"]);
  assert.equal(find("tbody input").placeholder, FORM.example);
});
