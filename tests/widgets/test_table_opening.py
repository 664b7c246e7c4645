"""Test how a table is opened: from which file it goes on, and which games it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

import teachkit as tk
from teachkit.core.run.chance import Chance
from teachkit.errors import BoardError, UnknownNameError
from tests.widgets.test_table import play, press


def begun(players: list[str], seed: int | None) -> None:
    """Open a table and answer once, so that it is saved."""
    table = tk.table("algoracing", players, seed=seed)
    press(table.asking, "sit", "Bo")
    press(table.asking, "option", 0)


def test_a_damaged_file_is_told_of(folder: Path) -> None:
    begun(["Ada", "Bo"], 1)
    [file] = folder.glob("table-*.json")
    file.write_text(file.read_text()[:40])
    again = tk.table("algoracing", ["Ada", "Bo"], seed=1)
    aside = f"{file.stem}.damaged-1.json"
    assert again.asking.says == f'This match was damaged. It is still saved as "{aside}".'


def test_another_call_is_another_game(folder: Path) -> None:
    for seed in (1, 2, None):
        begun(["Zoë", "Bo"], seed)
    assert len(list(folder.glob("table-algoracing-Zoë-Bo-*.json"))) == 3


def test_a_table_that_cannot_be_laid_says_why() -> None:
    for wrong in ({"board": "no-such"}, {"edition": "bsic"}, {"players": ["Ada"]}):
        with pytest.raises(BoardError, match=r"Choose one of: |This game is for"):
            tk.table("algoracing", **wrong)  # type: ignore[arg-type]


def test_the_house_has_three_strengths() -> None:
    table = tk.table("algoracing", "Ada", house=["greedy", "look-ahead"], seed=1)
    assert [seat["isHouse"] for seat in table.asking.seats] == [False, True, True]
    with pytest.raises(UnknownNameError, match="Choose one of: random, greedy, look-ahead"):
        tk.table("algoracing", "Ada", house="strong")


@pytest.mark.slow
def test_whoever_plays_again_has_another_game() -> None:
    table = tk.table("lovelace", ["Ada", "Bo"], edition="english", seed=1)
    play(table, Chance(1), 1000)
    assert table.asking.outcome
    assert table.bar.back == ""  # all lies open
    press(table.asking, "again")
    assert (table.asking.outcome, table.asking.says) == ("", "")
    assert table.asking.coming
