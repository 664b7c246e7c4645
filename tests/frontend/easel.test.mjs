// A board is painted: strokes by pointer and keys, what is said, and what waits for the kernel.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, click, find, isSame, keys, labels, named, pass, pointer, show, text, texts, write } from "./support/page.mjs";
import { MARKS, STATES, widgets } from "./support/states.mjs";

const ENTRY = "easel/easel.js";
const board = () => find(".tk-easel-board");
const says = () => text(".tk-easel-says");
const chips = () => all(".tk-easel-fresh .tk-easel-chip");
const tool = (name) => click(named(name));
const [A2, B2, A1, B1] = [[0.5, 0.5], [1.5, 0.5], [0.5, 1.5], [1.5, 1.5]];
const near = ([x, y], dx, dy) => [x + dx, y + dy];

/** Show an easel whose board has 200 by 200 pixels, four squares. */
function easel(traits = {}) {
  const model = show(widgets[ENTRY], { ...STATES[ENTRY], ...traits });
  Object.defineProperties(board(), { offsetWidth: { value: 200 }, offsetHeight: { value: 200 } });
  return model;
}

const at = ([x, y]) => ({ offsetX: 100 * x, offsetY: 100 * y });

/** Press at the first point and drag over the others, in squares from the top left. */
function stroke(first, ...others) {
  pointer("pointerdown", board(), at(first));
  for (const each of others) pointer("pointermove", board(), at(each));
  pointer("pointerup", board(), at(others.at(-1) ?? first));
}

function onBoard(...chords) {
  board().focus();
  return keys(...chords);
}

/** What the last stroke asks of Python. */
const asked = (model) => {
  const { do: action, with: facts } = model.saved("strokes").at(-1);
  return [action, ...facts.map((fact) => [fact].flat().join(" ").trim())];
};

/** Python answers everything so far; then this is on the board. */
function answer(model, marks) {
  const { strokes } = model.state;
  model.set("marks", marks);
  model.set("canvas", { ...model.get("canvas"), marks });
  model.set("answered", strokes.at(-1).n);
}

// ---- by mouse and finger

test("a drag is one stroke over all squares on its way", () => {
  const model = easel();
  stroke(A1, B1);
  assert.deepEqual(asked(model), ["paint", "hill a1", "hill b1"]);
  assert.deepEqual([model.told.length, model.saved("saves")], [1, 1]);
  stroke(A1, A2, A1, [9, 9]);
  assert.deepEqual(asked(model), ["paint", "hill a1", "hill a2"]);
});

test("a wall is on the nearest side, and a drag follows the line on which it began", () => {
  const model = easel();
  tool("wall (w)");
  stroke(near(A2, 0.1, 0.4));
  assert.deepEqual(asked(model), ["paint", "wall a2 south"]);
  stroke(near(A2, 0, 0.4), near(A2, 0.45, 0.4), near(B2, -0.45, 0.3), near(B2, 0, 0.4));
  assert.deepEqual(asked(model), ["paint", "wall a2 south", "wall b2 south"]);
  stroke(near(A2, 0.4, 0), near(A1, 0.4, 0), near(A1, 0, 0.1));
  assert.deepEqual(asked(model), ["paint", "wall a2 east", "wall a1 east"]);
});

test("belts face along the drag, and a single piece faces where the drag leads", () => {
  const model = easel();
  tool("belt (b)");
  stroke(A1, A2, B2);
  assert.deepEqual(asked(model), ["paint", "belt a1 north", "belt a2 east", "belt b2 east"]);
  assert.equal(named("east", ".tk-easel-tool button").getAttribute("aria-pressed"), "true");
  tool("rover (r)");
  stroke(A1, near(A1, 0, 0.4));
  assert.deepEqual(asked(model), ["paint", "rover a1 south"]);
  stroke(A1, B1);
  assert.deepEqual(asked(model), ["paint", "rover a1 east"]);
});

