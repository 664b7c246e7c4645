"""Odd submissions on which notebook graders were measured, as far as they apply here.

Learners hand in answers here, not a notebook with the teacher's tests in it. So three of the
seventeen cannot happen: a test cell replaced, deleted, or turned to Markdown. The other fourteen
are below, under their names.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom.grading.grade import Graded
from tests.classroom import handedin
from tests.classroom.handedin import POSSIBLE, RIGHT, STEPS, TWICE, answers, own_course

LOOKS_FOR_IT = """
import gc, sys
def double(n):
    seen = [o for o in gc.get_objects() if isinstance(o, dict)]
    found = [d['returns'] for d in seen if 'returns' in d]
    frame = sys._getframe()
    while frame:
        found += [v for k, v in frame.f_locals.items() if k in ('returns', 'wanted')]
        frame = frame.f_back
    return found[0]
"""
YES = "class Yes:\n    def __eq__(self, other):\n        return True\n"


def double(*lines: str, before: str = "") -> dict[str, str]:
    return {TWICE: before + "\n    ".join(["def double(n):", *lines])}


ODD: dict[str, tuple[dict[str, Any], int, int]] = {  # in place of right answers, with their points
    "points in the file set to 100": (
        {STEPS: {"answer": "forward", "points": 100, "possible": 100}}, 0, 3),
    "an answer deleted": ({STEPS: None}, 0, 3),
    "all that stands around an answer lost": ({STEPS: {"answer": RIGHT[STEPS]}}, 2, 3),
    "a warning in a right answer": (
        double("warnings.warn('old')", "return 2 * n", before="import warnings\n"), 2, 3),
    "print in a right answer": (double("print(n)", "return 2 * n"), 2, 3),
    "200,000 printed lines": (double("print('line\\n' * 200_000)", "return 2 * n"), 2, 3),
    "an answer that leaves": (double("os._exit(0)", before="import os\n"), 2, 0),
    "an answer that exits": (double("sys.exit()", before="import sys\n"), 2, 0),
    "an answer that kills itself": (double("os.kill(os.getpid(), 9)", before="import os\n"), 2, 0),
    "an answer that asks for input": (double("return 2 * int(input())"), 2, 0),
    "an answer that equals everything": (double("return Yes()", before=YES), 2, 0),
    "what is expected, looked for by an answer": ({TWICE: LOOKS_FOR_IT}, 2, 0),
}  # fmt: skip


def graded(folder: Path, content: str, name: str = "answers.json") -> Graded:
    """Return Ada's grades for this file."""
    return handedin.graded_for_ada(folder, content, own_course(folder / "lessons"), name)


def points(grades: Graded) -> dict[str, int]:
    return {row.exercise: row.points for row in grades.rows}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_answer_costs_itself_and_the_other_counts(name: str, tmp_path: Path) -> None:
    records, *expected = ODD[name]
    grades = graded(tmp_path, answers(records))
    assert [row.points for row in grades.rows] == expected
    for row in grades.rows:
        assert row.solved == (row.points == POSSIBLE[row.exercise])
        assert row.solved or not row.answer or row.says
    assert grades.troubles == ()


def test_a_copied_answer(tmp_path: Path) -> None:
    """A key occurs twice: JSON's last one counts, with a note, and the others are graded."""
    copied = answers().replace('"answers": {', f'"answers": {{"{STEPS}": {{"answer": "left"}}, ')
    grades = graded(tmp_path, copied)
    assert points(grades) == POSSIBLE
    assert grades.troubles == (f'Ada/answers.json: "{STEPS}" occurs twice. The last one counts.',)


def test_a_file_that_no_longer_says_what_it_is(tmp_path: Path) -> None:
    """Nothing is earned, and a note says that somebody must look."""
    grades = graded(tmp_path, json.dumps({"answers": json.loads(answers())["answers"]}))
    assert (set(points(grades).values()), grades.is_read) == ({0}, False)
    assert grades.troubles == ("Ada/answers.json: this is not an answers file.",)


@pytest.mark.parametrize("name", ["answers (1).json", "answers-1.json", "Ada's work.json"])
def test_a_file_renamed_on_the_way(tmp_path: Path, name: str) -> None:
    assert points(graded(tmp_path, answers(), name)) == POSSIBLE


@pytest.mark.parametrize("length", [0, 1, 40, 90])
def test_a_truncated_file(tmp_path: Path, length: int) -> None:
    grades = graded(tmp_path, answers()[:length])
    assert set(points(grades).values()) == {0}
    assert grades.troubles == (
        "Ada/answers.json: this file is not JSON, or a part of it is missing.",
    )
