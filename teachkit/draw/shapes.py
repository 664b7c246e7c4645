"""Flat shapes, their colours, and the contrast between text and its background.

Lengths and line widths are in scene units, so a picture looks the same at any size. Colours are
written as `#rrggbb` or `#rrggbbaa`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from matplotlib.path import Path

from teachkit.draw import paths

INK = "#2b1a12"
PAPER = "#fcf5ea"
WHITE = "#ffffff"
CLEAR = "#00000000"
SHADE = "#2b1a1238"
ATTENTION = "#9a3412"
TRAIL = "#ffd54a"

# These colours also differ in lightness, for black-and-white prints and for colour-blind people.
PIECE_COLOURS = {
    "red": "#c62828", "green": "#2fa36b", "blue": "#1d4f9f", "yellow": "#f9ce37",
    "orange": "#f48c2f", "purple": "#4a1a6e", "white": "#fbf8f2", "cyan": "#63cdf0",
}  # fmt: skip

# The colours of cards by kind, as `widgets/common/tokens.css` has them in the light.
KIND_COLOURS = {
    "moves": "#0b7285", "turns": "#6741b8", "special": "#a62369", "loops": "#7d5f00",
    "questions": "#46566e", "routines": "#4d6a12",
}  # fmt: skip


class Shape(NamedTuple):
    """A path with a fill colour, and with the colour and width of its outline."""

    path: Path
    fill: str = CLEAR
    line: str = CLEAR
    width: float = 0.0


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 to 1, as defined by WCAG."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21. Text needs at least 4.5.

    >>> round(contrast("#ffffff", "#000000"))
    21
    """
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def readable_on(colour: str) -> str:
    """Return the text colour, `INK` or `WHITE`, that is easier to read on `colour`.

    >>> readable_on(PIECE_COLOURS["blue"]), readable_on(PIECE_COLOURS["yellow"])
    ('#ffffff', '#2b1a12')
    """
    return max(INK, WHITE, key=lambda letter: contrast(letter, colour))


def moved(shapes: Iterable[Shape], x: float, y: float, scale: float = 1) -> list[Shape]:
    """Return copies of `shapes`, scaled with their line widths, then moved by `x` and `y`."""
    return [
        shape._replace(path=paths.placed(shape.path, x, y, scale), width=scale * shape.width)
        for shape in shapes
    ]
