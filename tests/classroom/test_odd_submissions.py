"""Odd submissions on which graders of notebooks were measured; here, as far as they exist here.

What a learner hands in here is answers, no notebook with the teacher's tests in it. So three of
the seventeen cannot happen: a test cell replaced, deleted, or turned to Markdown. An answers file
has no tests to damage. The other fourteen are below, under their names.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom.grading.grade import Graded, Row, grade_submission
from teachkit.classroom.grading.submissions import submissions_in
from tests.classroom.handedin import POSSIBLE, RIGHT, STEPS, TWICE, answers, hand_in, own_course


def graded(folder: Path, content: str, name: str = "answers.json") -> Graded:
    """Ada's grades for this file."""
    hand_in(folder, "class", "Ada", name, content=content)
    (submission,) = submissions_in(folder / "class")
    return grade_submission(own_course(folder / "lessons"), submission)


def points(grades: Graded) -> dict[str, int]:
    return {row.exercise: row.points for row in grades.rows}


def of_double(folder: Path, source: str) -> Row:
    """How this function is graded; the other answer must keep its points."""
    grades = graded(folder, answers({TWICE: source}))
    assert points(grades)[STEPS] == POSSIBLE[STEPS]
    return next(row for row in grades.rows if row.exercise == TWICE)


def test_points_in_the_file_set_to_100(tmp_path: Path) -> None:
    record: dict[str, Any] = {"answer": "forward", "points": 100, "possible": 100}
    grades = graded(tmp_path, answers({STEPS: record}))
    row = grades.rows[0]
    assert (row.points, row.possible, row.solved) == (0, 2, False)


def test_a_copied_answer(tmp_path: Path) -> None:
    """The same key twice: JSON's last one counts, it is noted, and the others are graded."""
    copied = answers().replace('"answers": {', f'"answers": {{"{STEPS}": {{"answer": "left"}}, ')
    grades = graded(tmp_path, copied)
    assert points(grades) == POSSIBLE
    assert grades.troubles == (f'Ada/answers.json: "{STEPS}" is there twice; the last one counts.',)


def test_an_answer_deleted(tmp_path: Path) -> None:
    grades = graded(tmp_path, answers({STEPS: None}))
    assert points(grades) == {STEPS: 0, TWICE: POSSIBLE[TWICE]}
    assert grades.troubles == ()


@pytest.mark.parametrize("metadata", [{"attempts": 1}, {}])
def test_all_that_stands_around_an_answer_lost(tmp_path: Path, metadata: dict[str, Any]) -> None:
    grades = graded(tmp_path, answers({STEPS: {"answer": RIGHT[STEPS]} | metadata}))
    assert points(grades) == POSSIBLE


def test_a_file_that_no_longer_says_what_it_is(tmp_path: Path) -> None:
    """No silent nought: nothing is earned, and it says that somebody must look."""
    grades = graded(tmp_path, json.dumps({"answers": json.loads(answers())["answers"]}))
    assert (set(points(grades).values()), grades.is_read) == ({0}, False)
    assert grades.troubles == ("Ada/answers.json: this is no answers file.",)


def test_a_warning_in_a_right_answer(tmp_path: Path) -> None:
    source = "import warnings\ndef double(n):\n    warnings.warn('old')\n    return 2 * n"
    assert of_double(tmp_path, source).solved


def test_print_in_a_right_answer(tmp_path: Path) -> None:
    assert of_double(tmp_path, "def double(n):\n    print(n)\n    return 2 * n").solved


def test_200_000_printed_lines(tmp_path: Path) -> None:
    source = "def double(n):\n    print('line\\n' * 200_000)\n    return 2 * n"
    assert of_double(tmp_path, source).solved


@pytest.mark.parametrize("end", ["os._exit(0)", "sys.exit()", "os.kill(os.getpid(), 9)"])
def test_an_answer_that_ends_the_process(tmp_path: Path, end: str) -> None:
    """It costs itself, and the answer before and behind keep what they earn."""
    row = of_double(tmp_path, f"import os, sys\ndef double(n):\n    {end}")
    assert (row.points, row.solved) == (0, False)
    assert row.says


def test_an_answer_that_asks_for_input(tmp_path: Path) -> None:
    row = of_double(tmp_path, "def double(n):\n    return 2 * int(input())")
    assert (row.points, len(row.says)) == (0, 2)


def test_an_answer_that_equals_everything(tmp_path: Path) -> None:
    source = (
        "class Yes:\n    def __eq__(self, other):\n        return True\n"
        "def double(n):\n    return Yes()"
    )
    assert of_double(tmp_path, source).points == 0


@pytest.mark.parametrize("name", ["answers (1).json", "answers-1.json", "Ada's work.json"])
def test_a_file_renamed_on_the_way(tmp_path: Path, name: str) -> None:
    assert points(graded(tmp_path, answers(), name)) == POSSIBLE


@pytest.mark.parametrize("length", [0, 1, 40, 90])
def test_a_truncated_file(tmp_path: Path, length: int) -> None:
    grades = graded(tmp_path, answers()[:length])
    assert set(points(grades).values()) == {0}
    assert grades.troubles == ("Ada/answers.json: this is no JSON, or only a part of it.",)


def test_what_is_expected_cannot_be_found_by_an_answer(tmp_path: Path) -> None:
    """It sees what it is called with, and nothing in its process knows what it should give."""
    source = (
        "import gc, sys\n"
        "def double(n):\n"
        "    seen = [o for o in gc.get_objects() if isinstance(o, dict)]\n"
        "    found = [d['returns'] for d in seen if 'returns' in d]\n"
        "    frame = sys._getframe()\n"
        "    while frame:\n"
        "        found += [v for k, v in frame.f_locals.items() if k in ('returns', 'wanted')]\n"
        "        frame = frame.f_back\n"
        "    return found[0]"
    )
    assert of_double(tmp_path, source).points == 0
