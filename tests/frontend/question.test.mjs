// A question at which a run waits: written, chosen, or pointed at on the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, click, find, focused, frame, isSame, keys, named, pass, pointer, show, text, write } from "./support/page.mjs";
import { FORM, SCENE, STATES, widgets } from "./support/states.mjs";

const ENTRY = "player/player.js";
const ASKED = { stop: 2, asks: "Where will it be?", example: "like: a1 north", says: "", right: null, said: "", choices: [], form: FORM };
const NEXT = { ...ASKED, stop: 3, asks: "And then?" };
const part = () => find(".tk-run-question");
const field = () => find("input[type=text]", part());
const board = () => find(".tk-point");
const ghost = () => find(".tk-ghost");
const position = () => Number(find(".tk-player").dataset.position);

function asks(...questions) {
  const model = show(widgets[ENTRY], { ...STATES[ENTRY], questions });
  frame();
  return model;
}

/** The kernel has read an answer. */
function reads(model, ...questions) {
  model.set("questions", questions);
  frame();
}

function press(name) {
  click(named(name));
  frame();
}

test("the run stops before what is asked, and the field gets the focus", () => {
  asks(ASKED, NEXT);
  assert.ok(part().hidden);
  press("end");
  assert.deepEqual([position(), part().hidden, text(".tk-run-asks")], [1, false, "Where will it be?"]);
  assert.equal(focused(), "Where will it be?");
  assert.match(text("[role=status]"), /Where will it be\?$/);
  assert.equal(field().placeholder, "like: a1 north");
  assert.ok(!find(".tk-player").outerHTML.includes("And then?"));
  assert.equal(named("play").getAttribute("aria-disabled"), "true");
});

test("an answer is handed over; one that cannot be read says why, one that was read goes on", () => {
  const model = asks(ASKED, NEXT);
  press("end");
  write(field(), "over there");
  field().focus();
  keys("Enter");
  assert.deepEqual([model.saved("said").stop, model.saved("said").text, position()], [2, "over there", 1]);
  reads(model, { ...ASKED, says: "Write a square and a heading." }, NEXT);
  assert.deepEqual([position(), text(".tk-run-verdict")], [1, "Write a square and a heading."]);
  assert.equal(field().value, "over there");
  write(field(), "b1 south");
  press("say_it");
  reads(model, { ...ASKED, says: "You said b1 south.", said: "b1 south", right: false }, NEXT);
  assert.deepEqual([position(), text(".tk-run-verdict")], [2, "You said b1 south."]);
  assert.equal(find(".tk-run-verdict").dataset.right, "false");
  isSame(document.activeElement, find(".tk-player"));
  assert.equal(text(".tk-run-asks"), "And then?");
});

test("all answers there are can be pressed, and play offers them", () => {
  const model = asks({ ...ASKED, choices: ["yes", "no"], form: null });
  find(".tk-player").focus();
  keys("Space");
  pass(3000);
  assert.deepEqual([position(), document.activeElement.textContent], [1, "yes"]);
  press("no");
  assert.equal(model.saved("said").text, "no");
});

test("after all answers the run goes to its end", () => {
  asks({ ...ASKED, right: true, said: "b1 north", says: "As you said." });
  press("end");
  assert.deepEqual([position(), part().hidden], [3, true]);
});

test("letters in the field are not keys of the player", () => {
  asks(ASKED);
  press("end");
  field().focus();
  for (const key of ["n", "t", "r", "l", "Home", "ArrowLeft", "Space"]) assert.equal(keys(key).defaultPrevented, false, key);
  assert.equal(position(), 1);
});

test("pointing, writing and the ghost say the same", () => {
  asks(ASKED, NEXT);
  isSame(board(), null);
  press("end");
  assert.deepEqual([ghost().hidden, text(".tk-run-note")], [true, "help"]);
  press("to the north");
  assert.equal(field().value, "a1 to the north");
  board().focus();
  keys("ArrowUp", "w");
  assert.deepEqual([field().value, text(".tk-run-note")], ["a2 to the west", "red rover on a2, to the west"]);
  assert.deepEqual([find("img", ghost()).alt, named("to the west").getAttribute("aria-pressed")],
    ["prediction: red rover on a2, to the west", "true"]);
  write(field(), " B1 South");
  assert.deepEqual([ghost().hidden, ghost().style.getPropertyValue("--x")], [false, "0.75"]);
  for (const wrong of ["b1 south!", "c9 south", "b1"]) {
    write(field(), wrong);
    assert.deepEqual([ghost().hidden, text(".tk-run-note")], [true, ""], wrong);
  }
});

test("Enter on the board hands the answer over", () => {
  const model = asks(ASKED);
  press("end");
  board().focus();
  keys("ArrowRight", "n", "Enter");
  assert.equal(model.saved("said").text, "b1 north");
});

test("afterwards the ghost stays with what came of it, until the run leaves the question", () => {
  asks({ ...ASKED, says: "You said b1 south.", said: "b1 south", right: false });
  for (let step = 0; step < 2; step += 1) press("step");
  assert.deepEqual([ghost().hidden, ghost().dataset.right, board().getAttribute("aria-disabled")], [false, "false", "true"]);
  pointer("pointerdown", board(), { offsetX: 1, offsetY: 1 });
  pointer("pointerup", board(), { offsetX: 1, offsetY: 1 });
  assert.equal(ghost().style.getPropertyValue("--x"), "0.75");
  press("start");
  isSame(board(), null);
});

test("a number is counted up and down, not below nought", () => {
  asks({ ...ASKED, form: { shape: "number", start: "1", example: "like: 8" } });
  press("end");
  press("more");
  assert.equal(field().value, "2");
  for (let step = 0; step < 3; step += 1) press("less");
  assert.equal(field().value, "0");
  assert.equal(all(".tk-point").length, 0);
});

test("another scene asks anew", () => {
  const model = asks(ASKED);
  press("end");
  write(field(), "b1 north");
  model.set("scene", { ...SCENE, alt: "Another." });
  press("end");
  assert.equal(field().value, "");
});
