"""The strategies of the house, in every game and edition that can be played."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.flow import Decision
from teachkit.games import game
from teachkit.play.match import Match
from teachkit.play.strategies import STRENGTHS, Strategy, house

from ..games.starts import EDITIONS, hides, matches

FRAMES = {"random": 300, "greedy": 150, "look-ahead": 20}

played_at_each_strength = pytest.mark.parametrize(
    ("name", "edition", "strength"),
    [
        (*entry, strength)
        for entry in EDITIONS
        if matches(*entry, count=1)
        for strength in STRENGTHS
    ],
)


def played(name: str, edition: str, strength: str, watched: bool = False) -> Match:
    """The beginning of a match. It refuses what is not possible, by the name of who said it."""
    module, (setup,) = game(name), matches(name, edition, count=1)

    def player_for(player: str) -> Strategy:
        strategy = house(module, strength, f"{player} 1")

        def answer(view: Any, decision: Decision) -> Any:
            assert hides(name, view, player)
            choice = strategy(view, decision)
            if strength != "random" and (module.FORESIGHT or module.TEAMWORK):
                assert house(module, strength, f"{player} 1")(view, decision) == choice
            return choice

        return answer if watched else strategy

    players = {player: player_for(player) for player in setup.players}
    return Match(module, setup, 1, players, frame_limit=FRAMES[strength])


@played_at_each_strength
def test_the_house_answers_all_that_is_asked_and_the_same_again(
    name: str, edition: str, strength: str
) -> None:
    """Of a view and a decision alone, whatever was asked before: only chance remembers."""
    match = played(name, edition, strength)
    assert any(player for player, _ in match.answers)
    assert played(name, edition, strength, watched=True).answers == match.answers


def test_another_seed_plays_otherwise() -> None:
    algoracing = game("algoracing")
    (setup,) = matches("algoracing", "basic", count=1)
    one, other = (
        Match(algoracing, setup, 1, dict.fromkeys(setup.players, house(algoracing, "random", seed)))
        for seed in (1, 2)
    )
    assert one.answers != other.answers
