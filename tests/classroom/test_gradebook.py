"""The rows of a learner, and the tables made from them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.classroom.grading import grade
from teachkit.classroom.grading.grade import (
    Course,
    Graded,
    Row,
    course_in,
    exercises_of,
    grade_submission,
)
from teachkit.classroom.grading.gradebook import (
    COLUMNS,
    Gradebook,
    canvas,
    gradebook,
    long,
    moodle,
)
from teachkit.classroom.grading.submissions import File, Submission
from teachkit.classroom.grading.submitted_answers import LONGEST_ANSWER, read_records
from teachkit.classroom.grading.tables import Rows, as_csv, defused
from teachkit.core.strings import is_seen, one_line
from teachkit.errors import DataError
from teachkit.exercises.running.results import Result
from tests.classroom.handedin import RIGHT, STEPS, TWICE, answers, lesson, own_course


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return own_course(tmp_path_factory.mktemp("lessons"))


def graded(course: Course, *files: str, learner: str = "Ada", number: str = "") -> Graded:
    handed_in = tuple(File(f"{place}.json", text) for place, text in enumerate(files))
    return grade_submission(course, Submission(learner, number, handed_in))


def row(course: Course, *records: Any) -> Row:
    """Return the row of the first exercise, with each record in a separate file."""
    return graded(course, *(answers({STEPS: record}) for record in records)).rows[0]


def table(rows: Rows) -> list[list[str]]:
    """The cells of a table, as somebody who opens the file reads them."""
    text = as_csv(rows).removeprefix("\ufeff")
    return list(csv.reader(io.StringIO(text, newline="")))


# Rows ------------------------------------------------------------------------------------------


SOLVED = "forward, forward"
RECORDS: list[tuple[dict[str, Any], int]] = [  # of the first exercise, and their points
    ({"answer": SOLVED}, 2),
    ({"answer": "forward"}, 0),
    ({"answer": "forward", "best": SOLVED}, 2),
    ({"answer": SOLVED, "best": "forward"}, 2),
    ({"best": SOLVED}, 2),
    ({"answer": "", "best": ""}, 0),
    ({}, 0),
    ({"points": 2, "possible": 2}, 0),
]


@pytest.mark.parametrize(("record", "points"), RECORDS)
def test_the_better_answer_counts(record: dict[str, str], points: int, course: Course) -> None:
    """The better one of the last and the best answer."""
    assert row(course, record).points == points


def test_of_several_files_each_exercise_s_newest_answer_counts(course: Course) -> None:
    late = {"answer": "forward", "changed": "2026-01-02T00:00:00Z", "attempts": 9}
    early = {"answer": "forward, forward", "changed": "2026-01-01T00:00:00Z", "attempts": 1}
    for place, files in enumerate(((late, early), (early, late))):
        found = row(course, *files)
        assert (found.points, found.self_report.attempts) == (0, 9)
        other, counts = f"{1 - place}.json", f"{place}.json"
        assert found.notes == (
            (
                f"{other} has a different answer. The newest answer, from {counts}, is the one "
                f"that counts."
            ),
        )


def test_an_answer_that_was_taken_back_leaves_the_older_one(course: Course) -> None:
    found = row(course, {"answer": "", "changed": "2026-01-02T00:00:00Z"}, {"answer": SOLVED})
    assert (found.points, found.notes) == (2, ())


def test_a_date_that_is_none_makes_nothing_newer(course: Course) -> None:
    dated = {"answer": SOLVED, "changed": "2026-01-02T00:00:00Z"}
    assert row(course, dated, {"answer": "forward", "changed": "tomorrow"}).points == 2


def test_what_counts_of_the_same_answers_is_run_once_for_a_whole_class(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last answer also runs with the hidden cases, to see whether it solves everything."""
    execute = Mock(side_effect=lambda source, name, calls: [Result(0)] * len(calls))
    monkeypatch.setattr(grade, "Sandbox", lambda: Mock(execute_for=lambda *_: execute))
    given = ["def double(n): 1", "def double(n): 2"]
    for _ in range(3):
        grade.counting(exercises_of(course)[TWICE], given)
    assert [call.args[0] for call in execute.call_args_list] == [given[0], *given]


