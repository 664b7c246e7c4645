"""What is built into the factory floor: gears, pits, wrenches, flags, docks, walls, and what
hangs on walls.

Everything is drawn around the middle of its square. What acts in a direction acts to the north,
from the wall at its southern side.
"""

from __future__ import annotations

import math
from functools import cache

from matplotlib.path import Path

from teachkit.core.board.squares import Facing
from teachkit.draw.scene import Layer
from teachkit.draw.shapes import (
    INK,
    WHITE,
    Point,
    Shape,
    circle,
    line,
    lines,
    placed,
    polygon,
    rectangle,
    regular,
    rounded,
    rounded_rectangle,
    text,
    together,
    width_of,
)

HAZARD = "#f2c230"
HOLE, DEEP = "#3a3d44", "#131418"
STEEL, STEEL_DARK, BOLT = "#dbe2e8", "#7c8792", "#4a5568"
GEARS = {"left": "#8fc5a8", "right": "#e3a07e"}
WALL, WALL_TOP = "#20242b", "#5a626d"
FLAG = "#14663a"
BEAM, BEAM_HOT = "#d8253a", "#fff2c9"
PUSHER = "#c9772b"
SHADOW = "#20242b50"


# On the floor -----------------------------------------------------------------------------------


@cache
def pit() -> Layer:
    """A hole with warning stripes around it."""
    stripes = [((-0.44, y), (y, -0.44)) for y in (-0.22, 0.0, 0.22, 0.44)]
    stripes += [((y, 0.44), (0.44, y)) for y in (-0.22, 0.0, 0.22)]
    return Layer(
        [
            Shape(rectangle(-0.48, -0.48, 0.96, 0.96), HAZARD),
            Shape(lines(stripes), line=INK, width=0.08),
            Shape(rounded_rectangle(-0.36, -0.36, 0.72, 0.72, 0.06), HOLE, INK, 0.03),
            Shape(rounded_rectangle(-0.29, -0.33, 0.58, 0.56, 0.05), DEEP),
        ]
    )


@cache
def gear(turn: str) -> Layer:
    """A toothed wheel with two arrows that go round its way."""
    return Layer(
        [
            Shape(_wheel(), GEARS[turn], INK, 0.03),
            Shape(together(round_arrows(turn, 0.25)), line=INK, width=0.06),
            Shape(circle(0, 0, 0.07), STEEL, INK, 0.025),
        ]
    )


def _wheel() -> Path:
    """Ten teeth."""
    corners: list[Point] = []
    for tooth in range(10):
        for shift, radius in ((-12, 0.36), (-7, 0.46), (7, 0.46), (12, 0.36)):
            turn = math.radians(36 * tooth + shift)
            corners.append((radius * math.sin(turn), radius * math.cos(turn)))
    return rounded(corners, 0.02)


def round_arrows(turn: str, radius: float) -> list[Path]:
    """Two arrows, each a third of a circle long."""
    way = 1 if turn == "right" else -1
    found = []
    for begin in (20, 200):
        turns = [math.radians(begin + 15 * step) for step in range(9)]
        arc = [(way * radius * math.sin(t), radius * math.cos(t)) for t in turns]
        found.append(line(*arc))
        (x, y), heading = arc[-1], way * (begin + 120 + 90)
        head = line((-0.1, -0.09), (0, 0.02), (0.1, -0.09))
        found.append(placed(head, x, y, degrees=heading))
    return found


@cache
def repair_site(wrenches: int) -> Layer:
    """A pad with a wrench, or with a wrench and a hammer crossed."""
    pad = rounded_rectangle(-0.36, -0.36, 0.72, 0.72, 0.1)
    return Layer([Shape(pad, STEEL, STEEL_DARK, 0.03), *tools(wrenches, 0.3)])


def tools(wrenches: int, arm: float) -> list[Shape]:
    """A wrench; with two, a hammer is laid across it."""
    head = regular(16, 0.72 * arm, 0.72 * arm, 0.42 * arm)
    jaw = polygon((1.3 * arm, 0.95 * arm), (0.74 * arm, 0.74 * arm), (0.95 * arm, 1.3 * arm))
    shapes = [
        Shape(line((-0.8 * arm, -0.8 * arm), (0.5 * arm, 0.5 * arm)), line=BOLT, width=0.34 * arm),
        Shape(head, BOLT),
        Shape(jaw, STEEL),
    ]
    if wrenches > 1:
        handle = line((0.85 * arm, -0.85 * arm), (-0.6 * arm, 0.6 * arm))
        mallet = line((-0.95 * arm, 0.25 * arm), (-0.25 * arm, 0.95 * arm))
        shapes += [
            Shape(handle, line=STEEL, width=0.42 * arm),
            Shape(handle, line=PUSHER, width=0.26 * arm),
            Shape(mallet, line=STEEL, width=0.68 * arm),
            Shape(mallet, line=INK, width=0.52 * arm),
        ]
    return shapes


