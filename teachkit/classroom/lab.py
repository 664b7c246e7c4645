"""The functions of `teachkit lab`, which copies the lessons and opens the tour in JupyterLab."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

from teachkit.classroom.answers import name_file
from teachkit.classroom.library import RELEASED, packaged_lessons
from teachkit.core.data import write_whole, writing_in
from teachkit.words import language_code, say, translate

TOUR = "00-the-tour.ipynb"
# The folder with settings and extensions for JupyterLab.
JUPYTERLAB = Path(__file__).resolve().parent.parent / "jupyterlab"


def copy_lessons(folder: Path) -> list[str]:
    """Copy the lessons that are missing from `folder`, without changing existing files.

    Copy nothing if `folder` contains exercises or notebooks other than the lessons, or if it is the
    learners' copy of such a folder. Return the names of the copied files. Raise `FolderError` if
    `folder` cannot be written to.
    """
    ours = {path.name: path for path in sorted(packaged_lessons().glob("*.ipynb"))}
    with writing_in(folder):
        folder.mkdir(parents=True, exist_ok=True)
        there = {path.name for path in folder.iterdir()}
        is_own = there & {RELEASED, "exercises"} or any(
            place.suffix.lower() == ".ipynb" and str(place) not in ours
            for place in (path.relative_to(folder) for path in folder.rglob("*"))
            if not any(part.startswith(".") for part in place.parts)
        )
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


def _page_config() -> dict[str, str]:
    """Return options for JupyterLab's page: what the extension says before a lesson is alive."""
    words = {"menu": say("Menu"), "waking": say("Waking up…")}
    return {"teachkitWords": json.dumps(words)}


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
    surroundings = os.environ | {"TEACHKIT_LEARNER": learner}
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}"]
    command += [f"--LabApp.app_settings_dir={JUPYTERLAB / 'settings'}"]
    command += [f"--LabApp.extra_labextensions_path={JUPYTERLAB / 'extensions'}"]
    if language_code():
        command += [f"--ServerApp.tornado_settings={ {'page_config_data': _page_config()} }"]
    if notebook:
        command += [f"--LabApp.default_url=/doc/tree/{quote(notebook)}"]
    try:
        return subprocess.call([*command, *options], env=surroundings)
    except KeyboardInterrupt:
        return 0
