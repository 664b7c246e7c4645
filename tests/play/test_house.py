"""Test the strategies of the house, in every game and edition that can be played."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Decision
from teachkit.core.run.flow import followed
from teachkit.games import game
from teachkit.play.match import Match
from teachkit.play.strategies import STRENGTHS, Strategy, house

from ..games.starts import PLAYED, hides, matches, moments
from ..thorough import THOROUGH

FRAMES = {"random": 300, "greedy": 150, "look-ahead": 20}
FEW = {"random": 100, "greedy": 50, "look-ahead": 8}

played_at_each_strength = pytest.mark.parametrize(
    ("name", "edition", "strength"),
    [(*entry, strength) for entry in PLAYED for strength in STRENGTHS],
)


def played(name: str, edition: str, strength: str, watched: bool = False) -> Match:
    """Return the beginning of a match. An impossible answer raises, with its player's name."""
    module, (setup,) = game(name), matches(name, edition, count=1)

    def player_for(player: str) -> Strategy:
        strategy = house(module, strength, f"{player} 1")

        def answer(view: Any, decision: Decision) -> Any:
            assert hides(name, view, player)
            choice = strategy(view, decision)
            if strength != "random":
                assert house(module, strength, f"{player} 1")(view, decision) == choice
            return choice

        return answer if watched else strategy

    players = {player: player_for(player) for player in setup.players}
    return Match(module, setup, 1, players, frame_limit=(FRAMES if THOROUGH else FEW)[strength])


@pytest.mark.slow
@played_at_each_strength
def test_the_house_answers_all_that_is_asked_and_the_same_again(
    name: str, edition: str, strength: str
) -> None:
    """An answer depends on view, decision and seed alone, not on earlier questions."""
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


# What games tell those who plan ----------------------------------------------------------------

planned = pytest.mark.parametrize(
    ("name", "edition"),
    [entry for entry in PLAYED if game(entry[0]).foresight.planning],
)


@planned
def test_a_guess_is_a_state_that_the_view_may_be_of(name: str, edition: str) -> None:
    """The visible part is kept, and the hidden part is really drawn at random."""
    module, guesses = game(name), set()
    assert module.foresight.planning
    chance = Chance("guesses")
    for player, view, _ in moments(name, edition):
        guessed = followed(
            module.foresight.planning.determinize(view, player),
            view,
            lambda _, asked: chance.answer(asked).choice,
        )
        assert module.seen_by(guessed, player) == view
        guesses.add(hides(name, guessed, player))
    assert False in guesses


@planned
@pytest.mark.parametrize("width", [1, 3])
def test_candidates_are_possible_and_lead_somewhere(name: str, edition: str, width: int) -> None:
    foresight = game(name).foresight.planning
    assert foresight
    for player, view, decision in moments(name, edition):
        found = list(foresight.candidates(view, decision, width))
        assert found
        for choice in found[:5]:
            assert decision.problem(choice) is None
            end = followed(foresight.after_answer(view, decision, choice), view)
            assert isinstance(foresight.worth(end, player), float | int)
