// The state of the editor: where the next card goes, what every edit does, and the sentence that tells it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState } from "../../teachkit/widgets/builder/editor_state.js";
import { fixedNumbers, last, rowAt, samePath, toNodes, walk } from "../../teachkit/widgets/builder/tree.js";
import { BUILDER } from "./support/words.mjs";

const TRAY = [
  { node: "forward", label: "Forward", limit: 4 }, { node: "left", label: "Left" },
  { node: ["shove", "left"], label: "Shove", limit: 1 }, { node: { repeat: 2, body: [] }, label: "Twice" },
  { node: { if: "x", then: [], else: [] }, label: "If x" },
];
const TWICE = { repeat: 2, body: ["left", "forward"] };
const NESTED = ["forward", TWICE, "jump"];
const [FORWARD, LEFT, SHOVE, AROUND, ASK] = [0, 1, 2, 3, 4];

/** An editor with this program; `said` is what it told last, `edits` how often it was changed. */
function editor(program = [], { fixed = [], tray = TRAY, ...more } = {}) {
  const made = new EditorState({
    words: BUILDER,
    onEdit(says, facts) { Object.assign(made, { said: made.word(says, facts), edits: made.edits + 1 }); },
    onSay(says, facts) { made.said = made.word(says, facts); },
  });
  Object.assign(made, { tray, said: "", edits: 0, ...more });
  made.tree = made.toPieces(program, fixed);
  made.goToEnd();
  return made;
}

const program = (made) => toNodes(made.tree);
const at = (made) => made.at.join(".");
const choose = (made, path, count = 1) => {
  made.goTo(path, true);
  for (let more = 1; more < count; more += 1) made.stretch(1);
};

// ---- where the learner is, and cards from the tray

test("where one card is changed, a tray card takes the place of the chosen one", () => {
  const made = editor(["forward", "left", "jump"], { replaces: true, fixed: [1] });
  choose(made, [1]);
  made.add(FORWARD);
  assert.deepEqual([program(made), at(made), made.said], [["forward", "forward", "jump"], "1", "replaced"]);
  made.undo();
  choose(made, [0]);
  made.add(LEFT);
  assert.deepEqual([program(made), made.said], [["forward", "left", "jump"], "Card 1 is fixed."]);
  made.goToEnd(); // nothing is chosen
  made.add(LEFT);
  assert.deepEqual(program(made), ["forward", "left", "jump", "left"]);
  choose(made, [2]);
  made.removeChosen(true); // now the card before it is chosen
  made.add(FORWARD);
  assert.deepEqual(program(made), ["forward", "left", "forward", "left"]);
});

test("cards are added one behind the other", () => {
  const made = editor();
  for (const card of [FORWARD, LEFT, FORWARD]) made.add(card);
  assert.deepEqual(program(made), ["forward", "left", "forward"]);
  assert.equal(made.said, "Added: Forward, card 3 of 3.");
});

test("a card goes behind what is chosen", () => {
  const made = editor(["forward", "jump"]);
  choose(made, [0]);
  made.add(LEFT);
  assert.deepEqual(program(made), ["forward", "left", "jump"]);
});

test("at the start a card comes first", () => {
  const made = editor(["jump"]);
  made.goTo([], true);
  made.add(LEFT);
  assert.deepEqual(program(made), ["left", "jump"]);
});

test("cards go into a bracket that was just added", () => {
  const made = editor();
  for (const card of [AROUND, FORWARD, LEFT]) made.add(card);
  assert.deepEqual(program(made), [{ repeat: 2, body: ["forward", "left"] }]);
});

test("behind a bracket that holds cards the next card stands outside", () => {
  const made = editor([TWICE]);
  made.add(LEFT);
  assert.deepEqual(program(made), [TWICE, "left"]);
});

test("a bracket goes around two chosen cards", () => {
  const made = editor(["forward", "left", "jump"]);
  choose(made, [0], 2);
  assert.equal(made.said, "2 chosen.");
  made.add(AROUND);
  assert.deepEqual(program(made), [{ repeat: 2, body: ["forward", "left"] }, "jump"]);
  assert.equal(made.said, "Added: Twice, around cards 1 to 2.");
});

