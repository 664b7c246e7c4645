"""Test whole games as text, for review: every sentence, and the board at every turn.

After an intended change, write the files again and read the difference:

    TEACHKIT_REFRESH=playthroughs pytest tests/games/test_playthroughs.py
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from teachkit.games import algoracing, calamitron, lovelace, roborally

from .random_games import played_by_chance

HERE = Path(__file__).parent / "playthroughs"
MOST_CHARACTERS = 60_000

# seeds of short games in which much happens
ROVERS = {"players": ("red", "green")}
CARDS = {"players": ("menabrea", "somerville"), "fills_in": False}
SHORT = {"points_to_win": 3}
GAMES = {
    "algoracing-basic": (algoracing.Setup(board="two-hills", **ROVERS), 483),
    "algoracing-complete": (
        algoracing.Setup(edition="complete", board="staircase", **ROVERS), 219,
    ),
    "calamitron-standard": (calamitron.Setup(board="training-hall", **ROVERS), 49),
    "lovelace-japanese": (lovelace.Setup(edition="japanese", **CARDS), 1660),
    "lovelace-english": (lovelace.Setup(edition="english", **CARDS), 2275),
    "roborally-base": (roborally.Setup(board="pit-stop", dock="dock", **ROVERS), 24),
    "roborally-variant": (
        roborally.Setup(edition="variant", board="round-belt", options=SHORT, **ROVERS), 204,
    ),
}  # fmt: skip


ROUNDS = ("calamitron", "lovelace")  # are played in rounds of all players, the others turn by turn


def playthrough(game: str, setup: object, seed: int) -> Iterator[str]:
    """Return the lines of a whole game."""
    pauses = ("RoundBegan" if game in ROUNDS else "TurnBegan", "Ended")
    for event, state in played_by_chance(game, setup, seed):
        if type(event).__name__ in pauses:
            yield from ("", *str(state).splitlines(), "")
        yield str(event)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_as_it_was_reviewed(name: str) -> None:
    file = HERE / f"{name}.txt"
    text = "\n".join(playthrough(name.partition("-")[0], *GAMES[name])) + "\n"
    if os.environ.get("TEACHKIT_REFRESH") == "playthroughs":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
    assert len(text) <= MOST_CHARACTERS
