"""Test par: the fewest cards and steps, what counts, and what cannot be proven."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.language.program import Program
from teachkit.core.run.walk import straight_steps
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import badges, bounds, par
from teachkit.games import algoracing
from teachkit.play.search.deck import Deck, TooLargeError
from teachkit.play.search.exact import Search
from teachkit.play.search.memory import Memory

from .making import START, made, programs_of

INSTRUCTIONS = ("forward", "all-forward", "jump", "left", "right")


def pars(exercise: Exercise) -> dict[str, int]:
    return {best.metric: best.best for best in par(exercise)}


LONG: dict[str, Any] = {"floor": ". . . . . .", "rovers": {"red": "a1 east"}}
FAR_END = [{"check": "stands_on", "square": "f1"}]


def corridor(**keys: Any) -> Exercise:
    """Return five steps to the far end, with single steps and, in some editions, loops."""
    solution = {"answer": "forward, forward, forward, forward, forward"}
    cards = ["forward", "left", "2x"]
    corridor = {"starts": [LONG], "edition": "loops", "cards": cards, "checks": FAR_END}
    return made(**{**corridor, "solution": solution, **keys})


def test_par_is_the_fewest_cards_and_the_fewest_steps() -> None:
    """2x(forward, forward), forward is four cards; five steps are five in any program."""
    assert pars(corridor()) == {"cards": 4, "steps": 5}
    for best in par(corridor()):
        assert grade(corridor(), str(best.witness)).solved


LEFT = {"check": "uses", "card": "left"}
FOUR_CARDS = {"check": "uses_at_most", "cards": 4}


@pytest.mark.parametrize(
    ("keys", "cards", "steps"),
    [
        ({"cards": ["forward", "left"]}, 5, 5),
        ({"cards": ["forward 3", "2x 1"]}, 4, 5),
        ({"checks": [*FAR_END, LEFT]}, 5, 6),
        ({"checks": [*FAR_END, FOUR_CARDS]}, 4, 5),  # five single cards are too many now
        ({"starts": [LONG | {"rovers": {"red": "e1 east"}}, LONG | {"hidden": True}],
          "cards": ["forward"]}, 5, 5),
        ({"starts": [{"floor": ". #", "lifts": ["b1 west"], "rovers": {"red": "a1 east"}}],
          "cards": ["left"], "checks": [{"check": "stands_on", "square": "b1"}]}, 1, 1),
    ],
    ids=["no loop", "a small hand", "a card to use", "few cards", "all boards at once",
         "an elevator, at the end of a program only"],
)  # fmt: skip
def test_par_knows_the_hand_the_boards_and_what_a_check_asks_for(
    keys: dict[str, Any], cards: int, steps: int
) -> None:
    assert pars(corridor(**keys)) == {"cards": cards, "steps": steps}


@pytest.mark.parametrize(
    "keys",
    [{"checks": [*FAR_END, {"check": "takes_no_detour"}]}, {"kind": "repair", "given": "left"}],
    ids=["all programs", "repair"],
)
def test_where_nothing_can_be_proven_there_is_no_par(keys: dict[str, Any]) -> None:
    assert pars(corridor(**keys)) == {}


def test_what_cannot_be_proven_is_called_a_bound() -> None:
    """With the author's own six cards, nothing better was found, and nothing is claimed."""
    detour = [*FAR_END, {"check": "takes_no_detour"}]
    solution = {"answer": "2x(forward, forward), forward"}
    exercise = corridor(checks=detour, solution=solution)
    assert [(each.best, each.proven, each.programs, str(each)) for each in bounds(exercise)] == [
        (4, False, 0, "Best found: 4 cards"),
        (5, False, 0, "Best found: 5 steps"),
    ]


def test_with_sensors_both_are_proven() -> None:
    """The steps of a `while` differ from board to board; the first start counts."""
    solution = {"answer": "while clear(forward)"}
    exercise = corridor(edition="sensors", cards=["forward", "while"], solution=solution)
    assert list(map(str, bounds(exercise))) == ["Par: 2 cards", "Par: 5 steps"]


def test_a_bound_that_is_proven_is_a_par() -> None:
    assert bounds(corridor()) == par(corridor())
    assert list(map(str, bounds(corridor()))) == ["Par: 4 cards", "Par: 5 steps"]


def test_par_says_how_many_programs_are_as_good() -> None:
    """Two forwards may be looped in front, in the middle or behind; a loop may also be alone."""
    cards, steps = par(corridor())
    by_hand = {
        "2x(forward, forward), forward",
        "forward, 2x(forward, forward)",
        "2x(forward), 2x(forward), forward",
    }
    assert all(grade(corridor(), program).solved for program in by_hand)
    assert cards.programs == 2  # the third needs five cards
    laid = [each for each in programs_of(["forward"], [2], 5) if len(straight_steps(each)) == 5]
    allowed = [each for each in laid if grade(corridor(), str(each)).solved]
    assert steps.programs == len(allowed)


def test_a_badge_is_earned_by_a_solved_program_that_is_as_good() -> None:
    best = Program.read("2x(forward, forward), forward")
    long = Program.read("forward, forward, forward, forward, forward")
    assert [badge.earned for badge in badges(corridor(), best, solved=True)] == [True, True]
    assert [badge.earned for badge in badges(corridor(), long, solved=True)] == [False, True]
    assert [badge.earned for badge in badges(corridor(), best, solved=False)] == [False, False]
    assert [badge.par for badge in badges(corridor(), best, solved=True)] == list(par(corridor()))


def test_where_chance_is_asked_there_is_no_par() -> None:
    """Another random answer might be quicker, so nothing is proven."""
    start = START | {"samples": {"b1": ["blue", "green", "blue", "green"]}}
    assert pars(made(starts=[start | {"answers": [[0, 1, 2, 3]]}])) == {}


def test_a_search_beyond_reach_says_so() -> None:
    moment = Memory(algoracing.GAME, "red").moment(made(starts=[LONG]).starts[0].state)
    deck = Deck(INSTRUCTIONS, tuple(range(2, 10)), None, nested=True)
    search = Search([moment], deck, [lambda end: False], needs=frozenset({"left"}))
    with pytest.raises(TooLargeError):
        search.cheapest()


def test_a_goal_out_of_reach_is_told_from_one_beyond_reach() -> None:
    """Every position was visited, so no such program exists."""
    moment = Memory(algoracing.GAME, "red").moment(made(starts=[LONG]).starts[0].state)
    deck = Deck(INSTRUCTIONS, loops=(2, 3))
    assert Search([moment], deck, [lambda end: False]).cheapest() is None
