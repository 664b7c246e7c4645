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
    """A board with rovers, each colour with its place: `green="b1 west"`; red is on a1.

    Red looks east, unless it is placed otherwise; the other facts are a set-up's.
    """
    rovers = {name: facts.pop(name) for name in COLOURS if name in facts}
    return Setup(floor=floor, rovers={"red": "a1 east"} | rovers, **facts).state()


def drive(state: State, program: str, answers: tuple[Any, ...] = ()) -> Trace:
    """What this program does for the red rover; `answers` are how chance shuffles."""
    return run(algoracing.GAME, state, program, "red", answers)


def after(state: State, program: str) -> str:
    """Where red is afterwards, and where it looks: `b1 east`."""
    return GAME.whereabouts(drive(state, program).final, "red")


def story(state: State, program: str) -> list[str]:
    """What happens to red, sentence by sentence, without the names of the cards."""
    told = drive(state, program).story().splitlines()
    return [sentence for sentence in told if not sentence.startswith("Card")]


def red(state: State) -> Rover:
    return state.rover("red")
