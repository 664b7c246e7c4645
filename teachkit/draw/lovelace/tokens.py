"""What lies on the machine of Lovelace & Babbage: components, digits, patrons, players' seals.

Every kind has an outline and a sign of its own; a colour only repeats what they say. All is drawn
around its own middle, in units of which a component's cell has one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache

from matplotlib.path import Path

from teachkit.draw.scene import Layer
from teachkit.draw.shapes import (
    ATTENTION,
    CLEAR,
    INK,
    PIECE_COLOURS,
    WHITE,
    Point,
    Shape,
    circle,
    line,
    lines,
    moved,
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
from teachkit.games.lovelace.components import Component
from teachkit.games.lovelace.editions import CHARACTERS
from teachkit.games.lovelace.reasons import SIGNS, called
from teachkit.words import translate

BRASS, BRASS_LIGHT, BRASS_DARK = "#c79a3e", "#ecd596", "#6d4a14"
DRUM = "#fdf8e6"
CARD = "#fdf6e3"
DONE = "#1b6b34"
TOKEN_COLOURS = {"white": "#f6eedc", "yellow": "#f2cd57", "green": "#a6d8ad", "blue": "#a9cdf2"}

# They differ in lightness as well, from the brightest to the darkest.
AREA_COLOURS = {
    "stars": "#f5d04a", "steam": "#a9b5be", "poems": "#e0789c", "maps": "#2f7048",
    "music": "#57307d",
}  # fmt: skip
SEAL_COLOURS = dict(zip(CHARACTERS, PIECE_COLOURS.values(), strict=False))

WINDOW = (0.98, 1.34)  # what shows one digit of the register
TENS, UNITS = -0.6, 0.6  # the middles of the two
PLATE = (2.7, 2.0)
PATRON = (1.62, 1.62)
TARGET = (1.16, 1.2)
_DIGIT = 0.98


def layer_of(shapes: Iterable[Shape], scale: float = 1) -> Layer:
    """Shapes made larger or smaller, as a layer."""
    return Layer(moved(shapes, 0, 0, scale))


# Components ------------------------------------------------------------------------------------


@cache
def token(each: Component, size: float) -> Layer:
    """A component as it lies in its cell of this size."""
    return layer_of(component(each), size)


def component(each: Component) -> list[Shape]:
    """What calculates is a cogwheel, what moves digits a slide, what sets the register a tag."""
    return {"arithmetic": _cogwheel, "set": _tag}.get(each.kind, _slide)(each)


def _cogwheel(each: Component) -> list[Shape]:
    signs, number = [SIGNS[operator] for operator in each.operators], str(each.number)
    above, below = signs[:2], signs[2:]
    words = [text(number, 0, 0, 0.24) if below else text(number, 0, -0.12, 0.28)]
    words += _signs(above, 0.24 if below else 0.18)
    words += _signs(below, -0.24)
    return [
        Shape(cog(0, 0, 0.48, 14), TOKEN_COLOURS[each.colour], INK, 0.03),
        Shape(regular(28, 0, 0, 0.39), line=BRASS_DARK, width=0.014),
        Shape(together(words), INK),
    ]


def _signs(signs: Sequence[str], up: float) -> list[Path]:
    """Operators side by side with a little room between them."""
    start = -0.13 * (len(signs) - 1)
    return [text(sign, start + 0.26 * place, up, 0.2) for place, sign in enumerate(signs)]


def _slide(each: Component) -> list[Shape]:
    """Two places for digits, and where a digit goes; what is copied has a dot."""
    boxes = scattered(rounded_rectangle(-0.11, -0.13, 0.22, 0.26, 0.04), [(-0.27, 0), (0.27, 0)])
    arrows = {
        "swap": [bent_arrow((-0.25, 0.19), (0.23, 0.2), 0.08, 0.13),
                 bent_arrow((0.25, -0.19), (-0.23, -0.2), 0.08, 0.13)],
        "copy-tens": [bent_arrow((-0.13, 0), (0.14, 0), 0, 0.2)],
        "copy-units": [bent_arrow((0.13, 0), (-0.14, 0), 0, 0.2)],
    }[each.kind]  # fmt: skip
    dots = {"copy-tens": [(-0.27, 0.0)], "copy-units": [(0.27, 0.0)]}.get(each.kind, [])
    signs = [head for _, head in arrows] + [circle(*spot, 0.065) for spot in dots]
    return [
        Shape(rounded_rectangle(-0.45, -0.38, 0.9, 0.76, 0.12), TOKEN_COLOURS["green"], INK, 0.03),
        Shape(boxes, DRUM, INK, 0.026),
        Shape(together([way for way, _ in arrows]), line=INK, width=0.04),
        Shape(together(signs), INK),
    ]


def _tag(each: Component) -> list[Shape]:
    outline = polygon((-0.3, -0.34), (0.46, -0.34), (0.46, 0.34), (-0.3, 0.34), (-0.49, 0))
    return [
        Shape(outline, TOKEN_COLOURS["blue"], INK, 0.03),
        Shape(circle(-0.36, 0, 0.045), DRUM, INK, 0.02),
        Shape(text(f"={each.number}", 0.1, 0, 0.22), INK),
    ]


def cog(x: float, y: float, radius: float, teeth: int) -> Path:
    """A wheel with so many teeth."""
    corners: list[Point] = []
    for tooth in range(teeth):
        for part, far in ((-0.3, 0.88), (-0.17, 1), (0.17, 1), (0.3, 0.88)):
            turn = math.tau * (tooth + part) / teeth
            corners.append((x + far * radius * math.sin(turn), y + far * radius * math.cos(turn)))
    return polygon(*corners)


def bent_arrow(start: Point, end: Point, bend: float, head: float) -> tuple[Path, Path]:
    """The way of an arrow, bent to its left by so much, and its head, which ends in `end`."""
    (x, y), (to_x, to_y) = start, end
    far = math.dist(start, end)
    left = (-(to_y - y) / far, (to_x - x) / far)
    knee = (x + to_x) / 2 + 2 * bend * left[0], (y + to_y) / 2 + 2 * bend * left[1]
    turn = math.atan2(to_x - knee[0], to_y - knee[1])
    point = placed(polygon((-head / 2, -head), (0, 0), (head / 2, -head)), to_x, to_y,
                   degrees=math.degrees(turn))  # fmt: skip
    neck = to_x - 0.8 * head * math.sin(turn), to_y - 0.8 * head * math.cos(turn)
    return Path([start, knee, neck], [Path.MOVETO, Path.CURVE3, Path.CURVE3]), point


# The register ----------------------------------------------------------------------------------


@cache
def plate(size: float) -> Layer:
    """The brass plate of a register, with a window for each of its two digits."""
    wide, high = PLATE
    corners = [(x, y) for x in (0.14 - wide / 2, wide / 2 - 0.14)
               for y in (0.14 - high / 2, high / 2 - 0.14)]  # fmt: skip
    slots = [((x - 0.05, y - 0.05), (x + 0.05, y + 0.05)) for x, y in corners]
    return layer_of(
        [
            Shape(rounded_rectangle(-wide / 2, -high / 2, wide, high, 0.2), BRASS, INK, 0.04),
            Shape(rounded_rectangle(0.07 - wide / 2, 0.07 - high / 2, wide - 0.14, high - 0.14,
                                    0.15), line=BRASS_LIGHT, width=0.03),
            Shape(scattered(circle(0, 0, 0.08), corners), BRASS_LIGHT, INK, 0.02),
            Shape(lines(slots), line=INK, width=0.02),
            Shape(_windows(0.09), BRASS_DARK),
            Shape(_windows(0), DRUM, INK, 0.03),
        ],
        size,
    )  # fmt: skip


def _windows(more: float) -> Path:
    wide, high = WINDOW[0] + 2 * more, WINDOW[1] + 2 * more
    return together(
        [rounded_rectangle(x - wide / 2, -high / 2, wide, high, 0.1) for x in (TENS, UNITS)]
    )


@cache
def digit(figure: int, size: float) -> Layer:
    """One digit of a register."""
    return layer_of([Shape(text(str(figure), 0, 0, _DIGIT), INK)], size)


def frame(wide: float, high: float, corner: float) -> list[Shape]:
    """What calls the attention to something of this size."""
    around = rounded_rectangle(-wide / 2, -high / 2, wide, high, corner)
    return [Shape(around, line=WHITE, width=0.13), Shape(around, line=ATTENTION, width=0.07)]


@cache
def frame_of_cell(size: float) -> Layer:
    """The frame around the component that is used."""
    return layer_of(frame(0.98, 0.98, 0.14), size)


# Players and areas -----------------------------------------------------------------------------


@cache
def seal(name: str, radius: float) -> Layer:
    """A player's seal: a colour, and the first letter of the name."""
    return layer_of(seal_shapes(name), radius)