test("a bracket goes behind a card that nobody chose", () => {
  const made = editor(["left"]);
  made.add(AROUND);
  assert.deepEqual(program(made), ["left", { repeat: 2, body: [] }]);
});

test("otherwise is a place of its own", () => {
  const made = editor([{ if: "x", then: ["left"], else: [] }]);
  made.step(Infinity);
  assert.equal(at(made), "0.else");
  made.add(FORWARD);
  assert.deepEqual(program(made), [{ if: "x", then: ["left"], else: ["forward"] }]);
});

test("an if from the tray shows its otherwise", () => {
  const made = editor();
  made.add(ASK);
  assert.deepEqual(program(made), [{ if: "x", then: [], else: [] }]);
});

test("steps visit every stop and end at both ends", () => {
  const made = editor(NESTED);
  made.step(-Infinity);
  const walked = [at(made)];
  for (let step = 0; step < 6; step += 1) {
    made.step(1);
    walked.push(at(made));
  }
  assert.deepEqual(walked, ["", "0", "1", "1.body.0", "1.body.1", "2", "2"]);
});

test("several are chosen only among neighbours of one row", () => {
  const made = editor(NESTED);
  choose(made, [0], 9);
  assert.deepEqual(made.range, { path: [0], count: 3 });
  assert.equal(made.isInRange([1]), true);
  assert.equal(made.isInRange([1, "body", 0]), false);
  made.stretchTo([1, "body", 0]);
  assert.deepEqual(made.range, { path: [1, "body", 0], count: 1 });
});

test("choosing the next one too begins at the first", () => {
  const made = editor(["forward", "left", "jump"]);
  choose(made, [1]);
  made.stretch(-1);
  made.chooseNext();
  assert.deepEqual(made.range, { path: [0], count: 3 });
});

// ---- how many are left

test("a used up card says so and is not added", () => {
  const made = editor([["shove", "left"]]);
  assert.equal(made.left(SHOVE), 0);
  made.add(SHOVE);
  assert.deepEqual([made.said, made.edits], ["No more Shove cards.", 0]);
  assert.equal(made.left(LEFT), Infinity);
});

test("cards of one pile are counted together", () => {
  const tray = ["clear", "blocked"].map((sensor) =>
    ({ node: { if: sensor, then: [] }, label: sensor, limit: 2, group: "if" }));
  const made = editor([], { tray });
  made.add(0);
  assert.deepEqual([made.left(0), made.left(1)], [1, 1]);
  made.add(1);
  assert.deepEqual([made.left(0), made.left(1)], [0, 0]);
});

test("equal cards of a hand are used in their order", () => {
  const made = editor(["jump"], { tray: [{ node: "jump", limit: 1 }, { node: "jump", limit: 1 }] });
  assert.deepEqual([made.left(0), made.left(1)], [0, 1]);
});

test("a card with a choice counts as the card of the tray", () => {
  const made = editor([["shove", "left"], ["shove", "up"]], { tray: [{ node: "shove", label: "Shove", symbol: "s", kind: "special", limit: 3 }] });
  assert.equal(made.left(0), 1);
  assert.deepEqual(made.faceOf(made.tree[1]), { symbol: "s", kind: "special", label: "Shove up" });
});

// ---- moving

test("a card walks into a bracket and out again", () => {
  const made = editor([{ repeat: 2, body: ["left"] }, "jump"]);
  choose(made, [1]);
  made.shift(-1);
  assert.equal(made.said, "Moved into Twice: jump, card 2 of 2.");
  assert.deepEqual(program(made), [{ repeat: 2, body: ["left", "jump"] }]);
  made.shift(-1);
  assert.equal(made.said, "Moved: jump, card 1 of 2.");
  made.shift(-1);
  assert.equal(made.said, "Moved out of Twice: jump, card 1 of 2.");
  assert.deepEqual([program(made), at(made)], [["jump", { repeat: 2, body: ["left"] }], "0"]);
  made.shift(-1);
  assert.equal(made.said, "at_start");
  choose(made, [1]);
  made.shift(1);
  assert.equal(made.said, "at_end");
});

