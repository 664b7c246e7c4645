// The builder as it is touched: by keys, by clicks and from the kernel, and what it then shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, bench, click, find, focused, isSame, keys, label, labels, pointer, settings, text, texts } from "./support/page.mjs";
import { NESTED, at, builder, button, card, inTray, keysOn, says } from "./support/builder.mjs";
import { chordOf } from "../../teachkit/widgets/builder/keys.js";

const menu = (element) => pointer("contextmenu", element);
const isOff = (element) => element.getAttribute("aria-disabled") === "true";
const shown = () => texts(".tk-builder > .tk-lay-bar button:not([hidden])");
const chosen = () => labels(".tk-lay-strip [aria-selected=true]");
const LOOP = [{ repeat: 2, body: ["left"] }, "jump"];

// ---- keys

const CHORDS = [
  [{ key: "z", ctrlKey: true }, "Ctrl+z"], [{ key: "z", metaKey: true }, "Ctrl+z"],
  [{ key: "Z", ctrlKey: true, shiftKey: true }, "Ctrl+Shift+z"], [{ key: "ArrowUp", altKey: true }, "Alt+ArrowLeft"],
  [{ key: "ArrowDown", shiftKey: true }, "Shift+ArrowRight"], [{ key: "Backspace" }, "Delete"], [{ key: " " }, "Enter"],
  [{ key: "Home" }, "Home"],
];
for (const [event, chord] of CHORDS) {
  test(`${JSON.stringify(event)} is ${chord}`, () => assert.equal(chordOf(event), chord));
}

test("Enter in the tray adds cards, one after the other", () => {
  const model = builder();
  assert.equal(inTray(0).tabIndex, 0);
  keysOn(inTray(0), "Enter", "ArrowRight", "Enter", "Home", "Space");
  assert.deepEqual(model.saved("program"), ["forward", "left", "forward"]);
  assert.deepEqual([says(), focused()], ["Added: Forward, card 3 of 3.", "Forward, 2 left"]);
  keys("End");
  assert.equal(focused(), "If blocked");
  keys("ArrowRight", "ArrowUp");
  assert.equal(focused(), "Twice");
});

test("arrows walk the program, with Shift they choose more", () => {
  builder(["forward", "left", "jump"]);
  keysOn(card(3), "Home");
  assert.equal(focused(), "start");
  keys("ArrowRight", "Shift+ArrowRight");
  assert.equal(says(), "2 chosen.");
  assert.deepEqual(chosen(), ["Forward, card 1 of 3", "Left, card 2 of 3"]);
  keys("End", "ArrowUp");
  assert.equal(focused(), "Left, card 2 of 3");
});

test("Alt and an arrow move a card, and the focus goes with it", () => {
  const model = builder(LOOP);
  keysOn(at(1), "Alt+ArrowLeft");
  assert.deepEqual(model.saved("program"), [{ repeat: 2, body: ["left", "jump"] }]);
  keys("Alt+ArrowUp", "Alt+ArrowUp");
  assert.deepEqual(model.saved("program"), ["jump", { repeat: 2, body: ["left"] }]);
  assert.equal(focused(), "jump, card 1 of 2");
  keys("Alt+ArrowUp");
  assert.equal(says(), "at_start");
});

test("Delete takes a bracket off, Shift+Delete takes all of it", () => {
  const model = builder(NESTED);
  keysOn(at(1), "Delete");
  assert.deepEqual(model.saved("program"), ["forward", "left", "forward", "jump"]);
  keys("Control+z", "Shift+Delete");
  assert.deepEqual(model.saved("program"), ["forward", "jump"]);
  assert.equal(focused(), "Forward, card 1 of 2");
  keys("Backspace", "Backspace", "Backspace");
  assert.deepEqual(model.saved("program"), ["jump"]);
});

