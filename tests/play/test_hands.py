"""Compare the best program from a hand with playing every single program."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from math import perm
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.game.game import run
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import last_of
from teachkit.games import algoracing, roborally
from teachkit.games.roborally.cards import deck
from teachkit.games.roborally.state import State
from tests.games.examples import examples
from tests.games.test_roborally_properties import starts
from tests.play.hands import Best, best_of_hand

from .evaluations import counted


def value(state: State) -> Any:
    """Return the complete state of the red robot, and the damage of the others."""
    red = state.robot("red")
    others = tuple((robot.destroyed, robot.damage) for robot in state.robots)
    return (not red.destroyed, red.flag, -red.damage, red.square, red.facing.value, others)


@st.composite
def floors(draw: st.DrawFn) -> tuple[State, tuple[Instruction, ...]]:
    """Yield a small floor with robots whose cards are fixed, and a hand for the red one.

    Red may be so damaged that its last registers are locked.
    """
    setup, programs = draw(starts(least=1, most=3))
    programs.pop("red")
    laid = {str(card) for text in programs.values() for card in Program.read(text).instructions}
    free = draw(st.permutations([card for card in deck() if str(card) not in laid]))
    damage = draw(st.sampled_from([0, 3, 5, 6]))
    locked = ", ".join(map(str, free[: max(0, damage - 4)]))
    about = {"damage": {"red": damage}, "locked": {"red": locked} if locked else {}}
    state = replace(setup, programs=programs, **about).state()
    return state, tuple(free[10 : 10 + draw(st.integers(2, 5))])


def by_playing_all(state: State, hand: tuple[Instruction, ...], cards: int) -> tuple[Any, int]:
    """Return the highest value of any program, and how many programs have it."""
    values = [
        value(run(roborally.GAME, state, Program(row), "red").final)
        for row in permutations(hand, min(cards, len(hand)))
    ]
    return max(values), values.count(max(values))


@pytest.mark.slow
@examples(40, daily=15)
@given(floor=floors(), cards=st.integers(1, 3))
def test_best_is_what_playing_all_programs_finds(
    floor: tuple[State, tuple[Instruction, ...]], cards: int
) -> None:
    state, hand = floor
    best = best_of_hand(roborally.GAME, state, "red", hand, cards, value)
    assert best
    assert (best.value, best.programs) == by_playing_all(state, hand, cards)
    assert value(run(roborally.GAME, state, best.program, "red").final) == best.value
    assert set(best.program.instructions) <= set(hand)


NINE = "move-1 490, move-1 550, move-1 640, left 70, left 210, right 80, move-2 670, \
move-2 700, u-turn 10"


def test_a_hand_of_nine_takes_few_register_evaluations(monkeypatch: pytest.MonkeyPatch) -> None:
    """15,120 programs have 18,729 beginnings; equal cards and equal states need far fewer."""
    start = roborally.Setup(board="cross-roads", robots={"red": "c3 east"}).state()
    asked = counted(monkeypatch)
    hand = Program.read(NINE).instructions
    assert sum(perm(9, cards) for cards in range(1, 6)) == 18_729
    assert best_of_hand(roborally.GAME, start, "red", hand, 5, value)
    assert 0 < len(asked) <= 18_729 // 20


def test_cards_that_differ_in_priority_are_not_alike_where_somebody_goes_between() -> None:
    """Green comes to b1 with 600: a higher card passes before, a lower one is shoved back."""
    robots = {"red": "a1 east", "green": "c1 west"}
    start = roborally.Setup(
        floor=". . . .", robots=robots, programs={"green": "move-1 600"}
    ).state()
    late, soon = Program.read("move-1 490, move-1 640").instructions
    one = best_of_hand(
        roborally.GAME, start, "red", [late, soon], 1, lambda s: s.robot("red").square
    )
    assert one
    assert one.programs == by_playing_all(start, (late, soon), 1)[1]
    alike = {roborally.GAME.foresight.rounds.alike(start, "red", card) for card in (late, soon)}
    assert len(alike) == 2


def test_a_game_that_tells_nothing_of_it_is_searched_too() -> None:
    """Each card is then treated as different from all others."""
    start = algoracing.Setup(floor=". . .", rovers={"red": "a1 east"}).state()
    hand = [Instruction(name) for name in ("forward", "forward", "left")]
    best = best_of_hand(
        algoracing.GAME, start, "red", hand, 3, lambda s: s.rover("red").square.column
    )
    assert best == Best(2, best.program, 2) if best else False


HALVED: dict[str, dict[str, Any]] = {
    "alone": {"floor": ". > v .\n. . . gr\n. f1 . .", "robots": {"red": "a1 east"}},
    "among others": {
        "floor": ". > v .\n. . . gl", "robots": {"red": "a1 east", "green": "b1 west"},
    },
    "with a pusher": {
        "floor": ". . .\n. . .", "walls": ["b2 north"], "pushers": ["b2 south 1 3 5"],
        "robots": {"red": "a2 east"},
    },
    "with lasers that may lock": {
        "floor": ". . .", "walls": ["a1 west"], "lasers": ["a1 east 3"],
        "robots": {"red": "b1 west"}, "damage": {"red": 6},
    },
    "with the priorities of others": {
        "floor": ". . . .", "robots": {"red": "a1 east", "green": "d1 west"},
        "programs": {"green": "move-1 600, back-up 430"},
    },
    "in the variant": {
        "edition": "variant", "floor": ". . . .\n. f1 . .",
        "robots": {"red": "a1 east", "green": "c1 west"},
    },
}  # fmt: skip


@pytest.mark.parametrize("name", HALVED)
@pytest.mark.parametrize("card", ["move-3 790", "left 70", "back-up 440", "u-turn 10"])
def test_both_halves_of_a_register_are_the_register(name: str, card: str) -> None:
    """The states left out in between make no difference, and no robot is asked a second time."""
    state = roborally.Setup(**HALVED[name]).state()
    (laid,) = Program.read(card).instructions
    first, second = roborally.GAME.foresight.rounds.halves()
    for _ in range(2):
        here = roborally.GAME.foresight.rounds.essence(state, "red")
        for _ in range(3):
            whole = last_of(roborally.GAME.perform(here, "red", laid), here)
            halved = second(first(here, "red", laid))
            here = roborally.GAME.foresight.rounds.essence(whole, "red")
            assert roborally.GAME.foresight.rounds.essence(halved, "red") == here


@examples(200, daily=40)
@given(floor=starts(least=2, most=4), card=st.sampled_from(deck()), other=st.sampled_from(deck()))
def test_halves_are_the_register_among_robots_without_cards(
    floor: tuple[roborally.Setup, Any], card: Instruction, other: Instruction
) -> None:
    """The cached drives of a lone robot are used only where it meets no other robot."""
    here = replace(floor[0], programs={}).state()
    rounds = roborally.GAME.foresight.rounds
    first, second = rounds.halves()
    for laid in (card, other, card):
        whole = last_of(roborally.GAME.perform(here, "red", laid), here)
        halved = second(first(here, "red", laid))
        here = rounds.essence(whole, "red")
        assert rounds.essence(halved, "red") == here
