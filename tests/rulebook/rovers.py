"""Small boards for the rulebook tests of Algoracing, drawn in each test."""

from __future__ import annotations

from typing import Any

from teachkit.core.game.game import run
from teachkit.core.run.trace import Trace
from teachkit.games import algoracing
from teachkit.games.algoracing import GAME, Setup
from teachkit.games.algoracing.state import Rover, State

COLOURS = ("red", "green", "blue", "yellow")


def start(floor: str, **facts: Any) -> State:
    """Return a board with rovers, such as `green="b1 west"`; red is on a1 facing east by default.

    Other facts are fields of the set-up.
    """
    rovers = {name: facts.pop(name) for name in COLOURS if name in facts}
    return Setup(floor=floor, rovers={"red": "a1 east"} | rovers, **facts).state()


def drive(state: State, program: str, answers: tuple[Any, ...] = ()) -> Trace:
    """Return the run of a program of the red rover; `answers` are the orders of shuffled cards."""
    return run(algoracing.GAME, state, program, "red", answers)


def after(state: State, program: str) -> str:
    """Return red's final square and facing, such as `b1 east`."""
    return GAME.whereabouts(drive(state, program).final, "red")


def story(state: State, program: str) -> list[str]:
    """Return the sentences about red's run, except those that announce cards."""
    told = drive(state, program).story().splitlines()
    return [sentence for sentence in told if not sentence.startswith("Card")]


def red(state: State) -> Rover:
    return state.rover("red")
