"""Test that the real nbgrader releases, grades and exports our lessons with the same points."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import nbformat
import pytest

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import exercises_of, find_exercise
from teachkit.classroom.release import release
from teachkit.exercises.authoring.proof import solution
from teachkit.exercises.model.exercise import Exercise
from tests.classroom.test_release import FILE

from .course import Course, notebook_of, smallest_notebook

LESSONS = ("02", "10")


def perfect(exercise: Exercise) -> str:
    return solution(exercise)


def every_other(exercise: Exercise) -> str:
    """Return every second item, beginning with the first."""
    return solution(exercise) if int(exercise.id.split("-")[1]) % 2 else ""


def mistaken(exercise: Exercise) -> str:
    """Return the author's known mistakes; some earn a part of the points."""
    return exercise.file.mistakes[-1].answer


def nothing(exercise: Exercise) -> str:
    return ""


def hopeless(exercise: Exercise) -> str:
    """Return answers that cannot be read, and functions that never end."""
    if exercise.kind.name != "function":
        return "sideways, 7x("
    return f"def {exercise.file.function}(*numbers):\n    while True:\n        pass"


LEARNERS = {
    "perfect": perfect,
    "partial": every_other,
    "mistaken": mistaken,
    "nothing": nothing,
    "hopeless": hopeless,
}


@pytest.fixture(scope="module")
def course(nbgrader_python: Path, tmp_path_factory: pytest.TempPathFactory) -> Course:
    """Return two lessons and five learners: released, handed in and autograded."""
    made = Course(tmp_path_factory.mktemp("course") / "teachkit", nbgrader_python)
    made.begin()
    for lesson in LESSONS:
        made.release(lesson, notebook_of(lesson))
        for learner, answer_to in LEARNERS.items():
            answers = {exercise.id: answer_to(exercise) for exercise in exercises_of(lesson)}
            folder = made.submit(learner, lesson, answers)
            if learner == "mistaken":
                claim_full_marks(folder)
        made.autograde(lesson)
    return made


def claim_full_marks(folder: Path) -> None:
    """Write false points into the answers file, and into the check cells of the notebook."""
    file = folder / "answers.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    for record in data["answers"].values():
        record |= {"points": 99, "possible": 99}
    file.write_text(json.dumps(data), encoding="utf-8")
    [path] = folder.glob("*.ipynb")
    book = nbformat.read(path, as_version=4)
    for cell in book.cells:
        if cell.metadata.get("nbgrader", {}).get("grade"):
            cell.source = "99.0"
    nbformat.write(book, path)


def test_the_released_notebook_is_the_one_a_learner_needs(course: Course) -> None:
    """Cells for functions keep their first line and the given code."""
    for lesson in LESSONS:
        notebook = notebook_of(lesson)
        released = course.folder / "release" / lesson / notebook.name
        before, after = (nbformat.read(path, as_version=4) for path in (notebook, released))
        assert [cell.source for cell in after.cells] == [cell.source for cell in before.cells]


@pytest.mark.parametrize("lesson", LESSONS)
def test_nbgrader_and_teachkit_give_the_same_points(course: Course, lesson: str) -> None:
    """A false claim in a file or a rewritten check earns nothing."""
    possible = float(sum(exercise.possible for exercise in exercises_of(lesson)))
    ours = course.graded_by_teachkit(lesson)
    assert set(ours) == set(LEARNERS) - {"nothing"}  # without answers, a folder is nobody's work
    ours["nothing"] = (0.0, possible)
    assert ours["perfect"] == (possible, possible)
    assert ours["hopeless"] == (0.0, possible)
    assert 0 < ours["partial"][0] < possible
    exported = course.export()
    assert {learner: exported[(learner, lesson)] for learner in LEARNERS} == ours


def test_a_teacher_s_hidden_board_counts_in_nbgrader_too(
    nbgrader_python: Path, tmp_path: Path
) -> None:
    """Learners have the released exercise; nbgrader replaces it by the teacher's when it grades."""
    course = Course(tmp_path / "course", nbgrader_python)
    course.begin()
    mine = tmp_path / "mine"
    (mine / "exercises" / "90").mkdir(parents=True)
    (mine / "exercises" / "90" / "90-01-steps.toml").write_text(FILE)
    nbformat.write(smallest_notebook(find_exercise("90-01", mine)), mine / "90-mine.ipynb")
    course.release("90", mine / "90-mine.ipynb", mine / "exercises")
    handout = release(mine, tmp_path / "handout").folder
    for learner, answer in (("careful", "forward, forward"), ("hasty", "all-forward")):
        folder = course.folder / "submitted" / learner / "90"
        shutil.copytree(handout, folder)
        theirs = find_exercise("90-01", folder)
        assert Answers(folder, "").hand_in(theirs, answer).points == 2
    course.autograde("90")
    exported = course.export()
    assert exported[("careful", "90")] == (2.0, 2.0)
    assert exported[("hasty", "90")] == (0.0, 2.0)
    ours = course.graded_by_teachkit("90", "--lessons", mine)
    assert ours == {"careful": (2.0, 2.0), "hasty": (0.0, 2.0)}