test("a tap turns a piece that is there, and places it anywhere else", () => {
  const model = easel();
  tool("rover (r)");
  click(named("west", ".tk-easel-tool button"));
  stroke(A2);
  assert.deepEqual(asked(model), ["paint", "rover a2 west"]);
  stroke(B1);
  assert.deepEqual(asked(model), ["paint", "rover b1 south"]);
});

test("a single thing follows the finger", () => {
  const model = easel();
  tool("flag (f)");
  stroke(A1, A2, B2);
  assert.deepEqual(asked(model), ["paint", "flag b2"]);
});

test("the eraser takes what is on a near edge, or else the square", () => {
  const model = easel();
  tool("eraser (.)");
  stroke(near(A2, 0, 0.4));
  assert.deepEqual(asked(model), ["erase", "a1 north"]);
  stroke(near(B2, 0, 0.4));
  assert.deepEqual(asked(model), ["erase", "b2"]);
  stroke(A1, B1);
  assert.deepEqual(asked(model), ["erase", "a1", "b1"]);
});

test("a stroke is shown at once, until Python has answered it", () => {
  const model = easel();
  pointer("pointerdown", board(), at(A1));
  pointer("pointermove", board(), at(B1));
  assert.equal(chips().length, 2);
  pointer("pointerup", board(), at(B1));
  assert.equal(chips().length, 2);
  answer(model, MARKS);
  assert.equal(chips().length, 0);
  tool("wall (w)");
  pointer("pointerdown", board(), at(near(A1, 0.4, 0)));
  assert.deepEqual(chips().map(({ dataset }) => [dataset.place, dataset.side]), [["edge", "east"]]);
  pointer("pointercancel", board());
  pointer("pointerup", board(), at(A1));
  assert.deepEqual([chips().length, model.told.length], [0, 1]);
});

test("strokes that are not answered yet are sent again, so none is lost", () => {
  const model = easel({ answered: 4 });
  stroke(A1);
  stroke(B1);
  assert.deepEqual(model.saved("strokes").map(({ n }) => n), [5, 6]);
  model.set("answered", 5);
  stroke(A2);
  assert.deepEqual(model.saved("strokes").map(({ n }) => n), [6, 7]);
});

test("a second finger does not end a stroke", () => {
  const model = easel();
  pointer("pointerdown", board(), at(A1));
  pointer("pointerdown", board(), { ...at(B2), pointerId: 2 });
  pointer("pointermove", board(), { ...at(B2), pointerId: 2 });
  pointer("pointerup", board(), { ...at(B2), pointerId: 2 });
  assert.equal(model.told.length, 0);
  pointer("pointerup", board(), at(B1));
  assert.deepEqual(asked(model), ["paint", "hill a1", "hill b1"]);
});

test("marks that the picture cannot show are shown above it", () => {
  const model = easel();
  model.set("marks", [["hill", "b1", ""], ["rover", "a1 east", ""], ["wall", "a1 north", ""]]);
  const places = all(".tk-easel-later .tk-easel-chip").map(({ dataset }) => dataset.place);
  assert.deepEqual(places, ["erased", "heading"]);
});

test("the mouse shows where it would paint", () => {
  easel();
  const hover = () => { pointer("pointermove", board(), at(near(A2, 0, 0.4))); return find(".tk-easel-hover"); };
  assert.deepEqual([hover().hidden, hover().dataset.side], [false, undefined]);
  tool("wall (w)");
  assert.equal(hover().dataset.side, "south");
  tool("eraser (.)");
  assert.equal(hover().dataset.side, "north"); // the wall's own name
  pointer("pointerleave", board());
  assert.equal(find(".tk-easel-hover").hidden, true);
});

// ---- by keys

test("arrows move, and say what is on the square and around it", () => {
  easel();
  onBoard("ArrowRight");
  assert.equal(says(), "b1: hill, rover facing east");
  onBoard("ArrowLeft", "ArrowUp");
  assert.equal(says(), "a2: wall south");
  onBoard("ArrowRight", "ArrowRight");
  assert.equal(says(), "b2: empty");
});

