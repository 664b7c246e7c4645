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
    """Where the learner comes by the rules."""
    module, state = game(name), setup.state()
    trace = happens(module, state, Program.read(program))
    assert trace
    return module.whereabouts(trace.final, module.players(state)[0])


def believed(name: str, idea: str, setup: Any, program: str) -> str | None:
    """Where the learner comes for somebody with this idea; `None` where it has nothing to say."""
    module, state = game(name), setup.state()
    seen = named(name, idea).read(module, state, Program.read(program))
    return seen and module.whereabouts(seen.final, module.players(state)[0])


def shows(name: str, setup: Any, case: Any) -> None:
    """Check that an idea gives something else than the rules, as the case says."""
    assert case.truth != case.believed
    assert really(name, setup, case.program) == case.truth
    assert believed(name, case.idea, setup, case.program) == case.believed


def is_silent(name: str, idea: str, setup: Any, program: str) -> bool:
    """Whether somebody with this idea is right here, or has nothing to say."""
    return believed(name, idea, setup, program) in (None, really(name, setup, program))