test("undo and redo work anywhere in the builder", () => {
  const model = builder(NESTED);
  click(button("clear"));
  assert.deepEqual(model.saved("program"), []);
  for (const [chord, program] of [["Control+z", NESTED], ["Control+y", []], ["Meta+z", NESTED], ["Control+Shift+Z", []]]) {
    keys(chord);
    assert.deepEqual(model.saved("program"), program, chord);
  }
  assert.equal(says(), "redone");
});

test("keys of the builder go no further; others keep their meaning", () => {
  builder(["forward"]);
  let heard = 0;
  const hear = () => { heard += 1; };
  document.body.addEventListener("keydown", hear);
  assert.equal(keysOn(card(1), "ArrowRight").defaultPrevented, true);
  assert.equal(keys("d").defaultPrevented, false);
  document.body.removeEventListener("keydown", hear);
  assert.equal(heard, 0);
  assert.equal(find(".tk-builder").dataset.lmSuppressShortcuts, "true");
});

test("in typed text the keys belong to the text", () => {
  const model = builder(["forward"]);
  assert.equal(keysOn(find("textarea"), "Control+z").defaultPrevented, false);
  assert.deepEqual(model.told, []);
});

// ---- presses

test("a click in the tray adds behind the card that was clicked", () => {
  const model = builder(["forward", "jump"]);
  click(card(1));
  assert.deepEqual([chosen(), focused()], [["Forward, card 1 of 2"], "Forward, card 1 of 2"]);
  click(inTray(1));
  assert.deepEqual(model.saved("program"), ["forward", "left", "jump"]);
});

test("a click on the ground of the program goes to its end", () => {
  const model = builder(["forward", "jump"]);
  click(card(1));
  click(find(".tk-lay-strip"));
  click(inTray(1));
  assert.deepEqual(model.saved("program"), ["forward", "jump", "left"]);
});

test("Shift and a click choose neighbours", () => {
  const model = builder(["forward", "left", "jump"]);
  click(card(1));
  click(card(3), { shiftKey: true });
  click(inTray(3));
  assert.deepEqual(model.saved("program"), [{ repeat: 2, body: ["forward", "left", "jump"] }]);
});

test("the second button takes a card up, to be put at a place", () => {
  const model = builder(["forward", "jump"]);
  assert.equal(menu(inTray(1)).defaultPrevented, true);
  assert.deepEqual([says(), all(".tk-lay-gap").length], ["Left in your hand.", 3]);
  assert.equal(inTray(1).getAttribute("aria-pressed"), "true");
  const isHolding = () => find(".tk-builder").classList.contains("tk-lay-holding");
  assert.ok(isHolding());
  click(all(".tk-lay-gap")[1]);
  assert.deepEqual(model.saved("program"), ["forward", "left", "jump"]);
  menu(inTray(1));
  menu(inTray(1));
  assert.deepEqual([says(), all(".tk-lay-gap").length, isHolding()], ["put_back", 0, false]);
});

test("a card in the hand goes where Enter is pressed, and Escape puts it back", () => {
  const model = builder(["forward", "jump"]);
  menu(inTray(1));
  keysOn(card(1), "Enter");
  assert.deepEqual(model.saved("program"), ["forward", "left", "jump"]);
  menu(inTray(1));
  keys("Escape");
  assert.deepEqual([says(), model.told.length], ["put_back", 1]);
});

test("Escape with an empty hand chooses nothing", () => {
  builder(["forward"]);
  click(card(1));
  keys("Escape");
  assert.deepEqual(chosen(), []);
});

