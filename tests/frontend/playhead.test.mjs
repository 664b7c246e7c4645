// Where a run is, and the clock that moves it on.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { frame, pass } from "./support/page.mjs";
import { Playhead } from "../../teachkit/widgets/player/playhead.js";

const question = (stop, more = {}) => ({ stop, asks: "Where?", says: "", right: null, choices: [], ...more });

/** A run of so many steps; `place` and `card` count on, `skipped` did nothing. */
const stopsOf = (steps, skipped = []) => Array.from({ length: steps + 1 }, (_, at) =>
  ({ card: at || null, place: at, skipped: skipped.includes(at) }));

let moves;
let head;

function begin(stops, position = 0) {
  moves = [];
  head = new Playhead(stops, position, (steps) => moves.push([steps, head.position]));
  return head;
}

beforeEach(() => begin(stopsOf(9, [4, 8])));

test("it steps, jumps and stays between its ends", () => {
  for (const [act, position] of [["step", 1], ["step", 2], ["back", 1], ["end", 9], ["step", 9], ["start", 0], ["back", 0]]) {
    head[act]();
    assert.equal(head.position, position, act);
  }
  assert.deepEqual(moves[3], [8, 9]);
});

test("it begins where it is told to, within the run", () => {
  assert.equal(begin(stopsOf(3), 7).position, 3);
  assert.equal(begin(stopsOf(3), -1).position, 0);
});

test("only what was seen is searched for a card that did nothing", () => {
  head.toNextSkipped();
  assert.equal(head.position, 0);
  head.end();
  head.start();
  for (const position of [4, 8, 4]) {
    head.toNextSkipped();
    assert.equal(head.position, position);
  }
});

test("what was seen once stays known", () => {
  head.go(5);
  head.start();
  assert.equal(head.furthest, 5);
});

test("play shows every stop in order, one each interval, and ends", () => {
  begin(stopsOf(30));
  head.clock.speed = 10 / 1.5;
  head.play();
  pass(2900);
  assert.ok(head.plays);
  pass(2000);
  assert.deepEqual(moves.map(([, position]) => position), [...Array(31).keys()]);
  assert.equal(head.plays, false);
});

test("a slow frame leaves out no stop", () => {
  head.clock.speed = 10 / 1.5;
  head.play();
  for (let frames = 0; frames < 9; frames += 1) frame(1000);
  assert.deepEqual(moves.map(([steps]) => steps), [0, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
});

test("the speed says how many stops a second", () => {
  head.clock.speed = 1 / 3;
  head.play();
  pass(1984);
  assert.equal(head.position, 0);
  pass(32);
  assert.equal(head.position, 1);
});

test("it never plays by itself", () => {
  pass(5000);
  assert.deepEqual([head.position, moves], [0, []]);
});

test("play from the end starts again, and pauses when pressed once more", () => {
  head.end();
  head.play();
  assert.deepEqual([head.position, head.plays], [0, true]);
  pass(700);
  head.play();
  assert.deepEqual([head.position, head.plays], [1, false]);
  pass(3000);
  assert.equal(head.position, 1);
});

test("any step ends the play", () => {
  for (const act of ["step", "back", "start", "end"]) {
    head.go(3);
    head.play();
    head[act]();
    assert.equal(head.plays, false, act);
  }
});

test("a run without a step does not play", () => {
  begin(stopsOf(0));
  head.play();
  assert.equal(head.plays, false);
});

test("play stops before each breakpoint and goes on from it", () => {
  const stops = [null, 1, 2, 3, 2, 3, 2, 3, 4].map((card) => ({ card, place: card }));
  begin(stops);
  head.clock.speed = 10 / 1.5;
  head.toggleBreakpoint(3);
  for (const [position, held] of [[2, 3], [4, 3], [6, 3], [8, null]]) {
    head.play();
    assert.equal(head.heldBefore, null);
    pass(1500);
    assert.deepEqual([head.position, head.heldBefore, head.plays], [position, held, false]);
  }
});

test("a step of one's own passes a breakpoint", () => {
  head.toggleBreakpoint(2);
  head.step();
  assert.equal(head.heldBefore, null);
  head.step();
  assert.equal(head.position, 2);
});

test("breakpoints are set and taken away, in order", () => {
  for (const place of [5, 2, 9, 5]) head.toggleBreakpoint(place);
  assert.deepEqual(head.breakpoints, [2, 9]);
  assert.deepEqual(moves, [[0, 0], [0, 0], [0, 0], [0, 0]]);
});

test("the next stop of a piece is its own", () => {
  begin(["", "red", "green", "red"].map((actor, at) => ({ actor, card: at })));
  assert.equal(head.nextOf("green").card, 2);
  assert.equal(head.nextOf("").card, 1);
  head.go(2);
  assert.deepEqual([head.nextOf("red").card, head.nextOf("green")], [3, undefined]);
});

// ---- questions

test("nobody gets past an open question", () => {
  let refused = 0;
  head.questions = [question(3), question(5)];
  head.refuse = () => { refused += 1; };
  head.end();
  assert.deepEqual([head.position, head.furthest, refused, head.question.stop], [2, 2, 1, 3]);
  head.step();
  head.play();
  assert.deepEqual([head.position, refused, head.plays], [2, 3, false]);
  head.back();
  assert.equal(head.question, null);
  head.questions = [question(3, { right: true }), question(5)];
  head.end();
  assert.equal(head.position, 4);
});

test("play runs up to a question; one with choices is offered at once", () => {
  for (const [choices, refusals] of [[[], 0], [["yes", "no"], 1]]) {
    let refused = 0;
    begin(stopsOf(9));
    head.questions = [question(3, { choices })];
    head.refuse = () => { refused += 1; };
    head.play();
    pass(5000);
    assert.deepEqual([head.position, head.plays, refused], [2, false, refusals]);
  }
});
