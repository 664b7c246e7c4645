"""The builder's edits, without its page: whatever a learner does, nothing is lost or doubled."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from teachkit.widgets.common.front import front

# An afternoon of one learner: 80 random acts, then every one of them undone.
AFTERNOON = """
  let last_number = SEED;
  const pick = (n) => {
    last_number = (last_number * 1103515245 + 12345) % 2147483648;
    return Math.floor(last_number / 2147483648 * n);
  };
  const check = (fact, says) => { if (!fact) throw new Error(says) };
  const shown = () => JSON.stringify(toNodes(desk.tree));
  const words = new Proxy({}, { get: () => "{what}" });
  const seen = ["[]"];
  const desk = new Desk({ words, onSay() {}, onEdit() { seen.push(shown()) } });
  desk.tray = ["a", ["b", "c"], { repeat: 2, body: [] }, { if: "x", then: [], else: [] },
    { if: "y", then: [] }].map((node) => ({ node, label: nameOf(node), limit: 9 }));
  const anywhere = () => walk(desk.tree)[pick(walk(desk.tree).length)].path;
  const moves = [
    () => desk.step(pick(7) - 3), () => desk.stretch(pick(3) - 1), () => desk.shift(1),
    () => desk.shift(-1), () => desk.range && desk.move(desk.range, anywhere()),
  ];
  const others = [
    () => desk.add(pick(5)), () => desk.add(pick(5)), () => desk.removeChosen(pick(2) === 1),
  ];
  for (let act = 0; act < 80; act++) {
    const pieces = walk(desk.tree).length;
    const isMove = pick(2);
    (isMove ? moves[pick(5)] : others[pick(3)])();
    const keys = walk(desk.tree).map(({ piece }) => piece.key);
    check(new Set(keys).size === keys.length, "a piece is there twice");
    check(!isMove || keys.length === pieces, "a move lost a piece");
    check(desk.stops().some((stop) => samePath(stop, desk.at)), "the learner is nowhere");
    check(last(desk.place) <= rowAt(desk.tree, desk.place).length, "the next card goes nowhere");
  }
  const end = shown();
  for (const before of seen.slice(0, -1).reverse()) {
    desk.undo();
    check(shown() === before, "undo is not the way back");
  }
  seen.slice(1).forEach(() => desk.redo());
  check(shown() === end, "redo is not the way forth");
  return [...new Set(seen)].length;
"""
THERE_AND_BACK = """
  const walked = [];
  let tree = toPieces(["a", { repeat: 2, body: [{ if: "x", then: ["b"], else: ["c"] }] }, "d"]);
  let range = { path: [0], count: 1 };
  for (const next of [placeAfter, placeBefore]) {
    for (let place = next(tree, range); place; place = next(tree, range)) {
      [tree, range.path] = moved(tree, range, place);
      walked.push(toText(range.path));
    }
  }
  return walked;
"""


def run(page: Page, script: str) -> object:
    parts = front("builder/builder.js").replace("export default", "const widget =")
    return page.evaluate("source => new Function(source)()", f"{parts}\n{script}")


@pytest.mark.parametrize("seed", range(1, 21))
def test_nothing_is_lost_and_everything_can_be_undone(page: Page, seed: int) -> None:
    different_programs = run(page, AFTERNOON.replace("SEED", str(seed)))
    assert isinstance(different_programs, int)
    assert different_programs > 10


def test_a_card_walks_through_every_bracket_and_the_same_way_back(page: Page) -> None:
    there = ["0.body.0", "0.body.0.then.0", "0.body.0.then.1", "0.body.0.else.0"]
    there += ["0.body.0.else.1", "0.body.1", "1", "2"]
    back = [*there[-2::-1], "0"]
    assert run(page, THERE_AND_BACK) == there + back