const HELD = [ // [tray card, program, where it is put, what comes of it]
  [3, ["forward", "jump"], () => card(1), [{ repeat: 2, body: ["forward"] }, "jump"]],
  [1, ["forward", "jump"], () => find(".tk-lay-strip"), ["forward", "jump", "left"]],
  [1, ["forward", "jump"], () => at(), ["left", "forward", "jump"]],
  [1, [{ if: "blocked", then: [], else: [] }], () => at(0, "else"), [{ if: "blocked", then: [], else: ["left"] }]],
  [1, [], () => find(".tk-lay-slot"), ["left"]],
  [1, LOOP, () => all(".tk-lay-gap").at(-1), [...LOOP, "left"]],
];
HELD.forEach(([index, program, place, after], row) => test(`a card in the hand is put there (${row + 1})`, () => {
  const model = builder(program);
  menu(inTray(index));
  click(place());
  assert.deepEqual(model.saved("program"), after);
}));

test("the second button chooses a card that lies there", () => {
  const model = builder(["forward", "jump"]);
  menu(card(1));
  assert.deepEqual([chosen(), model.told], [["Forward, card 1 of 2"], []]);
});

test("a finger that rests opens no menu, and elsewhere a menu opens", () => {
  builder(["forward"]);
  assert.equal(pointer("contextmenu", inTray(1), { pointerType: "touch" }).defaultPrevented, true);
  isSame(find(".tk-lay-gap"), null);
  assert.equal(menu(button("undo")).defaultPrevented, false);
});

test("buttons move and remove what is chosen", () => {
  const model = builder(["forward", { repeat: 2, body: [] }]);
  click(card(1));
  click(button("move_right"));
  assert.deepEqual(model.saved("program"), [{ repeat: 2, body: ["forward"] }]);
  click(button("move_left"));
  click(button("choose_next"));
  assert.equal(says(), "2 chosen.");
  click(button("remove"));
  assert.deepEqual(model.saved("program"), []);
});

test("buttons appear when they can do something, and at most five of them edit what is chosen", () => {
  const model = builder();
  assert.deepEqual(shown(), []);
  model.set("program", ["forward", "left", { repeat: 2, body: [] }]);
  assert.deepEqual(shown(), ["undo", "clear"]);
  click(card(1));
  assert.deepEqual(shown(), ["undo", "move_left", "move_right", "remove", "choose_next"]);
  click(at(2));
  assert.deepEqual(shown(), ["undo", "move_left", "move_right", "remove", "choose_next", "unwrap"]);
  click(button("choose_next"));
  assert.equal(says(), "at_end");
  keys("Escape");
  assert.deepEqual(shown(), ["undo", "clear"]);
  model.set("disabled", true);
  assert.deepEqual(shown(), []);
});

test("without loops there are no buttons for them", () => {
  builder(["forward", "left"], { tray: [] });
  click(card(1));
  assert.deepEqual(shown(), ["move_left", "move_right", "remove"]);
});

test("a button that disappears passes its focus to the program", () => {
  builder(["forward"]);
  click(card(1));
  button("remove").focus();
  click(button("remove"));
  assert.deepEqual([focused(), shown()], ["start", ["undo"]]);
});

test("unwrap is for one bracket", () => {
  const model = builder(NESTED);
  click(at(1));
  click(button("unwrap"));
  assert.deepEqual(model.saved("program"), ["forward", "left", "forward", "jump"]);
});

// ---- what is drawn

test("the program is a tree with levels and positions", () => {
  builder(NESTED);
  const told = (element) => ["level", "posinset", "setsize"].map((name) => element.getAttribute(`aria-${name}`));
  assert.deepEqual(told(at(1, "body", 0)), ["2", "1", "2"]);
  assert.deepEqual(told(at(1)), ["1", "3", "4"]);
  assert.equal(at(1).getAttribute("aria-expanded"), "true");
  assert.deepEqual(labels("[role=treeitem]"), ["start", "Forward, card 1 of 4", "Twice, around cards 2 to 3",
    "Left, card 2 of 4", "Forward, card 3 of 4", "jump, card 4 of 4"]);
});

test("an otherwise counts among its row, one level in", () => {
  builder([{ if: "blocked", then: ["left"], else: [] }]);
  assert.deepEqual([label(at(0, "else")), at(0, "else").getAttribute("aria-level")], ["otherwise", "2"]);
  assert.equal(at(0, "then", 0).getAttribute("aria-setsize"), "2");
});

