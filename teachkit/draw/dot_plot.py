"""Dot plots: lists of numbers as stacked dots, which show how far results spread by chance."""

from __future__ import annotations

from collections import Counter
from statistics import fmean
from typing import NamedTuple

from teachkit.draw import paths
from teachkit.draw.scene import Background, Layer, Placed, Scene, scene
from teachkit.draw.shapes import ATTENTION, INK, PAPER, PIECE_COLOURS, TRAIL, Shape
from teachkit.words import say

_COLUMNS, _DOT, _LEFT, _LETTERS = 60, 0.16, 0.6, 0.24  # columns of dots, the width of one, …


class DotPlot(NamedTuple):
    """Rows of numbers, each with a name, on a common axis from `low` to `high`.

    >>> print(DotPlot({"Ada": [0.5, 0.25]}, 0, 1))
    Ada: from 0.25 to 0.5, and the mean is 0.38. 19 of 20 dots are between 0.25 and 0.5.
    """

    rows: dict[str, list[float]]
    low: float
    high: float

    def __str__(self) -> str:
        return "\n".join(_row_says(name, row) for name, row in self.rows.items())


def _row_says(name: str, row: list[float]) -> str:
    numbers = (min(row), max(row), fmean(row), *most_of(row))
    low, high, mean, least, most = (f"{number:.2g}" for number in numbers)
    facts = {"name": name, "low": low, "high": high, "mean": mean}
    says = say("{name}: from {low} to {high}, and the mean is {mean}.", **facts)
    return f"{says} {say('19 of 20 dots are between {low} and {high}.', low=least, high=most)}"


def most_of(row: list[float]) -> tuple[float, float]:
    """Return the ends of the range that holds the middle 19 of 20 numbers in `row`."""
    row, out = sorted(row), len(row) // 40
    return row[out], row[-1 - out]


@scene.register
def dot_plot_scene(plot: DotPlot) -> Scene:
    """Return the scene of a dot plot, with rows from top to bottom.

    Below the dots of a row, a bar reaches as far as 19 of 20 dots, and a triangle marks their mean.
    """
    span, wide, y = plot.high - plot.low, _COLUMNS * _DOT, 1.0
    rows = list[Shape]()
    for name, row in reversed(plot.rows.items()):
        shapes, top = _row(name, [wide * (number - plot.low) / span for number in row], y)
        rows, y = rows + shapes, top + 0.75
    paper = [Shape(paths.rounded_rectangle(0, 0, wide + 2 * _LEFT, y, 0.2), PAPER)]
    for part in (0, 0.25, 0.5, 0.75, 1):
        x = _LEFT + part * wide
        paper.append(Shape(paths.line((x, 0.75), (x, y - 0.2)), line=INK, width=0.01))
        paper.append(Shape(paths.text(f"{plot.low + part * span:g}", x, 0.4, _LETTERS), INK))
    back = Background(wide + 2 * _LEFT, y, (Placed(Layer([*paper, *rows])),))
    return Scene(back, alt=say("Dots on a line. A bar marks where most of them are."))


def _row(name: str, places: list[float], y: float) -> tuple[list[Shape], float]:
    """Return the shapes of the row that begins at `y`, and the height of its name."""
    (left, right), mean, stacked = most_of(places), _LEFT + fmean(places), Counter[int]()
    bar = paths.rectangle(_LEFT + left - 0.08, y + 0.22, right - left + 0.16, 0.18)
    arrow = paths.polygon((mean, y + 0.2), (mean - 0.14, y), (mean + 0.14, y))
    shapes = [Shape(bar, TRAIL, INK, 0.03), Shape(arrow, ATTENTION)]
    for column in (round(place / _DOT) for place in places):
        spot = _LEFT + _DOT * column, y + 0.5 + _DOT * (stacked[column] + 0.5)
        shapes.append(Shape(paths.circle(*spot, 0.45 * _DOT), PIECE_COLOURS["blue"]))
        stacked[column] += 1
    top = y + 0.85 + _DOT * max(stacked.values())
    return [*shapes, Shape(paths.text(name, _LEFT + 0.12, top, _LETTERS, align=0), INK)], top