test("letters paint, and Shift with an arrow chooses the side or the heading", () => {
  const model = easel();
  onBoard("h");
  assert.deepEqual(asked(model), ["paint", "hill a1"]);
  onBoard("Shift+ArrowRight", "w");
  assert.deepEqual(asked(model), ["paint", "wall a1 east"]);
  onBoard("ArrowUp", "Shift+ArrowDown", "R");
  assert.deepEqual(asked(model), ["paint", "rover a2 south"]);
  onBoard("Enter");
  assert.deepEqual(asked(model), ["paint", "rover a2 south"]);
  onBoard("ArrowDown", "ArrowRight", "Shift+ArrowRight", "Space");
  assert.deepEqual(asked(model), ["paint", "rover b1 south"]); // it was there, facing east
  assert.equal(onBoard("q").defaultPrevented, false);
});

test("the dot erases the square, or the side that was chosen", () => {
  const model = easel();
  onBoard(".");
  assert.deepEqual(asked(model), ["erase", "a1"]);
  onBoard("Shift+ArrowUp", "Delete");
  assert.deepEqual(asked(model), ["erase", "a1 north"]);
  onBoard("ArrowUp", "Shift+ArrowDown", "Backspace");
  assert.deepEqual(asked(model), ["erase", "a1 north"]);
  onBoard("Shift+ArrowUp", "Backspace");
  assert.deepEqual(asked(model), ["erase", "a2"]);
  tool("eraser (.)");
  onBoard("ArrowDown", "Enter");
  assert.deepEqual(asked(model), ["erase", "a1"]);
});

test("undo and redo have their usual keys everywhere but in text", () => {
  const model = easel();
  const last = () => model.saved("strokes").at(-1).do;
  onBoard("Control+z");
  assert.equal(last(), "undo");
  onBoard("Control+y");
  assert.equal(last(), "redo");
  onBoard("Meta+z", "Control+Shift+Z");
  assert.equal(last(), "redo");
  const count = model.told.length;
  find("textarea").focus();
  keys("Control+z");
  find(".tk-easel-numbers input").focus();
  keys("Control+z");
  assert.equal(model.told.length, count);
});

test("details are chosen by buttons, by keys, and from a list if there are many", () => {
  const model = easel();
  tool("laser (l)");
  click(named("2", ".tk-easel-tool button"));
  stroke(near(A1, -0.4, 0));
  assert.deepEqual(asked(model), ["paint", "laser a1 west 2"]);
  onBoard("PageDown", "PageDown");
  assert.equal(says(), "laser 3");
  onBoard("PageUp", "Enter");
  assert.deepEqual(asked(model), ["paint", "laser a1 north 2"]);
  onBoard("2", "7", "x");
  assert.deepEqual(asked(model), ["paint", "wheel a1 2"]); // a laser has no 27
  onBoard("2", "7", "x");
  assert.deepEqual(asked(model), ["paint", "wheel a1 27"]);
  assert.equal(find(".tk-easel-tool select").value, "27");
  onBoard("9", "Enter");
  assert.deepEqual(asked(model), ["paint", "wheel a1 9"]);
  tool("flag (f)");
  assert.deepEqual(texts(".tk-easel-choice button"), ["next", "1", "2"]);
});

test("the palette is one stop, with arrows between its things", () => {
  easel();
  const tiles = all(".tk-easel-tile");
  assert.deepEqual(tiles.map(({ tabIndex }) => tabIndex), [0, -1, -1, -1, -1, -1, -1]);
  tiles[0].focus();
  keys("ArrowRight", "ArrowDown");
  isSame(document.activeElement, tiles[2]); // things of one group are together
  keys("Enter");
  assert.deepEqual(labels(".tk-easel-tile[aria-pressed=true]"), ["wheel (x)"]);
  assert.equal(text(".tk-easel-letter"), "L"); // it has no picture
});

// ---- around the board