test("only one place of the tree and one of the tray is reached by Tab", () => {
  builder(NESTED);
  const reached = () => all(":is(.tk-lay-strip, .tk-lay-tray) [tabindex='0']").map(label);
  assert.deepEqual(reached(), ["Forward, 2 left", "jump, card 4 of 4"]);
  click(card(2));
  assert.deepEqual(reached(), ["Forward, 2 left", "Left, card 2 of 4"]);
});

test("coming in by Tab chooses the card that gets the focus", () => {
  builder(NESTED);
  card(1).focus();
  assert.deepEqual(chosen(), ["Forward, card 1 of 4"]);
});

test("the next place is marked", () => {
  builder(["forward", { repeat: 2, body: [] }]);
  isSame(find(".tk-lay-next"), find(".tk-lay-bracket .tk-lay-slot"));
  click(card(1));
  isSame(find(".tk-lay-next"), card(1));
  click(at());
  isSame(find(".tk-lay-next"), at());
});

test("an empty program says how to begin", () => {
  builder();
  assert.deepEqual(texts(".tk-lay-slot"), ["lay_here"]);
});

test("a used up card is off, and hidden where cards are arranged", () => {
  const model = builder([["shove", "left"]]);
  assert.deepEqual([label(inTray(2)), isOff(inTray(2))], ["Shove, none left", true]);
  click(inTray(2));
  assert.deepEqual([says(), model.told], ["No more Shove cards.", []]);
  model.set("arrange", true);
  isSame(inTray(2), null);
});

test("the last card of an arranged hand hands the focus on to the program", () => {
  builder([], { arrange: true, tray: [{ id: "a", node: "a", symbol: "a", label: "A", limit: 1 }] });
  keysOn(inTray(0), "Enter");
  assert.equal(focused(), "A, card 1 of 1");
});

test("what a tray card does is shown beside it", () => {
  builder();
  inTray(1).focus();
  assert.equal(text(".tk-lay-help"), "Turn left.");
  pointer("pointerover", inTray(0));
  assert.equal(text(".tk-lay-help"), "");
});

test("what the chosen card does is shown, again after the mouse was over the tray", () => {
  builder(["right", "left"]);
  all(".tk-lay-strip [data-path]").at(-1).focus();
  assert.equal(text(".tk-lay-help"), "Turn left.");
  pointer("pointerover", inTray(0));
  assert.equal(text(".tk-lay-help"), "");
  pointer("pointerleave", find(".tk-lay-tray"));
  assert.equal(text(".tk-lay-help"), "Turn left.");
});

test("a builder that is off takes nothing", () => {
  const model = builder(["forward"], { disabled: true });
  click(inTray(1));
  click(card(1));
  keys("Delete", "Alt+ArrowLeft", "Control+z");
  assert.deepEqual(model.told, []);
  assert.deepEqual(shown(), []);
  isSame(find(".tk-lay-next"), null);
});

test("a fixed card has a lock, and its new number is handed over", () => {
  const model = builder(["forward", "left"], { fixed: [2] });
  assert.equal(all(".tk-lay-lock").length, 1);
  keysOn(card(2), "Delete");
  assert.equal(says(), "Card 2 is fixed.");
  keys("Home");
  click(inTray(0));
  assert.deepEqual([model.saved("program"), model.saved("fixed")], [["forward", "forward", "left"], [3]]);
  click(button("clear"));
  assert.deepEqual(model.saved("program"), ["left"]);
});

test("a problem is on its card and in a line, and said once", () => {
  const model = builder(["forward"]);
  model.set("problems", [{ card: 1, says: "Too far." }, { card: 0, says: "Too short." }]);
  assert.equal(label(card(1)), "Forward, card 1 of 1, Too far.");
  assert.deepEqual(texts(".tk-lay-problems li"), ["Card 1: Too far.", "Too short."]);
  assert.equal(all(".tk-lay-alarm", card(1)).length, 1);
  const [line] = all(".tk-lay-problems li");
  click(inTray(1));
  isSame(all(".tk-lay-problems li")[0], line);
});

