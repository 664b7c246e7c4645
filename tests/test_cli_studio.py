"""Test `teachkit studio`: it writes a notebook with a studio, and opens it in JupyterLab."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom import notebooks
from teachkit.classroom.library import exercise_files
from teachkit.classroom.notebooks import our_call
from teachkit.cli import main

EXERCISE = "02-04-round-the-wall"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Any]:
    """The arguments with which JupyterLab would have been started."""
    calls: list[Any] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(notebooks, "start_jupyter", lambda *arguments: calls.append(arguments) or 0)
    return calls


def typed(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["studio", *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def calls_in(notebook: Path) -> list[str]:
    return [cell["source"] for cell in json.loads(notebook.read_text())["cells"]]


def test_a_page_of_one_line_is_opened(started: list[Any], tmp_path: Path) -> None:
    assert typed("algoracing", "--", "--port=1") == 0
    folder = tmp_path / "my-levels"
    assert started == [(folder, "", ("--port=1",), "studio-algoracing.ipynb")]
    assert calls_in(folder / started[0][3]) == ["import teachkit as tk", "tk.studio('algoracing')"]
    assert our_call("tk.studio('algoracing')") == "studio"


def test_a_page_that_is_there_is_never_overwritten(started: list[Any], tmp_path: Path) -> None:
    """The same level opens the same page; a page of the same name with another level stays."""
    for folder in ("one", "two"):
        Path(folder).mkdir()
        shutil.copyfile(exercise_files()[EXERCISE], f"{folder}/level.toml")
    assert typed("one/level.toml") == 0
    page = tmp_path / "my-levels" / started[0][3]
    page.write_text(page.read_text() + "\n\n")
    before = page.read_text()
    assert (typed("one/level.toml"), typed("two/level.toml")) == (0, 0)
    assert page.read_text() == before
    first, again, other = (calls_in(page.with_name(call[3]))[1] for call in started)
    assert first == again
    assert (first[-16:], other[-16:]) == ("/one/level.toml')"[-16:], "/two/level.toml')"[-16:])


@pytest.mark.parametrize(
    ("level", "says"),
    [
        ("chess", 'There is no exercise "chess".'),
        ("nowhere.toml", "this file cannot be opened"),
        ("09-99-", "There is no exercise"),
    ],
)
def test_a_level_that_cannot_be_opened_is_one_sentence(
    level: str, says: str, started: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(level) == 2
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1
    assert started == []
    assert not Path("my-levels").exists()
