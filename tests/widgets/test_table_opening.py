"""Test how a table is opened: from which file it goes on, and which games it refuses."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Any

import pytest

import teachkit as tk
from teachkit.core.run.chance import Chance
from teachkit.errors import BoardError, TeachkitError, UnknownNameError
from teachkit.widgets.table.opening import file_of
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


class Unreadable:
    """An object whose text cannot be shown."""

    def __str__(self) -> str:
        raise ValueError


WRONG_GAMES = [None, 5, "", "chess", "Algoracing", [], {"a": 1}, b"algoracing", Unreadable()]
WRONG_PLAYERS = [
    *(5, [], "", "Ada", {"Ada", "Bo"}, {"Ada": 1, "Bo": 2}, b"Ada", True, ["Ada"] * 9),
    *([None, "Bo"], ["Ada", 3], [["Ada"], "Bo"], ["Ada", " "], [Unreadable(), "Bo"], [True, "Bo"]),
    *(
        ["Ada", "Ada "],
        ["Ada", "Ada\u200b"],
        ["Zo\u00eb", "Zoe\u0308"],
        ["\ud800", "Bo"],
        "Ada, Ada",
    ),
    *(
        ["Ada", "strong"],
        ["Ada", "Random"],
        ["Ada", "look ahead"],
        ["Ada", "bot"],
        ["A" * 41, "Bo"],
    ),
]
WRONG_OTHERS: list[dict[str, Any]] = [
    *({"edition": 5}, {"edition": "Basic"}, {"edition": ["basic"]}),
    *({"board": 5}, {"board": "missing.toml"}, {"board": "canyon.png"}, {"board": [1]}),
    *(
        {"board": Path("missing.toml")},
        {"seed": 1.5},
        {"seed": True},
        {"seed": [1]},
        {"seed": Unreadable()},
    ),
    *({"house": 5}, {"house": "strong"}, {"house": [None]}, {"house": {"greedy"}}),
    *({"seconds": wrong} for wrong in (-5, float("nan"), float("inf"), 10**400, "60", None, True)),
]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *((game, {}) for game in WRONG_GAMES),
        *(("algoracing", {"players": players}) for players in (None, *WRONG_PLAYERS)),
        *(("algoracing", options) for options in WRONG_OTHERS),
    ],
)
def test_a_wrong_call_is_one_friendly_sentence(
    game: Any, options: dict[str, Any], folder: Path
) -> None:
    with pytest.raises(TeachkitError) as error:
        tk.table(game, **options)
    assert re.fullmatch(r"[A-Z].*[.?]", error.value.says)
    assert list(folder.iterdir()) == []


WRONG_FILES = [
    *(None, 5, True, b"match.json", [], {}, Unreadable()),
    *("", "missing.json", "\0", "\ud800", "x" * 5000, "folder", "text.json", "bytes.json"),
    *("number.json", "list.json", "empty.json", Path("missing.json")),
]


@pytest.mark.parametrize("file", WRONG_FILES)
def test_a_wrong_file_is_one_friendly_sentence(file: Any, folder: Path) -> None:
    (folder / "folder").mkdir()
    contents = {"text": b"hello", "bytes": b"\xff\xfe", "number": b"5", "list": b"[]", "empty": b""}
    for name, content in contents.items():
        (folder / f"{name}.json").write_bytes(content)
    with contextlib.chdir(folder), pytest.raises(TeachkitError) as error:
        tk.replay(file)
    assert "\n" not in error.value.says


def test_players_may_be_written_in_other_ways() -> None:
    tables = [
        tk.table("algoracing", "Ada, Bo"),
        tk.table("algoracing", "Ada", "Bo"),
        tk.table("algoracing", ("Ada", "Bo"), edition=None, board=None, house=None),  # type: ignore[arg-type]
        tk.table("algoracing", [" Ada\u200b", "Bo\n"]),
    ]
    assert [str(table) for table in tables] == ["Table('algoracing', Ada, Bo)"] * 4


NAMES = [
    ["Ada", "Bo"],
    ["😀", "😃"],
    ["👩\u200d🚀", "Bo"],
    ["Zoë", "李"],
    ["../..", "C:\\Bo"],
    ["." * 40, "*"],
]


def test_files_are_told_apart_and_readable(folder: Path) -> None:
    """Names of emoji stay as they are; what no file name can contain is left out."""
    how = [("", ""), ("basic", ""), ("complete", ""), ("basic", "canyon"), ("", "my/own.toml")]
    files = [
        file_of("algoracing", names, edition, board, seed)
        for names in NAMES for edition, board in how for seed in (None, 1)
    ]  # fmt: skip
    assert len(set(files)) == len(files)
    assert {file.parent for file in files} == {folder}
    for file, readable in (
        (file_of("algoracing", ["Ada", "Bo"], "", "", None), "algoracing-Ada-Bo"),
        (file_of("algoracing", ["Ada", "Bo"], "complete", "", None), "algoracing-complete-Ada-Bo"),
        (file_of("algoracing", ["😀", "👩\u200d🚀"], "", "", None), "algoracing-😀-👩\u200d🚀"),
        (file_of("roborally", ["李"] * 40, "", "", 1), "roborally" + "-李" * 25),
        (file_of("roborally", ["😀" * 40] * 2, "", "", 1), "roborally-" + "😀" * 27),
    ):
        assert re.fullmatch(f"table-{readable}-[0-9a-f]{{6}}.json", file.name)
        file.touch()  # a folder can have it


def test_an_older_file_is_found_again(folder: Path) -> None:
    """Files were called after the players alone."""
    for edition, players in (("complete", ["Ada", "Bo"]), ("", ["😀", "😃"])):
        new = file_of("algoracing", players, edition, "", 1)
        old = folder / f"table-algoracing-{new.stem[-6:]}.json"
        table = tk.table("algoracing", players, edition=edition, seed=1)
        press(table.asking, "sit", players[1])
        press(table.asking, "option", 0)
        new.rename(old)
        again = tk.table("algoracing", players, edition=edition, seed=1)
        assert again.sitting.match.answers == table.sitting.match.answers
        assert again.sitting.file == old


def test_the_house_has_three_strengths() -> None:
    table = tk.table("algoracing", "Ada", house=["greedy", "look-ahead"], seed=1)
    assert [seat["plays"] for seat in table.panels.seats] == ["person", "house", "house"]
    with pytest.raises(UnknownNameError, match="Choose one of: random, greedy, look-ahead"):
        tk.table("algoracing", "Ada", house="strong")


@pytest.mark.slow
def test_whoever_plays_again_has_another_game() -> None:
    table = tk.table("lovelace", ["Ada", "Bo"], edition="english", seed=1)
    play(table, Chance(1), 1000)
    assert table.asking.outcome
    assert table.bar.back == ""  # all lies open
    assert table.ending
    press(table.ending, "again")
    assert table.ending is None
    assert (table.asking.outcome, table.asking.says) == ("", "")
    assert table.asking.coming