test("the same sentence twice is made different, to be heard again", () => {
  builder(["shove left"].map((name) => name.split(" ")));
  click(inTray(2));
  const before = says();
  click(inTray(2));
  assert.deepEqual([says() === before, says().trim()], [false, before]);
});

test("every edit is handed over once, with a number", () => {
  const model = builder();
  click(inTray(0));
  click(inTray(0));
  assert.deepEqual([model.told.length, model.saved("saves"), find(".tk-builder").dataset.saves], [2, 2, "2"]);
});

test("pieces glide from where they were, unless that is unwelcome", () => {
  let left = 0;
  settings.boxOf = (element) => (element.matches(".tk-lay-instruction") ? [left += 10, left, 10, 10] : null);
  builder(["forward", "left"]);
  click(button("clear"));
  keys("Control+z");
  click(card(1));
  keys("Delete");
  const [{ translate }] = card(1).animations[0].frames;
  assert.match(translate, /^-?[1-9]\d*px -?[1-9]\d*px$/);
  settings.reducedMotion = true;
  keys("Control+z");
  assert.equal(card(1).animations, undefined);
});

// ---- the kernel

test("a program from the kernel is drawn, and can be undone", () => {
  const model = builder(["forward"]);
  model.set("program", ["left", "left"]);
  assert.deepEqual(labels(".tk-lay-strip .tk-lay-instruction"), ["Left, card 1 of 2", "Left, card 2 of 2"]);
  assert.deepEqual(model.told, []);
  click(button("undo"));
  assert.deepEqual(model.saved("program"), ["forward"]);
});

test("what came back from the kernel draws nothing anew", () => {
  const model = builder(["forward"]);
  const element = card(1);
  model.set("program", ["forward"]);
  model.set("fixed", []);
  isSame(card(1), element);
  model.set("fixed", [1]);
  assert.equal(label(card(1)), "Forward, card 1 of 1, fixed");
});

test("after its end a builder hears no more", () => {
  const model = builder(["forward"]);
  model.stop();
  model.set("program", []);
  assert.equal(all(".tk-lay-strip .tk-lay-instruction").length, 1);
  assert.deepEqual(model.listeners.map(([name]) => name), ["change:saves"]);
});

// ---- places for one card each

const face = { symbol: "↓", label: "Back up", note: "430" };
const SLOTS = [1, 2, 3].map((number) =>
  ({ number, label: `Register ${number}`, locked: number === 3, face: number === 3 ? face : null }));
const HAND = ["670", "800", "90"].map((note) => ({ id: note, node: ["move", note], symbol: "↑", label: "Move", note, limit: 1 }));
const registers = (program) => builder(program, { slots: SLOTS, tray: HAND, arrange: true });

test("empty places are seen, locked ones keep their card, and a laid card leaves the hand", () => {
  registers([["move", "670"]]);
  assert.deepEqual(texts(".tk-lay-strip > :is(.tk-lay-card, .tk-lay-slot)"),
    ["1↑Move670", "2Register 2", "3↓Back up430Register 3 is locked: Back up 430"]);
  assert.equal(label(card(1)), "Move 670, Register 1");
  assert.deepEqual(labels("[data-tray]"), ["Move 800", "Move 90"]);
  click(inTray(1));
  assert.equal(says(), "Added: Move 800, Register 2.");
  click(button("undo"));
  assert.deepEqual(labels("[data-tray]"), ["Move 800", "Move 90"]);
});

