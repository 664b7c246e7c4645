"""Drives in a class: stored, graded in the sandbox, released without hidden parts, on paper."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from teachkit.classroom.answers import Answers
from teachkit.classroom.grading.grade import course_in, shortcomings
from teachkit.classroom.handout import deck
from teachkit.classroom.jobs import here
from teachkit.classroom.library import find_exercise
from teachkit.classroom.progress import points
from teachkit.classroom.release import learners_copy
from teachkit.core.data import read_toml
from teachkit.exercises.authoring.files import make_exercise
from tests.exercises.drives import FOLDER, as_lesson, stored

from .handedin import answers, graded_for_ada
from .test_handout import texts

CORNER, SIXTYFOUR = "97-corner", "97-sixtyfour"
COUNTED = "forward()\nforward()\nleft()\nforward()"


@pytest.fixture(autouse=True)
def a_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    as_lesson("97", tmp_path)


def right(name: str) -> str:
    return stored(name).file.solution.answer


def test_points_are_a_float_computed_from_the_source(capsys: pytest.CaptureFixture[str]) -> None:
    """As nbgrader requires: a plain number, and nothing printed."""
    for answer, earned in ((COUNTED, 0.0), (right("corner"), 4.0), (COUNTED, 4.0)):
        Answers().hand_in(find_exercise(CORNER), answer)
        assert points(CORNER) == earned
    assert isinstance(points(CORNER), float)
    assert capsys.readouterr() == ("", "")


def test_answers_are_graded_in_the_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Not in this process.
    monkeypatch.setattr("teachkit.exercises.running.driving.drives_in_process", None)
    content = answers({CORNER: right("corner"), SIXTYFOUR: "while register() < 64: a1_add()"})
    grades = graded_for_ada(tmp_path, content, course_in(tmp_path))
    rows = {row.exercise: row for row in grades.rows}
    assert {name: rows[name].points for name in (CORNER, SIXTYFOUR)} == {CORNER: 4, SIXTYFOUR: 0}
    assert "Board 1: The register shows 69, not 64." in rows[SIXTYFOUR].says[0]


def test_shortcomings_are_told_for_drives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teachkit.classroom.grading.grade.cannot_enforce", lambda *_: ("a",))
    assert shortcomings(course_in(tmp_path), here()) == ("a",)


@pytest.mark.parametrize("name", ["corner", "sixtyfour"])
def test_the_learners_copy_has_no_hidden_start_and_no_solution(name: str) -> None:
    mine, (text, cut) = stored(name), learners_copy(name, read_toml(FOLDER / f"{name}.toml"))
    theirs = make_exercise(name, tomllib.loads(text))
    assert (cut.starts, cut.solution, cut.mistakes) == (1, True, 1)
    assert (theirs.hash, theirs.possible) == (mine.hash, mine.possible)
    assert "def to_the_end" not in text
    assert "hidden" not in text


def test_on_paper_there_are_boards_functions_and_lines_and_no_cards_to_cut_out() -> None:
    exercise = stored("corner")
    assert deck([exercise]) == []
    on_paper = texts(exercise)
    for words in ("Board 2", "Your functions:", "forward()", "carries()", "Your program:"):
        assert words in on_paper
    assert "all_forward()" not in on_paper
