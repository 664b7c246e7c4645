"""Test `teachkit play`: it writes a notebook with a table, and opens it in JupyterLab."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom import notebooks
from teachkit.classroom.notebooks import our_call
from teachkit.cli import main


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Any]:
    """The arguments with which JupyterLab would have been started."""
    calls: list[Any] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(notebooks, "start_jupyter", lambda *arguments: calls.append(arguments) or 0)
    return calls


def typed(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["play", *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_a_table_is_opened(started: list[Any], tmp_path: Path) -> None:
    assert typed("lovelace", "--players", "Ada L., greedy", "--edition", "english",
                 "--seed", "7", "--", "--port=1") == 0  # fmt: skip
    folder = tmp_path / "my-games"
    assert started == [(folder, "", ("--port=1",), "lovelace-Ada-L-greedy.ipynb")]
    notebook = json.loads((folder / "lovelace-Ada-L-greedy.ipynb").read_text())
    [first, call] = [cell["source"] for cell in notebook["cells"]]
    assert first == "import teachkit as tk"
    assert call == "tk.table('lovelace', ['Ada L.', 'greedy'], edition='english', seed=7)"
    assert our_call(call) == "table"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("chess",), "There is no game"),
        (("algoracing", "--board", "no-such"), "There is no board"),
        (("algoracing", "--edition", "bsic"), "There is no edition"),
        (("algoracing", "--players", "Ada"), "This game is for 2 to 4 players, not 1."),
        (("algoracing", "--players", "Ada,Ada"), "Two players are called"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    arguments: tuple[str, ...], says: str, started: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(*arguments) == 2
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1
    assert started == []
    assert not Path("my-games").exists()