test("places are filled until none is left, and move up when one is emptied", () => {
  const model = registers();
  keysOn(inTray(0), "Enter", "Enter");
  assert.deepEqual(model.saved("program"), [["move", "670"], ["move", "800"]]);
  keys("Enter");
  assert.deepEqual([says(), model.told.length], ["full", 2]);
  keysOn(card(1), "Delete");
  assert.deepEqual(texts(".tk-lay-strip > :is(.tk-lay-card, .tk-lay-slot)").slice(0, 2), ["1↑Move800", "2Register 2"]);
});

test("a card in the hand goes into an empty place, or before another while there is room", () => {
  const model = registers([["move", "670"]]);
  menu(inTray(2));
  assert.equal(all(".tk-lay-gap").length, 1);
  click(all(".tk-lay-slot").at(-1));
  assert.deepEqual(model.saved("program"), [["move", "670"], ["move", "90"]]);
});

// ---- a bug hunt

const HUNT = { marking: true, mark_says: "Mark it." };

test("until the wrong card is marked no card moves, goes or comes", () => {
  const model = builder(["forward", "left", "jump"], HUNT);
  assert.deepEqual([text(".tk-lay-marking"), find(".tk-lay-marking").hidden], ["Mark it.", false]);
  click(inTray(1));
  assert.equal(says(), "mark_first");
  for (const name of ["clear", "remove"]) click(button(name));
  keysOn(card(1), "Delete", "Alt+ArrowRight", "Control+z");
  assert.deepEqual([model.state.program, model.told], [["forward", "left", "jump"], []]);
  assert.ok(isOff(inTray(1)));
  assert.equal(find(".tk-lay-strip").getAttribute("aria-description"), "mark_keys");
});

test("a card is marked by a click, by Enter, by Space and from the log", () => {
  const model = builder(NESTED, HUNT);
  click(card(2));
  assert.deepEqual(model.saved("pressed"), { button: "mark", fact: 2, n: 1 });
  keysOn(card(3), "Enter");
  assert.deepEqual(model.saved("pressed"), { button: "mark", fact: 3, n: 2 });
  keys("Space");
  assert.deepEqual(model.saved("pressed"), { button: "mark", fact: 3, n: 3 });
  find(".tk-builder").dispatchEvent(new CustomEvent("tk-mark", { detail: { card: 4 } }));
  assert.deepEqual(model.saved("pressed"), { button: "mark", fact: 4, n: 4 });
});

test("brackets and the start are no cards to mark", () => {
  const model = builder(NESTED, HUNT);
  for (const stop of [at(), at(1)]) {
    click(stop);
    keysOn(stop, "Enter");
  }
  assert.deepEqual(model.told, []);
});

test("the mark is shown on its card, and goes with the hunt", () => {
  const model = builder(NESTED, HUNT);
  model.set("mark", 2);
  model.set("mark_says", "Look further on.");
  assert.deepEqual([all(".tk-lay-marked").length, all(".tk-lay-marked", card(2)).length], [1, 1]);
  assert.deepEqual(all(".tk-lay-strip .tk-lay-instruction").map((each) => each.getAttribute("aria-checked")), ["false", "true", "false", "false"]);
  assert.equal(text(".tk-lay-marking"), "Look further on.");
  model.set("marking", false);
  model.set("mark", 0);
  model.set("mark_says", "");
  assert.deepEqual([all(".tk-lay-marked").length, find(".tk-lay-marking").hidden], [0, true]);
  assert.equal(card(1).getAttribute("aria-checked"), null);
  click(card(1));
  assert.deepEqual(model.told, []);
  click(inTray(1));
  assert.equal(model.told.length, 1);
});

// ---- the run beside it

const LOOPED = ["jump", { repeat: 3, body: ["forward"] }];
const lit = (sign) => all(".tk-lay-strip .tk-lay-instruction").flatMap((element, index) => (sign in element.dataset ? [index + 1] : []));

function tell(detail) {
  find(".tk-builder").dispatchEvent(new CustomEvent("tk-step", { detail: { stops: [], program: LOOPED, ...detail } }));
}

