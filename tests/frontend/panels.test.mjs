// The players beside a table, the rules about what is on it, and the end of a game.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { addresses, all, bench, click, find, keys, settings, show, text, texts } from "./support/page.mjs";
import { STATES, widgets } from "./support/states.mjs";

let place;
beforeEach(() => { place = bench(); });

const shown = (entry, traits) => show(widgets[entry], { ...STATES[entry], ...traits }, place);
const panels = (traits) => shown("table/panels.js", traits);
const chosen = () => texts(".tk-rules-topics [aria-pressed=true]");
const rules = () => texts(".tk-rules-list li");
const button = (words) => all("button").find(({ textContent }) => textContent.startsWith(words));

/** Put an element into the bench, as the hand and the board are. */
function beside(html) {
  place.closest(".tk-bench").insertAdjacentHTML("beforeend", html);
  return place.closest(".tk-bench").lastElementChild;
}

// ---- players

test("each player has a panel with its points, counters and who has answered", () => {
  panels();
  assert.deepEqual(texts(".tk-seat-who"), ["AdaRed", "greedyBlue", "BoGreen"]);
  assert.deepEqual(texts(".tk-seat-points"), ["points: 1", "points: 2"]);
  assert.deepEqual(texts(".tk-seat-facts"), ["heredamage 2", "houseanswered3", "asked"]);
  assert.deepEqual(all(".tk-seat").map((seat) => seat.getAttribute("aria-current")), ["true", null, null]);
  assert.equal(all(".tk-seat img").length, 1);
  assert.deepEqual([text(".tk-aim-says"), texts(".tk-aim-team > *")], ["Touch flag 2.", ["Round 3"]]);
});

test("one's own things have their sentences, and those of others are backs", () => {
  const model = panels();
  assert.deepEqual(texts(".tk-own .tk-card"), ["Low power Slow.", "Bulldozer Push."]);
  assert.deepEqual(all(".tk-back").map(({ ariaLabel, title }) => ariaLabel ?? title), ["greedy has 3"]);
  model.set("seats", model.get("seats").map((seat) => ({ ...seat, isHere: false })));
  assert.deepEqual(texts(".tk-own .tk-card"), ["Low power Slow."]);
  assert.equal(all(".tk-back").length, 2);
});

test("pictures that are drawn again keep their addresses", () => {
  const model = panels();
  const before = [...addresses];
  model.set("aim", "Touch flag 3.");
  assert.deepEqual([...addresses], before);
});

test("the winner is marked", () => {
  panels({ seats: STATES["table/panels.js"].seats.map((seat, at) => ({ ...seat, isWinner: at === 1 })) });
  assert.deepEqual(all("[data-state=wins] b").map(({ textContent }) => textContent), ["greedy", "points: 2"]);
});

// ---- rules

test("the rules open at the topic of a turn, and other topics are one press away", () => {
  panels();
  click(button("rules"));
  assert.deepEqual([find("dialog").open, chosen(), rules()], [true, ["Bug"], ["R-3 A bug stays."]]);
  click(button("Forward"));
  assert.deepEqual([chosen(), rules()], [["Forward"], ["R-1 Drive.", "R-2 Push others."]]);
  click(button("all_rules"));
  assert.deepEqual([chosen(), rules().length], [["all_rules"], 3]);
  click(find("dialog header button"));
  assert.equal(find("dialog").open, false);
});

test("the aim leads to the rules about points", () => {
  panels();
  click(find(".tk-aim-says"));
  assert.deepEqual(chosen(), ["Secret goal"]);
});

test("the rules open at the card that was used last", () => {
  panels();
  const card = beside('<button data-card="forward">F</button>');
  card.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  click(button("rules"));
  assert.deepEqual(chosen(), ["Forward"]);
});

test("a question mark on a card opens its rules, but not while somebody writes", () => {
  panels();
  const [card, field] = [beside('<button data-card="forward">F</button>'), beside("<input>")];
  field.focus();
  keys("?");
  assert.equal(find("dialog").open, false);
  card.focus();
  keys("?");
  assert.deepEqual([find("dialog").open, chosen()], [true, ["Forward"]]);
});

test("a right click on a square opens the rules about what is there", () => {
  panels();
  const sheet = beside('<div class="tk-run-sheet"></div>');
  settings.boxOf = (element) => (element === sheet ? [0, 0, 200, 100] : null);
  const ask = (clientX) => {
    const event = new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX, clientY: 75 });
    sheet.dispatchEvent(event);
    return event.defaultPrevented;
  };
  assert.equal(ask(150), true);
  assert.deepEqual(chosen(), ["Secret goal"]);
  settings.boxOf = () => null;
});

test("a card beside the board says what it does, above its rules; a back does not", () => {
  panels();
  click(all(".tk-own .tk-card")[1]);
  assert.deepEqual([texts(".tk-rules-cards p"), chosen()], [["Bulldozer Push."], ["Secret goal"]]);
  click(find(".tk-back"));
  assert.deepEqual(texts(".tk-rules-cards p"), ["Secret goal hidden", "Weak Motor Slow.", "Overrun Fast."]);
});

// ---- the end

test("the end shows the points by source and by round", () => {
  shown("table/ending.js");
  assert.equal(text(".tk-ending-why"), "All flags.");
  assert.deepEqual(texts("tr"), ["AdaRedwinsBoGreen", "Flags31", "Total31"]);
  assert.equal(find("svg[role=img]").getAttribute("aria-label"), "course. Ada: 0, 2, 3. Bo: 0, 1, 1.");
  const lines = all(".tk-course-line").map((line) => line.getAttribute("d"));
  assert.equal(lines[0].split("L").length, 3);
  assert.notEqual(lines[0], lines[1]);
});

test("equal and negative points have lines, too, and their names do not overlap", () => {
  const [ada, bo] = STATES["table/ending.js"].seats;
  shown("table/ending.js", { seats: [ada, bo, { ...bo, points: null }], rounds: [1], course: [[-3], [-3], [0]] });
  const names = all("svg text").slice(-3);
  assert.deepEqual(names.map(({ textContent }) => textContent), ["Ada", "Bo", "together"]);
  const heights = names.map((name) => Number(name.getAttribute("y"))).sort((one, other) => one - other);
  assert.ok(heights[1] - heights[0] >= 14 && heights[2] - heights[1] >= 14);
  assert.ok(heights[0] > 0 && heights[2] < 190);
  assert.ok(all("path").every((path) => !path.getAttribute("d").includes("NaN")));
});

test("its buttons are pressed, and a saved game is named", () => {
  const model = shown("table/ending.js");
  for (const [label, name] of [["again", "again"], ["from_start", "from_start"], ["save", "save"]]) {
    click(button(label));
    assert.equal(model.saved("pressed").button, name);
  }
  assert.equal(text(".tk-ending-saved"), "saving");
  model.set("file", { name: "table.html", content: "<p>" });
  assert.equal(text(".tk-ending-saved"), "Saved as table.html.");
});
