"""Pages to be printed: millimetres from the lower left corner, text that flows, one PDF file.

The same pages give the same bytes, so a handout changes only when what is on it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from typing import Any, TypeAlias

from matplotlib import rc_context
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.textpath import text_to_path

from teachkit.draw.picture import Drawing, picture
from teachkit.draw.scene import Layer, Placed
from teachkit.draw.shapes import Shape

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # millimetres
MARGIN = 15.0
BLACK, GREY = "#000000", "#707070"
_INCH = 25.4
_POINT = _INCH / 72
_LEADING = 1.45  # from one line to the next, in heights of the letters

_STYLES = {
    "": FontProperties(family="DejaVu Sans"),
    "**": FontProperties(family="DejaVu Sans", weight="bold"),
    "`": FontProperties(family="DejaVu Sans Mono"),
}
_MARKED = re.compile(r"(\*\*.+?\*\*|`[^`]+`)")


Run: TypeAlias = tuple[str, str]
"""Letters, and the mark that was around them: `**` for bold, a backtick for code, or none."""


class Page:
    """One sheet of paper. What is written flows down from `top`."""

    def __init__(self, paper: str = "a4") -> None:
        self.width, self.height = PAPERS[paper]
        self.figure = Figure((self.width / _INCH, self.height / _INCH))
        self._axes = self.figure.add_axes((0, 0, 1, 1))
        self._axes.set(xlim=(0, self.width), ylim=(0, self.height))
        self._axes.set_axis_off()
        self.top = self.height - MARGIN

    @property
    def inner(self) -> float:
        """How wide it is between the margins."""
        return self.width - 2 * MARGIN

    @property
    def left_over(self) -> float:
        """How high the room is that nothing has been written into."""
        return self.top - MARGIN

    def put(
        self, words: str, x: float, y: float, size: float, mark: str = "", align: str = "left",
        colour: str = BLACK,
    ) -> None:  # fmt: skip
        """Words on a base line, as they are; `size` counts in points."""
        self._axes.text(x, y, words, fontproperties=_STYLES[mark], fontsize=size, ha=align,
                        va="baseline", color=colour, parse_math=False)  # fmt: skip

    def write(self, text: str, size: float, mark: str = "") -> None:
        """Let a text flow between the margins, with its **bold** and `code`."""
        for line in flowed(text, size, self.inner, mark):
            self.top -= line_height(size)
            x = MARGIN
            for words, style in line:
                self.put(words, x, self.top, size, style)
                x += width_of(words, size, style)
        self.top -= 0.5 * line_height(size)

    def rule(
        self, start: tuple[float, float], end: tuple[float, float], width: float = 0.5,
        dashed: bool = False,
    ) -> None:  # fmt: skip
        """A straight line, so many points wide; dashed where paper is to be cut."""
        style: Any = (0, (4, 4)) if dashed else "-"
        self._axes.add_line(Line2D(*zip(start, end, strict=True), linewidth=width, color=GREY,
                                   linestyle=style))  # fmt: skip

    def draw(self, shapes: Sequence[Shape], x: float = 0, y: float = 0) -> None:
        """Shapes whose units are millimetres, moved to this place."""
        self._axes.add_artist(Drawing([Placed(Layer(shapes), x, y)], self._axes.transData))

    def board(self, state: Any, left: float, bottom: float, width: float, height: float) -> None:
        """The picture of a state, as large as it can be there."""
        place = (left / self.width, bottom / self.height, width / self.width, height / self.height)
        picture(state, ax=self.figure.add_axes(place))


def line_height(size: float) -> float:
    """From line to line, in millimetres, of letters of so many points."""
    return size * _POINT * _LEADING


def width_of(words: str, size: float, mark: str = "") -> float:
    """How many millimetres wide these words are, spaces at their end included.

    >>> width_of("forward", 10) < width_of("forward ", 10) < width_of("forward", 20, "**")
    True
    """
    return (_extent(f"{words}.", mark) - _extent(".", mark)) * size * _POINT


@cache
def _extent(words: str, mark: str) -> float:
    """The width where letters are one unit high."""
    font = _STYLES[mark].copy()
    font.set_size(100)
    return float(text_to_path.get_text_width_height_descent(words, font, ismath=False)[0]) / 100


def flowed(text: str, size: float, width: float, mark: str = "") -> list[list[Run]]:
    """The lines of a text that may be so wide, each a row of runs.

    >>> flowed("Drive to **b4**, then stop.", 10, 25)
    [[('Drive to ', ''), ('b4', '**'), (',', '')], [('then stop.', '')]]
    """
    lines: list[list[Run]] = []
    for paragraph in text.strip("\n").split("\n"):
        row: list[Run] = []
        for chunk in _chunks(paragraph, mark):
            style = chunk[0][1] if row and row[-1][1] == chunk[0][1] else ""
            longer = _joined([*row, *([(" ", style)] if row else []), *chunk])
            if row and sum(width_of(words, size, style) for words, style in longer) > width:
                lines.append(row)
                longer = chunk
            row = longer
        lines.append(row)
    return lines


def _chunks(paragraph: str, mark: str) -> Iterator[list[Run]]:
    """What must stay on one line: letters without a space between them, whatever their marks."""
    chunks: list[list[Run]] = [[]]
    for part in _MARKED.split(paragraph):
        style, inside = mark, part
        if _MARKED.fullmatch(part):
            style, inside = ("`", part[1:-1]) if part[0] == "`" else ("**", part[2:-2])
        for place, letters in enumerate(re.split(" +", inside)):
            if place:
                chunks.append([])
            if letters:
                chunks[-1].append((letters, style))
    yield from filter(None, chunks)


def _joined(row: Sequence[Run]) -> list[Run]:
    """Neighbours of one style as one run."""
    runs: list[Run] = []
    for words, style in row:
        if runs and style == runs[-1][1]:
            runs[-1] = (runs[-1][0] + words, runs[-1][1])
        else:
            runs.append((words, style))
    return runs


def pdf(pages: Iterable[Page], title: str) -> bytes:
    """The pages as one PDF file, with its letters inside and without the day it was made."""
    file = BytesIO()
    with rc_context({"pdf.fonttype": 42, "pdf.compression": 6, "text.usetex": False}):
        said = {"Title": title, "Creator": "teachkit", "CreationDate": None}
        with PdfPages(file, metadata=said) as book:
            for page in pages:
                book.savefig(page.figure)
    return file.getvalue()