test("cards light up: what ran, what is next, where play stops, and the turn of a loop", () => {
  builder(LOOPED, {}, bench());
  tell({ ran: {}, next: { card: 1, turn: "" } });
  assert.deepEqual([lit("ran"), lit("next"), lit("stop")], [[], [1], []]);
  tell({ ran: { card: 1 }, next: { card: 2, turn: "turn 1 of 3" }, stops: [2] });
  assert.deepEqual([lit("ran"), lit("next"), lit("stop")], [[1], [2], [2]]);
  assert.deepEqual(texts(".tk-lay-turn"), ["turn 1 of 3"]);
  tell({ ran: { card: 2, skipped: true, turn: "turn 3 of 3" } });
  assert.deepEqual([lit("ran"), lit("skipped"), texts(".tk-lay-turn")], [[], [2], ["turn 3 of 3"]]);
  tell({ ran: { card: 2 }, skipped: [1, 2] }); // every card that was skipped, but not one that has run since
  assert.deepEqual([lit("ran"), lit("skipped")], [[2], [1]]);
});

test("a program that was changed is not lit, until it is the same again", () => {
  builder(LOOPED, {}, bench());
  tell({ next: { card: 1 } });
  keysOn(card(1), "Delete");
  assert.deepEqual(lit("next"), []);
  keys("Control+z");
  assert.deepEqual(lit("next"), [1]);
});

test("a bracket that asks is framed, and then lit with its answer", () => {
  const program = [{ if: "blocked", then: ["jump"], else: [] }];
  builder(program, {}, bench());
  tell({ program, ran: {}, next: { bracket: 1 } });
  assert.ok(at(0).hasAttribute("data-asks"));
  tell({ program, ran: { bracket: 1, answer: "no" } });
  assert.deepEqual([at(0).hasAttribute("data-asks"), at(0).hasAttribute("data-asked"), text(".tk-lay-answer")], [false, true, "no"]);
  tell({ program, ran: {} });
  assert.deepEqual([at(0).hasAttribute("data-asked"), texts(".tk-lay-answer")], [false, []]);
});

test("play is told to stop before the chosen card", () => {
  const place = bench();
  const player = place.appendChild(Object.assign(document.createElement("div"), { className: "tk-player" }));
  const told = [];
  player.addEventListener("tk-stop-before", ({ detail }) => told.push(detail));
  builder(LOOPED, { actor: "red" }, place);
  tell({ next: { card: 1 } });
  click(card(2));
  click(button("stop_before"));
  assert.deepEqual(told, [{ card: 2, actor: "red" }]);
  tell({ stops: [2] });
  assert.equal(button("stop_before").getAttribute("aria-pressed"), "true");
  click(at(1));
  assert.equal(button("stop_before").hidden, true);
});

test("a builder alone has no button to stop before a card", () => {
  const model = builder(LOOPED);
  model.set("problems", [{ card: 0, says: "Drawn." }]);
  assert.equal(button("stop_before").hidden, true);
});

test("a strip that scrolls goes along with the run", () => {
  builder(LOOPED, {}, bench());
  const strip = find(".tk-lay-strip");
  Object.defineProperties(strip, { scrollHeight: { value: 300 }, clientHeight: { value: 100 } });
  settings.boxOf = (element) => (element === card(2) ? [0, 220, 50, 40] : element === strip ? [0, 0, 300, 100] : null);
  tell({ next: { card: 2 } });
  assert.equal(strip.scrollTop, 172);
  settings.boxOf = (element) => (element === card(2) ? [0, -60, 50, 40] : element === strip ? [0, 0, 300, 100] : null);
  tell({ next: { card: 2 } });
  assert.equal(strip.scrollTop, 100);
  settings.boxOf = (element) => (element === at(1) ? [0, 110, 50, 40] : element === strip ? [0, 0, 300, 100] : null);
  tell({ next: { bracket: 1 } });
  assert.equal(strip.scrollTop, 162);
});
