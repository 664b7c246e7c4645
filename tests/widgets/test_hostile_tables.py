"""Test that no file of a table or of a match, whatever is in it, leads to more than a sentence."""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import teachkit as tk
from teachkit.core.run.chance import Chance
from teachkit.errors import TeachkitError
from teachkit.play.sitting import Sitting
from teachkit.widgets.table.opening import match_in
from teachkit.widgets.table.table import Table
from tests.play.test_sitting import many, play, reopened, sitting

from ..thorough import THOROUGH
from .test_table import press, step

RUBBISH: list[Any] = [
    *(None, True, -1, 0, 7, 10**30, 1.5, float("nan"), float("inf"), "", "x", "\ud800", "\0"),
    *("A" * 10_000, [], {}, [[]], {"": 0}, [None], ["red", "x"], [["forward"]], {"red": []}),
]
PLAYED = [
    ("algoracing", "complete", ("Ada", "Bo"), 40),
    ("lovelace", "english", ("Ada", "greedy"), 30),
    ("calamitron", "", ("Ada", "Bo"), 20),
    ("roborally", "variant", ("Ada", "random", "Bo"), 60),
]
TRIED = 400 if THOROUGH else 20


def places(data: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the keys and indices that lead to each value inside `data`."""
    yield place
    listed = enumerate(data) if isinstance(data, list) else ()
    for key, value in data.items() if isinstance(data, dict) else listed:
        yield from places(value, (*place, key))


def changed(data: Any, place: tuple[Any, ...], value: Any) -> Any:
    """Return a copy of `data` with `value` at `place`."""
    if not place:
        return value
    part = new = copy.deepcopy(data)
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = value
    return new


def rubbish(data: Any, seed: str, within: str = "") -> Iterator[str]:
    """Yield texts of files that are like `data`, but for one value inside `data[within]`."""
    chance = random.Random(seed)
    here = [each for each in places(data) if not within or each[:1] == (within,)]
    for _ in range(TRIED):
        yield json.dumps(changed(data, chance.choice(here), chance.choice(RUBBISH)))


@pytest.mark.parametrize(("name", "edition", "players", "answers"), PLAYED)
def test_a_hostile_file_is_played_on_or_set_aside(
    name: str, edition: str, players: tuple[str, ...], answers: int, tmp_path: Path
) -> None:
    file = tmp_path / "table.json"
    table = sitting(name, *players, edition=edition, seed=3, file=file)
    play(table, Chance(2), many(answers))
    for text in rubbish(json.loads(file.read_text()), name):
        file.write_text(text)
        says = refusal(file)
        assert len(says) < 500
        assert says.isprintable()
        again = reopened(table)
        assert not again.notice or list(tmp_path.glob("table.damaged-*.json"))
        play_on(again)
        for aside in tmp_path.glob("table.damaged-*.json"):
            aside.unlink()


def refusal(file: Path) -> str:
    """Return the sentence with which `tk.replay` refuses a file, or "" if it does not."""
    try:
        match_in(file)
    except TeachkitError as error:
        return error.says
    return ""


def play_on(table: Sitting) -> None:
    """Look at everything, take back, and give a few answers."""
    assert table.late == ""
    if table.can_take_back:
        table.take_back()
    if table.can_watch_again:
        table.watch_again()
    assert table.latest.start is not None
    table.stop_watching()
    play(table, Chance(1), many(len(table.match.answers) + 2))
    assert len(table.news) <= len(table.match.frames)
    assert table.can_take_back in ("", *(seat.name for seat in table.people))


@pytest.mark.parametrize("name", ["algoracing", "roborally"])
def test_hostile_cards_and_presses_break_no_table(name: str) -> None:
    def opened() -> Table:
        return tk.table(name, ["Ada", "Bo"], edition="complete" * (name == "algoracing"), seed=2)

    table, chance = opened(), random.Random(1)
    while table.asking.moment != "laying":
        step(table, Chance(1))
    table.sitting.keep_draft(["forward"])
    file, who = table.sitting.file, table.asking.who
    assert file
    for text in [*rubbish(json.loads(file.read_text()), name, "draft")][: TRIED // 4]:
        file.write_text(text)
        table = opened()
        press(table.asking, "sit", who)
        for button in ("option", "send", "back", "time_up", "sit", "watched", "here", "host", "?"):
            press(chance.choice([table.asking, table.bar]), button, chance.choice(RUBBISH))
        assert table.asking.says.isprintable()


def test_a_file_that_is_no_file_is_not_read(tmp_path: Path) -> None:
    """Not even one that would never end."""
    os.mkfifo(tmp_path / "pipe.json")
    with (tmp_path / "large.json").open("wb") as large:
        large.truncate(10**9)
    (tmp_path / "deep.json").write_text("[" * 100_000)
    (tmp_path / "digits.json").write_text('{"teachkit": ' + "9" * 10_000 + "}")
    for name in ("pipe.json", "large.json", "deep.json", "digits.json", "/dev/zero", "."):
        with pytest.raises(TeachkitError):
            tk.replay(tmp_path / name)


def test_a_lock_that_cannot_be_held_stops_no_game(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    (tmp_path / ".table.json.lock").mkdir()
    table = sitting(seed=1, file=file)
    play(table, Chance(1), many(3))
    assert reopened(table).match.answers == table.match.answers
