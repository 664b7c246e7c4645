"""Whole games as text, to be read and reviewed: every sentence, and the board at every turn.

After a change on purpose, write them anew and read the difference:

    TEACHKIT_REFRESH=playthroughs pytest tests/games/test_playthroughs.py
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from teachkit.games.algoracing import Setup
from teachkit.games.algoracing.events import Ended, TurnBegan

from .test_random_games import played_by_chance

HERE = Path(__file__).parent / "playthroughs"
MOST_CHARACTERS = 60_000

# Seeds of short games in which much happens.
GAMES = {
    "algoracing-basic": (Setup(board="two-hills", players=("red", "green")), 483),
    "algoracing-complete": (
        Setup(edition="complete", board="staircase", players=("red", "green")), 219,
    ),
}  # fmt: skip


def playthrough(setup: Setup, seed: int) -> Iterator[str]:
    """The lines of a whole game."""
    for event, state in played_by_chance(setup, seed):
        if isinstance(event, TurnBegan | Ended):
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
