"""Lesson notebooks: reading them, and running them in a real kernel.

`python -m tests.lessons.lessonbook [LESSON …]` runs lessons and stores their new outputs.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from teachkit.classroom.library import find_exercise
from teachkit.classroom.notebooks import mark
from tests.lessons.glossary import underline

LESSONS = Path(__file__).resolve().parents[2] / "lessons"
VIEW = "application/vnd.jupyter.widget-view+json"


def lessons() -> list[Path]:
    """Return the paths of all lesson notebooks in order."""
    return sorted(LESSONS.glob("[0-9][0-9]-*.ipynb"))


FIRST_VISIT = LESSONS / "first-visit.ipynb"
"""The trial for teachers, which is not a lesson; its exercises belong to lessons."""


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def run(path: Path, answers: Path) -> Any:
    """Return a lesson after a run from top to bottom, with the answers stored in this folder."""
    notebook = read(path)
    client = NotebookClient(
        notebook,
        timeout=120,
        resources={"metadata": {"path": str(LESSONS)}},
        store_widget_state=False,
        shutdown_kernel="immediate",
    )
    with surroundings(TEACHKIT_ANSWERS=str(answers), TEACHKIT_LEARNER=""):
        client.execute()
    return notebook


@contextmanager
def surroundings(**values: str) -> Iterator[None]:
    """Set environment variables that a new kernel inherits."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


def refresh(path: Path) -> None:
    """Run an untouched lesson, mark it as one, underline its words, and store its output.

    The id of a live view is left out, because no later kernel knows it, and readers without a
    kernel need only the picture and the text beside it.
    """
    with tempfile.TemporaryDirectory() as empty:
        notebook = run(path, Path(empty))
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    mark(notebook)
    underline(notebook, path.name[:2])
    mark_for_nbgrader(notebook)
    for cell in code_cells(notebook):
        cell.metadata.pop("execution", None)
        for output in cell.outputs:
            output.get("data", {}).pop(VIEW, None)
    nbformat.write(notebook, path)


def mark_for_nbgrader(notebook: Any) -> None:
    """Give the metadata of nbgrader to `tk.points("…")` cells, and to the exercises they grade.

    >>> cells = [nbformat.v4.new_code_cell('tk.points("02-03-no-left-card")')]
    >>> mark_for_nbgrader(nbformat.v4.new_notebook(cells=cells))
    >>> cells[0].metadata["nbgrader"]["points"]
    1
    """
    cells = {cell.source: cell.metadata for cell in code_cells(notebook)}
    for source, metadata in cells.items():
        if found := re.fullmatch(r'tk\.points\("(.+)"\)', source):
            graded = found[1]
            points = find_exercise(graded).possible
            metadata["nbgrader"] = _locked(graded, grade=True) | {"points": points}
            if shown := cells.get(f'tk.exercise("{graded}")'):
                shown["nbgrader"] = _locked(f"exercise-{graded}", grade=False)


def _locked(grade_id: str, grade: bool) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "grade": grade,
        "grade_id": grade_id,
        "locked": True,
        "schema_version": 3,
        "solution": False,
        "task": False,
    }


if __name__ == "__main__":
    for lesson in (*lessons(), FIRST_VISIT):
        if not sys.argv[1:] or any(lesson.name.startswith(name) for name in sys.argv[1:]):
            refresh(lesson)
            print(lesson.name)
