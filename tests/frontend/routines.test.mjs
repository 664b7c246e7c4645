// Routines in the builder: a strip of their own, calls in the tray, names, and what may go where.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState } from "../../teachkit/widgets/builder/editor_state.js";
import { isInOrder, toNodes, toPieces } from "../../teachkit/widgets/builder/tree.js";
import { all, bench, click, find, focused, keys, label, labels, texts, write } from "./support/page.mjs";
import { at, builder, button, card, inTray, keysOn, says } from "./support/builder.mjs";
import { TRAY } from "./support/states.mjs";
import { BUILDER } from "./support/words.mjs";

const DEFINE = { id: "define", node: { define: "routine", body: [] }, symbol: "ƒ", label: "Define", limit: 2 };
const [FORWARD, LEFT, AROUND, DEFINES, CALL, SECOND] = [0, 1, 3, 5, 6, 7];
const define = (name, ...body) => ({ define: name, body });
const FETCH = define("fetch", "forward", "left");
const PROGRAM = [FETCH, "fetch", "jump", { repeat: 2, body: ["fetch"] }];

function editor(program = PROGRAM, fixed = []) {
  const made = new EditorState({
    words: BUILDER,
    onEdit(key, facts) { made.said = made.word(key, facts); },
    onSay(key, facts) { made.said = made.word(key, facts); },
  });
  Object.assign(made, { tray: [...TRAY, DEFINE], said: "" });
  made.tree = made.toPieces(program, fixed);
  made.goToEnd();
  return made;
}

const program = (made) => toNodes(made.tree);
const shown = (program, more = {}, place = undefined) => builder(program, { tray: [...TRAY, DEFINE], ...more }, place);
const field = (number = 1) => all(".tk-lay-routines input")[number - 1];

// ---- the editor

test("a routine stands before the program, and cards go into it until another place is chosen", () => {
  const made = editor(["jump"]);
  for (const entry of [DEFINES, FORWARD, LEFT]) made.add(entry);
  assert.deepEqual(program(made), [define("routine", "forward", "left"), "jump"]);
  assert.equal(made.said, "Added: Routine routine, card 2: Left.");
  made.goToEnd();
  made.add(CALL);
  assert.deepEqual(program(made).slice(1), ["jump", "routine"]);
});

test("a routine is chosen: the next card goes to its end", () => {
  const made = editor();
  made.goTo([0], true);
  made.add(AROUND); // not around the routine
  assert.deepEqual(program(made)[0], define("fetch", "forward", "left", { repeat: 2, body: [] }));
});

test("each routine gets a name that is free, and there are as many as there are cards", () => {
  const made = editor([define("routine"), "jump"]);
  made.add(DEFINES);
  assert.deepEqual(program(made).slice(0, 2), [define("routine"), define("routine2")]);
  made.add(DEFINES);
  assert.equal(made.said, "No more Define cards.");
});

test("the tray has a card for each routine", () => {
  const made = editor([FETCH, define("turn", "left")]);
  assert.deepEqual(made.tray.slice(CALL).map((entry) => entry.label), ["fetch", "turn"]);
  made.add(SECOND);
  assert.deepEqual(program(made).at(-1), "turn");
});

test("a new name is that of the calls, too, and one undo takes all of its letters back", () => {
  const made = editor();
  for (const name of ["g", "ge", "get"]) assert.equal(made.rename([0], name), "");
  assert.deepEqual(program(made), [{ ...FETCH, define: "get" }, "get", "jump", { repeat: 2, body: ["get"] }]);
  assert.equal(made.said, "Now called get.");
  made.undo();
  assert.deepEqual(program(made), PROGRAM);
});

for (const [name, fault] of [["", "name_odd"], ["2x", "name_odd"], ["go on", "name_odd"], ["forward", "name_taken"],
  ["jump", "name_taken"], ["turn", "name_taken"], ["while", "name_taken"]]) {
  test(`a routine cannot be called "${name}"`, () => {
    const made = editor([FETCH, define("turn", "left"), "jump"]);
    made.reserved = ["while"];
    assert.equal(made.rename([0], name), made.word(fault, { name }));
    assert.equal(program(made)[0].define, "fetch");
  });
}

test("with a routine its calls go, and undo brings all of them back", () => {
  for (const withContents of [true, false]) {
    const made = editor();
    made.goTo([0], true);
    made.removeChosen(withContents);
    assert.deepEqual(program(made), ["jump", { repeat: 2, body: [] }]);
    assert.equal(made.said, "Routine fetch and its calls removed.");
    made.undo();
    assert.deepEqual(program(made), PROGRAM);
  }
});

test("a routine with a fixed call stays, also when everything else is cleared", () => {
  const made = editor(PROGRAM, [3]);
  made.goTo([0], true);
  made.removeChosen(true);
  assert.equal(made.said, "Card 3 is fixed.");
  made.clear();
  assert.deepEqual(program(made), [define("fetch"), "fetch"]);
  const free = editor();
  free.clear();
  assert.deepEqual(program(free), []);
});

test("cards move out of a routine to the start of the program, and into it", () => {
  const made = editor();
  made.goTo([0, "body", 1], true);
  made.shift(1);
  assert.deepEqual(program(made).slice(0, 2), [define("fetch", "forward"), "left"]);
  assert.equal(made.said, "Moved out of Routine fetch: Left, card 2 of 5.");
  made.shift(-1);
  assert.deepEqual(program(made), PROGRAM);
  made.goTo([0, "body", 0], true);
  made.shift(-1);
  assert.equal(made.said, "at_start");
});

