"""Test that shipped exercises can be rebuilt in the studio, and saved as the same files.

Here, traits are set as the browser sets them; `tests/browser/test_studio_rebuilds.py` does it all
by keys and by touch.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from teachkit.exercises.judging.building import limits_of
from teachkit.games import NAMES
from teachkit.widgets.studio import studio as room
from teachkit.widgets.studio.studio import Form, Studio, studio

from .rebuilding import Board, Plan, paths

ALL = [path for name in NAMES for path in paths(name)]


class Unproven:
    """A prover that proves nothing."""

    def prove(self, *asked: object) -> None: ...


def edit(form: Form, name: str, value: Any) -> None:
    form.edited = {"name": name, "value": value, "n": form.edited.get("n", 0) + 1}


def stroke(made: Studio, do: str, *facts: Any) -> None:
    easel = made.easel
    easel.strokes = [{"do": do, "with": list(facts), "n": easel.answered + 1}]
    assert easel.answered


def paint(made: Studio, board: Board) -> None:
    """Paint a board over the one that is shown, and write what cannot be painted."""
    for _, where, _ in list(made.easel.marks):
        stroke(made, "erase", where)
    if any(board.size):
        stroke(made, "resize", *board.size)
    for mark in board.marks:
        stroke(made, "paint", list(mark))
    for name in list(made.easel.numbers):
        stroke(made, "set", name, board.numbers.get(name, ""))
    if board.lines:
        made.easel.text += board.lines


def rebuild(made: Studio, plan: Plan) -> None:
    data = plan.data
    made.terms.edition, made.terms.kind = data["edition"], data["kind"]
    edit(made.words, "others", plan.others)
    for number, board in enumerate(plan.boards, 1):
        if number > 1:
            made.boards.pressed = {"button": "add", "n": 2 * number}
        paint(made, board)
        if board.is_hidden:
            made.boards.pressed = {"button": "hide", "n": 2 * number + 1}
    made.terms.cards = limits_of(data.get("cards", {}))
    made.terms.checks = data.get("checks", [])
    for page, program in ((made.given, data.get("given", "")), (made.solution, plan.answer)):
        if program:
            page.builder.text = program
    for name in ("title", "text", "hints", "mistakes"):
        if name in data:
            edit(made.words, name, data[name])


@pytest.fixture(autouse=True)
def unproven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "Prover", Unproven)


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_rebuilt_exercise_is_the_same_file(path: Path, tmp_path: Path) -> None:
    plan = Plan.of(path)
    made = studio(plan.data["game"])
    rebuild(made, plan)
    made.bar.file = str(tmp_path / path.name)
    made.bar.pressed = {"button": "save", "n": 1, "after": 0}
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_ten_of_each_game_are_rebuilt() -> None:
    assert [len(paths(name)) for name in NAMES] == [10, 10, 10, 10]
    assert {Plan.of(path).data["kind"] for path in ALL} >= {
        "program",
        "repair",
        "predict",
        "arrange",
    }
