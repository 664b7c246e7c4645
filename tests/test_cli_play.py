"""Test `teachkit play`: it writes a notebook with a table, and opens it in JupyterLab."""

from __future__ import annotations

import json
import re
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
    [(opened, _, options, name)] = started
    assert (opened, options) == (folder, ("--port=1",))
    assert re.fullmatch(r"lovelace-english-Ada-L-greedy-[0-9a-f]{4}\.ipynb", name)
    notebook = json.loads((folder / name).read_text())
    [first, call] = [cell["source"] for cell in notebook["cells"]]
    assert first == "import teachkit as tk"
    assert call == "tk.table('lovelace', ['Ada L.', 'greedy'], edition='english', seed=7)"
    assert our_call(call) == "table"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("algoracing", "--board", "missing.toml"), 'missing.toml". Choose one of: canyon'),
        (("algoracing", "--board", "broken.toml"), "this is not a TOML file"),
        (("algoracing", "--board", "folder.toml"), 'folder.toml". Choose one of: canyon'),
        (("algoracing", "--seconds", "-5"), "-5 is not in the range"),
        (("algoracing", "--seconds", "86401"), "86401 is not in the range"),
        (("algoracing", "--seconds", "nan"), "'nan' is not a valid integer"),
        (("algoracing", "--seed", "1.5"), "'1.5' is not a valid integer"),
        (("algoracing", "--players", "Ann, strong"), "There is no computer player 'strong'."),
        (("algoracing", "--players", "Ann, Randon"), "There is no computer player 'Randon'."),
        (("algoracing", "--players", "Ann,,Bo"), "Write a name for every player."),
        (("algoracing", "--players", ""), "This game is for 2 to 4 players, not 1."),
        (("algoracing", "--players", "Ann, " + "o" * 41), "is too long. Use at most 40 letters."),
        (("lovelace", "--board", "canyon"), "This game has no boards."),
        (("algoracing", "--folder", "broken.toml"), "Choose a folder of your own."),
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
    Path("broken.toml").write_text("x = [")
    Path("folder.toml").mkdir()
    assert typed(*arguments) == 2
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1
    assert started == []
    assert not Path("my-games").exists()


def test_each_game_has_a_notebook_of_its_own(started: list[Any], tmp_path: Path) -> None:
    """Editions, boards, seeds, and names of signs that are not letters are told apart."""
    games = [
        ("--players", "Ada, Bo"), ("--edition", "complete"), ("--board", "canyon"),
        ("--seed", "1"), ("--seed", "2"), ("--players", "😀, 😃"), ("--players", "😃, 😀"),
        ("--players", "Ada!, Bo"), ("--players", "Ada?, Bo"),
    ]  # fmt: skip
    names = []
    for game in games:
        assert typed("algoracing", *game) == 0
        names.append(started[-1][3])
    assert len(set(names)) == len(games)
    assert names[0] == "algoracing-Ada-Bo.ipynb"
    assert names[1] == "algoracing-complete-Ada-Bo.ipynb"
    assert names[5] == "algoracing-😀-😃.ipynb"
    assert len(list((tmp_path / "my-games").iterdir())) == len(games)
    typed("algoracing", "--seed", "1", "--seconds", "60")  # the same game, now against the clock
    assert started[-1][3] == names[3]


def test_a_file_of_a_bot_takes_a_seat(
    started: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed("algoracing", "--players", "Ann, bots/greedy_ann.py") == 2
    assert "greedy_ann.py: It cannot be read." in capsys.readouterr().err
    file = tmp_path / "bots" / "greedy_ann.py"
    file.parent.mkdir()
    file.write_text("def play(view, decision):\n    return decision['options'][0]\n")
    assert typed("algoracing", "--players", "Ann, bots/greedy_ann.py") == 0
    [notebook] = (tmp_path / "my-games").glob("algoracing-Ann-greedy_ann-*.ipynb")
    call = json.loads(notebook.read_text())["cells"][1]["source"]
    assert call == f"tk.table('algoracing', ['Ann', {str(file)!r}])"
    assert typed("algoracing", "--players", "bots/greedy_ann.py, bots/greedy_ann.py") == 0
