"""Test `teachkit preview`: it writes a notebook for one file, and opens it in JupyterLab."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom import notebooks
from teachkit.classroom.notebooks import our_call
from teachkit.cli import main
from teachkit.exercises.authoring.starters import starter_text

Started = dict[str, Any]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Started:
    """The arguments with which JupyterLab is started, and the cells of its notebook."""
    found: Started = {}

    def start(folder: Path, learner: str, options: tuple[str, ...], notebook: str) -> int:
        cells = json.loads((folder / notebook).read_text())["cells"]
        found.update(folder=folder, options=options, notebook=notebook)
        found["cells"] = ["".join(cell["source"]) for cell in cells]
        return 0

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(notebooks, "start_jupyter", start)
    return found


def typed(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["preview", *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.mark.parametrize(
    ("kind", "cell"), [("program", []), ("function", ["%%exercise mine\ndef safe(square, pits):"])]
)
def test_a_notebook_shows_the_file_and_is_gone_afterwards(
    kind: str, cell: list[str], started: Started, tmp_path: Path
) -> None:
    """Python is written in a cell, as in a lesson."""
    Path("mine.toml").write_text(starter_text(kind, "calamitron", "51"))
    assert typed("mine.toml", "--no-browser", "--", "--port=1") == 0
    assert started["options"] == ("--no-browser", "--port=1")
    first, call, *rest = started["cells"]
    assert (first, our_call(call)) == ("import teachkit as tk", "preview")
    assert call == f"tk.preview({str(tmp_path / 'mine.toml')!r}, '.')"
    assert [each.partition("\n    ")[0] for each in rest] == cell
    assert not started["folder"].exists()
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


@pytest.mark.parametrize("text", [None, "title = ", 'title = "Up"'])
def test_a_file_that_cannot_be_read_is_one_sentence(
    text: str | None, started: Started, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is not None:
        Path("mine.toml").write_text(text)
    assert typed("mine.toml") == 2
    told = capsys.readouterr().err
    assert ("mine.toml: " in told, told.count("\n")) == (True, 1)
    assert started == {}
