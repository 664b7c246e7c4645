// The program as text: handed over as a draft, kept while the kernel complains, printed anew after it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, click, find, focused, keys, label, named, write } from "./support/page.mjs";
import { builder, inTray, keysOn, says } from "./support/builder.mjs";

const area = (notation) => named(notation, "textarea");
const tab = (notation) => all("[role=tab]").find(({ textContent }) => textContent === notation);
const alert = (notation) => area(notation).closest("[role=tabpanel]").querySelector("[role=alert]");
const press = (word, notation) =>
  click(all("button", area(notation).closest("[role=tabpanel]")).find(({ textContent }) => textContent === word));

/** The kernel has read the draft. */
function reads(model, traits) {
  for (const [name, value] of Object.entries(traits)) model.set(name, value);
  model.set("draft_read", model.get("draft_read") + 1);
}

test("typed text is handed over once, with a number", () => {
  const model = builder(["forward"]);
  write(area("text"), "left,\njmp");
  keysOn(area("text"), "Control+Enter");
  assert.deepEqual(model.saved("draft"), { notation: "text", source: "left,\njmp", n: 1 });
  keys("Control+Enter");
  area("text").blur();
  press("apply", "text");
  assert.equal(model.told.length, 1);
  write(area("text"), "left");
  keysOn(area("text"), "Meta+Enter");
  assert.deepEqual(model.saved("draft"), { notation: "text", source: "left", n: 2 });
});

test("leaving the text or pressing the button hands it over, too", () => {
  const model = builder(["forward"]);
  write(area("python"), "left()");
  area("python").focus();
  area("python").blur();
  assert.equal(model.saved("draft").source, "left()");
  write(area("python"), "left() ");
  press("apply", "python");
  assert.equal(model.saved("draft").n, 2);
});

test("a complaint keeps the text and points at the place", () => {
  const model = builder(["forward"]);
  write(area("text"), "left,\n  jmp");
  keysOn(area("text"), "Control+Enter");
  reads(model, { complaint: { notation: "text", says: "No card is called jmp.", line: 2, column: 3 } });
  assert.equal(alert("text").textContent, "Line 2: No card is called jmp.  jmp\n  ^");
  assert.equal(area("text").getAttribute("aria-invalid"), "true");
  assert.equal(alert("python").textContent, "");
  click(inTray(1));
  model.set("text", "forward, left");
  assert.equal(area("text").value, "left,\n  jmp");
  press("as_cards", "text");
  assert.deepEqual([area("text").value, alert("text").textContent], ["forward, left", ""]);
  assert.equal(area("text").getAttribute("aria-invalid"), "false");
});

test("a complaint without a place is a sentence", () => {
  const model = builder([]);
  write(area("text"), "?");
  keysOn(area("text"), "Control+Enter");
  reads(model, { complaint: { notation: "text", says: "Too long.", line: null, column: null } });
  assert.equal(alert("text").innerHTML, "Too long.");
});

test("what was understood is printed as the kernel prints it", () => {
  const model = builder(["forward"]);
  write(area("python"), "left ()");
  keysOn(area("python"), "Control+Enter");
  reads(model, { program: ["left"], python: "left()" });
  assert.deepEqual([area("python").value, says()], ["left()", "understood"]);
  click(named("undo"));
  assert.deepEqual(model.saved("program"), ["forward"]);
});

test("an answer that comes while more is typed leaves the text alone", () => {
  const model = builder(["forward"]);
  write(area("python"), "left()");
  keysOn(area("python"), "Control+Enter");
  write(area("python"), "left()\nrig");
  reads(model, { program: ["left"], python: "left()" });
  assert.equal(area("python").value, "left()\nrig");
});

test("text that nobody touched follows the cards", () => {
  const model = builder(["forward"]);
  model.set("text", "a\nb\nc");
  assert.deepEqual([area("text").value, Number(area("text").rows)], ["a\nb\nc", 4]);
});

test("Enter keeps the indent, and goes one step in after a colon", () => {
  builder([], { python_first: true });
  const python = area("python");
  for (const [before, after] of [
    ["left()", "left()\n"], ["while x:", "while x:\n    "], ["while x:\n    left()", "while x:\n    left()\n    "],
    ["    if y: ", "    if y: \n        "],
  ]) {
    python.value = before;
    python.setSelectionRange(before.length, before.length);
    assert.equal(keysOn(python, "Enter").defaultPrevented, true);
    assert.equal(python.value, after);
  }
  assert.equal(keysOn(area("text"), "Enter").defaultPrevented, false);
});

test("the tabs show one notation, by click and by arrow", () => {
  builder();
  const open = () => all("[role=tabpanel]").filter(({ hidden }) => !hidden).map((panel) => label(find("textarea", panel)));
  assert.deepEqual(open(), ["text"]);
  click(tab("python"));
  assert.deepEqual(open(), ["python"]);
  keysOn(tab("python"), "ArrowLeft");
  assert.deepEqual([open(), document.activeElement.textContent, tab("python").tabIndex], [["text"], "text", -1]);
  assert.equal(tab("text").getAttribute("aria-selected"), "true");
  assert.equal(focused(), null);
});

test("Python comes first where it is asked for, and the side may be folded", () => {
  const model = builder([], { python_first: true, show_python: false });
  assert.deepEqual(all("[role=tab]").map(({ textContent }) => textContent), ["python", "text"]);
  assert.equal(find("details").open, false);
  model.set("show_python", true);
  assert.equal(find("details").open, true);
});

test("a builder that is off takes no text", () => {
  const model = builder([], { disabled: true });
  assert.ok(all("textarea").every(({ readOnly }) => readOnly));
  write(area("text"), "left");
  keysOn(area("text"), "Control+Enter");
  assert.deepEqual(model.told, []);
});
