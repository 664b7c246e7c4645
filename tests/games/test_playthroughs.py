"""Whole games as text, to be read and reviewed: every sentence, and the board at every turn.

After a change on purpose, write them anew and read the difference:

    TEACHKIT_REFRESH=playthroughs pytest tests/games/test_playthroughs.py
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from teachkit.core.flow import Frame
from teachkit.games import algoracing, lovelace
from teachkit.games.algoracing.events import Ended, TurnBegan
from teachkit.games.lovelace import happenings

from . import test_random_games, test_random_lovelace

HERE = Path(__file__).parent / "playthroughs"
MOST_CHARACTERS = 60_000

# Seeds of short games in which much happens.
ROVERS = {"players": ("red", "green")}
CARDS = {"players": ("menabrea", "somerville"), "fills_in": False}
GAMES = {
    "algoracing-basic": (algoracing.Setup(board="two-hills", **ROVERS), 483),
    "algoracing-complete": (
        algoracing.Setup(edition="complete", board="staircase", **ROVERS), 219,
    ),
    "lovelace-japanese": (lovelace.Setup(edition="japanese", **CARDS), 1660),
    "lovelace-english": (lovelace.Setup(edition="english", **CARDS), 2275),
}  # fmt: skip


def frames(setup: object, seed: int) -> Iterator[Frame]:
    if isinstance(setup, lovelace.Setup):
        return test_random_lovelace.played_by_chance(setup, seed)
    assert isinstance(setup, algoracing.Setup)
    return test_random_games.played_by_chance(setup, seed)


def playthrough(setup: object, seed: int) -> Iterator[str]:
    """The lines of a whole game."""
    for event, state in frames(setup, seed):
        if isinstance(event, TurnBegan | Ended | happenings.RoundBegan | happenings.Ended):
            yield from ("", *str(state).splitlines(), "")
        yield str(event)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_as_it_was_reviewed(name: str) -> None:
    file = HERE / f"{name}.txt"
    text = "\n".join(playthrough(*GAMES[name])) + "\n"
    if os.environ.get("TEACHKIT_REFRESH") == "playthroughs":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
    assert len(text) <= MOST_CHARACTERS
