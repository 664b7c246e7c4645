// A row of cards is edited: only the edits that the kernel offers can be made.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, click, find, focused, keys, label, labels, named, pointer, show, text, texts, write } from "./support/page.mjs";
import { STATES, widgets } from "./support/states.mjs";

const ENTRY = "row_editor/row_editor.js";
const editor = (traits) => show(widgets[ENTRY], { ...STATES[ENTRY], ...traits });
const places = () => labels(".tk-edit-place");
const inTray = (name) => all("[data-key^=tray]").find((card) => text(".tk-lay-name", card) === name);
const row = (kind) => labels("[role=img]", named(kind, "ol"));
const bar = (name) => all(".tk-lay-bar button").find(({ textContent }) => textContent === name);

test("both rows are read card by card, with their loops", () => {
  editor({ before: { cards: ["left"], loops: [] } });
  assert.deepEqual(row("row_before"), ["Card 1: Left"]);
  assert.deepEqual(row("row_now"), ["Card 1: Left", "Card 2: Right, 2 times", "Card 3: Jump, 2 times"]);
  assert.deepEqual(texts(".tk-edit-times"), ["×2"]);
});

test("an empty row says so, or has a place for a card", () => {
  editor({ row: { cards: [], loops: [] }, ways: [{ text: "insert jump at 1", card: "jump", first: 1, last: 0 }] });
  assert.deepEqual(texts(".tk-edit-row:not(.tk-edit-before) li"), ["empty"]);
  click(inTray("Jump"));
  assert.deepEqual(places(), ["Jump at the end"]);
});

test("a chosen card shows its places and no others", () => {
  editor();
  assert.deepEqual([places(), text(".tk-lay-help")], [["Cards 2 and 3: remove ×2"], "choose"]);
  click(inTray("Jump"));
  assert.deepEqual(places(), ["Jump before card 1", "Jump on card 2", "Jump at the end"]);
  assert.deepEqual([inTray("Jump").getAttribute("aria-pressed"), text(".tk-lay-help")], ["true", "Choose a place for Jump."]);
  click(inTray("Repeat ×2"));
  assert.deepEqual(places(), ["Repeat ×2 around card 1"]);
  click(inTray("Repeat ×2"));
  assert.deepEqual(places(), ["Cards 2 and 3: remove ×2"]);
});

test("a loop goes around two cards where two may be", () => {
  editor({ ways: [{ text: "loop 2x over 1..2", card: "2x", first: 1, last: 2 }] });
  click(inTray("Jump"));
  assert.deepEqual([places(), text(".tk-lay-help")], [[], "Jump fits nowhere."]);
  click(inTray("Repeat ×2"));
  assert.deepEqual(places(), ["Repeat ×2 around cards 1 and 2"]);
});

test("a place makes an edit, and buttons take it back", () => {
  const model = editor();
  click(inTray("Jump"));
  click(named("Jump on card 2"));
  assert.deepEqual([model.saved("edits"), text("[role=status]")], [["cover 2 with jump"], "Added: cover 2 with jump."]);
  click(named("Cards 2 and 3: remove ×2"));
  assert.deepEqual(model.saved("edits"), ["cover 2 with jump", "unloop 2"]);
  click(named("Remove: cover 2 with jump"));
  assert.deepEqual([model.saved("edits"), text("[role=status]")], [["unloop 2"], "Removed: cover 2 with jump."]);
  click(bar("undo"));
  assert.deepEqual([model.saved("edits"), bar("undo").getAttribute("aria-disabled")], [[], "true"]);
  click(bar("undo"));
  click(bar("clear"));
  assert.equal(model.told.length, 4);
  model.set("edits", ["unloop 2"]);
  click(bar("clear"));
  assert.deepEqual([model.saved("edits"), text("[role=status]")], [[], "cleared"]);
});

test("everything can be done with keys, and the focus goes on where one was", () => {
  const model = editor();
  inTray("Jump").focus();
  keys("ArrowRight");
  assert.equal(focused(), "Repeat ×2");
  keys("ArrowLeft", "ArrowLeft", "End", "End");
  assert.equal(focused(), "Repeat ×2");
  keys("Home", "Enter");
  assert.deepEqual([focused(), places().length], ["Jump, 2 left", 3]);
  named("Jump before card 1").focus();
  keys("ArrowRight");
  assert.equal(focused(), "Jump on card 2");
  keys("Enter");
  assert.deepEqual([model.saved("edits"), focused()], [["cover 2 with jump"], "Jump, 2 left"]);
  keys("Space", "Escape");
  assert.deepEqual([inTray("Jump").getAttribute("aria-pressed"), focused()], ["false", "Jump, 2 left"]);
  named("Cards 2 and 3: remove ×2").focus();
  keys("Enter");
  assert.equal(document.activeElement.textContent, "undo");
});

test("a used up card is off", () => {
  editor({ laid: ["jump", "jump"] });
  assert.deepEqual([label(inTray("Jump")), inTray("Jump").getAttribute("aria-disabled")], ["Jump, none left", "true"]);
  click(inTray("Jump"));
  assert.equal(inTray("Jump").getAttribute("aria-pressed"), "false");
});

test("edits can be typed", () => {
  const model = editor({ edits: ["unloop 2"] });
  const area = find("textarea");
  assert.equal(area.value, "unloop 2");
  write(area, "unloop 2\ninsert jump at 1");
  area.focus();
  assert.equal(keys("Enter").defaultPrevented, false);
  keys("Control+Enter");
  assert.deepEqual(model.saved("draft"), { source: "unloop 2\ninsert jump at 1", n: 1 });
  model.set("edits", ["unloop 2"]);
  assert.equal(area.value, "unloop 2\ninsert jump at 1"); // it is being written
  click(all("details button").at(-1));
  assert.equal(model.saved("draft").n, 2);
  model.set("edits", ["unloop 2", "insert jump at 1"]);
  assert.deepEqual(texts(".tk-edit-list code"), ["unloop 2", "insert jump at 1"]);
});

test("what may not be made is marked and told", () => {
  const model = editor({ edits: ["unloop 2", "cover 9 with jump"] });
  model.set("problem", { edit: 2, says: "There is no place 9." });
  assert.equal(text("[role=alert]"), "Edit 2: There is no place 9.");
  assert.deepEqual(texts("li[data-wrong] code"), ["cover 9 with jump"]);
  model.set("problem", {});
  assert.deepEqual([text("[role=alert]"), texts("li[data-wrong]")], ["", []]);
});

test("a finger that rests on a button opens no menu", () => {
  editor();
  let reached = 0;
  const count = () => { reached += 1; };
  document.body.addEventListener("contextmenu", count);
  const rest = (pointerType) => {
    pointer("pointerdown", inTray("Jump"), { pointerType });
    return pointer("contextmenu", inTray("Jump")).defaultPrevented;
  };
  assert.deepEqual([rest("mouse"), reached, rest("touch"), reached], [false, 1, true, 1]);
  assert.equal(pointer("contextmenu", find("[role=status]")).defaultPrevented, false);
  document.body.removeEventListener("contextmenu", count);
});

test("after its end an editor hears no more", () => {
  const model = editor();
  model.stop();
  model.set("edits", ["unloop 2"]);
  assert.deepEqual(texts(".tk-edit-list li"), []);
});
