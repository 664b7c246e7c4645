"""Notebooks beside exercises: every exercise that they name must be there."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from teachkit.classroom.library import exercise_files
from teachkit.core.texts import nearest
from teachkit.exercises.model.verdict import Remark
from teachkit.words import say

_CALLED = re.compile(r"""\btk\.(?:exercise|points)\(\s*["']([^"']*)["']""")
_HANDED_IN = re.compile(r"^%%exercise +(\S+)")


def notebooks_beside(path: Path) -> list[Path]:
    """The notebooks of the lessons to which this exercise file, or folder of such files, belongs.

    They lie in the folder that holds `exercises`, or else in the folder itself.
    """
    folder = path.resolve() if path.is_dir() else path.resolve().parent
    above = [place.parent for place in (folder, *folder.parents) if place.name == "exercises"]
    return sorted((above or [folder])[0].glob("*.ipynb"))


def unknown_exercises(notebook: Path) -> Iterator[Remark]:
    """What a notebook names as `tk.exercise("…")` or `tk.points("…")`, and is not there."""
    files = exercise_files(notebook.parent)
    lessons = {file.parent.name for file in files.values()}
    try:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        sources = ["".join(cell["source"]) for cell in cells]
    except (OSError, ValueError, KeyError, TypeError):
        yield Remark("", say("this is no notebook; save it again in JupyterLab"))
        return
    for number, source in enumerate(sources, 1):
        for name in (*_CALLED.findall(source), *_HANDED_IN.findall(source)):
            if name not in lessons and not _is_there(name, files, notebook.parent):
                close = nearest(name, files, cutoff=0.3) or next(iter(files), "")
                says = say('There is no exercise "{name}". Did you mean "{word}"?',
                           name=name, word=close)  # fmt: skip
                yield Remark(say("cell {number}", number=number), says)


def _is_there(name: str, files: Collection[str], folder: Path) -> bool:
    """By its whole id, by the beginning of just one id, or as a file."""
    if name.endswith(".toml"):
        return (folder / name).is_file()
    return name in files or sum(other.startswith(f"{name}-") for other in files) == 1
