"""Points: computed from the answers, whatever the file says; always a float."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import find_exercise
from teachkit.classroom.progress import points
from teachkit.errors import UnknownNameError
from tests.exercises.test_files import FILE

RIGHT, HALFWAY = "forward, forward", "forward"


@pytest.fixture(autouse=True)
def a_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder with its own lesson: two exercises of two points."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "exercises" / "90"
    folder.mkdir(parents=True)
    for name in ("90-01-first", "90-02-second"):
        (folder / f"{name}.toml").write_text(FILE, encoding="utf-8")


def hand_in(name: str, *answers: str) -> None:
    for answer in answers:
        Answers().hand_in(find_exercise(name), answer)


def test_an_untouched_lesson_earns_nothing(tmp_path: Path) -> None:
    assert points("90") == points("90-01") == 0.0
    assert not (tmp_path / "answers.json").exists()


def test_a_lesson_is_the_sum_of_its_exercises() -> None:
    hand_in("90-01", RIGHT)
    assert (points("90-01"), points("90-02"), points("90")) == (2.0, 0.0, 2.0)
    hand_in("90-02", RIGHT)
    assert points("90") == 4.0


@pytest.mark.slow
@pytest.mark.parametrize(("name", "possible"), [("90", 4), ("90-01", 2), ("90-02", 2)])
def test_points_are_a_number_and_on_a_page_a_sentence(name: str, possible: int) -> None:
    """A check cell of nbgrader gives full marks for anything that is not a number."""
    from nbformat.v4 import new_code_cell, new_output
    from nbgrader.utils import determine_grade

    hand_in("90-01", RIGHT)
    earned = points(name)
    data, _ = InteractiveShell().display_formatter.format(earned)
    assert set(data) == {"text/plain", "text/html"}
    assert (float(data["text/plain"]), data["text/plain"]) == (earned, repr(float(earned)))
    assert data["text/html"] == f"<p>{earned:g} of {possible} points</p>"
    mark = {"grade": True, "locked": True, "solution": False, "points": possible}
    outputs = [new_output("execute_result", data)]
    check = new_code_cell(metadata={"nbgrader": mark}, outputs=outputs)
    assert determine_grade(check) == (earned, possible)


def test_the_best_answer_counts() -> None:
    hand_in("90-01", RIGHT, HALFWAY)
    assert points("90-01") == 2.0


def test_an_answer_counts_before_it_is_handed_in() -> None:
    Answers().save(find_exercise("90-01"), RIGHT)
    assert points("90-01") == 2.0


def test_what_the_file_says_of_points_is_not_believed(tmp_path: Path) -> None:
    hand_in("90-01", HALFWAY)
    file = tmp_path / "answers.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    data["answers"]["90-01-first"] |= {"points": 99, "possible": 99}
    file.write_text(json.dumps(data), encoding="utf-8")
    assert points("90-01") == 0.0


def test_another_learner_s_answers_may_be_handed_over(tmp_path: Path) -> None:
    hand_in("90-01", RIGHT)
    assert points("90", Answers(tmp_path, "Zoë")) == 0.0


def test_a_lesson_that_is_not_there_is_said() -> None:
    with pytest.raises(UnknownNameError, match='There is no exercise "nowhere"'):
        points("nowhere")
