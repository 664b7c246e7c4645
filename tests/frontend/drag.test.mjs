// Cards that are dragged: by mouse after a little way, by finger after a little while.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { all, click, find, keys, pass, pointer, settings } from "./support/page.mjs";
import { NESTED, at, builder, card, inTray, says } from "./support/builder.mjs";

// The tray is a line at the top, the program a line below it: each card 60 wide, a bracket around its own.
const WIDE = 60;
const HIGH = 40;
const TOP = 100;

function boxOf(element) {
  if (element.matches(".tk-lay-strip")) return [0, TOP, 600, HIGH];
  if (element.matches("[data-tray]")) return [WIDE * Number(element.dataset.tray), 0, WIDE, HIGH];
  if (element.matches(".tk-lay-start")) return [0, TOP, 20, HIGH];
  const row = all(".tk-lay-strip :is(.tk-lay-instruction, .tk-lay-slot)");
  const inside = element.matches(".tk-lay-bracket") ? all(".tk-lay-instruction, .tk-lay-slot", element) : [element];
  const [first, last] = [inside[0], inside.at(-1)].map((each) => row.indexOf(each));
  return first < 0 ? null : [30 + WIDE * first, TOP, WIDE * (last - first + 1), HIGH];
}

beforeEach(() => Object.assign(settings, { boxOf, reducedMotion: true }));

/** A point of an element, such as (0.5, 0.5), its middle. */
function point(element, across = 0.5, down = 0.5) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { clientX: left + across * width, clientY: top + down * height };
}

const AWAY = { clientX: 300, clientY: 400 };

function down(element, more = {}) {
  pointer("pointerdown", element, { ...point(element), timeStamp: 0, ...more });
}

function move(element, to, more = {}) {
  pointer("pointermove", element, { ...to, ...more });
}

function up(element, to, more = {}) {
  pointer("pointerup", element, { ...to, timeStamp: 300, ...more });
}

