"""Conveyor belts from above: one chevron on a belt, two on an express belt, and their bends.

A belt is drawn around its middle, with its end in the north, and then put into place.
"""

from __future__ import annotations

import math
from functools import cache

from matplotlib.path import Path

from teachkit.core.board.squares import Square
from teachkit.draw.scene import Layer
from teachkit.draw.shapes import Point, Shape, line, placed, polygon, rectangle, together
from teachkit.games.roborally.board import Board

RAIL = "#3f454e"
BANDS = {False: "#8d949d", True: "#2d5480"}
CHEVRONS = {False: "#fffaf0", True: "#ffd54a"}

_HALF = 0.39  # of its width
_BEHIND, _LEFT, _RIGHT = "behind", "left", "right"


def inlets(board: Board, square: Square) -> tuple[str, ...]:
    """From where robots come onto this belt: from behind, or from a side, so that they turn.

    A belt that nothing feeds begins behind.
    """
    turns = tuple(sorted(board.bends(square).values()))
    return turns if turns and not board.is_fed_from_behind(square) else (_BEHIND, *turns)


@cache
def belt(ways: tuple[str, ...], express: bool) -> Layer:
    """A belt that robots come onto in these ways."""
    rails = together([rail for way in ways for rail in _sides(way)])
    return Layer(
        [
            Shape(rails, line=RAIL, width=0.1),
            *(Shape(_band(way), BANDS[express]) for way in ways),
            chevrons(ways, express, CHEVRONS[express]),
        ]
    )


def chevrons(ways: tuple[str, ...], express: bool, colour: str) -> Shape:
    """Where it carries: one sign for each way in, and where ways meet one for the way out."""
    steps = (0.36, 0.64) if express else (0.5,)
    if len(ways) > 1:
        steps = (0.12, 0.3) if express else (0.2,)
    signs = [_chevron(*_along(way, step)) for way in ways for step in steps]
    if len(ways) > 1:
        signs += [_chevron(0, y, 0) for y in ((0.2, 0.38) if express else (0.3,))]
    return Shape(together(signs), line=colour, width=0.085)


def running(board: Board, express: bool) -> list[Path]:
    """All belts that run now, around the middle of the board: bands, rails and chevrons."""
    bands, rails, signs = [], [], []
    for square, each in board.belts.items():
        if each.express < express:
            continue
        ways, turn = inlets(board, square), each.facing.degrees
        x, y = square.column - (board.width - 1) / 2, square.row - (board.height - 1) / 2
        bands += [placed(_band(way), x, y, degrees=turn) for way in ways]
        rails += [placed(side, x, y, degrees=turn) for way in ways for side in _sides(way)]
        signs.append(placed(chevrons(ways, each.express, RAIL).path, x, y, degrees=turn))
    return [together(paths) for paths in (bands, rails, signs)]


def _band(way: str) -> Path:
    if way == _BEHIND:
        return rectangle(-_HALF, -0.5, 2 * _HALF, 1)
    rims = [_arc(way, 0.5 + _HALF), _arc(way, 0.5 - _HALF)]
    one, other = rims if way == _LEFT else reversed(rims)  # all of them go round the same way
    return polygon(*one, *reversed(other))


def _sides(way: str) -> list[Path]:
    if way == _BEHIND:
        return [line((x, -0.5), (x, 0.5)) for x in (-_HALF, _HALF)]
    return [line(*_arc(way, radius)) for radius in (0.5 - _HALF, 0.5 + _HALF)]


def _arc(way: str, radius: float) -> list[Point]:
    """A quarter of a circle from the side where a bend begins to its end in the north."""
    side = 1 if way == _LEFT else -1  # what turns left comes from the west
    turns = [math.radians(270 + 90 * part / 8) for part in range(9)]
    return [
        (side * (radius * math.cos(turn) - 0.5), 0.5 + radius * math.sin(turn)) for turn in turns
    ]


def _along(way: str, part: float) -> tuple[float, float, float]:
    """A point on the middle of a belt, this part of the way on, and where robots go there."""
    if way == _BEHIND:
        return 0, part - 0.5, 0
    side, turn = (1 if way == _LEFT else -1), math.radians(270 + 90 * part)
    x, y = side * (0.5 * math.cos(turn) - 0.5), 0.5 + 0.5 * math.sin(turn)
    return x, y, side * 90 * (1 - part)


def _chevron(x: float, y: float, degrees: float) -> Path:
    return placed(line((-0.17, -0.085), (0, 0.085), (0.17, -0.085)), x, y, degrees=degrees)