test("several move together and stay chosen", () => {
  const made = editor(["forward", "left", "jump"]);
  choose(made, [0], 2);
  made.shift(1);
  assert.deepEqual([program(made), made.range], [["jump", "forward", "left"], { path: [1], count: 2 }]);
  assert.equal(made.said, "Moved: 2 pieces.");
});

test("a bracket cannot go into itself", () => {
  const made = editor(NESTED);
  made.move({ path: [1], count: 1 }, [1, "body", 1]);
  assert.deepEqual([program(made), made.said, made.edits], [NESTED, "put_back", 0]);
});

// ---- taking away

test("a bracket is taken off its cards, or goes with them", () => {
  const made = editor(NESTED);
  choose(made, [1]);
  made.removeChosen(false);
  assert.deepEqual([program(made), made.said], [["forward", "left", "forward", "jump"], "Twice taken off."]);
  made.undo();
  choose(made, [1]);
  made.removeChosen(true);
  assert.deepEqual([program(made), made.said, at(made)], [["forward", "jump"], "Twice removed.", "0"]);
});

test("what is removed hands on to the card before it", () => {
  const made = editor(NESTED);
  choose(made, [1, "body", 0]);
  made.removeChosen(false);
  assert.deepEqual([at(made), made.isChosen], ["1", true]);
});

test("several are removed at once", () => {
  const made = editor(NESTED);
  choose(made, [0], 2);
  made.removeChosen(false);
  assert.deepEqual([program(made), made.said], [["jump"], "2 pieces removed."]);
});

test("clearing takes all but what is fixed", () => {
  const made = editor(["forward", "left"], { fixed: [2] });
  made.clear();
  assert.deepEqual([program(made), made.said, at(made)], [["left"], "cleared", ""]);
});

// ---- what may not be changed

test("a fixed card stays, and so does a bracket around it", () => {
  const made = editor(NESTED, { fixed: [2] });
  choose(made, [1, "body", 0]);
  made.removeChosen(true);
  assert.deepEqual([made.said, made.edits], ["Card 2 is fixed.", 0]);
  choose(made, [1]);
  made.shift(1);
  made.removeChosen(false);
  made.wrap({ path: [1], count: 1 }, made.take(AROUND));
  assert.deepEqual([program(made), made.edits], [NESTED, 0]);
});

test("a fixed card's number follows it", () => {
  const made = editor(["forward", "left"], { fixed: [2] });
  made.goTo([], true);
  made.add(LEFT);
  assert.deepEqual(fixedNumbers(made.tree), [3]);
  assert.equal(made.spoken(made.tree[2]), "Left, card 3 of 3, fixed");
});

test("a editor that is off takes nothing and gives nothing", () => {
  const made = editor(NESTED, { isDisabled: true, past: [{ tree: [], at: [] }] });
  choose(made, [0]);
  for (const act of ["clear", "undo"]) made[act]();
  made.add(LEFT);
  made.shift(1);
  made.removeChosen(true);
  assert.deepEqual([program(made), made.said, made.edits], [NESTED, "", 0]);
});

test("a editor that waits for something says for what", () => {
  const made = editor(NESTED, { isDisabled: true, waits: "mark_first" });
  for (const act of [() => made.add(LEFT), () => made.clear(), () => made.mayMove({ path: [0], count: 1 })]) {
    made.said = "";
    act();
    assert.equal(made.said, "mark_first");
  }
});

// ---- places for one card each

const SLOTS = [1, 2, 3].map((number) => ({ number, label: `Register ${number}`, locked: number === 3 }));

test("free places are filled until none is left", () => {
  const made = editor([], { slots: SLOTS });
  for (let card = 0; card < 3; card += 1) made.add(LEFT);
  assert.deepEqual([program(made), made.said], [["left", "left"], "full"]);
  assert.equal(made.spoken(made.tree[1]), "Left, Register 2");
  assert.equal(made.slotOf(3), undefined);
});

// ---- words

test("a piece is called as its tray card, with its note", () => {
  const made = editor([["move", "670"]], { tray: [{ node: ["move", "670"], label: "Move", note: "670" }] });
  assert.equal(made.spoken(made.tree[0]), "Move 670, card 1 of 1");
});

