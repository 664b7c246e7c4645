"""Results of misreadings on test boards, beside the results of the rules."""

from __future__ import annotations

from typing import Any, NamedTuple

from teachkit.core.game.misreadings import happens
from teachkit.core.language.program import Program
from teachkit.core.run.trace import Trace
from teachkit.games import game

Silent = tuple[str, str, dict[str, Any]]
"""An idea that gives what really happens, or nothing, by this program on this board."""


class Case(NamedTuple):
    """The end of a program on a board for red, by the rules and by a misreading."""

    idea: str
    program: str
    board: dict[str, Any]
    truth: str
    believed: str


def happened(name: str, board: dict[str, Any], program: str) -> Trace:
    """Return the run of a program on this board by the rules."""
    trace = happens(game(name), game(name).setup(**board).state(), Program.read(program))
    assert trace
    return trace


def seen(name: str, idea: str, board: dict[str, Any], program: str) -> Trace | None:
    """Return the run by a misreading; `None` if it makes no difference."""
    misreading = next(each for each in game(name).misreadings if each.name == idea)
    return misreading.read(game(name), game(name).setup(**board).state(), Program.read(program))


def end(name: str, trace: Trace | None) -> str | None:
    """Return the learner's position at the end of a run."""
    return trace and game(name).whereabouts(trace.final, "ada" if name == "lovelace" else "red")
