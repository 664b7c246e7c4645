// A program as a tree: what is read of it, and every edit.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cardNumber, cardsIn, cleared, fixedNumbers, holderOf, inserted, moved, nameOf, pieceAt, placeAfter,
  placeBefore, removed, stopBefore, stops, toNodes, toPieces, unwrapped, walk, wrapped,
} from "../../teachkit/widgets/builder/tree.js";

const IF = { if: "x", then: ["b"], else: ["c"] };
const NESTED = ["a", { repeat: 2, body: [IF, "d"] }, "e"];
const where = (paths) => paths.map((path) => path.join("."));
const nodes = ([tree, path]) => [toNodes(tree), path.join(".")];

test("nodes become pieces and the same nodes again", () => {
  const program = [...NESTED, ["shove", "left"], { while: "y", body: [] }, { if: "z", then: [] }];
  assert.deepEqual(toNodes(toPieces(program)), program);
});

test("every piece has a key of its own", () => {
  const keys = walk([...toPieces(NESTED), ...toPieces(NESTED)]).map(({ piece }) => piece.key);
  assert.equal(new Set(keys).size, keys.length);
});

test("an if shows its otherwise where the tray offers one", () => {
  assert.deepEqual(toNodes(toPieces([{ if: "x", then: [] }], { elses: ["if x"] })), [{ if: "x", then: [], else: [] }]);
  assert.deepEqual(toNodes(toPieces([{ if: "y", then: [], else: [] }], { elses: ["if x"] })), [{ if: "y", then: [] }]);
});

test("equal cards have one name", () => {
  const names = ["jump", ["shove", "left"], { repeat: 2, body: [] }, { while: "not x", body: [] }, { if: "x", then: [] }];
  assert.deepEqual(names.map(nameOf), ["jump", "shove left", "repeat 2", "while not x", "if x"]);
});

test("cards are numbered in reading order, brackets are not", () => {
  const tree = toPieces(NESTED);
  assert.deepEqual(walk(tree).map(({ card }) => card), [1, null, null, 2, 3, 4, 5]);
  assert.deepEqual(cardsIn(tree).map(({ piece }) => piece.name), ["a", "b", "c", "d", "e"]);
  assert.equal(cardNumber(tree, pieceAt(tree, [1, "body", 0, "else", 0])), 3);
});

test("fixed cards keep their numbers through edits before them", () => {
  const tree = toPieces(NESTED, { fixed: [3] });
  assert.deepEqual(fixedNumbers(tree), [3]);
  assert.deepEqual(fixedNumbers(inserted(tree, [0], toPieces(["z"]))), [4]);
});

test("arrows visit pieces and each otherwise", () => {
  assert.deepEqual(where(stops(toPieces(NESTED))), ["0", "1", "1.body.0", "1.body.0.then.0", "1.body.0.else",
    "1.body.0.else.0", "1.body.1", "2"]);
});

test("before a piece is its neighbour, or what its row belongs to", () => {
  const before = [[2], [1, "body", 1], [1, "body", 0], [1, "body", 0, "else", 0], [0]].map(stopBefore);
  assert.deepEqual(where(before), ["1", "1.body.0", "1", "1.body.0.else", ""]);
});

test("an edit returns a new tree and leaves the old one as it was", () => {
  const tree = toPieces(NESTED);
  inserted(tree, [1, "body", 0, "then", 0], toPieces(["z"]));
  removed(tree, { path: [1], count: 1 });
  assert.deepEqual(toNodes(tree), NESTED);
});

test("pieces are put in and taken out at any depth", () => {
  const tree = toPieces(NESTED);
  const put = inserted(tree, [1, "body", 0, "else", 1], toPieces(["z"]));
  assert.deepEqual(toNodes(put)[1].body[0], { ...IF, else: ["c", "z"] });
  assert.deepEqual(toNodes(removed(tree, { path: [0], count: 2 })), ["e"]);
});

test("a bracket goes around neighbours, and off again with both of its rows", () => {
  const [bracket] = toPieces([{ repeat: 3, body: [] }]);
  assert.deepEqual(toNodes(wrapped(toPieces(["a", "b", "c"]), { path: [1], count: 2 }, bracket)),
    ["a", { repeat: 3, body: ["b", "c"] }]);
  assert.deepEqual(toNodes(unwrapped(toPieces(NESTED), [1, "body", 0])), ["a", { repeat: 2, body: ["b", "c", "d"] }, "e"]);
});

test("the holder of a piece is the bracket right around it", () => {
  const tree = toPieces(NESTED);
  assert.equal(holderOf(tree, [0]), null);
  assert.equal(holderOf(tree, [1, "body", 0, "else", 0]), pieceAt(tree, [1, "body", 0]));
});

test("a range moves within its row, out of it, and never into itself", () => {
  const tree = toPieces(["a", "b", "c", { repeat: 2, body: [] }]);
  assert.deepEqual(nodes(moved(tree, { path: [0], count: 2 }, [3])), [["c", "a", "b", { repeat: 2, body: [] }], "1"]);
  assert.deepEqual(nodes(moved(tree, { path: [2], count: 1 }, [0])), [["c", "a", "b", { repeat: 2, body: [] }], "0"]);
  assert.deepEqual(nodes(moved(tree, { path: [0], count: 3 }, [3, "body", 0])), [[{ repeat: 2, body: ["a", "b", "c"] }], "0.body.0"]);
  assert.deepEqual(nodes(moved(tree, { path: [0], count: 2 }, [1])), [["a", "b", "c", { repeat: 2, body: [] }], "0"]);
  assert.equal(moved(tree, { path: [2], count: 2 }, [3, "body", 0]), null);
});

test("a card walks through every bracket, and the same way back", () => {
  const walked = [];
  let tree = toPieces(["a", { repeat: 2, body: [IF] }, "d"]);
  const range = { path: [0], count: 1 };
  for (const next of [placeAfter, placeBefore]) {
    for (let place = next(tree, range); place; place = next(tree, range)) {
      [tree, range.path] = moved(tree, range, place);
      walked.push(range.path);
    }
  }
  const there = ["0.body.0", "0.body.0.then.0", "0.body.0.then.1", "0.body.0.else.0", "0.body.0.else.1",
    "0.body.1", "1", "2"];
  assert.deepEqual(where(walked), [...there, ...there.slice(0, -1).reverse(), "0"]);
});

test("clearing leaves what is fixed and the brackets around it", () => {
  const tree = toPieces(NESTED, { fixed: [3] });
  assert.deepEqual(toNodes(cleared(tree)), [{ repeat: 2, body: [{ if: "x", then: [], else: ["c"] }] }]);
});
