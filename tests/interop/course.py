"""A course in nbgrader's layout: source, release, submitted, autograded, and exported grades."""

from __future__ import annotations

import csv
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbformat import v4

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import find_exercise, packaged_lessons
from teachkit.exercises.model.exercise import Exercise

from .environment import surroundings

CONFIG = """
c = get_config()
c.CourseDirectory.course_id = "teachkit"
"""


@dataclass(frozen=True)
class Course:
    """A folder for nbgrader, which runs by the Python of its own environment."""

    folder: Path
    python: Path

    def nbgrader(self, *arguments: str) -> str:
        """Run an nbgrader command, which must succeed, and return its log."""
        command = [self.python, "-m", "nbgrader", *arguments]
        variables = surroundings(self.python, self.folder.parent / "home")
        ran = subprocess.run(
            command, cwd=self.folder, env=variables, capture_output=True, text=True
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout + ran.stderr

    def begin(self) -> None:
        self.folder.mkdir()
        (self.folder / "nbgrader_config.py").write_text(CONFIG)

    def release(self, assignment: str, *files: Path) -> None:
        """Put a notebook and its other files into `source`; nbgrader makes `release` from it."""
        source = self.folder / "source" / assignment
        source.mkdir(parents=True)
        for file in files:
            copy = shutil.copytree if file.is_dir() else shutil.copy
            copy(file, source / file.name)
        self.nbgrader("generate_assignment", assignment, "--create")

    def submit(self, learner: str, assignment: str, answers: Mapping[str, str]) -> Path:
        """Hand in a learner's notebook, with the answers file beside it if there is one.

        `answers` are by exercise id; an empty one was never entered.
        """
        folder = self.folder / "submitted" / learner / assignment
        folder.mkdir(parents=True)
        [released] = (self.folder / "release" / assignment).glob("*.ipynb")
        book = nbformat.read(released, as_version=4)
        kept = Answers(folder, "")
        for exercise, answer in ((find_exercise(name), answers[name]) for name in answers):
            if answer:
                kept.hand_in(exercise, answer)
            if answer and exercise.kind.name == "function":
                _write_cell(book, exercise.id, answer)
        nbformat.write(book, folder / released.name)
        return folder

    def autograde(self, assignment: str, *options: str) -> None:
        self.nbgrader("autograde", assignment, *options)

    def export(self) -> dict[tuple[str, str], tuple[float, float]]:
        """Return points and possible points of each learner in each assignment."""
        self.nbgrader("export", "--to", "grades.csv")
        with (self.folder / "grades.csv").open(newline="") as file:
            return {
                (row["student_id"], row["assignment"]): (float(row["score"]),
                                                         float(row["max_score"]))
                for row in csv.DictReader(file)
            }  # fmt: skip

    def graded_by_teachkit(
        self, assignment: str, *options: str | Path
    ) -> dict[str, tuple[float, float]]:
        """Return points and possible points of each learner, by `teachkit grade` on the same files.

        An assignment is a lesson; other exercises are not in the table.
        """
        room = self.folder / "as-teachkit-sees-it" / assignment
        for folder in (self.folder / "submitted").glob(f"*/{assignment}"):
            shutil.copytree(folder, room / "class" / folder.parent.name)
        return teachkit_grades(self.python, room / "class", room / "grades.csv", assignment,
                               *options)  # fmt: skip


def notebook_of(lesson: str) -> Path:
    [notebook] = packaged_lessons().glob(f"{lesson}-*.ipynb")
    return notebook


def _write_cell(book: Any, exercise: str, answer: str) -> None:
    head = f"%%exercise {exercise}\n"
    [cell] = [cell for cell in book.cells if cell.source.startswith(head)]
    cell.source = head + answer.strip("\n")


def teachkit_grades(
    python: Path, submissions: Path, table: Path, lesson: str, *options: str | Path
) -> dict[str, tuple[float, float]]:
    """Run `teachkit grade`, and add up points and possible points of a lesson."""
    command = [python, "-m", "teachkit", "grade", submissions, "-o", table, *options]
    ran = subprocess.run(command, cwd=submissions.parent, capture_output=True, text=True,
                         env=surroundings(python, submissions.parent / "home"))  # fmt: skip
    # Status 1 means that there are notes to look at.
    assert ran.returncode in (0, 1), ran.stdout + ran.stderr
    earned: dict[str, tuple[float, float]] = {}
    with table.open(newline="", encoding="utf-8-sig") as file:
        for row in csv.DictReader(file):
            if row["lesson"] == lesson:
                points, possible = earned.get(row["learner"], (0.0, 0.0))
                earned[row["learner"]] = (points + float(row["points"]),
                                          possible + float(row["possible"]))  # fmt: skip
    return earned


def smallest_notebook(exercise: Exercise) -> nbformat.NotebookNode:
    """Return the smallest notebook from which nbgrader can compute the points of an exercise."""
    cells = [v4.new_code_cell("import teachkit as tk")]
    if exercise.kind.name == "function":
        given = exercise.file.given.strip("\n")
        cells.append(v4.new_code_cell(f"%%exercise {exercise.id}\n{given}"))
    check = v4.new_code_cell(f'tk.points("{exercise.id}")')
    check.metadata["nbgrader"] = {
        "schema_version": 3, "grade": True, "solution": False, "locked": True, "task": False,
        "grade_id": exercise.id, "points": exercise.possible, "cell_type": "code",
    }  # fmt: skip
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return v4.new_notebook(cells=[*cells, check], metadata={"kernelspec": kernel})