/** Drag an element by mouse; the click that a browser makes of it comes last. */
function drag(element, to) {
  down(element);
  move(element, to);
  up(element, to);
  if (element.isConnected) element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

const finger = { pointerType: "touch" };
const ghosts = () => all(".tk-lay-ghost, .tk-lay-mark, .tk-lay-lifted").length;

// ---- by mouse

const ROUTINE = { define: "go", body: ["left"] };
const DRAGS = [ // [what, program, from, to, what comes of it]
  ["a card of the tray into a bracket", NESTED, () => inTray(2), () => point(card(2), 0.95),
    ["forward", { repeat: 2, body: ["left", ["shove", "left"], "forward"] }, "jump"]],
  ["a card of the tray to the start", NESTED, () => inTray(1), () => point(at()), ["left", ...NESTED]],
  ["a bracket of the tray over a card", ["forward", "left"], () => inTray(3), () => point(card(2)),
    ["forward", { repeat: 2, body: ["left"] }]],
  ["a bracket of the tray between cards", ["forward", "left"], () => inTray(3), () => point(card(2), 0.02),
    ["forward", { repeat: 2, body: [] }, "left"]],
  ["a card of the tray into an empty bracket", [{ repeat: 2, body: [] }], () => inTray(1), () => point(find(".tk-lay-slot")),
    [{ repeat: 2, body: ["left"] }]],
  ["a card to another place", ["forward", "left", "jump"], () => card(1), () => point(card(3), 0.98), ["left", "jump", "forward"]],
  ["a bracket with what it holds", NESTED, () => at(1), () => point(at()), [NESTED[1], "forward", "jump"]],
  ["a card out of the program", ["forward", "left"], () => card(1), () => AWAY, ["left"]],
  ["a bracket out, and its cards with it", NESTED, () => at(1), () => AWAY, ["forward", "jump"]],
  ["a card of the program into a routine", [ROUTINE, "jump", "go"], () => card(2), () => point(card(1), 0.98),
    [{ define: "go", body: ["left", "jump"] }, "go"]],
  ["a card out of a routine", [ROUTINE, "go"], () => card(1), () => point(card(2), 0.98), [{ define: "go", body: [] }, "go", "left"]],
  ["a card of the tray between two routines, where it cannot stay", [ROUTINE, { define: "so", body: ["jump"] }],
    () => inTray(1), () => ({ clientX: 30 + WIDE, clientY: TOP }), [{ define: "go", body: ["left", "left"] }, { define: "so", body: ["jump"] }]],
  ["a routine over the program, where it cannot stay", [ROUTINE, { define: "so", body: [] }, "jump"], () => at(0), () => point(card(2), 0.98),
    [{ define: "so", body: [] }, ROUTINE, "jump"]],
  ["a routine out, and its calls with it", [ROUTINE, "jump", { repeat: 2, body: ["go"] }], () => at(0), () => AWAY,
    ["jump", { repeat: 2, body: [] }]],
];
for (const [what, program, from, to, after] of DRAGS) {
  test(`a mouse drags ${what}`, () => {
    const model = builder(program);
    drag(from(), to());
    assert.deepEqual(model.saved("program"), after);
    assert.equal(ghosts(), 0);
  });
}

test("a bracket cannot go into itself", () => {
  const model = builder(NESTED);
  drag(at(1), point(card(3)));
  assert.deepEqual(model.state.program, NESTED);
});

test("what is chosen flies together, another card alone", () => {
  const model = builder(["forward", "left", "jump"]);
  click(card(1));
  click(card(2), { shiftKey: true });
  down(card(2));
  move(card(2), point(card(3), 0.98));
  assert.equal(all(".tk-lay-ghost > div").length, 2);
  up(card(2), point(card(3), 0.98));
  assert.deepEqual(model.saved("program"), ["jump", "forward", "left"]);
  drag(card(1), AWAY);
  assert.deepEqual(model.saved("program"), ["forward", "left"]);
});

test("a card of the tray that is dropped elsewhere goes back", () => {
  const model = builder(["forward"]);
  drag(inTray(1), AWAY);
  assert.deepEqual([says(), model.told], ["put_back", []]);
});

test("a small tremble is a click, not a drag", () => {
  const model = builder(["forward", "left"]);
  down(inTray(1));
  const { clientX, clientY } = point(inTray(1));
  move(inTray(1), { clientX: clientX + 4, clientY: clientY + 4 });
  assert.equal(ghosts(), 0);
  up(inTray(1), { clientX: clientX + 4, clientY: clientY + 4 });
  inTray(1).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  assert.deepEqual(model.saved("program"), ["forward", "left", "left"]);
});

test("the click after a drag does nothing, the next one does", () => {
  const model = builder(["forward", "left"]);
  drag(inTray(1), AWAY);
  click(inTray(1));
  assert.deepEqual(model.saved("program"), ["forward", "left", "left"]);
});

test("Escape puts a dragged card back", () => {
  const model = builder(["forward", "left"]);
  card(1).focus();
  down(card(1));
  move(card(1), AWAY);
  assert.equal(find(".tk-builder").classList.contains("tk-lay-dragging"), true);
  keys("Escape");
  up(card(1), AWAY);
  assert.deepEqual([says(), model.told, ghosts()], ["put_back", [], 0]);
  assert.equal(find(".tk-builder").classList.contains("tk-lay-dragging"), false);
});

test("a drag ends when the browser takes the pointer, and when the kernel draws the cards anew", () => {
  const model = builder(["forward", "left"]);
  for (const end of [() => pointer("pointercancel", card(1)), () => model.set("program", ["left", "left"])]) {
    down(card(1));
    move(card(1), AWAY);
    assert.ok(ghosts() > 0);
    end();
    assert.equal(ghosts(), 0);
    up(card(1), AWAY);
  }
  assert.deepEqual(model.told, []);
});

test("a fixed card stays, and a used up one is not taken", () => {
  const model = builder(["forward", ["shove", "left"]], { fixed: [1] });
  drag(card(1), AWAY);
  assert.equal(says(), "Card 1 is fixed.");
  drag(inTray(2), point(at()));
  assert.equal(says().trim(), "No more Shove cards.");
  assert.deepEqual(model.told, []);
});

test("a builder that is off, another button and a second pointer drag nothing", () => {
  const model = builder(["forward", "left"]);
  down(card(1), { button: 2 });
  move(card(1), AWAY);
  assert.equal(ghosts(), 0);
  down(card(1));
  move(card(1), AWAY, { pointerId: 2 });
  assert.equal(ghosts(), 0);
  up(card(1), AWAY, { pointerId: 2 });
  up(card(1), AWAY);
  model.set("disabled", true);
  drag(card(1), AWAY);
  assert.deepEqual(model.told, []);
});

test("the place where a card would land is marked, and leaving is seen", () => {
  builder(["forward", "left"]);
  const mark = () => find(".tk-lay-mark");
  down(inTray(3));
  move(inTray(3), point(card(2), 0.02));
  assert.deepEqual([mark().style.left, mark().style.width, mark().className], ["91px", "6px", "tk-lay-mark"]);
  move(inTray(3), point(card(2)));
  assert.deepEqual([mark().style.left, mark().style.width], ["84px", "72px"]);
  assert.ok(mark().classList.contains("tk-lay-mark-around"));
  move(inTray(3), AWAY);
  assert.deepEqual([mark().hidden, find(".tk-lay-ghost").classList.contains("tk-lay-leaving")], [true, true]);
});

test("a copy of a card has nothing that a screen reader or a test could mistake for the card", () => {
  builder(["forward", "left"]);
  down(card(1));
  move(card(1), AWAY);
  assert.deepEqual(all(".tk-lay-ghost [aria-label], .tk-lay-ghost [data-key], .tk-lay-ghost [role]"), []);
  assert.equal(find(".tk-lay-ghost").getAttribute("aria-hidden"), "true");
});

test("a press chooses only with its click, which may turn out to be a drag", () => {
  builder(["forward", "left"]);
  down(card(1));
  card(1).focus();
  assert.deepEqual(all(".tk-lay-strip [aria-selected=true]").length, 0);
});

// ---- by finger

test("a finger that rests a moment drags", () => {
  const model = builder(["forward", "jump"]);
  down(card(1), finger);
  pass(200);
  assert.ok(find(".tk-lay-ghost"));
  move(card(1), point(card(2), 0.98), finger);
  up(card(1), point(card(2), 0.98), finger);
  assert.deepEqual([model.saved("program"), says()], [["jump", "forward"], "Moved: Forward, card 2 of 2."]);
});

test("a finger that swipes scrolls", () => {
  const model = builder(["forward", "jump"]);
  const touch = () => {
    const event = new Event("touchmove", { bubbles: true, cancelable: true });
    card(1).dispatchEvent(event);
    return event.defaultPrevented;
  };
  down(card(1), finger);
  move(card(1), { clientX: 60, clientY: 60 }, finger);
  pass(1000);
  assert.deepEqual([ghosts(), touch()], [0, false]);
  up(card(1), { clientX: 60, clientY: 20 }, finger);
  down(card(1), finger);
  pass(200);
  assert.equal(touch(), true); // a drag does not scroll
  assert.deepEqual(model.told, []);
});

test("a slow tap is a tap", () => {
  const model = builder(["forward"]);
  down(inTray(1), finger);
  pass(300);
  up(inTray(1), point(inTray(1)), { ...finger, timeStamp: 300 });
  inTray(1).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  assert.deepEqual([model.saved("program"), all(".tk-lay-gap").length], [["forward", "left"], 0]);
});

test("a finger that rests long takes a card up for a place", () => {
  const model = builder(["forward", "jump"]);
  down(inTray(1), finger);
  pass(700);
  up(inTray(1), point(inTray(1)), { ...finger, timeStamp: 700 });
  assert.deepEqual([says(), model.told], ["Left in your hand.", []]);
  inTray(1).dispatchEvent(new MouseEvent("click", { bubbles: true })); // what a browser makes of it
  click(all(".tk-lay-gap")[1]);
  assert.deepEqual([model.saved("program"), all(".tk-lay-gap").length], [["forward", "left", "jump"], 0]);
});

test("a finger that rests long on a card chooses it", () => {
  const model = builder(["forward", "jump"]);
  down(card(1), finger);
  pass(700);
  up(card(1), point(card(1)), { ...finger, timeStamp: 700 });
  assert.deepEqual([card(1).getAttribute("aria-selected"), model.told], ["true", []]);
});