def seal_shapes(name: str) -> list[Shape]:
    colour = SEAL_COLOURS[name]
    letter = Shape(text(called(name)[0], 0, 0, 0.95), readable_on(colour))
    return [Shape(circle(0, 0, 1), colour, INK, 0.13), letter]


def area_sign(area: str) -> list[Shape]:
    """The sign of an area of influence, one unit wide: its own outline, colour and picture."""
    colour = AREA_COLOURS[area]
    ink = readable_on(colour)
    return [Shape(_OUTLINES[area], colour, INK, 0.05), *_PICTURES[area](ink)]


def _note(ink: str) -> list[Shape]:
    flag = polygon((0.1, 0.3), (0.3, 0.14), (0.26, -0.02), (0.1, 0.1))
    stem = rectangle(0.04, -0.18, 0.07, 0.49)
    return [Shape(together([circle(-0.06, -0.18, 0.16), stem, flag]), ink)]


def _star(ink: str) -> list[Shape]:
    corners = [
        (far * math.sin(math.pi * place / 5), far * math.cos(math.pi * place / 5) - 0.02)
        for place, far in enumerate([0.34, 0.14] * 5)
    ]
    return [Shape(polygon(*corners), ink)]


def _vapour(ink: str) -> list[Shape]:
    wisp = Path([(0, -0.14), (-0.14, 0.0), (0, 0.08), (0.12, 0.17), (0.02, 0.3)],
                [Path.MOVETO, *[Path.CURVE3] * 4])  # fmt: skip
    wisps = scattered(wisp, [(-0.2, 0), (0.02, 0), (0.24, 0)])
    return [Shape(wisps, line=ink, width=0.075), Shape(rectangle(-0.3, -0.32, 0.6, 0.11), ink)]


