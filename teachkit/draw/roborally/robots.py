"""Robots from above, and the small signs that follow them.

Colours never stand alone: a robot has its letter on a disc and its number on its back. Its barrel
and its eyes are in front.
"""

from __future__ import annotations

import math
from functools import cache

from matplotlib.path import Path

from teachkit.draw.roborally import fixtures
from teachkit.draw.roborally.belts import BANDS, CHEVRONS, chevrons
from teachkit.draw.scene import Layer
from teachkit.draw.shapes import (
    ATTENTION,
    INK,
    PIECE_COLOURS,
    WHITE,
    Shape,
    circle,
    cross,
    line,
    lines,
    moved,
    polygon,
    readable_on,
    regular,
    rounded,
    rounded_rectangle,
    scattered,
    text,
    together,
)
from teachkit.games.roborally.pieces import COLOURS

HALO, TREAD = "#fffaf0", "#2a2a31"
SIZE, SIGN = 0.98, 0.44  # the sides of the squares that a robot and a sign fit in


def number_of(name: str) -> int:
    """The number that a robot has on its back: its colour's place among all."""
    return COLOURS.index(name) + 1


@cache
def robot(name: str) -> Layer:
    """A robot that looks north: treads, eyes, a barrel, and its number on its back."""
    colour = PIECE_COLOURS[name]
    treads = [rounded_rectangle(x, -0.36, 0.13, 0.68, 0.05) for x in (-0.36, 0.23)]
    hull = rounded(((-0.24, -0.38), (0.24, -0.38), (0.26, 0.2), (0.14, 0.36), (-0.14, 0.36),
                    (-0.26, 0.2)), 0.07)  # fmt: skip
    barrel = polygon((-0.055, 0.3), (0.055, 0.3), (0.055, 0.46), (-0.055, 0.46))
    eyes, pupils = (scattered(regular(16, 0, 0, r), [(-0.12, y), (0.12, y)])
                    for r, y in ((0.08, 0.24), (0.045, 0.262)))  # fmt: skip
    around = polygon((-0.36, -0.38), (0.36, -0.38), (0.36, 0.32), (0.16, 0.36), (0.055, 0.46),
                     (-0.055, 0.46), (-0.16, 0.36), (-0.36, 0.32))  # fmt: skip
    return Layer(
        [
            Shape(around, HALO, HALO, 0.09),
            Shape(together([*treads, barrel]), TREAD),
            Shape(hull, colour, INK, 0.032),
            Shape(eyes, WHITE),
            Shape(pupils, INK),
            Shape(regular(16, 0, 0, 0.165), HALO, INK, 0.025),
            Shape(text(str(number_of(name)), 0, -0.27, 0.13), readable_on(colour)),
        ]
    )


@cache
def letter(name: str) -> Layer:
    """A robot's letter, which stays upright however the robot turns."""
    return Layer([Shape(text(name[0].upper(), 0, 0, 0.2), INK)])


# Beside a robot, on a round sign ----------------------------------------------------------------


@cache
def damage(points: int) -> Layer:
    """How much damage it has: a spark with a number."""
    return Layer([Shape(_spark(), ATTENTION, WHITE, 0.035), Shape(text(str(points), 0, 0, 0.15),
                                                                  WHITE)])  # fmt: skip


def _spark() -> Path:
    """A star with ten points."""
    corners = [(math.radians(18 * corner), (0.2, 0.15)[corner % 2]) for corner in range(20)]
    return polygon(*((r * math.sin(turn), r * math.cos(turn)) for turn, r in corners))


@cache
def touched(number: int) -> Layer:
    """The last flag that it has touched."""
    cloth = polygon((-0.12, 0.14), (0.17, 0.14), (0.1, 0), (0.17, -0.14), (-0.12, -0.14))
    return Layer(
        [
            Shape(line((-0.14, 0.15), (-0.14, -0.18)), line=WHITE, width=0.09),
            Shape(cloth, fixtures.FLAG, WHITE, 0.035),
            Shape(line((-0.14, 0.15), (-0.14, -0.18)), line=INK, width=0.05),
            Shape(text(str(number), 0, 0, 0.15), WHITE),
        ]
    )


@cache
def archive(name: str) -> Layer:
    """The marker of where a robot comes back: a peg of its colour, with its letter."""
    colour = PIECE_COLOURS[name]
    peg = rounded_rectangle(-0.11, -0.11, 0.22, 0.22, 0.09)
    return Layer([Shape(peg, colour, WHITE, 0.03),
                  Shape(text(name[0].upper(), 0, 0, 0.15), readable_on(colour))])  # fmt: skip


@cache
def asleep() -> Layer:
    """It is powered down."""
    turns = [math.radians(30 + 30 * step) for step in range(11)]
    return Layer(
        [
            Shape(circle(0, 0, 0.165), INK, WHITE, 0.035),
            Shape(
                line(*((0.09 * math.sin(t), 0.09 * math.cos(t)) for t in turns)),
                line=WHITE,
                width=0.035,
            ),
            Shape(line((0, 0.02), (0, 0.12)), line=WHITE, width=0.035),
        ]
    )


@cache
def virtual() -> Layer:
    """It is not quite there: a veil with a broken rim."""
    rim = [math.radians(15 * step) for step in range(24)]
    dashes = [((0.44 * math.sin(t), 0.44 * math.cos(t)),
               (0.44 * math.sin(t + 0.13), 0.44 * math.cos(t + 0.13))) for t in rim]  # fmt: skip
    return Layer(
        [Shape(circle(0, 0, 0.44), f"{WHITE}78"), Shape(lines(dashes), line=INK, width=0.03)]
    )


@cache
def wreck() -> Layer:
    """It is destroyed."""
    strokes = lines(cross(0, 0, 0.3))
    return Layer(
        [
            Shape(strokes, line=WHITE, width=0.2),
            Shape(strokes, line=ATTENTION, width=0.13),
        ]
    )


# What a robot stands on, laid over it -----------------------------------------------------------


@cache
def plate(kind: str) -> Layer:
    """The sign of what is printed under a robot: a belt, a gear, or a repair site."""
    frame = rounded_rectangle(-0.16, -0.16, 0.32, 0.32, 0.05)
    if kind in ("belt", "express"):
        is_express = kind == "express"
        sign = chevrons(("behind",), is_express, CHEVRONS[is_express])
        return Layer([Shape(frame, BANDS[is_express], WHITE, 0.03), *moved([sign], 0, 0, 0.62)])
    if kind in fixtures.GEARS:
        arrows = together(fixtures.round_arrows(kind, 0.25))
        return Layer([Shape(frame, fixtures.GEARS[kind], INK, 0.026),
                      *moved([Shape(arrows, line=INK, width=0.07)], 0, 0, 0.42)])  # fmt: skip
    tools = fixtures.tools(2 if kind == "hammer" else 1, 0.12)
    return Layer([Shape(frame, fixtures.STEEL, INK, 0.026), *tools])


@cache
def flag(number: int) -> Layer:
    """The sign of a flag under a robot."""
    frame = rounded_rectangle(-0.16, -0.16, 0.32, 0.32, 0.05)
    return Layer([Shape(frame, fixtures.FLAG, WHITE, 0.03), Shape(text(str(number), 0, 0, 0.18),
                                                                  WHITE)])  # fmt: skip
