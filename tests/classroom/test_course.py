"""The course file, and exercises that had another id: their answers count everywhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import teachkit as tk
from teachkit.classroom.answers import Answers
from teachkit.classroom.grading.grade import course_in
from teachkit.classroom.grading.made_boards import class_boards
from teachkit.classroom.grading.submissions import submissions_in
from teachkit.classroom.library import (
    course,
    exercise_files,
    find_exercise,
    packaged_lessons,
    renamed,
)
from teachkit.classroom.release import release
from teachkit.errors import DataError
from teachkit.exercises.model.course import Course
from teachkit.widgets.workbench.answercell import hand_in_cell
from tests.test_cli import Teachkit, elsewhere, teachkit

from . import makers
from .handedin import RIGHT, STEPS, TWICE, answers, graded_for_ada, hand_in, lesson

__all__ = ["teachkit"]  # a fixture

OLD_STEPS, OLD_TWICE = "80-07-two-steps", "80-08-double"
BOTH = f'"{OLD_STEPS}" = "{STEPS}"\n"{OLD_TWICE}" = "{TWICE}"\n'

own_folder = elsewhere


@pytest.fixture
def own(tmp_path: Path, own_folder: None) -> Path:
    """The working folder, with two exercises of a teacher's own that had other ids."""
    (lesson(tmp_path) / "renamed.toml").write_text(BOTH)
    return tmp_path


def write(folder: Path, **records: dict[str, object]) -> None:
    kept = {"teachkit": 1, "learner": "", "answers": records}
    (folder / "answers.json").write_text(json.dumps(kept))


# The course ------------------------------------------------------------------------------------


def test_the_packaged_course_names_every_lesson_in_order() -> None:
    numbers = [each.number for each in course(packaged_lessons()).lessons]
    assert numbers == [f"{number:02}" for number in range(25)]
    assert {path.parent.name for path in exercise_files(Path("/")).values()} <= {*numbers}
    assert course().after("22") == ["23", "24"]


def test_every_place_lies_on_the_map_and_is_called_once() -> None:
    lessons = course(packaged_lessons()).lessons
    assert all(0 < place < 100 for each in lessons for place in each.at)
    assert len({each.place for each in lessons}) == len(lessons)
    assert len({each.part for each in lessons}) == len(lessons)


def test_lessons_of_a_teacher_s_own_have_no_course(own: Path) -> None:
    assert course() == Course()
    assert not course().after("90")


def test_a_faulty_course_names_its_file(own: Path) -> None:
    (own / "course.toml").write_text("[[lessons]]\nnumber = 3\n")
    with pytest.raises(DataError) as raised:
        course()
    assert raised.value.file == own / "course.toml"


def test_a_release_takes_the_course_and_the_earlier_ids_along(own: Path) -> None:
    (own / "course.toml").write_text('[[lessons]]\nnumber = "90"\nplace = "Camp"\n')
    folder = own.parent / "handout"
    release(own, folder)
    assert course(folder).lessons[0].place == "Camp"
    assert renamed(folder)[OLD_STEPS] == STEPS


# Earlier ids -----------------------------------------------------------------------------------


def test_every_earlier_id_of_a_packaged_exercise_leads_to_one_of_today() -> None:
    files = exercise_files(Path("/"))
    names = renamed(Path("/"))
    assert names
    assert not names.keys() & files.keys()
    assert {*names.values()} <= files.keys()


def test_an_exercise_may_have_moved_more_than_once(own: Path) -> None:
    (own / "renamed.toml").write_text(f'"a" = "b"\n"b" = "c"\n"c" = "{STEPS}"\n')
    assert renamed()["a"] == STEPS


def test_an_id_that_is_still_in_use_is_not_an_earlier_one(own: Path) -> None:
    (own / "renamed.toml").write_text(f'"{STEPS}" = "{TWICE}"\n')
    assert find_exercise(STEPS).id == STEPS


def test_an_exercise_is_found_under_its_earlier_id(own: Path, teachkit: Teachkit) -> None:
    assert find_exercise(OLD_STEPS).id == STEPS
    assert tk.exercise(OLD_STEPS).exercise.id == STEPS
    assert hand_in_cell(OLD_TWICE, "def double", None).name == TWICE
    assert teachkit("run", OLD_STEPS, "--program", RIGHT[STEPS]).status == 0
    assert tk.points(OLD_TWICE).possible == 3


def test_an_answer_under_an_earlier_id_counts_and_moves_with_the_next_change(own: Path) -> None:
    write(own, **{OLD_STEPS: {"best": RIGHT[STEPS], "answer": "", "points": 2, "possible": 2}})
    assert tk.points(STEPS) == tk.points(OLD_STEPS) == 2
    Answers().note(find_exercise(TWICE), hints=1)
    kept = json.loads((own / "answers.json").read_text())["answers"]
    assert sorted(kept) == [STEPS, TWICE]
    assert kept[STEPS]["best"] == RIGHT[STEPS]


@pytest.mark.parametrize(("old", "new", "counts"), [(2, 0, "old"), (0, 2, "new"), (1, 1, "new")])
def test_of_two_answers_the_better_one_counts(own: Path, old: int, new: int, counts: str) -> None:
    of = {name: {"answer": name, "points": earned} for name, earned in (("old", old), ("new", new))}
    write(own, **{OLD_STEPS: of["old"], STEPS: of["new"]})
    assert Answers().record(STEPS)["answer"] == counts


def test_a_downloaded_file_with_earlier_ids_is_restored(own: Path) -> None:
    record = {"answer": RIGHT[STEPS], "points": 2}
    copy = {"teachkit": 1, "learner": "", "answers": {OLD_STEPS: record}}
    assert Answers().restore(json.dumps(copy).encode()) == 1
    assert Answers().record(STEPS) == record


def test_work_that_was_handed_in_under_an_earlier_id_is_graded(own: Path) -> None:
    course = course_in(own)
    content = answers({STEPS: None, OLD_STEPS: RIGHT[STEPS]})
    graded = graded_for_ada(own, content, course)
    assert [(row.exercise, row.points) for row in graded.rows] == [(STEPS, 2), (TWICE, 3)]


@pytest.mark.parametrize(("old", "new"), [(RIGHT[STEPS], "left"), ("left", RIGHT[STEPS])])
def test_of_two_that_were_handed_in_the_better_one_is_graded(own: Path, old: str, new: str) -> None:
    graded = graded_for_ada(own, answers({STEPS: new, OLD_STEPS: old}), course_in(own))
    assert graded.rows[0].points == 2


def test_the_gallery_shows_a_board_that_was_made_under_an_earlier_id(own: Path) -> None:
    folder = own / "making"
    makers.make_lesson(folder)
    (folder / "renamed.toml").write_text(f'"80-01-for-a-friend" = "{makers.ID}"\n')
    board = makers.answer(makers.board("Ada"))
    kept = {"teachkit": 1, "answers": {"80-01-for-a-friend": {"answer": board, "best": board}}}
    hand_in(own, "class", "Ada", "answers.json", content=json.dumps(kept))
    boards, troubles = class_boards(course_in(folder), submissions_in(own / "class"))
    assert [each.makers for each in boards] == [["Ada"]]
    assert not troubles
