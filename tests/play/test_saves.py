"""Test a match as text: it is read back unchanged, and errors name the damaged place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from teachkit.errors import TeachkitError
from teachkit.games import algoracing, lovelace
from teachkit.games.algoracing import Setup
from teachkit.play.match import Match, loaded, parsed, text_of
from teachkit.play.strategies import at_random

SETUP = Setup(board="two-hills", players=("red", "green"))


def begun() -> Match:
    """Return a match in which green, in the last seat, has chosen a base."""
    match = Match(algoracing.GAME, SETUP, seed=7)
    match.answer("green", (5, 5))
    match.answer("green", "south")
    return match


def refused(text: str) -> str:
    with pytest.raises(TeachkitError) as error:
        loaded(algoracing.GAME, parsed(text))
    return error.value.says


def test_a_match_comes_back_as_it_was() -> None:
    match = begun()
    again = loaded(algoracing.GAME, parsed(text_of(match)))
    assert (again.trace, again.answers, again.setup) == (match.trace, match.answers, match.setup)
    assert again.pending == match.pending


def test_strategies_play_on_in_what_was_read() -> None:
    again = loaded(algoracing.GAME, begun().save(), {"red": at_random(1)})
    assert [asked.player for asked in again.pending] != ["red"]


def test_what_is_no_save_is_refused() -> None:
    assert refused("[]") == "This is not a saved match: []."
    assert refused("[" * 100_000).startswith("This is not a saved match: '[[[")
    with pytest.raises(TeachkitError, match=r"This is not a saved match: None\."):
        parsed(None)  # type: ignore[arg-type]  # that is what is tested


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"teachkit": 2}, "This match was saved as version 2. Only version 1 can be opened here."),
        ({"game": "lovelace"}, "This is a match of 'lovelace', not of \"algoracing\"."),
        ({"game": "chess"}, "This is a match of 'chess', not of \"algoracing\"."),
        ({"seed": None}, "seed: write a whole number or text in quotes, not None"),
        ({"seed": True}, "seed: write a whole number, not True"),
        ({"answers": "red"}, "answers: write a list in square brackets, not 'red'"),
        ({"answer": []}, 'There is no key "answer". Did you mean "answers"?'),
        ({"setup": {"bord": "two-hills"}},
         'There is no key "bord" in "setup". Did you mean "board"?'),
        ({"setup": {"board": "two-hills", "edition": "advanced", "players": ["red", "green"]}},
         'This match cannot continue: There is no edition "advanced". Choose one of: '
         + ", ".join(algoracing.GAME.editions) + "."),
        ({"answers": [["green", 0], ["green"]]},
         "This match cannot continue: Saved answer 2: Write a player and a choice, not ['green']."),
        ({"answers": [["green", 0], ["red", 0]]},
         "This match cannot continue: Saved answer 2: There is no question for red now."),
        ({"answers": [["green", 9]]},
         "This match cannot continue: Saved answer 1: This saved answer is not possible here: 9."),
        ({"answers": [7]},
         "This match cannot continue: Saved answer 1: Write a player and a choice, not 7."),
    ],
)  # fmt: skip
def test_a_damaged_save_is_told_where(change: dict[str, Any], says: str) -> None:
    assert refused(json.dumps(begun().save() | change)) == says


def test_answers_after_the_end_are_refused() -> None:
    setup = lovelace.Setup(players=("ada", "babbage"))
    strategies = {name: at_random(name) for name in setup.players}
    data = Match(lovelace.GAME, setup, 1, strategies).save()
    data["answers"].append(["ada", 0])
    with pytest.raises(TeachkitError, match=r"The match ends before saved answer \d+\.$"):
        loaded(lovelace.GAME, data)
