"""A class at one look: learners down, exercises across, the darker the more points."""

from __future__ import annotations

import io
import warnings
from typing import Any

from teachkit.classroom.grading.gradebook import Gradebook
from teachkit.core.texts import one_line
from teachkit.words import say

SHADES = ("#f4c9a8", "#cfd9ee", "#9db9e3", "#5f8fd0", "#1f4e8c")  # tried, some, …, all points
UNTRIED = "#ffffff"
INK = "#26303a"
WIDE, HIGH = 0.135, 0.19  # inches of a cell
DPI = 130


def heat_map(book: Gradebook) -> bytes:
    """The heat map as a PNG file."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    names, learners = list(book.exercises), [each.learner for each in book.learners]
    wide, high = max(len(names), 1), max(len(learners), 1)
    left, below, above = 1.9, 0.6, 0.4
    size = (left + WIDE * max(wide, 45) + 0.1, below + HIGH * high + above)
    figure = Figure(size, dpi=DPI, facecolor=UNTRIED)
    axes = figure.add_axes(
        (left / size[0], below / size[1], WIDE * wide / size[0], HIGH * high / size[1])
    )
    axes.imshow(_pixels(book), aspect="auto", interpolation="nearest")
    _dots(axes, book)
    axes.set_xticks(range(len(names)), [name[:5] for name in names], rotation=90, fontsize=7)
    axes.set_yticks(range(len(learners)), list(map(label, range(high), learners)), fontsize=9)
    axes.tick_params(length=0, colors=INK, pad=2)
    for spine in axes.spines.values():
        spine.set_visible(False)
    _grid(axes, book, wide, high)
    _legend(figure, book, left / size[0], 1 - 0.2 / size[1])
    canvas: Any = FigureCanvasAgg(figure)
    file = io.BytesIO()
    with warnings.catch_warnings():  # of a language whose letters the font lacks
        warnings.simplefilter("ignore", UserWarning)
        canvas.print_png(file, metadata={"Software": None})
    return squeezed(file.getvalue())


def label(number: int, name: str) -> str:
    """As much as fits beside the map; a `$` would begin a formula.

    A name whose letters the font lacks would be a row of boxes: the row's number stands for it.
    """
    from matplotlib.font_manager import findfont, get_font

    name = one_line(name)
    font = get_font(findfont("DejaVu Sans"))
    if not all(font.get_char_index(ord(letter)) for letter in name):
        return str(number + 1)
    return (name if len(name) <= 24 else name[:23] + "…").replace("$", "\\$")


def _pixels(book: Gradebook) -> Any:
    import numpy as np
    from matplotlib.colors import to_rgb

    pixels = np.ones((max(len(book.learners), 1), max(len(book.exercises), 1), 3))
    for y, graded in enumerate(book.learners):
        rows = {row.exercise: row for row in graded.rows}
        for x, name in enumerate(book.exercises):
            row = rows.get(name)
            if row and row.answer and not row.blank:
                pixels[y, x] = to_rgb(SHADES[_shade(row.points, row.possible)])
    return pixels


def _shade(points: int, possible: int) -> int:
    """0 for nothing, the last for everything, the others for what lies between."""
    if points >= possible:
        return len(SHADES) - 1
    return min(-(-points * (len(SHADES) - 1) // possible), len(SHADES) - 2)


def _dots(axes: Any, book: Gradebook) -> None:
    """Tried and nothing earned has a mark too, for those who see no colours; so has not run."""
    index = {name: x for x, name in enumerate(book.exercises)}
    for marker, blank in (("x", False), ("$?$", True)):
        spots = [(index[row.exercise], y) for y, graded in enumerate(book.learners)
                 for row in graded.rows if row.answer and row.possible
                 and bool(row.blank) == blank and (blank or not row.points)]  # fmt: skip
        if spots:
            across, down = zip(*spots, strict=True)
            axes.scatter(across, down, s=10, marker=marker, color=INK, linewidths=0.7)


def _grid(axes: Any, book: Gradebook, wide: int, high: int) -> None:
    """Thin lines between all, a thick one between lessons."""
    lessons = [exercise.lesson for exercise in book.exercises.values()]
    for x in range(wide + 1):
        edge = x in (0, wide) or lessons[x - 1 : x] != lessons[x : x + 1]
        axes.axvline(x - 0.5, color=INK if edge else "#d5d9de", linewidth=0.8 if edge else 0.4)
    for y in range(high + 1):
        axes.axhline(y - 0.5, color="#d5d9de", linewidth=0.4)


def _legend(figure: Any, book: Gradebook, x: float, y: float) -> None:
    from matplotlib.patches import Patch

    untried = say("not tried, or not run (?)") if book.blanks else say("not tried")
    words = [
        untried,
        say("tried, no points (x)"),
        say("some points"),
        say("all points"),
    ]
    colours = [UNTRIED, SHADES[0], SHADES[2], SHADES[-1]]
    patches = [Patch(facecolor=colour, edgecolor=INK, linewidth=0.4, label=word)
               for colour, word in zip(colours, words, strict=True)]  # fmt: skip
    figure.legend(handles=patches, loc="center left", bbox_to_anchor=(x, y), ncols=4,
                  frameon=False, fontsize=9, labelcolor=INK, borderaxespad=0)  # fmt: skip


def squeezed(png: bytes, colours: int = 64) -> bytes:
    """The same picture in few colours: pictures here are flat, and a report has many."""
    from PIL import Image

    file = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.convert("RGB").quantize(colours).save(file, "PNG", optimize=True)
    return file.getvalue()