def _map(ink: str) -> list[Shape]:
    folds = [(-0.34, 0.2), (-0.11, 0.28), (0.11, 0.2), (0.34, 0.28)]
    sheet = polygon(*folds, *[(x, y - 0.48) for x, y in reversed(folds)])
    creases = lines([(folds[1], (-0.11, -0.2)), (folds[2], (0.11, -0.28))])
    return [Shape(sheet, CLEAR, ink, 0.07), Shape(creases, line=ink, width=0.06)]


def _book(ink: str) -> list[Shape]:
    half = [(0.0, -0.24), (0.0, 0.18), (0.34, 0.26), (0.34, -0.16)]
    pages = together([polygon(*half), polygon(*[(-x, y) for x, y in half])])
    verses = [((side * 0.08, up), (side * 0.25, up + 0.04))
              for side in (-1, 1) for up in (-0.06, 0.07)]  # fmt: skip
    return [Shape(pages, CLEAR, ink, 0.06), Shape(lines(verses), line=ink, width=0.05)]


_OUTLINES = {
    "music": circle(0, 0, 0.5),
    "stars": regular(5, 0, -0.03, 0.56),
    "steam": rounded_rectangle(-0.46, -0.46, 0.92, 0.92, 0.14),
    "maps": regular(6, 0, 0, 0.53),
    "poems": rounded(((-0.5, 0.46), (0.5, 0.46), (0.5, -0.2), (0, -0.56), (-0.5, -0.2)), 0.1),
}
_PICTURES = {"music": _note, "stars": _star, "steam": _vapour, "maps": _map, "poems": _book}


