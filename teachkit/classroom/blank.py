"""A notebook as it is before anybody has worked in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from teachkit.classroom.alive import mark
from teachkit.classroom.library import find_exercise
from teachkit.errors import DataError, UnknownNameError
from teachkit.words import say

_ANSWER = re.compile(r"%%exercise[ \t]+(\S+)[^\n]*\n?")
_ASKS = re.compile(r"^%%exercise|\btk\.(exercise|points)\(")
_EARNED = re.compile(r"Workbench\(.*, [1-9]\d* of \d+ points\)|^(?!0\.0$)\d+\.\d+$")
_VIEW = "application/vnd.jupyter.widget-view+json"


def blank_notebook(path: Path, changed: frozenset[str] = frozenset()) -> str:
    """The text of a notebook in which nobody has answered anything.

    Cells for functions say again what is given. The still pictures of the boards stay, unless
    somebody has worked here: then nothing stays of what exercises have shown. Nor does what the
    cells of `changed` exercises said. It is marked as a lesson, so that it is alive when it is
    opened. Raises `DataError` for a file that is no notebook.
    """
    notebook = _read(path)
    mark(notebook)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    traces = [bool(notebook["metadata"].pop("widgets", None)), *map(_shows_points, cells)]
    traces += [_put_back(cell, path) for cell in cells]
    for cell in cells:
        cell["metadata"].pop("execution", None)
        for output in cell["outputs"]:
            output.get("data", {}).pop(_VIEW, None)
        answers = _ANSWER.match(_text(cell["source"]))
        if (any(traces) and _ASKS.search(_text(cell["source"]))) or (
            answers and find_exercise(answers[1], path.parent).id in changed
        ):
            cell["outputs"], cell["execution_count"] = [], None
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _read(path: Path) -> Any:
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        if notebook["nbformat"] == 4 and all("cell_type" in cell for cell in notebook["cells"]):
            return notebook
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    raise DataError(say("this is no notebook; save it once more in JupyterLab"), path)


def _text(lines: str | list[str]) -> str:
    """A notebook's text may be stored line by line."""
    return "".join(lines)


def _shows_points(cell: Any) -> bool:
    """Whether a cell shows points that somebody has earned."""
    asks = _ASKS.search(_text(cell["source"]))
    shown = [_text(output.get("data", {}).get("text/plain", "")) for output in cell["outputs"]]
    return bool(asks) and any(map(_EARNED.search, shown))


def _put_back(cell: Any, path: Path) -> bool:
    """Give a cell for a function its first text back; whether there was another one."""
    source = _text(cell["source"])
    answer = _ANSWER.match(source)
    if not answer:
        return False
    try:
        given = find_exercise(answer[1], path.parent).file.given.strip("\n")
    except UnknownNameError as error:
        raise DataError(error.says, path) from error
    if source[answer.end() :].strip("\n") == given:
        return False
    cell["source"] = f"{source[: answer.end()].rstrip()}\n{given}".splitlines(keepends=True)
    return True
