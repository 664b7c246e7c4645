// Bots at a table: stepped through by hand, playing by themselves, and taken over from.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { all, bench, click, find, pass, show, text, texts, write } from "./support/page.mjs";
import { STATES, widgets } from "./support/states.mjs";

const STATE = STATES["table/bots.js"];

let place;
beforeEach(() => { place = bench(); });

const bots = (traits) => show(widgets["table/bots.js"], { ...STATE, ...traits }, place);
const button = (words) => all("button").find((each) => each.textContent === words);
const names = () => all("button").filter((each) => !each.closest("[hidden]")).map((each) => each.textContent);
const pressed = (model) => {
  const { button: name, fact } = model.saved("pressed");
  return [name, fact];
};
const ran = (detail) => find(".tk-bots").dispatchEvent(new CustomEvent("tk-run", { detail }));

/** Python has answered the press with a new move. */
const answered = (model, traits) => {
  for (const [name, value] of Object.entries({ ...traits, shown: model.get("shown") + 1 })) model.set(name, value);
};

test("a move is told with what the bot saw", () => {
  bots();
  assert.equal(text("h3"), "Move 2 of 2: mine");
  assert.deepEqual(texts("dd"), ["Run or pass?", "run"]);
  assert.deepEqual(texts("pre"), ["{'me': 'red'}", "run, pass", "R ."]);
  assert.equal(find(".tk-bots-says"), null);
});

test("before the first move there is a hint", () => {
  bots({ move: {} });
  assert.equal(text(".tk-bots-move"), "start");
  assert.equal(all("pre").length, 0);
});

test("beside a person only the error is told", () => {
  bots({ is_watched: false, move: { number: 2, of: 5, name: "mine", label: "Red", says: "Line 1: no." } });
  assert.equal(text(".tk-bots-says"), "Line 1: no. instead");
  assert.deepEqual(names(), ["Play Red instead of mine"]);
  assert.equal(all("pre").length, 0);
});

test("one press asks for one move", () => {
  const model = bots();
  click(button("next"));
  assert.deepEqual(pressed(model), ["next", null]);
});

test("earlier moves are looked at one by one", () => {
  const model = bots();
  assert.equal(button("later").getAttribute("aria-disabled"), "true");
  click(button("earlier"));
  assert.deepEqual(pressed(model), ["look", 1]);
  answered(model, { back: 1, move: { ...STATE.move, number: 1 } });
  assert.equal(button("earlier").getAttribute("aria-disabled"), "true");
  click(button("later"));
  assert.deepEqual(pressed(model), ["look", 0]);
});

test("the moves play by themselves until they are paused", () => {
  const model = bots();
  click(button("play"));
  assert.deepEqual(pressed(model), ["next", null]);
  answered(model, { runs: true });
  let count = 0;
  model.on("change:pressed", () => { count += 1; });
  pass(9000);
  assert.equal(count, 0, "the board has not played yet");
  ran({ isOver: false, speed: 2 });
  pass(9000);
  assert.equal(count, 0);
  ran({ isOver: true, speed: 2 });
  pass(1100);
  assert.equal(count, 1);
  answered(model, { runs: false });
  pass(1100);
  assert.equal(count, 2, "there was nothing to watch");
  click(button("pause"));
  answered(model, {});
  pass(9000);
  assert.equal(count, 2);
});

test("they stop when a person plays or the game is over", () => {
  const model = bots();
  click(button("play"));
  answered(model, { is_watched: false });
  assert.equal(button("pause"), undefined);
});

test("a person takes over, and gives the seat back", () => {
  const model = bots();
  write(find("input"), " Zoe ");
  click(button("Play Red instead of mine"));
  assert.deepEqual(pressed(model), ["take", ["red", "Zoe"]]);
  answered(model, { is_watched: false, move: {}, seats: [{ ...STATE.seats[0], name: "Zoe" }] });
  assert.deepEqual(names(), ["Give Red back to mine"]);
  click(button("Give Red back to mine"));
  assert.deepEqual(pressed(model), ["take", ["red", ""]]);
});

test("without a name it is you", () => {
  const model = bots();
  write(find("input"), "");
  click(button("Play Red instead of mine"));
  assert.deepEqual(pressed(model), ["take", ["red", "You"]]);
});

test("opened texts stay open at the next move", () => {
  const model = bots();
  find(".tk-bots-saw details").open = true;
  answered(model, { move: { ...STATE.move, number: 3 } });
  assert.deepEqual(all(".tk-bots-saw details").map(({ open }) => open), [true, false, false]);
});
