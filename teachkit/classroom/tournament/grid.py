"""Everybody against everybody at one look: the darker, the more was won."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from typing import Any

from teachkit.classroom.report.heatmap import INK, label, squeezed
from teachkit.words import say

SQUARE = 0.5  # inches
DPI = 110
PALE, DARK = "#f2f5fa", "#1f4e8c"


def grid(
    rows: Sequence[str], columns: Sequence[str], shares: Sequence[Sequence[float | None]]
) -> bytes:
    """A PNG with a number in each square: how much of a hundred was won."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.figure import Figure

    left, above = 2.0, 1.3
    size = (left + SQUARE * len(columns) + 0.1, above + SQUARE * len(rows) + 0.1)
    figure = Figure(size, dpi=DPI, facecolor="#ffffff")
    axes = figure.add_axes((
        left / size[0], 0.1 / size[1], SQUARE * len(columns) / size[0], SQUARE * len(rows) / size[1]
    ))  # fmt: skip
    values = [[float("nan") if share is None else share for share in row] for row in shares]
    shades = LinearSegmentedColormap.from_list("won", [PALE, DARK])
    axes.imshow(values, cmap=shades, vmin=0, vmax=1, aspect="auto", interpolation="nearest")
    for y, row in enumerate(shares):
        for x, share in enumerate(row):
            if share is not None:
                axes.text(x, y, f"{100 * share:.0f}", ha="center", va="center", fontsize=10,
                          color="#ffffff" if share > 0.5 else INK)  # fmt: skip
    _ticks(axes, rows, columns)
    figure.text(0.02, 1 - 0.15 / size[1], say("won, of 100 games"), fontsize=9, color=INK, va="top")
    return _png(FigureCanvasAgg(figure))


def _ticks(axes: Any, rows: Sequence[str], columns: Sequence[str]) -> None:
    labels = [label(number, name) for number, name in enumerate(columns)]
    axes.set_xticks(range(len(columns)), labels, rotation=40, ha="left", fontsize=9)
    axes.xaxis.tick_top()
    axes.set_yticks(range(len(rows)), list(map(label, range(len(rows)), rows)), fontsize=9)
    axes.tick_params(length=0, colors=INK, pad=3)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _png(canvas: Any) -> bytes:
    file = io.BytesIO()
    with warnings.catch_warnings():  # of a language whose letters the font lacks
        warnings.simplefilter("ignore", UserWarning)
        canvas.print_png(file, metadata={"Software": None})
    return squeezed(file.getvalue())
