"""The best turn as one would look for it: every sequence of edits, each run from the start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from teachkit.core.language.program import Program
from teachkit.core.run.flow import Decision, last_of
from teachkit.errors import TeachkitError
from teachkit.games import algoracing
from teachkit.games.algoracing.algorithm import EditAlgorithm
from teachkit.games.algoracing.state import State
from teachkit.play.match import Match
from teachkit.play.search.best_edits import Turn, Worth
from teachkit.play.strategies import at_random


def sequences(state: State, row: Program) -> Iterator[tuple[str, ...]]:
    """All that one turn allows: fewer edits first, and of as many in the order of the game."""
    beginnings: list[tuple[str, ...]] = [()]
    while beginnings:
        yield from beginnings
        beginnings = [
            (*edits, way.text)
            for edits in beginnings
            for way in algoracing.GAME.editing.ways(state, row, edits)
        ]


def naive(state: State, player: str, row: Program, worth: Worth) -> Turn | None:
    """The first of the best, after a run of each by the rules."""
    turns: list[Turn] = []
    for edits in sequences(state, row):
        with suppress(TeachkitError):  # nothing lies there yet, and no card was laid
            program = algoracing.GAME.editing.edited(state, row, edits).program
            value = worth(last_of(algoracing.GAME.resolve(state, {player: program}), state))
            turns.append(Turn(edits, program, value))
    return max(turns, key=lambda turn: turn.worth, default=None)


def points_and_samples(player: str) -> Worth:
    """A worth of the plainest kind: three for a point, one for a sample that is carried."""

    def worth(state: State) -> float:
        rover = state.rover(player)
        return 3 * rover.points + len(rover.carries)

    return worth


def positions(seed: int, seats: int, count: int) -> list[tuple[State, str]]:
    """What players see who are to edit the shared algorithm, in a match by chance."""
    setup = algoracing.GAME.opening.match(seats, "complete")
    found: list[tuple[State, str]] = []
    chance = {name: at_random(f"{seed} {name}") for name in setup.players}

    def answer(view: State, decision: Decision) -> Any:
        name = str(decision.player)
        if isinstance(decision, EditAlgorithm):
            found.append((view, name))
            if len(found) == count:
                raise KeyboardInterrupt  # as many as are wanted
        return chance[name](view, decision)

    with suppress(KeyboardInterrupt):
        Match(algoracing.GAME, setup, seed, dict.fromkeys(setup.players, answer))
    return found