@cache
def dock() -> Layer:
    """Where a robot starts; its number is a label on top."""
    bay = lines([((-0.4, -0.4), (-0.4, 0.4)), ((0.4, -0.4), (0.4, 0.4))])
    return Layer(
        [
            Shape(bay, line=HAZARD, width=0.06),
            Shape(regular(8, 0, 0, 0.3), STEEL, STEEL_DARK, 0.03),
        ]
    )


@cache
def number(words: str, height: float = 0.2, colour: str = INK) -> Layer:
    """A label that stays upright, made smaller if it is wide."""
    height = min(height, 0.36 * height / width_of(words, height))
    return Layer([Shape(text(words, 0, 0, height), colour)])


@cache
def registers(numbers: tuple[int, ...], is_column: bool) -> Layer:
    """In which registers a pusher pushes, in a row or in a column: a label as well."""
    if not is_column:
        return number(" ".join(map(str, numbers)), 0.13)
    apart = min(0.14, 0.38 / len(numbers))
    tops = [apart * ((len(numbers) - 1) / 2 - place) for place in range(len(numbers))]
    words = [text(str(each), 0, y, 0.78 * apart) for each, y in zip(numbers, tops, strict=True)]
    return Layer([Shape(together(words), INK)])


@cache
def flag() -> Layer:
    """A flag on its base; its number is a label on the cloth."""
    return Layer(
        [
            Shape(circle(-0.24, -0.3, 0.13), STEEL, INK, 0.025),
            Shape(line((-0.24, -0.3), (-0.24, 0.42)), line=INK, width=0.07),
            Shape(_cloth(0.6, 0.44), FLAG, WHITE, 0.03),
        ]
    )


FLAG_SPOT = (0.03, 0.2)


def _cloth(width: float, height: float) -> Path:
    notch = width * 0.82
    return polygon(
        (-0.22, 0.42), (-0.22 + width, 0.42), (-0.22 + notch, 0.42 - height / 2),
        (-0.22 + width, 0.42 - height), (-0.22, 0.42 - height),
    )  # fmt: skip


# On walls ---------------------------------------------------------------------------------------


@cache
def wall(facing: Facing) -> Layer:
    """A wall along one side of a square."""
    bar = placed(rounded_rectangle(-0.5, 0.44, 1, 0.12, 0.03), 0, 0, degrees=facing.degrees)
    top = placed(line((-0.44, 0.5), (0.44, 0.5)), 0, 0, degrees=facing.degrees)
    return Layer([Shape(bar, WALL, WHITE, 0.02), Shape(top, line=WALL_TOP, width=0.03)])


@cache
def pusher() -> Layer:
    """A machine at the wall with a plate before it; the registers are a label on top."""
    rods = lines([((x, -0.22), (x, -0.12)) for x in (-0.2, 0.2)])
    return Layer(
        [
            Shape(rods, line=BOLT, width=0.06),
            Shape(rounded_rectangle(-0.4, -0.45, 0.8, 0.25, 0.04), PUSHER, INK, 0.025),
            Shape(rounded_rectangle(-0.4, -0.14, 0.8, 0.08, 0.02), STEEL, INK, 0.025),
        ]
    )


PUSHER_SPOT = -0.325


@cache
def pushing() -> tuple[Shape, ...]:
    """A pusher with its plate far out."""
    rods = lines([((x, -0.22), (x, 0.3)) for x in (-0.2, 0.2)])
    return (
        Shape(rods, line=INK, width=0.08),
        Shape(rods, line=HAZARD, width=0.05),
        Shape(rounded_rectangle(-0.4, 0.3, 0.8, 0.1, 0.02), HAZARD, INK, 0.03),
    )


def _beside(beams: int) -> list[float]:
    """Where beams lie beside one another."""
    return [0.13 * (place - (beams - 1) / 2) for place in range(beams)]


@cache
def laser(beams: int) -> Layer:
    """A barrel for each beam."""
    wide = 0.22 + 0.13 * (beams - 1)
    barrels = [rectangle(x - 0.035, -0.36, 0.07, 0.14) for x in _beside(beams)]
    return Layer(
        [
            Shape(together(barrels), BEAM, INK, 0.02),
            Shape(rounded_rectangle(-wide / 2, -0.46, wide, 0.14, 0.03), BOLT, INK, 0.025),
        ]
    )


@cache
def beam(length: int, beams: int) -> Layer:
    """Where a laser shoots, so many squares far; drawn around the square of the laser."""
    paths = lines([((x, -0.22), (x, length - 0.5)) for x in _beside(beams)])
    return Layer([Shape(paths, line=f"{BEAM}a0", width=0.035)])


def shining(length: float, beams: int) -> tuple[Shape, ...]:
    """A beam so long that shoots, around its middle."""
    paths = lines([((x, -length / 2), (x, length / 2)) for x in _beside(min(beams, 3))])
    return (
        Shape(paths, line=f"{BEAM}60", width=0.16),
        Shape(paths, line=BEAM, width=0.1),
        Shape(paths, line=BEAM_HOT, width=0.04),
    )
