"""The house chooses when to use, to give up and to buy the cards that a robot holds."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.language.instructions import Instruction
from teachkit.core.run.decisions import Decision
from teachkit.core.run.flow import Flow, Frame
from teachkit.games import roborally
from teachkit.games.roborally.damage import take_damage
from teachkit.games.roborally.registers import begin, play_register
from teachkit.games.roborally.state import State
from teachkit.games.roborally.variant import rounds
from teachkit.play.strategies import house

from ..rulebook.factories import start


def question(flow: Flow[Any], state: State) -> tuple[State, Decision]:
    """Return the state in which `flow` asks its first question, and the question."""
    for sent in flow:
        if not isinstance(sent, Frame):
            return state, sent[0]
        state = sent.state
    raise AssertionError("nothing is asked")


def answer(flow: Flow[Any], state: State, strength: str = "greedy") -> Any:
    return house(roborally.GAME, strength)(*question(flow, state))


@pytest.mark.parametrize("strength", ["greedy", "look-ahead"])
@pytest.mark.parametrize(("floor", "uses"), [(". . o", "yes"), (". . f1", "no")])
def test_brakes_are_used_before_a_pit_and_not_before_a_flag(
    floor: str, uses: str, strength: str
) -> None:
    state = start(floor, red="b1 east", held={"red": ["Brakes"]})
    move = Instruction("move-1", ("500",))
    assert answer(play_register(begin(state, {"red": move})), state, strength) == uses


@pytest.mark.parametrize(("damage", "gives"), [(0, "keep"), (9, "Brakes")])
def test_a_card_is_given_up_when_that_saves_the_robot(damage: int, gives: str) -> None:
    facts = {"red": "b1 east", "held": {"red": ["Brakes"]}}
    state = start("f1 . .", **facts, damage={"red": damage} if damage else {})
    assert answer(take_damage(state, "red", 1), state) == gives


@pytest.mark.parametrize(("purse", "buys"), [(2, False), (3, True), (5, True)])
def test_credits_for_a_return_are_saved_and_others_are_spent(purse: int, buys: bool) -> None:
    """Robots come back for two credits, or else with damage and a bug. [RV-25]"""
    floor = "f1 . f2 . f3 .\n.  . .  . .  .\nf4 . f5 . f6 ."
    extra = {"seats": [{"name": "red", "credits": purse}], "minors": ["Quick Start"]}
    facts = {"red": "b2 east", "turn": 1, "register": 6, "extra": extra, "option_pile": ["Brakes"]}
    state = start(floor, "variant", **facts)
    choice = answer(rounds.shop(state, "red"), state)
    assert (choice != rounds.NOTHING) == buys