def test_a_last_answer_that_solves_it_all_is_compared_with_no_other(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = Mock(side_effect=lambda source, name, calls: [Result(2 * n) for (n,) in calls])
    monkeypatch.setattr(grade, "Sandbox", lambda: Mock(execute_for=lambda *_: execute))
    given = ["def double(n): 3", "def double(n): 4"]
    assert grade.counting(exercises_of(course)[TWICE], given) == given[:1]
    assert [call.args[0] for call in execute.call_args_list] == given[:1]


def test_nobody_has_two_guesses_at_what_is_hidden(course: Course) -> None:
    """Both are right in all shown cases, one in the hidden one: the last one counts."""
    guess, right = "def double(n):\n    return n and 4", RIGHT[TWICE]
    for last, best, points in ((guess, right, 2), (right, guess, 3), ("left", right, 3)):
        found = graded(course, answers({TWICE: {"answer": last, "best": best}})).rows[1]
        assert found.points == points


def test_a_file_of_a_million_things_is_not_read(course: Course) -> None:
    for thing in ("[],", "{},", "1,"):
        text = answers(more=0).replace('"more": 0', f'"more": [{thing * 300_000}0]')
        said = graded(course, text).troubles
        assert said == ("0.json: this file contains more than 50000 values.",)


def test_of_answers_that_earn_the_same_the_last_one_given_is_talked_about(course: Course) -> None:
    found = row(course, {"answer": "left", "best": "forward"})
    assert (found.points, found.answer) == (0, "left")


def test_several_files_are_told_of_and_one_is_not(course: Course) -> None:
    (told,) = graded(course, answers(), answers()).troubles
    assert told == "2 files were handed in. The newest answer counts."
    assert graded(course, answers()).troubles == ()


@pytest.mark.parametrize("odd", [True, -1, 1.0, "3", None, [], 10**7])
def test_a_number_that_is_none_is_noted_and_left_out(odd: Any, course: Course) -> None:
    found = row(course, {"answer": "forward, forward", "attempts": odd, "hints": 3})
    assert (found.points, found.self_report.attempts, found.self_report.hints) == (2, None, 3)
    assert found.notes == ('"attempts" has an unexpected value.',)


def test_an_answer_that_was_never_given_has_no_words(course: Course) -> None:
    found = row(course, {"attempts": 3})
    assert found == Row(STEPS, "90", 0, 2, self_report=found.self_report)


def test_what_is_wrong_is_kept_for_the_report(course: Course) -> None:
    says = ("The rover is on b1, not on c1.", "One step is missing.")
    assert row(course, {"answer": "forward"}).says == says


def test_an_edited_exercise_names_both_versions(course: Course) -> None:
    ours = exercises_of(course)[STEPS].hash
    (note,) = row(course, {"answer": "forward", "exercise": "abc"}).notes
    assert note == f"The learner answered version abc, but version {ours} was graded."
    assert row(course, {"answer": "forward", "exercise": ours}).notes == ()


def test_another_exercise_s_answer_earns_nothing_here(course: Course) -> None:
    moved = {"answer": RIGHT[TWICE], "exercise": exercises_of(course)[STEPS].hash}
    found = graded(course, answers({TWICE: moved})).rows[1]
    assert (found.points, found.notes) == (0, (f'This is an answer to "{STEPS}".',))


def test_exercises_that_there_are_not_are_named_and_not_without_end(course: Course) -> None:
    strange = {f"x-{number}": "forward" for number in range(500)}
    found = [each for each in graded(course, answers(strange)).rows if each.possible == 0]
    assert [each.points for each in found] == [0] * 20
    assert {each.notes for each in found} == {("There is no exercise with this name.",)}


def test_a_long_answer_is_not_read(course: Course) -> None:
    fits = "forward, forward".ljust(LONGEST_ANSWER)
    assert row(course, {"answer": fits}).points == 2
    longer = row(course, {"answer": fits + " "})
    assert (longer.points, len(longer.notes)) == (0, 1)


def test_an_answer_may_break_the_grader(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Mock(side_effect=RecursionError)
    monkeypatch.setattr("teachkit.classroom.grading.grade.grade", broken)
    (note,) = row(course, {"answer": "jump"}).notes
    assert note == "This answer could not be graded (RecursionError)."


def test_halves_of_letters_do_not_stop_anything(course: Course) -> None:
    text = answers().replace("forward, forward", "forward\\ud800")
    found = graded(course, text.replace(STEPS, "\\udfff", 1))
    as_csv(long(gradebook(course, [found]))).encode("utf-8")


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists))
def test_whatever_a_record_holds_costs_only_its_own_row(record: Any) -> None:
    whole = {"teachkit": 1, "answers": {"x": record, "y": {"answer": record}, "z": {"answer": "a"}}}
    assert read_records(json.dumps(whole)).by_exercise["z"].answers == ("a",)


# The course ------------------------------------------------------------------------------------


def test_a_folder_of_exercises_will_do_too(tmp_path: Path) -> None:
    whole = course_in(lesson(tmp_path))
    assert course_in(tmp_path / "exercises") == whole
    assert [name for name, _ in whole.exercises] == list(RIGHT)


def test_a_folder_without_exercises_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no exercise file here"):
        course_in(tmp_path)


def test_two_exercises_of_one_name_are_said(tmp_path: Path) -> None:
    first = lesson(tmp_path) / "exercises" / "90" / f"{STEPS}.toml"
    (tmp_path / "exercises" / first.name).write_bytes(first.read_bytes())
    with pytest.raises(DataError, match='Two exercises are called "90-01-two-steps"'):
        course_in(tmp_path)


# Tables ----------------------------------------------------------------------------------------


