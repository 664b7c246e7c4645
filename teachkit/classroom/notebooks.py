"""Functions that mark, clear, check and write the notebooks of lessons and games, and open them.

Marks in the metadata tell `teachkit/jupyterlab` to run the cells that show exercises when the
notebook is opened. Cells that only show something are collapsed and locked, and no cell can be
deleted. Cells in which learners write remain open.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from teachkit.classroom import library
from teachkit.classroom.answers import name_file
from teachkit.classroom.teacher_parts import TeacherParts
from teachkit.classroom.variants import variants_in
from teachkit.core.data import Table, write_whole, writing_in
from teachkit.core.strings import file_name, json_text
from teachkit.errors import DataError, UnknownNameError
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Remark
from teachkit.games import game as find_game
from teachkit.play.seats import seated
from teachkit.words import language_code, say, translate

NOTEBOOK = ".ipynb"
IMPORT = "import teachkit as tk"
SHOWN = {"exercise", "friends", "watch", "board", "roads", "finish", "map", "place"}
SHOWN |= {"table", "studio", "preview", "language"}


def mark(notebook: Table) -> None:
    """Add the metadata that `teachkit/jupyterlab` expects to a notebook (given as JSON), in place.

    Marking a notebook again changes nothing. If learners may edit a call of teachkit, the author of
    the notebook must add `"teachkit": {"yours": true}` to the metadata of that cell.

    >>> cell = {"cell_type": "code", "metadata": {}, "source": 'tk.exercise("00-02")'}
    >>> mark({"metadata": {}, "cells": [cell]})
    >>> cell["metadata"]["teachkit"]
    {'live': True}
    """
    notebook["metadata"]["teachkit"] = notebook["metadata"].get("teachkit", {}) | {"lesson": True}
    for cell in notebook["cells"]:
        _mark_cell(cell, cell["metadata"])


def _mark_cell(cell: Table, metadata: Table) -> None:
    metadata["deletable"] = False
    if cell["cell_type"] != "code":
        metadata["editable"] = False
        return
    call = our_call("".join(cell["source"]))
    if not call:
        return
    ours = metadata.get("teachkit", {})
    if not ours.get("yours"):
        metadata["editable"] = False
        metadata["jupyter"] = metadata.get("jupyter", {}) | {"source_hidden": True}
    if call == "points":
        metadata.setdefault("jupyter", {})["outputs_hidden"] = True
    else:
        metadata["teachkit"] = ours | {"live": True}


def our_call(source: str) -> str:
    """Return the name of the teachkit function that `source` calls, or "".

    Only a single call counts, and only with literal arguments. The line that imports teachkit
    counts as a call of `import`.

    >>> our_call('tk.watch("algoracing", program="forward")'), our_call("tk.exercise(name)")
    ('watch', '')
    """
    if source.strip() == IMPORT:
        return "import"
    with suppress(SyntaxError, ValueError):
        match ast.parse(source.strip(), mode="eval").body:
            case ast.Call(ast.Attribute(ast.Name("tk"), name), given, named):
                for each in (*given, *(keyword.value for keyword in named)):
                    ast.literal_eval(each)
                return name if name in SHOWN | {"points"} else ""
    return ""


_ANSWER = re.compile(r"^\s*%%exercise[ \t]+(\S+)[^\n]*\n?")
_ASKS = re.compile(r"^\s*%%exercise|\btk\.(exercise|points)\(")
_EARNED = re.compile(r"Workbench\(.*, [1-9]\d* of \d+ points?\)|^(?!0\.0$)\d+\.\d+$")
_VIEW = "application/vnd.jupyter.widget-view+json"


def blank_notebook(path: Path, changed: frozenset[str] = frozenset()) -> tuple[str, Sequence[str]]:
    """Return the text of the learners' copy of a notebook, and a list of the removed parts.

    The copy is marked as a lesson, without answers and parts for teachers. If such a part contains
    code, all output that the code may have produced is removed as well. Cells for functions get
    their starting code back. Still pictures of boards are kept unless the notebook has been used;
    in that case, all output of exercises is removed. Output of `changed` exercises is always
    removed, and so is output that quotes the sentence on a mistake. Raise `DataError` if the file
    is not a notebook, or if a part seems to be for teachers but is not recognized.
    """
    notebook = _read(path)
    was_run = bool(notebook["metadata"].get("widgets"))
    teachers = TeacherParts(notebook, path)
    mark(notebook)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    traces = [was_run, *map(_shows_points, cells)]
    traces += [_put_back(cell, path) for cell in cells]
    for cell in cells:
        for output in cell["outputs"]:
            output.get("data", {}).pop(_VIEW, None)
        source = "".join(cell["source"])
        answers = _ANSWER.match(source)
        if (
            (any(traces) and _ASKS.search(source))
            or (teachers.took_code and not our_call(source))
            or (answers and _quotes(cell, library.find_exercise(answers[1], path.parent), changed))
        ):
            cell["outputs"], cell["execution_count"] = [], None
    text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    return text, teachers.taken


def _quotes(cell: Any, exercise: Exercise, changed: frozenset[str]) -> bool:
    """Return whether the output of `cell` may quote a hidden case or the sentence on a mistake."""
    shown = json.dumps(cell["outputs"])
    said = (json.dumps(mistake.says)[1:-1] for mistake in exercise.file.mistakes if mistake.says)
    return exercise.id in changed or any(text in shown for text in said)


def _read(path: Path) -> Any:
    from nbformat.validator import get_validator

    with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        json.dumps(notebook, ensure_ascii=False).encode("utf-8")  # half a character has no UTF-8
        form = get_validator(4, notebook["nbformat_minor"], relax_add_props=True)
        if notebook["nbformat"] == 4 and form and not any(form.iter_errors(notebook)):
            return notebook
    raise DataError(say("this file is not a notebook; save it again in JupyterLab"), path)


def _shows_points(cell: Any) -> bool:
    """Return whether the output of a cell shows points that a learner has earned."""
    asks = _ASKS.search("".join(cell["source"]))
    shown = ["".join(output.get("data", {}).get("text/plain", "")) for output in cell["outputs"]]
    return bool(asks) and any(map(_EARNED.search, shown))


def _put_back(cell: Any, path: Path) -> bool:
    """Restore the starting code if learners write code in `cell`; return whether it had changed."""
    source = "".join(cell["source"])
    answer = _ANSWER.match(source)
    if not answer:
        return False
    try:
        given = library.find_exercise(answer[1], path.parent).file.given.strip("\n")
    except UnknownNameError as error:
        raise DataError(error.says, path) from error
    if source[answer.end() :].strip("\n") == given:
        return False
    cell["source"] = f"{answer[0].strip()}\n{given}".splitlines(keepends=True)
    return True


_CALLED = re.compile(r"""\btk\.(?:exercise|points)\(\s*["']([^"']*)["']""")


def notebooks_beside(path: Path) -> list[Path]:
    """Return the notebooks that belong to `path`, an exercise file or a folder of exercise files.

    Only the notebook itself belongs to a notebook. If `path` is a folder called `exercises` or is
    inside one, the notebooks beside that folder belong to it. If not, the notebooks in `path` do,
    or those beside `path` if it is a file.
    """
    if path.suffix == NOTEBOOK:
        return [path]
    folder = path.resolve() if path.is_dir() else path.resolve().parent
    above = [place.parent for place in (folder, *folder.parents) if place.name == "exercises"]
    return sorted((above or [folder])[0].glob("*.ipynb"))


def unknown_exercises(notebook: Path) -> Iterator[Remark]:
    """Yield a remark for each exercise or lesson in `notebook` that does not exist.

    If the file is not a notebook, yield a remark that says so.
    """
    files = library.exercise_files(notebook.parent)
    lessons = set(map(library.lesson_of, files.values()))
    try:
        for number, name in _names_in(notebook):
            if name not in lessons and not _file_of(name, files, notebook.parent):
                where = say("cell {number}", number=number)
                yield Remark(where, library.unknown_exercise(name, files))
    except DataError as error:
        yield Remark("", error.says.removeprefix(f"{notebook}: "))


def exercises_in(notebook: Path) -> list[Path]:
    """Return the files of the exercises that `notebook` names, each once and in order.

    Names that do not exist are left out. Raise `DataError` if the file is not a notebook.
    """
    files = library.exercise_files(notebook.parent)
    found = (_file_of(name, files, notebook.parent) for _, name in _names_in(notebook))
    return [*dict.fromkeys(filter(None, found))]


def _names_in(notebook: Path) -> Iterator[tuple[int, str]]:
    """Yield each exercise or lesson that a cell names, after the number of the cell."""
    try:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        sources = ["".join(cell["source"]) for cell in cells]
    except (OSError, ValueError, KeyError, TypeError):
        says = say("this file is not a notebook; save it again in JupyterLab")
        raise DataError(says, notebook) from None
    for number, source in enumerate(sources, 1):
        yield from ((number, name) for name in _CALLED.findall(source))
        yield from ((number, name) for name in _ANSWER.findall(source))


def _file_of(name: str, files: Mapping[str, Path], folder: Path) -> Path | None:
    """Return the file of `name`: an exercise id, the start of exactly one, or a file in `folder`.

    A name that ends in `.toml` is a file. Of an exercise with variants, it is the first one's file.
    """
    variants = variants_in(folder).get(name, {})
    name = next(iter(variants.values()), name)
    if name.endswith(".toml"):
        return folder / name if (folder / name).is_file() else None
    return files.get(library.meant(name, files))


def lay_table(folder: Path, game: str, names: Sequence[str], how: Mapping[str, object]) -> Path:
    """Write a notebook that opens a table for `game`, and return the notebook's path.

    `names` are the players' names or the files of bots, and `how` holds more arguments of
    `tk.table`. The players' answers are stored in a separate file. If the game cannot be opened,
    raise `TeachkitError` before anything is written.
    """
    edition, board = (str(how.get(key, "")) for key in ("edition", "board"))
    setup = find_game(game).opening.match(len(names), edition, board)
    paths = {name for name in names if name.lower().endswith(".py")}
    by_piece = zip(setup.players, names, strict=True)
    seated(setup.players, names, [piece for piece, name in by_piece if name in paths])
    call = f"tk.table({game!r}, {list(names)!r}"
    call += "".join(f", {name}={fact!r}" for name, fact in how.items()) + ")"
    short = [Path(name).stem if name in paths else name for name in names]
    name = "-".join(filter(None, [game, edition, Path(board).stem, *short]))
    # Others may be called the same.
    if file_name(name) != name or how.keys() & {"board", "seed"} or paths:
        name += "-" + sha256(call.partition(", seconds=")[0].rstrip(")").encode()).hexdigest()[:4]
    return _laid(_page(folder, name), notebook_of(call))


def lay_studio(folder: Path, level: str) -> Path:
    """Write a notebook that opens `level` in the studio, unless it exists, and return its path."""
    place = sha256(level.encode()).hexdigest()[:4] if Path(level).suffix else ""
    path = _page(folder, f"studio-{Path(level).stem}-{place}")
    return path if path.exists() else _laid(path, notebook_of(f"tk.studio({level!r})"))


def lay_preview(folder: Path, exercise: Exercise, file: Path) -> Path:
    """Write a notebook that shows the exercise in `file`, and return its path.

    Python is written in a cell of its own, as in a lesson.
    """
    given = exercise.file.given.strip("\n")
    answer = f"%%exercise {exercise.id}\n{given}" if exercise.kind.form.runs_python else ""
    notebook = notebook_of(f"tk.preview({str(file)!r}, '.')", answer)
    return _laid(_page(folder, f"preview-{exercise.id}"), notebook)


def _page(folder: Path, name: str) -> Path:
    """Return the path of a notebook with a readable `name` in `folder`, which is created."""
    with writing_in(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{file_name(name)}.ipynb"


def _laid(path: Path, notebook: Table) -> Path:
    """Write `notebook` to the file `path`, and return the path."""
    write_whole(path, json_text(notebook, indent=1) + "\n")
    return path


def notebook_of(call: str, answer: str = "") -> Table:
    """Return a notebook that imports teachkit and runs `call` when the notebook is opened.

    If there is an `answer`, a cell with this code follows, which does not run by itself.

    >>> [cell["metadata"]["teachkit"] for cell in notebook_of('tk.table("lovelace")')["cells"]]
    [{'live': True}, {'live': True}]
    """
    from nbformat.v4 import new_code_cell, new_notebook

    sources = {"import": IMPORT, "table": call, "answer": answer}
    cells = [new_code_cell(source, id=name) for name, source in sources.items() if source]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook: Table = new_notebook(cells=cells, metadata={"kernelspec": kernel})
    mark(notebook)
    return notebook


TOUR = "00-the-tour.ipynb"
# The folder with settings and extensions for JupyterLab.
JUPYTERLAB = Path(__file__).resolve().parent.parent / "jupyterlab"


def copy_lessons(folder: Path) -> list[str]:
    """Copy the lessons that are missing from `folder`, without changing existing files.

    Copy nothing if `folder` contains exercises or notebooks other than the lessons, or if it is the
    learners' copy of such a folder. Return the names of the copied files. Raise `FolderError` if
    `folder` cannot be written to.
    """
    ours = {path.name: path for path in sorted(library.packaged_lessons().glob("*.ipynb"))}
    with writing_in(folder):
        folder.mkdir(parents=True, exist_ok=True)
        there = {path.name for path in folder.iterdir()}
        files = library.visible_files(folder)
        notebooks = {str(each) for each in files if each.suffix.lower() == NOTEBOOK}
        is_own = there & {library.RELEASED, "exercises"} or notebooks - ours.keys()
        missing = [] if is_own else [path for name, path in ours.items() if name not in there]
        for path in missing:
            _copy(path, folder / path.name)
    return [path.name for path in missing]


def _copy(source: Path, target: Path) -> None:
    """Copy a lesson completely or not at all, without replacing a file created meanwhile."""
    partial = target.with_name(f".{target.name}.part")
    try:
        if language_code():
            partial.write_text(_translated(source), encoding="utf-8")
        else:
            shutil.copyfile(source, partial)
        if not target.exists():
            partial.rename(target)
    finally:
        partial.unlink(missing_ok=True)


def _translated(source: Path) -> str:
    """Return the text of a lesson's notebook, with the prose translated to the learner's language.

    Stored output is left out, because it is in English; opening the lesson creates it again.
    """
    notebook = json.loads(source.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = translate("".join(cell["source"]))
        else:
            cell["outputs"] = []
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def remember_name(folder: Path, name: str) -> None:
    """Store the learner's name in `folder`, so that the learner is asked for it only once."""
    write_whole(name_file(folder), name + "\n")


def start_jupyter(
    folder: Path, learner: str, options: tuple[str, ...] = (), notebook: str = TOUR
) -> int:
    """Open `notebook` in JupyterLab, wait until JupyterLab ends, and return its exit status.

    If `folder` does not contain `notebook`, open the folder's first notebook.

    JupyterLab is started with settings of its own; one that the learner starts separately keeps its
    usual shortcuts. The path of the extensions is passed because they are not installed in a
    checkout of the repository. Installed extensions are not loaded twice.
    """
    if not (folder / notebook).exists():
        notebook = min((path.name for path in folder.glob("*.ipynb")), default="")
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}"]
    command += [f"--LabApp.app_settings_dir={JUPYTERLAB / 'settings'}"]
    command += [f"--LabApp.extra_labextensions_path={JUPYTERLAB / 'extensions'}"]
    if language_code():  # what the extension says before a lesson is alive
        words = json.dumps({"menu": say("Menu"), "waking": say("Waking up…")})
        page = {"page_config_data": {"teachkitWords": words}}
        command += [f"--ServerApp.tornado_settings={page}"]
    if notebook:
        command += [f"--LabApp.default_url=/doc/tree/{quote(notebook)}"]
    try:
        return subprocess.call([*command, *options], env=os.environ | {"TEACHKIT_LEARNER": learner})
    except KeyboardInterrupt:
        return 0
