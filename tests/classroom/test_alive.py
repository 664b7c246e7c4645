"""Marks that let a lesson run when it is opened, and protect its content."""

from __future__ import annotations

import copy
import json
import re
from hashlib import sha256
from typing import Any

import pytest
from jupyterlab.commands import get_app_dir

from teachkit.classroom.notebooks import IMPORT, JUPYTERLAB, mark, our_call
from tests.lessons.lessonbook import code_cells, lessons, read

EXTENSION = JUPYTERLAB / "extensions" / "teachkit"
OVERRIDES = json.loads((JUPYTERLAB / "settings" / "overrides.json").read_text())
HARMLESS = re.compile(
    "notebook:(access-(next|previous)-history-entry|enter-(command|edit)-mode|"
    "move-cursor-(down|up)|run-cell)"
)

every_lesson = pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)


def marked(*cells: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the metadata of cells after they were marked."""
    notebook = {"metadata": {}, "cells": copy.deepcopy(list(cells))}
    mark(notebook)
    return [cell["metadata"] for cell in notebook["cells"]]


def code(source: str, **metadata: Any) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "metadata": metadata}


LOCKED = {"deletable": False, "editable": False}
FOLDED = LOCKED | {"jupyter": {"source_hidden": True}}


UNSEEN = LOCKED | {"jupyter": {"source_hidden": True, "outputs_hidden": True}}
LIVE, WRITABLE = FOLDED | {"teachkit": {"live": True}}, {"deletable": False}
MARKED = {  # a cell, and its marks
    "what shows something is live, folded and locked": (code('tk.exercise("00-02")'), LIVE),
    "and so is our import": (code(IMPORT), LIVE),
    "points are neither seen nor live": (code('tk.points("02-04")'), UNSEEN),
    "text is locked": ({"cell_type": "markdown", "source": "# 00", "metadata": {}}, LOCKED),
    "a function is the learner's": (code("%%exercise 11-05\ndef units(n): ..."), WRITABLE),
    "so is other code": (code("73 // 10"), WRITABLE),
    "and an empty cell": (code(""), WRITABLE),
    "an author lets learners change a call": (
        code('tk.board("algoracing")', teachkit={"yours": True}),
        WRITABLE | {"teachkit": {"yours": True, "live": True}},
    ),
}


@pytest.mark.parametrize(("cell", "metadata"), MARKED.values(), ids=MARKED)
def test_a_cell_is_marked(cell: dict[str, Any], metadata: dict[str, Any]) -> None:
    assert marked(cell) == [metadata]


def test_other_metadata_stays() -> None:
    grader = {"nbgrader": {"grade_id": "a"}, "jupyter": {"x": 1}}
    [found] = marked(code('tk.exercise("00-02")', **grader))
    assert found["nbgrader"] == grader["nbgrader"]
    assert found["jupyter"] == {"x": 1, "source_hidden": True}


@pytest.mark.parametrize(
    "source",
    [
        "tk.exercise(name)", 'tk.exercise(f"{x}")', "tk.watch('a', *b)", "tk.grade('a')", "tk",
        "tk.exercise('a'); print()", "os.tk.exercise('a')", "tk.exercise('a').run()",
        "tk.exercise(print('a'))", "import teachkit", "import os", "tk.exercise('a'",
    ],
)  # fmt: skip
def test_only_calls_of_ours_with_literals_are_ours(source: str) -> None:
    assert our_call(source) == ""


@every_lesson
def test_every_lesson_is_marked(path) -> None:
    notebook = read(path)
    again = copy.deepcopy(notebook)
    mark(again)
    assert again == notebook
    assert notebook.metadata["teachkit"]["lesson"] is True


@every_lesson
def test_what_shows_an_exercise_is_live_in_every_lesson(path) -> None:
    for cell in code_cells(read(path)):
        is_live = cell.metadata.get("teachkit", {}).get("live", False)
        assert is_live == (our_call(cell.source) not in ("", "points"))
        assert is_live or not cell.source.startswith(("tk.exercise", "tk.watch", "tk.finish"))


def test_the_extension_has_another_address_when_it_changes() -> None:
    """JupyterLab tells browsers to cache the files for a year; one stamp is for all of them."""
    script = b"".join(path.read_bytes() for path in sorted((EXTENSION / "static").iterdir()))
    about = json.loads((EXTENSION / "package.json").read_text())
    stamp = sha256(script).hexdigest()[:8]
    assert about["jupyterlab"]["_build"]["load"] == f"static/remoteEntry.js?v={stamp}"


def test_no_key_of_the_notebook_does_harm() -> None:
    """All key bindings of the installed JupyterLab are harmless or switched off."""
    listed = OVERRIDES["@jupyterlab/shortcuts-extension:shortcuts"]["shortcuts"]
    off = {(one["command"], *one["keys"], one["selector"]) for one in listed if "disabled" in one}
    schema = f"{get_app_dir()}/schemas/@jupyterlab/notebook-extension/tracker.json"
    with open(schema, encoding="utf-8") as file:
        bound = json.load(file)["jupyter.lab.shortcuts"]
    harmful = {
        (one["command"], *one["keys"], one["selector"])
        for one in bound
        if any(one["keys"]) and not HARMLESS.fullmatch(one["command"])
    }
    assert len(harmful) > 30
    assert harmful - off == set()
