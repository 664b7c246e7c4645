"""Lesson notebooks: reading them, and running them in a real kernel.

`python -m tests.lessons.lessonbook [LESSON …]` runs lessons and stores their new outputs.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from teachkit.classroom.notebooks import mark

LESSONS = Path(__file__).resolve().parents[2] / "lessons"
VIEW = "application/vnd.jupyter.widget-view+json"


def lessons() -> list[Path]:
    """Return the paths of all lesson notebooks in order."""
    return sorted(LESSONS.glob("*.ipynb"))


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
    """Run an untouched lesson, mark it as one, and store its output.

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
    for cell in code_cells(notebook):
        cell.metadata.pop("execution", None)
        for output in cell.outputs:
            output.get("data", {}).pop(VIEW, None)
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for lesson in lessons():
        if not sys.argv[1:] or any(lesson.name.startswith(name) for name in sys.argv[1:]):
            refresh(lesson)
            print(lesson.name)
