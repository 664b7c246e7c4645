"""How far it is to a square, for a robot that is alone on the board and whose factory rests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.language.nodes import Instruction
from teachkit.core.run.flow import last_of
from teachkit.games.roborally.board import Board
from teachkit.games.roborally.moves import run_card
from teachkit.games.roborally.pieces import Robot
from teachkit.games.roborally.rules import Rules
from teachkit.games.roborally.state import State

Place: TypeAlias = tuple[Square, Facing]
DRIVING = tuple(map(Instruction, ("move-1", "left", "right")))


@lru_cache(maxsize=256)
def steps_to(board: Board, rules: Rules, goal: Square) -> Mapping[Place, int]:
    """Steps and turns to a square, from each place; what is not in it, leads nowhere.

    >>> from teachkit.games import roborally
    >>> board = roborally.Setup(floor="f1 . o .").state().board
    >>> away = steps_to(board, roborally.GAME.editions["base"], board.flags[0])
    >>> away[Square.read("b1"), Facing.NORTH], (Square.read("d1"), Facing.WEST) in away
    (2, False)
    """
    before = _before(board, rules)
    layer: list[Place] = [(goal, facing) for facing in FACINGS]
    away = dict.fromkeys(layer, 0)
    while layer:
        further: dict[Place, int] = {
            there: away[here] + 1
            for here in layer
            for there in before.get(here, ())
            if there not in away
        }
        away |= further
        layer = list(further)
    return away


@lru_cache(maxsize=16)
def _before(board: Board, rules: Rules) -> Mapping[Place, list[Place]]:
    """From which places one card leads to a place, by the rules."""
    found: dict[Place, list[Place]] = {}
    for square in board.squares:
        for facing in FACINGS:
            alone = State(board, rules, (Robot("red", square, facing, square),))
            for card in DRIVING:
                (robot,) = last_of(run_card(alone, "red", card), alone).robots
                if not robot.destroyed:
                    found.setdefault((robot.square, robot.facing), []).append((square, facing))
    return found