test("after an answer it is said what is on the square, or what was done", () => {
  const model = easel();
  stroke(A1);
  answer(model, [...MARKS, ["hill", "a1", ""]]);
  assert.equal(says(), "a1: wall north, hill");
  click(named("turn"));
  answer(model, MARKS);
  assert.equal(says(), "did_turn");
  click(named("more rows"));
  assert.deepEqual(asked(model), ["resize", "3", "5"]);
  model.set("size", [3, 5]);
  answer(model, MARKS);
  assert.equal(says(), "3 by 5");
});

test("what cannot be done is off", () => {
  const model = easel();
  assert.deepEqual(["undo", "redo", "fewer columns"].map((name) => named(name).getAttribute("aria-disabled")), [null, "true", "true"]);
  click(named("redo"));
  click(named("fewer columns"));
  assert.equal(model.told.length, 0);
  document.body.replaceChildren();
  easel({ fixed: true });
  assert.equal(find(".tk-easel-size").children.length, 0);
});

test("a limited easel neither turns nor takes another board, and cells have no size", () => {
  easel({ limited: true });
  assert.deepEqual([all("[data-name=turn], [data-name=mirror], [data-name=redraw]").length, all("details").length], [0, 1]);
  document.body.replaceChildren();
  easel({ size: [0, 0] });
  assert.deepEqual([all("[data-name=turn]").length, find(".tk-easel-size").children.length], [0, 0]);
});

test("numbers are fields", () => {
  const model = easel();
  const [field, list] = all(".tk-easel-numbers input");
  assert.deepEqual([field.value, list.value], ["8", "18, 27"]);
  field.value = "12";
  field.dispatchEvent(new Event("change"));
  assert.deepEqual(asked(model), ["set", "value", "12"]);
});

test("shipped boards are listed when they are asked for, and then taken", () => {
  const model = easel();
  const [shelf] = all("details");
  const take = named("take");
  click(take);
  assert.equal(model.told.length, 0);
  shelf.open = true;
  shelf.dispatchEvent(new Event("toggle"));
  assert.deepEqual(asked(model), ["copy"]);
  model.set("shipped", [["Boards", "quarry"], ["Exercises", "First"]]);
  answer(model, MARKS);
  assert.notEqual(says(), "did_copy"); // only the list was asked for
  assert.deepEqual([labels("optgroup").length, texts("option")], [2, ["quarry", "First"]]);
  find("select").value = "quarry";
  click(take);
  assert.deepEqual(asked(model), ["copy", "quarry"]);
});

test("typed text is sent after a pause, and stays while it is wrong", () => {
  const model = easel();
  const area = find("textarea");
  write(area, "floor = 2");
  pass(300);
  assert.equal(model.told.length, 0);
  pass(200);
  assert.equal(model.saved("text"), "floor = 2");
  model.set("complaint", "Line 1 is wrong.");
  assert.deepEqual([area.value, text("[role=alert]"), area.getAttribute("aria-invalid")], ["floor = 2", "Line 1 is wrong.", "true"]);
  write(area, "floor = 3");
  model.set("text", "floor = 4");
  assert.equal(area.value, "floor = 3"); // it is being written
  area.dispatchEvent(new Event("blur"));
  assert.equal(model.saved("text"), "floor = 3");
  model.set("text", "floor = 5");
  assert.equal(area.value, "floor = 5");
});

test("a square or an edge that somebody speaks of is marked", () => {
  const model = easel();
  model.set("marked", "b1 east");
  assert.deepEqual([find(".tk-easel-found").hidden, find(".tk-easel-found").dataset.side], [false, "east"]);
  model.set("marked", "");
  assert.equal(find(".tk-easel-found").hidden, true);
});

test("after its end an easel neither hears nor sends", () => {
  const model = easel();
  write(find("textarea"), "floor = 2");
  model.stop();
  pass(1000);
  model.set("complaint", "Line 1 is wrong.");
  assert.deepEqual([model.told.length, text("[role=alert]")], [0, ""]);
});
