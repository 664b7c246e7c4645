"""What stands and lies on the board of Algoracing: rovers, samples, bases, platforms.

Colours never stand alone: rovers and bases carry letters, and every kind has its own outline.
"""

from __future__ import annotations

from functools import cache

from matplotlib.path import Path

from teachkit.core.board.squares import Facing
from teachkit.draw.scene import Layer
from teachkit.draw.shapes import (
    INK,
    PIECE_COLOURS,
    Shape,
    arrow,
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
)
from teachkit.games.algoracing.editions import COLOURS

HALO = "#fffaf0"
WHEEL = "#2a2a31"
LAMP = "#fff3b0"
CAPSULE = "#eaf3f1"
PAD = "#efe7da"
STEEL, BOLT = "#dbe2e8", "#4a5568"

_HOUSE = polygon((-0.14, -0.13), (0.14, -0.13), (0.14, 0.06), (0, 0.16), (-0.14, 0.06))
_FLASK = rounded(
    ((-0.05, 0.16), (0.05, 0.16), (0.05, 0.07), (0.16, -0.13), (-0.16, -0.13), (-0.05, 0.07)), 0.02
)


@cache
def rover(name: str) -> Layer:
    """A rover from above, looking north: pointed, with two lamps in front, cargo behind."""
    axles = [(x, y) for x in (-0.25, 0.25) for y in (-0.24, -0.03, 0.18)]
    wheels = scattered(rounded_rectangle(-0.065, -0.085, 0.13, 0.17, 0.045), axles)
    corners = ((-0.22, -0.36), (0.22, -0.36), (0.235, 0.1), (0, 0.43), (-0.235, 0.1))
    hull, inner = rounded(corners, 0.07), [(0.96 * x, 0.96 * y) for x, y in corners]
    halo = [scattered(rectangle(-0.06, -0.08, 0.12, 0.16), axles), polygon(*inner)]
    visor = rounded(((-0.14, 0.205), (0.14, 0.205), (0, 0.385)), 0.04)
    lamps = together([circle(-0.058, 0.252, 0.042), circle(0.058, 0.252, 0.042)])
    return Layer(
        [
            Shape(together(halo), HALO, HALO, 0.085),
            Shape(wheels, WHEEL),
            Shape(hull, PIECE_COLOURS[name], INK, 0.032),
            Shape(visor, INK),
            Shape(lamps, LAMP),
            Shape(line((-0.13, -0.215), (0.13, -0.215)), line=INK, width=0.02),
            Shape(circle(0, 0, 0.165), HALO, INK, 0.026),
        ]
    )


@cache
def letter(name: str) -> Layer:
    """A rover's letter, which stays upright however the rover turns."""
    return Layer([Shape(text(name[0].upper(), 0, 0, 0.2), INK)])


@cache
def cargo(count: int) -> Layer:
    """So many capsules in the cargo bay."""
    left = -0.068 * (count - 1)
    capsules = [regular(6, left + 0.136 * place, -0.28, 0.07) for place in range(count)]
    return Layer([Shape(together(capsules), CAPSULE, INK, 0.024)])


@cache
def samples(count: int, radius: float) -> Layer:
    """Samples lie face down: nobody knows their type. Several are a pile with their number."""
    pile = reversed([0.19 * radius * place for place in range(min(count, 3))])
    sides = [Shape(regular(6, up, up, radius), CAPSULE, INK, 0.13 * radius) for up in pile]
    words = "?" if count == 1 else str(count)
    return Layer([*sides, Shape(text(words, 0, 0, 0.88 * radius), INK)])


@cache
def base_token(owner: str, labs: tuple[str, ...]) -> Layer:
    """A home for one rover, and a flask for each colour whose laboratory this is.

    The signs are in the corners, where a rover does not hide their letters.
    """
    ring = circle(0, 0, 0.19)
    shapes = [
        Shape(rounded_rectangle(-0.48, -0.48, 0.96, 0.96, 0.1), PAD, INK, 0.03),
        Shape(ring, line=INK, width=0.1),
        Shape(ring, line=PIECE_COLOURS[owner], width=0.055),
        *_sign(_HOUSE, -0.31, 0.29, owner),
    ]
    for x, lab in lab_signs(labs):
        shapes += _flask(x, -0.31, lab)
    return Layer(shapes)


def lab_signs(labs: tuple[str, ...]) -> list[tuple[float, str]]:
    """Where the flasks stand, and of which colour each is; "" is for samples of all colours."""
    if set(labs) == set(COLOURS):
        return [(0.29, "")]
    return list(zip((-0.29, 0.29), labs, strict=False))


def _flask(x: float, y: float, lab: str) -> list[Shape]:
    if lab:
        return _sign(_FLASK, x, y, lab)
    return [Shape(placed(_FLASK, x, y), CAPSULE, INK, 0.026),
            Shape(regular(6, x, y - 0.06, 0.055), INK)]  # fmt: skip


@cache
def house(owner: str) -> Layer:
    """The sign of a base, to be laid over the rover that stands on it."""
    return Layer(_sign(_HOUSE, 0, 0, owner))


@cache
def flask(lab: str) -> Layer:
    """The sign of a laboratory, to be laid over the rover that stands there."""
    return Layer(_flask(0, 0, lab))


@cache
def lift_sign(toward: Facing | None) -> Layer:
    """The sign of a platform, to be laid over the rover that stands on it."""
    sign = (placed(arrow(0.2, 0.17), 0, 0, degrees=toward.degrees) if toward
            else lines([((-0.08, up), (0.08, up)) for up in (-0.06, 0, 0.06)]))  # fmt: skip
    plate = Shape(rounded_rectangle(-0.15, -0.15, 0.3, 0.3, 0.05), STEEL, INK, 0.026)
    return Layer([plate, Shape(sign, INK) if toward else Shape(sign, line=INK, width=0.03)])


def _sign(outline: Path, x: float, y: float, name: str) -> list[Shape]:
    colour = PIECE_COLOURS[name]
    letter = text(name[0].upper(), x, y - 0.04, 0.14)
    return [Shape(placed(outline, x, y), colour, INK, 0.026), Shape(letter, readable_on(colour))]


@cache
def platform(toward: Facing | None) -> Layer:
    """An elevator's platform; the upper one has an arrow toward the lower."""
    if toward:
        sign = Shape(placed(arrow(0.54, 0.42), 0, 0, degrees=toward.degrees), INK)
    else:
        treads = [((-0.2, up), (0.2, up)) for up in (-0.15, 0, 0.15)]
        sign = Shape(lines(treads), line=INK, width=0.05)
    corners = [(x, y) for x in (-0.31, 0.31) for y in (-0.31, 0.31)]
    return Layer(
        [
            Shape(rounded_rectangle(-0.4, -0.4, 0.8, 0.8, 0.08), STEEL, INK, 0.035),
            Shape(scattered(circle(0, 0, 0.04), corners), BOLT),
            sign,
        ]
    )