test("routines change places with each other only, and no card goes between them", () => {
  const made = editor([FETCH, define("turn", "left"), "jump"]);
  made.goTo([0, "body", 1], true);
  made.shift(1);
  assert.deepEqual(program(made), [define("fetch", "forward"), define("turn", "left", "left"), "jump"]);
  made.goTo([0], true);
  made.shift(1);
  assert.deepEqual(program(made), [define("turn", "left", "left"), define("fetch", "forward"), "jump"]);
  made.shift(1);
  assert.equal(made.said, "at_end");
  made.shift(-1);
  assert.equal(program(made)[0].define, "fetch");
});

test("neighbours are chosen in the routines or in the program, not in both", () => {
  const made = editor([FETCH, define("turn"), "jump", "left"]);
  made.goTo([1], true);
  made.stretch(1);
  assert.equal(made.range.count, 1);
  made.chooseNext();
  assert.equal(made.said, "at_end");
  made.stretchTo([2]);
  made.stretch(-1);
  assert.deepEqual(made.range, { path: [2], count: 1 });
  made.stretch(1);
  assert.equal(made.range.count, 2);
});

test("a routine calls those above it, and neither itself nor one below it", () => {
  const names = ["a", "b"];
  const calls = (...rows) => isInOrder(toPieces([...rows.map((row, at) => define(names[at], ...row)), "a"]));
  assert.deepEqual([calls([], ["a"]), calls(["a"]), calls(["b"], []), calls([{ repeat: 2, body: ["b"] }], [])],
    [true, false, false, false]);
  const made = editor();
  made.goTo([0, "body", 1], true);
  made.add(CALL);
  assert.deepEqual([program(made), made.said], [PROGRAM, "calls_itself"]);
});

test("arrows walk the routines, then the start, then the program", () => {
  assert.deepEqual(editor().stops().map((stop) => stop.join(".")),
    ["0", "0.body.0", "0.body.1", "", "1", "2", "3", "3.body.0"]);
  const made = editor([FETCH, "jump"]);
  made.removeChosen(true);
  assert.deepEqual(made.at, []);
  made.add(LEFT);
  assert.deepEqual(program(made), [FETCH, "left"]);
});

// ---- the page

test("routines are a tree of their own, with numbers that go on in the program", () => {
  shown(PROGRAM);
  assert.deepEqual(labels("[role=tree]"), ["routines", "strip"]);
  assert.deepEqual(labels(".tk-lay-routines [role=treeitem]"),
    ["Routine fetch, around cards 1 to 2", "Routine fetch, card 1: Forward", "Routine fetch, card 2: Left"]);
  assert.equal(label(card(3)), "fetch, card 3 of 5");
  assert.deepEqual(texts(".tk-lay-strip .tk-lay-number"), ["1", "2", "3", "4", "5"]);
});

test("without routines there is one strip", () => {
  shown(["jump"]);
  assert.deepEqual(labels("[role=tree]"), ["strip"]);
});

test("by keyboard: define, name, fill and call, with the focus where the learner is", () => {
  const model = shown([]);
  keysOn(inTray(0), "End", "Enter");
  assert.equal(focused(), "Define, 1 left");
  field().focus();
  write(field(), "f");
  write(field(), "fe");
  assert.deepEqual([document.activeElement === field(), field().value, says()], [true, "fe", "Now called fe."]);
  keys("ArrowLeft", "Delete"); // they belong to the field
  assert.deepEqual(model.saved("program"), [define("fe")]);
  keysOn(inTray(0), "Home", "ArrowRight", "Enter");
  keysOn(find(".tk-lay-start"), "ArrowLeft", "ArrowRight");
  assert.equal(focused(), "start");
  keysOn(inTray(CALL), "End", "Enter");
  assert.deepEqual(model.saved("program"), [define("fe", "left"), "fe"]);
  assert.equal(label(inTray(CALL)), "fe");
});

test("a name that cannot be is explained beside it", () => {
  const model = shown(PROGRAM);
  write(field(), "go on");
  assert.deepEqual([texts("[role=alert]")[0], field().getAttribute("aria-invalid")], ["name_odd", "true"]);
  assert.equal(model.told.length, 0);
  write(field(), "goon");
  assert.equal(model.saved("program")[0].define, "goon");
});

test("a press on a name moves and chooses nothing", () => {
  shown(PROGRAM);
  click(field());
  assert.deepEqual(labels(".tk-lay-strip [aria-selected=true]"), []);
});

test("a held Define card becomes a routine wherever it is put, a held card goes into a tapped routine", () => {
  const model = shown(PROGRAM);
  inTray(DEFINES).dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
  click(at(2));
  assert.deepEqual(model.saved("program").map((node) => node.define), ["fetch", "routine", undefined, undefined, undefined]);
  inTray(LEFT).dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
  click(at(1));
  assert.deepEqual(model.saved("program")[1], define("routine", "left"));
});

test("a routine can be removed and moved, but not unwrapped", () => {
  shown(PROGRAM);
  click(at(0));
  assert.equal(button("unwrap").hidden, true);
  assert.equal(button("remove").hidden, false);
});

test("during a run the card that called the routine is marked, and the turn of its loop", () => {
  const program = [FETCH, "jump", { repeat: 2, body: ["fetch"] }];
  const place = bench();
  shown(program, {}, place);
  const tell = (detail) => find(".tk-builder").dispatchEvent(new CustomEvent("tk-step", { detail: { stops: [], program, ...detail } }));
  const calling = () => texts("[data-calling] .tk-lay-number");
  tell({ ran: { card: 1, calls: [9], turn: "turn 2 of 2" }, before: 5 });
  assert.deepEqual([calling(), texts(".tk-lay-turn"), find(".tk-lay-repeat .tk-lay-turn") !== null], [["4"], ["turn 2 of 2"], true]);
  tell({ ran: { card: 3, turn: "" } });
  assert.deepEqual([calling(), texts(".tk-lay-turn")], [[], []]);
});
