"""The learner's own copy of the lessons: made once, never overwritten, never incomplete."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom import notebooks
from teachkit.classroom.answers import learner_name
from teachkit.classroom.notebooks import (
    JUPYTERLAB,
    TOUR,
    copy_lessons,
    remember_name,
    start_jupyter,
)
from teachkit.errors import FolderError

LESSONS = ["00-the-tour.ipynb", "01-first-moves.ipynb"]


@pytest.fixture(autouse=True)
def two_lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lessons for learners: two notebooks, and a file for teachers."""
    source = tmp_path / "packaged"
    (source / "teachers").mkdir(parents=True)
    for name in (*LESSONS, "teachers/00.md"):
        (source / name).write_text(f"ours: {name}", encoding="utf-8")
    monkeypatch.setattr(notebooks.library, "packaged_lessons", lambda: source)
    return source


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_the_lessons_are_copied_and_the_teachers_notes_are_not(tmp_path: Path) -> None:
    folder = tmp_path / "some" / "where"
    assert copy_lessons(folder) == LESSONS
    assert files(folder) == LESSONS
    assert (folder / TOUR).read_text(encoding="utf-8") == f"ours: {TOUR}"


def test_what_is_there_is_never_overwritten(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / ".ipynb_checkpoints").mkdir(parents=True)
    for name in (TOUR, ".ipynb_checkpoints/a.ipynb"):
        (folder / name).write_text("my work", encoding="utf-8")
    assert copy_lessons(folder) == LESSONS[1:]
    assert copy_lessons(folder) == []
    assert (folder / TOUR).read_text(encoding="utf-8") == "my work"


@pytest.mark.parametrize("name", [
    "90-mine.ipynb", "A.IPYNB", "week 1/a.ipynb", f"old/{TOUR}", "exercises/90/90-01.toml",
    ".teachkit-release",
])  # fmt: skip
@pytest.mark.parametrize("also", [None, TOUR])
def test_nothing_is_added_to_a_folder_of_one_s_own(
    name: str, also: str | None, tmp_path: Path
) -> None:
    """Nor to the learners' copy of it, which may hold only some of our lessons."""
    folder = tmp_path / "mine"
    for each in filter(None, (name, also)):
        (folder / each).parent.mkdir(parents=True, exist_ok=True)
        (folder / each).write_text("mine", encoding="utf-8")
    before = files(folder)
    assert copy_lessons(folder) == []
    assert files(folder) == before


def test_a_lesson_that_just_appeared_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "mine"
    copy = shutil.copyfile

    def somebody_else_is_quicker(source: Path, target: Path) -> Any:
        (folder / source.name).write_text("my work", encoding="utf-8")
        return copy(source, target)

    monkeypatch.setattr(shutil, "copyfile", somebody_else_is_quicker)
    copy_lessons(folder)
    assert files(folder) == LESSONS
    assert (folder / TOUR).read_text(encoding="utf-8") == "my work"


def test_a_half_copy_never_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "mine"

    def the_disk_is_full(source: Path, target: Path) -> None:
        target.write_text("ou", encoding="utf-8")
        raise OSError("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(shutil, "copyfile", the_disk_is_full)
        with pytest.raises(FolderError) as caught:
            copy_lessons(folder)
    assert caught.value.says == f'"{folder}" cannot be written to. Choose a folder of your own.'
    assert files(folder) == []
    assert copy_lessons(folder) == LESSONS


def test_a_name_is_remembered(tmp_path: Path) -> None:
    remember_name(tmp_path, "Zoë")
    assert learner_name(tmp_path) == "Zoë"
    remember_name(tmp_path, "")
    assert learner_name(tmp_path) == ""


def test_jupyterlab_starts_on_the_tour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []

    def call(command: Sequence[str], env: dict[str, str]) -> int:
        started.append((list(command), env["TEACHKIT_LEARNER"], env.keys() >= os.environ.keys()))
        return 3

    monkeypatch.setattr(subprocess, "call", call)
    folder = tmp_path / "mine"
    copy_lessons(folder)
    assert start_jupyter(folder, "Ada", ("--no-browser",)) == 3
    jupyter = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}"]
    own = [f"--LabApp.app_settings_dir={JUPYTERLAB / 'settings'}",
           f"--LabApp.extra_labextensions_path={JUPYTERLAB / 'extensions'}"]  # fmt: skip
    on_the_tour = f"--LabApp.default_url=/doc/tree/{TOUR}"
    assert started == [([*jupyter, *own, on_the_tour, "--no-browser"], "Ada", True)]


def test_a_folder_of_one_s_own_opens_with_its_first_notebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[list[str]] = []
    monkeypatch.setattr(subprocess, "call", lambda command, env: opened.append(command))
    start_jupyter(tmp_path, "")
    for name in ("91-next.ipynb", "90-my own.ipynb"):
        (tmp_path / name).touch()
    start_jupyter(tmp_path, "")
    urls = [[part for part in each if "default_url" in part] for each in opened]
    assert urls == [[], ["--LabApp.default_url=/doc/tree/90-my%20own.ipynb"]]


def test_stopping_jupyterlab_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*command: Any, **options: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "call", stopped)
    assert start_jupyter(tmp_path, "") == 0
