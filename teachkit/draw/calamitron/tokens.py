"""What stands in the hall of Calamitron: retros, rogues and crates.

Colours never stand alone: every type has its own outline, retros carry the letter of their player,
and rogues the letter and number of the text board. All look north; two lamps are in front.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache

from matplotlib.path import Path

from teachkit.draw.scene import Layer
from teachkit.draw.shapes import (
    INK,
    PIECE_COLOURS,
    WHITE,
    Point,
    Shape,
    circle,
    line,
    lines,
    placed,
    polygon,
    readable_on,
    rectangle,
    regular,
    rounded,
    rounded_rectangle,
    scattered,
    text,
    together,
    width_of,
)

HALO = "#fffaf0"
TRACK, CLEAT = "#2a2a31", "#7c7c86"
LAMP = "#fff3b0"
METAL, DARK = "#8b96a5", "#353c48"
ROGUE, BOSS, MINION = "#5a6476", "#2b2438", "#f3ead8"
GOLD = "#f2c14e"
HOT, FIRE = "#d43a2a", "#f08a24"
WOOD, PLANK, NAIL, FILLED = "#c98f4e", "#8a5a2b", "#4d3218", "#e6cfa8"
STAR = "#ffd54a"

SIZE = 1.06
_LETTER = 0.2


def _lamps(y: float, aside: float = 0.075, radius: float = 0.042) -> list[Shape]:
    """Two lamps in front, on a dark strip."""
    strip = rounded_rectangle(-aside - 0.075, y - 0.06, 2 * aside + 0.15, 0.12, 0.05)
    lamps = together([circle(-aside, y, radius), circle(aside, y, radius)])
    return [Shape(strip, INK), Shape(lamps, LAMP)]


def _haloed(*shapes: Shape | Iterable[Shape]) -> list[Shape]:
    """Shapes on a bright rim, so that they stand out from every ground."""
    flat: list[Shape] = []
    for each in shapes:
        flat += [each] if isinstance(each, Shape) else each
    return [*(Shape(shape.path, HALO, HALO, 0.1) for shape in flat if shape.fill != LAMP), *flat]


# Retros ----------------------------------------------------------------------------------------


@cache
def hull(name: str) -> Layer:
    """What all retros of a player have in common: their colour. The type is laid around it."""
    return Layer([Shape(circle(0, 0, 0.2), PIECE_COLOURS[name], INK, 0.03)])


@cache
def retro(name: str, kind: str) -> Layer:
    """A retro of this type in the colour of its player, with room for the letter."""
    shapes = _RETROS[kind](PIECE_COLOURS[name])
    return Layer([*_haloed(shapes), Shape(circle(0, 0, _disc(kind)), HALO, INK, 0.026)])


@cache
def letter(name: str) -> Layer:
    """The letter of a player, which stays upright however the retro turns."""
    return Layer([Shape(text(name[0].upper(), 0, 0, _LETTER), INK)])


def _disc(kind: str) -> float:
    return 0.145 if kind == "nano" else 0.165


def _tread(colour: str) -> list[Shape]:
    """Two long tracks, and a blade to push with."""
    cleats = [((x - 0.075, y / 100), (x + 0.075, y / 100))
              for x in (-0.32, 0.32) for y in range(-30, 31, 12)]  # fmt: skip
    tracks = together([rounded_rectangle(x - 0.1, -0.39, 0.2, 0.78, 0.08) for x in (-0.32, 0.32)])
    blade = polygon((-0.4, 0.46), (0.4, 0.46), (0.32, 0.37), (-0.32, 0.37))
    return [
        Shape(tracks, TRACK, INK, 0.02),
        Shape(lines(cleats), line=CLEAT, width=0.03),
        Shape(rounded_rectangle(-0.235, -0.33, 0.47, 0.7, 0.07), colour, INK, 0.032),
        Shape(blade, METAL, INK, 0.03),
        *_lamps(0.27),
    ]


def _shot(colour: str) -> list[Shape]:
    """A round turret on four wheels, with a long barrel ahead."""
    wheels = [(x, y) for x in (-0.31, 0.31) for y in (-0.2, 0.16)]
    return [
        Shape(scattered(rounded_rectangle(-0.06, -0.1, 0.12, 0.2, 0.05), wheels), TRACK, INK, 0.02),
        Shape(rectangle(-0.065, 0.16, 0.13, 0.28), METAL, INK, 0.03),
        Shape(rounded_rectangle(-0.1, 0.39, 0.2, 0.1, 0.03), DARK, INK, 0.02),
        Shape(circle(0, -0.02, 0.31), colour, INK, 0.032),
        *_spread_lamps(0.17, 0.2),
    ]


def _spread_lamps(aside: float, y: float) -> list[Shape]:
    """Two lamps apart from each other, beside a barrel."""
    spots = [(-aside, y), (aside, y)]
    return [Shape(scattered(circle(0, 0, 0.062), spots), INK),
            Shape(scattered(circle(0, 0, 0.042), spots), LAMP)]  # fmt: skip


def _nano(colour: str) -> list[Shape]:
    """Small, with six thin legs and two feelers."""
    legs = [((side * 0.15, y), (side * 0.36, y + bend))
            for side in (-1, 1) for y, bend in ((-0.12, -0.14), (0, 0), (0.12, 0.14))]  # fmt: skip
    feelers = [((side * 0.06, 0.2), (side * 0.13, 0.42)) for side in (-1, 1)]
    return [
        Shape(lines([*legs, *feelers]), line=INK, width=0.05),
        Shape(regular(6, 0, 0, 0.255), colour, INK, 0.032),
        Shape(scattered(circle(0, 0, 0.045), [(-0.14, 0.43), (0.14, 0.43)]), LAMP, INK, 0.025),
    ]


_RETROS: dict[str, Callable[[str], list[Shape]]] = {"tread": _tread, "shot": _shot, "nano": _nano}


# Rogues ----------------------------------------------------------------------------------------


@cache
def rogue(kind: str) -> Layer:
    """A rogue of this type, with room for its sign."""
    return Layer([*_haloed(_ROGUES[kind]()), Shape(circle(0, 0, 0.165), HALO, INK, 0.026)])


@cache
def sign(words: str) -> Layer:
    """What the text board calls a rogue, upright."""
    height = min(0.17, 0.17 * 0.26 / width_of(words, 0.17))
    return Layer([Shape(text(words, 0, 0, height), INK)])


def _servo() -> list[Shape]:
    """A dart with fins: it is fast."""
    dart = ((0, 0.46), (0.26, 0.08), (0.4, -0.42), (0.16, -0.3), (-0.16, -0.3), (-0.4, -0.42),
            (-0.26, 0.08))  # fmt: skip
    return [Shape(polygon(*dart), ROGUE, INK, 0.032), *_lamps(0.235, 0.06, 0.04)]


def _knock() -> list[Shape]:
    """A ram ahead."""
    return [
        Shape(rectangle(-0.06, 0.2, 0.12, 0.2), METAL, INK, 0.03),
        Shape(rounded_rectangle(-0.34, 0.36, 0.68, 0.13, 0.05), METAL, INK, 0.032),
        Shape(rounded_rectangle(-0.3, -0.36, 0.6, 0.6, 0.08), ROGUE, INK, 0.032),
        *_spread_lamps(0.2, 0.18),
    ]


def _laser() -> list[Shape]:
    """A long thin gun with a glowing lens."""
    return [
        Shape(polygon((-0.12, 0.1), (0.12, 0.1), (0.035, 0.42), (-0.035, 0.42)), METAL, INK, 0.03),
        Shape(circle(0, 0.43, 0.055), HOT, INK, 0.02),
        Shape(regular(6, 0, -0.06, 0.36), ROGUE, INK, 0.032),
        *_spread_lamps(0.15, 0.17),
    ]


def _flame() -> list[Shape]:
    """Three nozzles with a small flame each: ahead, and to both sides of it."""
    nozzle = together([placed(polygon((-0.06, 0.2), (0.06, 0.2), (0.09, 0.36), (-0.09, 0.36)),
                              0, 0, degrees=turn) for turn in (-45, 0, 45)])  # fmt: skip
    drop = polygon((-0.055, 0.36), (0.055, 0.36), (0, 0.49))
    drops = together([placed(drop, 0, 0, degrees=turn) for turn in (-45, 0, 45)])
    body = rounded(((-0.26, 0.24), (0.26, 0.24), (0.36, -0.36), (-0.36, -0.36)), 0.08)
    return [
        Shape(nozzle, METAL, INK, 0.03),
        Shape(drops, FIRE, INK, 0.02),
        Shape(body, ROGUE, INK, 0.032),
        *_lamps(0.205, 0.09),
    ]


def _vise() -> list[Shape]:
    """Two jaws ahead, with a gap between them."""
    jaw = ((0.3, 0.2), (0.4, 0.2), (0.4, 0.49), (0.1, 0.49), (0.1, 0.39), (0.3, 0.39))
    jaws = together([polygon(*((side * x, y) for x, y in jaw)) for side in (-1, 1)])
    return [
        Shape(jaws, METAL, INK, 0.03),
        Shape(rounded_rectangle(-0.4, -0.4, 0.8, 0.67, 0.08), ROGUE, INK, 0.032),
        *_lamps(0.205),
    ]


def _prog() -> list[Shape]:
    """Waves to all four sides."""
    return [
        Shape(_waves(), line=INK, width=0.05),
        Shape(placed(regular(8, 0, 0, 0.31), 0, 0, degrees=22.5), ROGUE, INK, 0.032),
        *_lamps(0.21),
    ]


def _waves() -> Path:
    """An arc beyond each of the four sides."""
    arc = [(-0.2, 0.39), (-0.1, 0.44), (0.0, 0.455), (0.1, 0.44), (0.2, 0.39)]
    return together([placed(line(*arc), 0, 0, degrees=turn) for turn in (0, 90, 180, 270)])


def _boss() -> list[Shape]:
    """The Progbot with a crown."""
    crown: list[Point] = [(-0.2, 0.2), (0.2, 0.2), (0.24, 0.44), (0.11, 0.32), (0, 0.48),
                          (-0.11, 0.32), (-0.24, 0.44)]  # fmt: skip
    return [
        Shape(_waves(), line=INK, width=0.05),
        Shape(placed(regular(8, 0, 0, 0.36), 0, 0, degrees=22.5), BOSS, INK, 0.032),
        Shape(polygon(*crown), GOLD, INK, 0.03),
        Shape(scattered(circle(0, 0, 0.045), [(-0.08, 0.235), (0.08, 0.235)]), LAMP, INK, 0.025),
    ]


def _minion() -> list[Shape]:
    """Small, bright and round, with two ears: it harms nobody."""
    ears = [(-0.2, 0.27), (0.2, 0.27)]
    return [
        Shape(scattered(circle(0, 0, 0.11), ears), MINION, INK, 0.032),
        Shape(circle(0, 0, 0.32), MINION, INK, 0.032),
        *_spread_lamps(0.1, 0.21),
    ]


_ROGUES: dict[str, Callable[[], list[Shape]]] = {
    "servo": _servo, "knock": _knock, "laser": _laser, "flame": _flame, "vise": _vise,
    "prog": _prog, "boss": _boss, "minion": _minion,
}  # fmt: skip


# What lies on them, and other things -----------------------------------------------------------


@cache
def dizzy() -> Layer:
    """Stars around a bot that lies on its back."""
    star = placed(_star(), 0, 0, 0.13)
    spots = [(-0.38, 0.3), (0.38, 0.3), (0.38, -0.3), (-0.38, -0.3)]
    crossed = lines([((-0.3, -0.22), (0.3, 0.22)), ((-0.3, 0.22), (0.3, -0.22))])
    return Layer(
        [
            Shape(crossed, line=WHITE, width=0.11),
            Shape(crossed, line=INK, width=0.05),
            Shape(circle(0, 0, 0.155), HALO),
            *(Shape(placed(star, *spot), STAR, INK, 0.03) for spot in spots),
        ]
    )


def _star() -> Path:
    """A star with five points around a point."""
    turns = [math.tau * corner / 10 for corner in range(10)]
    radii = [0.42 if corner % 2 else 1 for corner in range(10)]
    return polygon(*((radius * math.sin(turn), radius * math.cos(turn))
                     for radius, turn in zip(radii, turns, strict=True)))  # fmt: skip


@cache
def lost() -> Layer:
    """The dark over a retro that is out, with an X."""
    cross = lines([((-0.13, -0.13), (0.13, 0.13)), ((-0.13, 0.13), (0.13, -0.13))])
    return Layer([Shape(circle(0, 0, 0.34), "#171b21b0"), Shape(cross, line=WHITE, width=0.07)])


@cache
def crate() -> Layer:
    """A wooden box with a brace across."""
    corners = [(x, y) for x in (-0.24, 0.24) for y in (-0.24, 0.24)]
    return Layer(
        [
            Shape(rectangle(-0.28, -0.36, 0.64, 0.66), "#252d3844"),
            Shape(rounded_rectangle(-0.33, -0.33, 0.66, 0.66, 0.04), WOOD, NAIL, 0.04),
            Shape(lines([((-0.29, -0.29), (0.29, 0.29)), ((-0.29, 0.29), (0.29, -0.29))]),
                  line=PLANK, width=0.1),
            Shape(rectangle(-0.29, -0.29, 0.58, 0.58), line=PLANK, width=0.09),
            Shape(scattered(circle(0, 0, 0.03), corners), NAIL),
        ]
    )  # fmt: skip


@cache
def planks() -> Layer:
    """What a crate has made of a pit: floor again."""
    joints = [((-0.4, y), (0.4, y)) for y in (-0.21, 0, 0.21)]
    return Layer(
        [
            Shape(rounded_rectangle(-0.44, -0.44, 0.88, 0.88, 0.04), FILLED, PLANK, 0.03),
            Shape(lines(joints), line=PLANK, width=0.022),
        ]
    )


@cache
def driver(name: str) -> Layer:
    """A ring in the colour of a hacker, around itself and around the bot that it drives."""
    ring = circle(0, 0, 0.5)
    return Layer(
        [Shape(ring, line=INK, width=0.1), Shape(ring, line=PIECE_COLOURS[name], width=0.06)]
    )


@cache
def flag(name: str) -> Layer:
    """Whose instructions a bot follows: a small plate with the hacker's letter."""
    colour = PIECE_COLOURS[name]
    return Layer([Shape(rounded_rectangle(-0.13, -0.13, 0.26, 0.26, 0.06), colour, WHITE, 0.04),
                  Shape(text(name[0].upper(), 0, 0, 0.16), readable_on(colour))])  # fmt: skip
