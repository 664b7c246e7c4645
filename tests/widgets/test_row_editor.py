"""Test the editor of a row, and the workbench around it, without a browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from teachkit.classroom.answers import Answers
from teachkit.core.game.game import Edited, EditOption
from teachkit.core.language.program import Program
from teachkit.exercises.model.exercise import Exercise
from teachkit.widgets.row_editor import RowEditor
from teachkit.widgets.workbench.workbench import Workbench
from tests.exercises.making import made

ROW = Program.read("left, 2x(jump, jump)")


def editor_alone() -> RowEditor:
    way = EditOption("put left at 1", "left", 1, 0)
    return RowEditor(lambda edits: Edited(ROW, ("left",)), lambda edits: [way], ROW)


@pytest.fixture
def exercise() -> Exercise:
    return made(
        kind="edit", edition="complete", given="forward, left", cards={"forward": 1, "2x": 1},
        checks=[{"check": "stands_on", "square": "c1"}], solution={"answer": "insert forward at 1"},
    )  # fmt: skip


@pytest.fixture
def bench(exercise: Exercise, tmp_path: Path) -> Workbench:
    return Workbench(exercise, Answers(tmp_path, ""))


def editor_of(bench: Workbench) -> RowEditor:
    assert isinstance(bench.builder, RowEditor)
    return bench.builder


def test_a_row_is_cards_and_loops_over_them() -> None:
    editor = editor_alone()
    loops = [{"times": 2, "first": 2, "last": 3}]
    assert editor.row == {"cards": ["left", "jump", "jump"], "loops": loops}
    assert editor.before == editor.row
    assert editor.ways == [{"text": "put left at 1", "card": "left", "first": 1, "last": 0}]


def test_typed_edits_are_taken_over_line_by_line() -> None:
    editor = editor_alone()
    editor.set_state({"draft": {"source": "one\n two  three,\nfour", "n": 1}})
    assert editor.edits == ["one", "two three", "four"]
    assert editor.text == "one, two three, four"


def test_in_the_workbench_the_row_follows_the_edits(bench: Workbench) -> None:
    editor = editor_of(bench)
    editor.set_state({"edits": ["insert forward at 1"]})
    assert bench.answer == "insert forward at 1"
    assert editor.row["cards"] == ["forward", "forward", "left"]
    assert editor.laid == ["forward"]
    assert {way["card"] for way in editor.ways} == {"2x"}
    bench.run()
    assert bench.feedback.points == 1


def test_an_edit_that_may_not_be_made_is_named_and_stays(bench: Workbench) -> None:
    editor = editor_of(bench)
    editor.set_state({"edits": ["insert forward at 1", "cover 9 with forward", "unloop 1"]})
    says = "There is no place 9. The last place is 3."
    assert editor.problem == {"edit": 2, "says": says}
    assert editor.row["cards"] == ["forward", "forward", "left"]
    assert editor.ways == []
    assert len(editor.edits) == 3
    bench.run()
    assert bench.feedback.says == [says]
    editor.set_state({"edits": ["insert forward at 1"]})
    assert editor.problem == {}


def test_edits_are_kept_and_come_back(bench: Workbench, exercise: Exercise, tmp_path: Path) -> None:
    editor_of(bench).set_state({"edits": ["loop 2x over 1..2"]})
    file = tmp_path / "answers.json"
    assert json.loads(file.read_text())["answers"]["small"]["answer"] == "loop 2x over 1..2"
    again = Workbench(exercise, Answers(tmp_path, ""))
    assert editor_of(again).edits == ["loop 2x over 1..2"]
    again.reset()
    assert editor_of(again).edits == []
    assert editor_of(again).row["cards"] == ["forward", "left"]


def test_a_card_that_is_not_needed_is_taken_from_the_tray(bench: Workbench) -> None:
    while bench.feedback.help and bench.feedback.help != "solution":
        bench.hint()
    (twice,) = [card for card in editor_of(bench).tray if card["id"] == "2x"]
    assert twice["limit"] == 0
