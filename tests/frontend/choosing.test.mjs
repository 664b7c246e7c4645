// Choosing a place on the board of a table, and options that look like cards.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, bench, click, find, frame, isSame, keys, labels, show, text, texts } from "./support/page.mjs";
import { STATES, widgets } from "./support/states.mjs";

const SQUARE = [0.5, 0.5];
const BOARD = { shape: "board", square: SQUARE, places: [[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], null] };
const OPTIONS = ["a2", "b2", "a1", "None"];

/** Show a question beside a board of two by two squares. */
function asking(traits = {}, turned = "0deg") {
  const place = bench();
  place.innerHTML = `<div class="tk-player"><div class="tk-run-sheet" style="--turned: ${turned}"></div></div>`;
  const model = show(widgets["table/asking.js"], { ...STATES["table/asking.js"], form: BOARD, options: OPTIONS, ...traits }, place);
  frame();
  return model;
}

const places = () => all(".tk-place");
const reachable = () => places().filter(({ tabIndex }) => tabIndex === 0).map((each) => each.getAttribute("aria-label"));
const focused = () => document.activeElement.getAttribute("aria-label");
const chosen = (model) => [model.saved("pressed")?.button, model.saved("pressed")?.fact];

test("each place has a button on the board, named by its option; one of them is reached by Tab", () => {
  asking();
  assert.deepEqual([labels(".tk-place"), reachable()], [["a2", "b2", "a1"], ["a2"]]);
  assert.equal(find(".tk-places").getAttribute("aria-label"), "Ada: Which card?");
  assert.deepEqual(places().map(({ dataset }) => [dataset.option, dataset.square]), [["0", "a2"], ["1", "b2"], ["2", "a1"]]);
  assert.deepEqual(["--x", "--y"].map((name) => places()[1].style.getPropertyValue(name)), ["0.75", "0.25"]);
});

test("a press on a place is the answer", () => {
  const model = asking();
  click(places()[2]);
  assert.deepEqual(chosen(model), ["option", 2]);
});

test("arrows lead from the question to the board and to the next place on that side", () => {
  asking();
  find(".tk-ask").focus();
  keys("ArrowRight");
  assert.equal(focused(), "a2");
  const walk = ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowUp"].map((key) => { keys(key); return focused(); });
  assert.deepEqual(walk, ["b2", "b2", "a1", "a2"]);
  assert.deepEqual(reachable(), ["a2"]);
  assert.ok(!keys("x").defaultPrevented);
});

test("on a board that is turned, arrows lead as they are seen", () => {
  asking({}, "90deg");
  find(".tk-ask").focus();
  keys("ArrowUp");
  keys("ArrowDown");
  assert.equal(focused(), "b2");
});

test("options without a place are buttons beside the board; the list has all of them", () => {
  const model = asking();
  assert.deepEqual(texts(".tk-ask-answers > button"), ["None"]);
  assert.deepEqual(texts("details option"), OPTIONS);
  click(find(".tk-ask-answers > button"));
  assert.deepEqual(chosen(model), ["option", 3]);
});

test("arrows in the list stay in the list", () => {
  asking();
  find("select").focus();
  keys("ArrowDown");
  isSame(document.activeElement, find("select"));
});

test("the sides of a square have arrows around it", () => {
  const sides = [[0.25, 0.75, 0], [0.25, 0.75, 90]];
  asking({ form: { ...BOARD, places: sides }, options: ["North", "East"] });
  assert.deepEqual(places().map((each) => find("svg", each).style.rotate), ["0deg", "90deg"]);
  assert.equal(all(".tk-place-here").length, 1);
  const [north, east] = places().map(({ style }) => ["--x", "--y"].map((name) => Number(style.getPropertyValue(name))));
  assert.ok(north[1] < 0.75 && north[0] === 0.25 && east[0] > 0.25 && east[1] === 0.75);
});

test("places that are close together are smaller than a square", () => {
  asking({ form: { ...BOARD, places: [[0.2, 0.2], [0.6, 0.2], [0.2, 0.9], null] } });
  const [wide, high] = ["--wide", "--high"].map((name) => Number(find(".tk-places").style.getPropertyValue(name)));
  assert.deepEqual([Math.round(wide * 10), high], [4, 0.5]);
});

test("many places are dots", () => {
  const form = { ...BOARD, places: Array.from({ length: 30 }, (_, at) => [at / 30, 0.5]) };
  const model = asking({ form, options: form.places.map((_, at) => `${at}`) });
  assert.ok(find(".tk-places").hasAttribute("data-many"));
  model.set("form", BOARD);
  model.set("options", OPTIONS);
  model.set("shown", 2);
  assert.ok(!find(".tk-places").hasAttribute("data-many"));
});

test("the places are on the board that is there now, and go with the question", async () => {
  const model = asking();
  find(".tk-player").innerHTML = '<div class="tk-run-sheet" id="new"></div>';
  await new Promise((resolve) => { setImmediate(resolve); });
  isSame(find("#new"), find(".tk-places").parentElement);
  model.set("form", { shape: "one" });
  model.set("shown", 2);
  assert.deepEqual([places().length, find(".tk-places").hidden], [0, true]);
  model.stop();
  assert.equal(find(".tk-places"), null);
});

test("what a question is about stands before it", () => {
  asking({ form: { shape: "one", about: "Card 3, Shove" } });
  assert.deepEqual([text(".tk-ask-about").trim(), text(".tk-ask")], ["Card 3, Shove", "Card 3, Shove Ada: Which card?"]);
});

const FACES = [{ name: "left", symbol: "↰", label: "Left", kind: "turns" }, { symbol: "×2", label: "Repeat ×2" }];

test("cards to choose from look like cards, and several can be chosen", () => {
  asking({ form: { shape: "some", least: 0, most: 2, faces: FACES }, options: ["Left", "Repeat ×2"] });
  const cards = all("button.tk-pick-card");
  assert.deepEqual(cards.map(({ className }) => className), ["tk-pick-card tk-kind-turns", "tk-pick-card tk-lay-repeat"]);
  assert.equal(cards[0].dataset.card, "left");
  click(cards[1]);
  assert.deepEqual([cards[1].getAttribute("aria-pressed"), find(".tk-asking").dataset.fact], ["true", "[1]"]);
});

test("the row and the hand are shown before the buttons", () => {
  const row = [{ times: 0, cards: [FACES[0]] }, { times: 3, cards: [FACES[0], FACES[0]] }];
  asking({ form: { shape: "one", hand: FACES, row }, options: ["Run", "Pass"] });
  assert.deepEqual(labels("[role=list]"), ["row", "hand"]);
  assert.deepEqual(texts("[role=listitem]"), ["↰Left", "×3↰Left↰Left", "↰Left", "×2Repeat ×2"]);
  assert.deepEqual(texts(".tk-ask-answers > button"), ["Run", "Pass"]);
});

test("the name of a card is emphasized before its text", () => {
  asking({ form: { shape: "one" }, options: ["Armour: No: damage.", "None"] });
  assert.deepEqual([texts(".tk-ask-answers > button"), texts("button b")], [["Armour: No: damage.", "None"], ["Armour: "]]);
});
