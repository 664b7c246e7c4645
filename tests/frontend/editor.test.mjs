// The editor beside the board: the cell it shows, the names it offers, and the lines it lights.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerCell, bodyOf, insertCall, proposals } from "../../teachkit/jupyterlab/extensions/teachkit/static/editor.js";
import { litLines } from "../../teachkit/widgets/player/messages.js";
import { all, bench, click, find, frame, keys, show, text, texts } from "./support/page.mjs";
import { STATES, widgets } from "./support/states.mjs";

const cell = (source, type = "code") => ({ model: { type, sharedModel: { getSource: () => source } } });

test("the cell of an exercise is found by its first line", () => {
  const cells = [cell("%%exercise 10-05", "markdown"), cell("x\n%%exercise 10-05"), cell("%%exercise 10-055\n"),
    cell('%%exercise  "10-05" \ndef f(): ...')];
  assert.equal(answerCell(cells, "10-05"), cells[3]);
  assert.equal(answerCell(cells, "10-06"), undefined);
});

test("the code begins after the first line", () => {
  const doc = (source) => ({ length: source.length, line: () => ({ to: source.split("\n")[0].length }) });
  assert.deepEqual(["%%exercise a\nx", "%%exercise a\n", "%%exercise a", ""].map((source) => bodyOf(doc(source))), [13, 13, 12, 0]);
});

test("names are offered once two letters are typed", () => {
  const calls = [{ name: "forward" }, { name: "square" }];
  const names = (before, after = "", source = "") => proposals(before, after, calls, source).names;
  assert.deepEqual([names("    fo"), names("f"), names("forward"), names("fo", "x"), names("2fo")], [["forward"], [], [], [], []]);
  assert.deepEqual(names("x = to", "", "def total(n): to"), ["total"]);
});

test("a call is written where the cursor is, which waits for arguments between the brackets", () => {
  const written = (call, next = "") => {
    let change;
    const view = { state: { selection: { main: { from: 4, to: 6 } }, sliceDoc: () => next }, dispatch: (made) => { change = made; } };
    insertCall(view, call);
    return [change.changes.insert, change.selection.anchor - change.changes.from];
  };
  assert.deepEqual(written({ name: "forward", signature: "forward()" }), ["forward()", 9]);
  assert.deepEqual(written({ name: "shove", signature: "shove(way)" }), ["shove()", 6]);
  assert.deepEqual(written({ name: "shove", signature: "shove(way)" }, "("), ["shove", 5]);
  assert.deepEqual(written({ name: "total" }), ["total", 5]);
});

test("the line that ran is lit, with those around it, the next one, and the place of an error", () => {
  const stops = [{ line: 0, says: [] }, { line: 2, around: [4], says: ["a"] }, { line: 2, skipped: true, says: ["b"] },
    { line: 3, wrong: true, column: 4, end_column: 9, says: ["Oh", "no."] }];
  const lit = (position) => litLines(stops, position).map(({ line, kind }) => `${line} ${kind}`);
  assert.deepEqual([0, 1, 2, 3].map(lit), [["2 next"], ["2 ran", "4 around"], ["2 skipped", "3 next"], ["3 skipped"]]);
  assert.deepEqual(litLines(stops, 3), [{ line: 3, kind: "skipped", from: 4, to: 9, says: "Oh no." }]);
});

/** Show the widget in a bench where somebody provides an editor for `source`. */
function editor(source, state = {}) {
  const place = bench();
  const code = { source, inserted: [], lit: [], runs: 0, read: () => code.source, write: (written) => { code.source = written; },
    light: (marks) => { code.lit = marks; }, insert: (call) => code.inserted.push(call.name), run: () => { code.runs += 1; } };
  place.addEventListener("tk-editor", ({ detail }) => {
    code.detail = detail;
    detail.take(code);
  }, { once: true });
  code.model = show(widgets["editor/editor.js"], { ...STATES["editor/editor.js"], ...state }, place);
  frame();
  return code;
}

test("without an editor, nothing is shown", () => {
  show(widgets["editor/editor.js"], { ...STATES["editor/editor.js"] }, bench());
  frame();
  assert.equal("open" in find(".tk-code-editor").dataset, false);
});

test("untouched code is replaced by the last answer, and other code stays", () => {
  assert.equal(editor("def f(n):\n", { text: "def f(n): return 1" }).source, "def f(n): return 1");
  find("main").replaceChildren();
  const code = editor("def g(n):", { text: "def f(n): return 1" });
  assert.deepEqual([code.source, code.detail.name], ["def g(n):", "Your program: Units"]);
  code.model.set("text", "def f(n):");
  code.model.set("writes", 1);
  assert.equal(code.source, "def f(n):");
  find(".tk-code-editor").dispatchEvent(new CustomEvent("tk-run-code"));
  assert.equal(code.runs, 1);
});

test("lines are lit only while the code is the one that ran", () => {
  const code = editor("def f(n):");
  const lines = (source) => find(".tk-code-editor").dispatchEvent(new CustomEvent("tk-lines", { detail: { source, marks: [1] } }));
  lines("def f(n):\n");
  assert.deepEqual(code.lit, [1]);
  lines("def g(n):");
  assert.deepEqual(code.lit, []);
});

test("what can be called is listed by a button, chosen by keys, and closed by Escape", () => {
  const code = editor("");
  const button = find(".tk-code-bar .tk-button");
  click(button);
  assert.deepEqual([button.getAttribute("aria-expanded"), texts(".tk-code-call")], ["true", ["forward()Drive.", "shove(way)Push."]]);
  assert.equal(document.activeElement, all(".tk-code-call")[0]);
  keys("ArrowDown");
  click(document.activeElement);
  assert.deepEqual([code.inserted, find(".tk-code-calls").hidden], [["shove"], true]);
  click(button);
  keys("Escape");
  assert.deepEqual([find(".tk-code-calls").hidden, document.activeElement === button], [true, true]);
  assert.equal(text(".tk-code-bar b"), "heading");
});
