"""What a wrong idea gives on a board that a test draws, beside what really happens."""

from __future__ import annotations

from typing import Any, NamedTuple

from teachkit.core.game import Game
from teachkit.core.misreading import Misreading, happens
from teachkit.core.program import Program
from teachkit.games import game

Silent = tuple[str, str, dict[str, Any]]
"""An idea that gives what really happens, or nothing, by this program on this board."""


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


def start(name: str, board: dict[str, Any]) -> tuple[Game, Any]:
    """A game, and its start on this board."""
    module = game(name)
    return module, module.Setup(**board).state()


def really(name: str, board: dict[str, Any], program: str) -> str:
    """Where the learner comes by the rules."""
    module, state = start(name, board)
    trace = happens(module, state, Program.read(program))
    assert trace
    return module.whereabouts(trace.final, module.players(state)[0])


def believed(name: str, idea: str, board: dict[str, Any], program: str) -> str | None:
    """Where the learner comes for somebody with this idea; `None` where it has nothing to say."""
    module, state = start(name, board)
    seen = named(name, idea).read(module, state, Program.read(program))
    return seen and module.whereabouts(seen.final, module.players(state)[0])