test("a bracket nobody described has the words of its kind", () => {
  const made = editor([{ while: "not x", body: [] }, { if: "y", then: ["left"] }]);
  assert.deepEqual(made.faceOf(made.tree[0]), { symbol: "↻", label: "While not x" });
  assert.deepEqual(made.tree.map((piece) => made.spoken(piece)), ["While not x, empty", "If y, around card 1"]);
});

test("a problem is told with its card", () => {
  const made = editor(["forward"], { problems: [{ card: 1, says: "Too far." }] });
  assert.equal(made.spoken(made.tree[0]), "Forward, card 1 of 1, Too far.");
});

// ---- back and forth

test("everything can be undone and done again", () => {
  const made = editor(NESTED);
  made.clear();
  made.undo();
  assert.deepEqual([program(made), made.said], [NESTED, "undone"]);
  made.redo();
  assert.deepEqual([program(made), made.said], [[], "redone"]);
  made.redo();
  assert.equal(made.edits, 3); // there was nothing more to do again
});

test("an edit forgets what was undone before", () => {
  const made = editor(["left"]);
  made.clear();
  made.undo();
  made.add(FORWARD);
  made.redo();
  assert.deepEqual(program(made), ["left", "forward"]);
});

test("the last two hundred programs can be brought back", () => {
  const made = editor();
  for (let card = 0; card < 250; card += 1) made.add(LEFT);
  for (let step = 0; step < 250; step += 1) made.undo();
  assert.equal(made.tree.length, 50);
});

test("a program from outside can be undone, and the learner stays put", () => {
  const made = editor(["forward", "left", "jump"]);
  choose(made, [1]);
  made.replace(made.toPieces(["left", "left"]));
  assert.equal(at(made), "1");
  made.replace(made.toPieces(["jump"]));
  assert.equal(at(made), "0");
  made.undo();
  assert.deepEqual(program(made), ["left", "left"]);
});

// ---- an afternoon of one learner: 80 random acts, then every one of them undone

function afternoon(seed) {
  let number = seed;
  const pick = (n) => {
    number = (number * 1103515245 + 12345) % 2147483648;
    return Math.floor(number / 2147483648 * n);
  };
  const seen = ["[]"];
  const shown = () => JSON.stringify(program(made));
  const words = new Proxy({}, { get: () => "{what}" });
  const made = new EditorState({ words, onSay() {}, onEdit() { seen.push(shown()); } });
  made.tray = ["a", ["b", "c"], { repeat: 2, body: [] }, { if: "x", then: [], else: [] }, { if: "y", then: [] }]
    .map((node) => ({ node, label: "A card", limit: 9 }));
  const anywhere = () => walk(made.tree)[pick(walk(made.tree).length)].path;
  const moves = [
    () => made.step(pick(7) - 3), () => made.stretch(pick(3) - 1), () => made.shift(1), () => made.shift(-1),
    () => made.range && made.move(made.range, anywhere()),
  ];
  const others = [() => made.add(pick(5)), () => made.add(pick(5)), () => made.removeChosen(pick(2) === 1)];
  for (let act = 0; act < 80; act += 1) {
    const pieces = walk(made.tree).length;
    const isMove = pick(2);
    (isMove ? moves[pick(5)] : others[pick(3)])();
    const found = walk(made.tree).map(({ piece }) => piece.key);
    assert.equal(new Set(found).size, found.length, "a piece is there twice");
    assert.ok(!isMove || found.length === pieces, "a move lost a piece");
    assert.ok(made.stops().some((stop) => samePath(stop, made.at)), "the learner is nowhere");
    assert.ok(last(made.place) <= rowAt(made.tree, made.place).length, "the next card goes nowhere");
  }
  const end = shown();
  for (const before of seen.slice(0, -1).reverse()) {
    made.undo();
    assert.equal(shown(), before, "undo is not the way back");
  }
  seen.slice(1).forEach(() => made.redo());
  assert.equal(shown(), end, "redo is not the way forth");
  return new Set(seen).size;
}

for (let seed = 1; seed <= 20; seed += 1) {
  test(`nothing is lost and everything can be undone (${seed})`, () => assert.ok(afternoon(seed) > 10));
}