# Patrons and targets ---------------------------------------------------------------------------

PATRON_WORD = 0.14  # how high the name of an area is, at least
AREA_SPOTS = ((-0.4, -0.18), (0.4, -0.18))
SIGMA_SPOT = (0.58, 0.59)
STAMP_SPOT = (0, -0.3)


@cache
def patron(number: int, areas: tuple[str, ...], words: tuple[str, ...], size: float) -> Layer:
    """A patron's card: the number, and the two areas of influence with their names."""
    wide, high = PATRON
    shapes = [Shape(rounded_rectangle(-wide / 2, -high / 2, wide, high, 0.12), CARD, INK, 0.035)]
    names = [text(f"{number:02}", 0, 0.52, 0.36)]
    for (x, y), area, word in zip(AREA_SPOTS, areas, words, strict=True):
        shapes += moved(area_sign(area), x, y, 0.6)
        height = min(0.16, 0.16 * 0.72 / width_of(word, 0.16))
        names.append(text(word, x, -0.645, height))
    return layer_of([*shapes, Shape(together(names), INK)], size)


def names_of(areas: Sequence[str]) -> tuple[str, ...]:
    """The areas as people call them."""
    return tuple(translate(area) for area in areas)


@cache
def target(number: int, size: float) -> Layer:
    """A number that an exercise wants to see: a ticket with a ring to be stamped."""
    wide, high = TARGET
    return layer_of(
        [
            Shape(rounded_rectangle(-wide / 2, -high / 2, wide, high, 0.12), CARD, INK, 0.035),
            Shape(text(f"{number:02}", 0, 0.22, 0.44), INK),
            Shape(circle(*STAMP_SPOT, 0.2), line=INK, width=0.03),
        ],
        size,
    )


@cache
def stamp(size: float) -> Layer:
    """The stamp on a target that was hit."""
    tick = line((-0.11, 0.0), (-0.03, -0.09), (0.12, 0.1))
    return layer_of(
        [Shape(circle(0, 0, 0.22), DONE, INK, 0.03), Shape(tick, line=WHITE, width=0.075)], size
    )


@cache
def taken(name: str, size: float) -> Layer:
    """An area that is gone: the seal of whoever won it, across the sign."""
    cover = Shape(rectangle(-0.37, -0.37, 0.74, 0.74), CARD)
    ring = Shape(circle(0, 0, 0.33), line=INK, width=0.025)
    return layer_of([cover, ring, *moved(seal_shapes(name), 0, 0, 0.25)], size)


@cache
def failures(count: int, size: float) -> Layer:
    """How many experiments have failed with a patron."""
    words = "Σ" if count == 1 else f"Σ{count}"
    return layer_of(
        [
            Shape(rounded_rectangle(-0.17, -0.13, 0.34, 0.26, 0.07), INK),
            Shape(text(words, 0, 0, 0.16 if count == 1 else 0.13), WHITE),
        ],
        size,
    )


def punched(number: str) -> list[Shape]:
    """A subroutine: a punched card with its number."""
    holes = [(x, y) for x in (-0.38, 0.38) for y in (-0.12, 0, 0.12)]
    outline = polygon((-0.5, -0.26), (0.5, -0.26), (0.5, 0.26), (-0.38, 0.26), (-0.5, 0.14))
    return [
        Shape(outline, CARD, INK, 0.03),
        Shape(scattered(circle(0, 0, 0.03), holes), INK),
        Shape(text(number, 0.0, 0, 0.27), INK),
    ]
