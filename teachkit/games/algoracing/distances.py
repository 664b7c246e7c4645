"""How many commands it is from a place to a square, on a board where nothing else is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from teachkit.core.board.distances import distances
from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.language.nodes import Instruction
from teachkit.core.run.flow import last_of
from teachkit.games.algoracing.board import Board
from teachkit.games.algoracing.commands import perform
from teachkit.games.algoracing.editions import Rules
from teachkit.games.algoracing.state import Rover, State

Place: TypeAlias = tuple[Square, Facing]
DRIVING = tuple(map(Instruction, ("forward", "jump", "left", "right")))


@lru_cache(maxsize=512)
def commands_to(board: Board, rules: Rules, goals: tuple[Square, ...]) -> Mapping[Place, int]:
    """To the nearest goal, from each place; one from which no way leads there is not in it.

    >>> from teachkit.games.algoracing.board import read_board
    >>> from teachkit.games.algoracing.editions import BASIC
    >>> away = commands_to(read_board(". . ."), BASIC, (Square.read("a1"),))
    >>> away[Square.read("c1"), Facing.WEST], away[Square.read("c1"), Facing.NORTH]
    (2, 3)
    """
    before = _before(board, rules)
    here = [(goal, facing) for goal in goals for facing in FACINGS]
    return distances(here, lambda place: before.get(place, ()))


@lru_cache(maxsize=16)
def _before(board: Board, rules: Rules) -> Mapping[Place, list[Place]]:
    """From which places one command leads to a place, by the rules."""
    found: dict[Place, list[Place]] = {}
    for square in board.squares:
        for facing in FACINGS:
            alone = State(board, rules, (Rover("red", square, facing),))
            for command in DRIVING:
                (rover,) = last_of(perform(alone, "red", command), alone).rovers
                found.setdefault((rover.square, rover.facing), []).append((square, facing))
    return found
