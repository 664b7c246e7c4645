"""What a wrong idea gives on a board that a test draws, beside what really happens."""

from __future__ import annotations

from typing import Any, NamedTuple

from teachkit.core.misreading import Misreading, happens
from teachkit.core.program import Program
from teachkit.games import game


class Case(NamedTuple):
    """Where red comes by a program on a board: really, and for somebody with this idea."""

    idea: str
    program: str
    board: dict[str, Any]
    truth: str
    believed: str


def named(name: str, idea: str) -> Misreading:
    """The misreading of this game with this name."""
    return next(each for each in game(name).MISREADINGS if each.name == idea)


def really(name: str, setup: Any, program: str) -> str:
    """Where red comes by the rules."""
    trace = happens(game(name), setup.state(), Program.read(program))
    assert trace
    return game(name).whereabouts(trace.final, "red")


def believed(name: str, idea: str, setup: Any, program: str) -> str | None:
    """Where red comes for somebody with this idea; `None` where it has nothing to say."""
    seen = named(name, idea).read(game(name), setup.state(), Program.read(program))
    return seen and game(name).whereabouts(seen.final, "red")