def book(course: Course) -> Gradebook:
    best = "forward, forward, left"
    solved = {"answer": "forward, jump", "best": best, "attempts": 2, "hints": 0}
    return gradebook(course, [
        graded(course, answers({TWICE: None}), learner="Zoë, the 2nd", number="77"),
        graded(course, answers({STEPS: solved}), learner="ada@school.example"),
        graded(course, "{", learner="Bo Diddley"),
    ])  # fmt: skip


def test_a_line_for_each_learner_and_exercise(course: Course) -> None:
    first, *lines = table(long(book(course)))
    assert first == list(COLUMNS)
    damaged = "0.json: this file is not JSON, or a part of it is missing."
    assert lines == [
        ["ada@school.example", STEPS, "90", "2", "2", "yes", "yes", "yes", "2", "0", "", "", "",
         "", "", "", "yes"],
        ["ada@school.example", TWICE, "90", "3", "3", "yes", "", "", "", "", "", "", "",
         "", "", "", "yes"],
        ["Bo Diddley", STEPS, "90", "", "2", "no", "no", "no", "", "", "", "", damaged,
         "", "", "", "yes"],
        ["Bo Diddley", TWICE, "90", "", "3", "no", "", "", "", "", "", "", damaged,
         "", "", "", "yes"],
        ["Zoë, the 2nd", STEPS, "90", "2", "2", "yes", "yes", "yes", "", "", "", "", "",
         "", "", "", "yes"],
        ["Zoë, the 2nd", TWICE, "90", "0", "3", "no", "", "", "", "", "", "", "",
         "", "", "", "yes"],
    ]  # fmt: skip


LONGER = SOLVED + ", left"
PARS = [
    ({"answer": SOLVED}, "yes"),
    ({"answer": LONGER}, "no"),
    ({"answer": LONGER, "best": SOLVED}, "yes"),
    ({"answer": "forward"}, "no"),
]


@pytest.mark.parametrize(("record", "earned"), PARS)
def test_a_par_is_a_badge(record: dict[str, str], earned: str, course: Course) -> None:
    """One for cards, and one for steps."""
    lines = table(long(gradebook(course, [graded(course, answers({STEPS: record}))])))
    assert lines[1][6:8] == [earned, earned]


def test_moodle_gets_who_it_is_and_a_column_for_each_exercise(course: Course) -> None:
    assert table(moodle(book(course))) == [
        ["First name", "Last name", "Email address", STEPS, TWICE],
        ["ada@school.example", "", "ada@school.example", "2", "3"],
        ["Bo", "Diddley", "", "-", "-"],
        ["Zoë, the", "2nd", "", "2", "0"],
    ]


def test_canvas_gets_its_five_columns_and_the_points_that_are_possible(course: Course) -> None:
    assert table(canvas(book(course))) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", STEPS, TWICE],
        ["    Points Possible", "", "", "", "", "2", "3"],
        ["ada@school.example", "", "", "", "", "2", "3"],
        ["Bo Diddley", "", "", "", "", "", ""],
        ["Zoë, the 2nd", "77", "", "", "", "2", "0"],
    ]


def test_what_could_not_be_read_is_no_nought_for_an_lms(course: Course) -> None:
    """Moodle imports an empty cell as nought, but not a hyphen."""
    damaged = gradebook(course, [graded(course, "{")])
    nothing = gradebook(course, [graded(course, answers({STEPS: None, TWICE: None}))])
    found = [table(wide(damaged))[-1][-2:] for wide in (moodle, canvas)]
    assert found == [["-", "-"], ["", ""]]
    assert [table(wide(nothing))[-1][-2:] for wide in (moodle, canvas)] == [["0", "0"]] * 2


@pytest.mark.parametrize("wide", [long, moodle, canvas])
def test_an_empty_class_is_an_empty_table(wide: Any, course: Course) -> None:
    assert len(table(wide(gradebook(course, [])))) == (2 if wide is canvas else 1)


FORMULAS = ["=1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", "  =1", "\u3000=1", '"=1', "＝1", "＋1",
            "－1", "＠x", "−1", "﹦1", "x;=1", "x; ＝1", 'x;"=1"', "x;;-1", "=1;+1"]  # fmt: skip


@pytest.mark.parametrize("text", FORMULAS)
def test_what_a_spreadsheet_would_compute_is_text(text: str) -> None:
    """Also where a semicolon begins the next cell."""
    for cell in defused(text).split(";"):
        assert not cell or cell.lstrip(' "\u3000')[0] not in "=+-@＝＋－＠−﹦", cell


def test_what_computes_nothing_is_left_as_it_is() -> None:
    for text in ("Ada", "Zoë, the 2nd", "d'Or; Bo", "a=b; c-d", "李雷", "x\xa0y", ""):
        assert defused(text) == text


@given(st.text())
def test_no_cell_begins_a_formula_and_every_text_survives(text: str) -> None:
    cell = defused(text)
    assert not cell.lstrip().startswith(("=", "+", "-", "@"))
    assert all(map(is_seen, cell))
    assert cell.replace("'", "") == one_line(text).replace("'", "")
