"""Pages to print, with flowing text, cards to cut out and tables to fill in, as a PDF file.

Positions are in millimetres from the lower left corner, and font sizes are in points. The same
pages always give the same bytes, so a handout file changes only if its content changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from matplotlib import rc_context
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.lines import Line2D
from matplotlib.textpath import text_to_path

from teachkit.core.run.trace import Trace
from teachkit.draw import paths
from teachkit.draw.paths import Point
from teachkit.draw.picture import Drawing, picture
from teachkit.draw.scene import Layer, Placed
from teachkit.draw.shapes import KIND_COLOURS, Shape

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 15.0
BLACK, GREY = "#000000", "#707070"
_INCH = 25.4
_POINT = _INCH / 72
_LEADING = 1.45  # the distance between lines, as a multiple of the font size

_STYLES = {
    "": FontProperties(family="DejaVu Sans"),
    "**": FontProperties(family="DejaVu Sans", weight="bold"),
    "*": FontProperties(family="DejaVu Sans", style="italic"),
    "`": FontProperties(family="DejaVu Sans Mono"),
}
_MARKED = re.compile(r"(\*\*.+?\*\*|`[^`]+`|(?<![\w*])\*[^*\s](?:[^*]*[^*\s])?\*(?![\w*]))")


Run: TypeAlias = tuple[str, str]
"""Text in one style, and its mark: `**` for bold, `*` for italics, a backtick for code, or ""."""


def can_draw(text: str) -> bool:
    """Return whether the font has every letter of `text`, also in bold.

    >>> can_draw("Zoë"), can_draw("王小明")
    (True, False)
    """
    fonts = [get_font(findfont(_STYLES[mark])) for mark in ("", "**")]
    return all(font.get_char_index(ord(letter)) for font in fonts for letter in text)


class Page:
    """A sheet of paper. Text is written from `top` downwards."""

    def __init__(self, paper: str = "a4") -> None:
        self.width, self.height = PAPERS[paper]
        self.figure = Figure((self.width / _INCH, self.height / _INCH))
        self._axes = self.figure.add_axes((0, 0, 1, 1))
        self._axes.set(xlim=(0, self.width), ylim=(0, self.height))
        self._axes.set_axis_off()
        self.top = self.height - MARGIN

    @property
    def inner(self) -> float:
        """The width between the margins."""
        return self.width - 2 * MARGIN

    @property
    def left_over(self) -> float:
        """The height of the part of the page that is still empty."""
        return self.top - MARGIN

    def put(
        self,
        words: str,
        x: float,
        y: float,
        size: float,
        mark: str = "",
        align: str = "left",
        colour: str = BLACK,
    ) -> None:
        """Write `words` verbatim at `x`, on the baseline `y`, in the style of `mark`."""
        look: dict[str, Any] = {"fontproperties": _STYLES[mark], "fontsize": size, "ha": align}
        self._axes.text(x, y, words, va="baseline", color=colour, parse_math=False, **look)

    def write(self, text: str, size: float, mark: str = "") -> None:
        """Write `text` between the margins, with **bold**, *italic* and `code` parts as marked."""
        for runs in flowed(text, size, self.inner, mark):
            self.top -= line_height(size)
            x = MARGIN
            for words, style in runs:
                self.put(words, x, self.top, size, style)
                x += width_of(words, size, style)
        self.top -= 0.5 * line_height(size)

    def rule(self, start: Point, end: Point, width: float = 0.5, dashed: bool = False) -> None:
        """Draw a straight line, `width` points wide. Dashed lines show where to cut the paper."""
        style: Any = (0, (4, 4)) if dashed else "-"
        ends = zip(start, end, strict=True)
        self._axes.add_line(Line2D(*ends, linewidth=width, color=GREY, linestyle=style))

    def draw(self, shapes: Sequence[Shape]) -> None:
        """Draw `shapes`, whose units are millimetres."""
        self._axes.add_artist(Drawing([Placed(Layer(shapes))], self._axes.transData))

    def board(
        self,
        state: object,
        left: float,
        bottom: float,
        width: float,
        height: float,
        path: Trace | None = None,
    ) -> None:
        """Draw the picture of `state` as large as possible in a box of `width` by `height`.

        `path` is a trace that leads to `state`; if given, the path of its player is drawn.
        """
        place = (left / self.width, bottom / self.height, width / self.width, height / self.height)
        picture(state, self.figure.add_axes(place), path)


def line_height(size: float) -> float:
    """Return the distance between two lines of text in the font size `size`."""
    return size * _POINT * _LEADING


def width_of(words: str, size: float, mark: str = "") -> float:
    """Return the width of `words`, including trailing spaces.

    >>> width_of("forward", 10) < width_of("forward ", 10) < width_of("forward", 20, "**")
    True
    """
    return (_extent(f"{words}.", mark) - _extent(".", mark)) * size * _POINT


@cache
def _extent(words: str, mark: str) -> float:
    """Return the width of `words` at font size 1."""
    font = _STYLES[mark].copy()
    font.set_size(100)
    return float(text_to_path.get_text_width_height_descent(words, font, ismath=False)[0]) / 100


def flowed(text: str, size: float, width: float, mark: str = "") -> list[list[Run]]:
    """Break `text` into lines no wider than `width`, and return each line as a list of runs.

    >>> flowed("Drive to **b4**, then stop.", 10, 25)
    [[('Drive to ', ''), ('b4', '**'), (',', '')], [('then stop.', '')]]
    """
    lines: list[list[Run]] = []
    for paragraph in text.strip("\n").split("\n"):
        row: list[Run] = []
        for is_gap, group in groupby(_letters(paragraph, mark), lambda letter: letter[0] == " "):
            if is_gap:
                continue
            word = list(group)
            gap = [(" ", word[0][1] if row[-1][1] == word[0][1] else "")] if row else []
            longer = _joined([*row, *gap, *word])
            if row and sum(width_of(words, size, style) for words, style in longer) > width:
                lines.append(row)
                longer = _joined(word)
            row = longer
        lines.append(row)
    return lines


def _letters(paragraph: str, mark: str) -> Iterator[Run]:
    """Yield each character with the mark of its style, which is `mark` for unmarked text."""
    for part in _MARKED.split(paragraph):
        style, inside = mark, part
        if _MARKED.fullmatch(part):
            style = "**" if part.startswith("**") else part[0]
            inside = part[len(style) : -len(style)]
        yield from ((letter, style) for letter in inside)


def _joined(row: Iterable[Run]) -> list[Run]:
    """Return the runs in `row`, with neighbouring runs of the same style joined."""
    styles = groupby(row, itemgetter(1))
    return [("".join(words for words, _ in group), style) for style, group in styles]


def pdf(pages: Iterable[Page], title: str) -> bytes:
    """Return the pages as a PDF file with embedded fonts and no date."""
    file = BytesIO()
    with rc_context({"pdf.fonttype": 42, "pdf.compression": 6, "text.usetex": False}):
        said = {"Title": title, "Creator": "teachkit", "CreationDate": None}
        with PdfPages(file, metadata=said) as book:
            for page in pages:
                book.savefig(page.figure)
    return file.getvalue()


# Cards and tables ------------------------------------------------------------------------------

WIDE, HIGH = 45.0, 60.0  # millimetres; sixteen cards fit on a sheet, and they are easy to hold
SLOT = 13.0
_PEN = 0.5
_NAME, _HELP, _NOTE = 11.0, 8.0, 6.0  # points


class Face(NamedTuple):
    """The face of a card of this `kind`. `corner` is small print: where the card belongs."""

    symbol: str
    name: str
    help: str
    corner: str = ""
    kind: str = "moves"


def sheets(faces: Sequence[Face], paper: str) -> Iterator[Page]:
    """Yield pages with the cards `faces`, and with dashed lines to cut along."""
    blank = Page(paper)
    across, up = int(blank.inner // WIDE), int((blank.height - 20) // HIGH)
    left, bottom = (blank.width - across * WIDE) / 2, (blank.height - up * HIGH) / 2
    top, right = bottom + up * HIGH, left + across * WIDE
    for first in range(0, len(faces), across * up):
        page = Page(paper)
        here = faces[first : first + across * up]
        rows = -(-len(here) // across)
        for place, face in enumerate(here):
            row, column = divmod(place, across)
            _card(page, face, left + column * WIDE, top - (row + 1) * HIGH)
        for column in range(across + 1):
            x = left + column * WIDE
            page.rule((x, top - rows * HIGH - 4), (x, top + 4), dashed=True)
        for row in reversed(range(rows + 1)):
            y = top - row * HIGH
            page.rule((left - 4, y), (right + 4, y), dashed=True)
        yield page


def _card(page: Page, face: Face, left: float, bottom: float) -> None:
    """Draw a card: a band in the colour of its kind, a symbol, its name, and its effect."""
    middle = left + WIDE / 2
    frame = paths.rounded_rectangle(left + 2.5, bottom + 2.5, WIDE - 5, HIGH - 5, 4)
    symbol = _symbol(face.symbol, middle, bottom + 41, 17.0, WIDE - 13)
    colour = KIND_COLOURS[face.kind]
    band = paths.rounded_rectangle(left + 4.5, bottom + HIGH - 7, WIDE - 9, 2.5, 1.2)
    page.draw([Shape(frame, line=BLACK, width=_PEN), Shape(band, colour), symbol])
    _centred(page, face.name, middle, bottom + 23.5, _NAME, WIDE - 9, "**")
    y = bottom + 21.5
    for runs in flowed(face.help, _HELP, WIDE - 9):
        y -= line_height(_HELP)
        page.put("".join(words for words, _ in runs), middle, y, _HELP, align="center")
    page.put(face.corner, left + WIDE - 5, bottom + 4.5, 6, align="right", colour=GREY)


def _symbol(words: str, x: float, y: float, height: float, most: float) -> Shape:
    """Return the shape of a card's symbol, in letters of height `height`, centred at (`x`, `y`).

    A symbol that would be wider or higher than `most` is made smaller.
    """
    box = paths.text(words, 0, 0, height).get_extents()
    breadth = float(max(box.width, box.height))
    return Shape(paths.text(words, x, y, min(height, height * most / breadth)), BLACK)


def _centred(
    page: Page, words: str, x: float, y: float, size: float, most: float, mark: str = ""
) -> None:
    """Write `words` centred at `x`, in a smaller font if they would be wider than `most`."""
    page.put(words, x, y, min(size, size * most / width_of(words, size, mark)), mark, "center")


class Slot(NamedTuple):
    """A small card with its number in the program, or a bracket without a number.

    If `symbol` is "", the learner writes one here. `note`, such as the card's priority, is written
    below the symbol.
    """

    symbol: str = ""
    number: int | None = None
    note: str = ""


def row(page: Page, slots: Sequence[Slot]) -> None:
    """Draw `slots` as small cards, in rows. Learners fill in the cards without a symbol."""
    across = int(page.inner // SLOT)
    for place, slot in enumerate(slots):
        line_number, column = divmod(place, across)
        left = MARGIN + column * SLOT
        bottom = page.top - (line_number + 1) * (SLOT + 6) + 2
        middle = left + SLOT / 2
        if slot.number is not None:
            box = paths.rounded_rectangle(left + 0.6, bottom, SLOT - 1.2, SLOT - 1.2, 1.5)
            page.draw([Shape(box, line=BLACK if slot.symbol else GREY, width=0.35)])
            page.put(str(slot.number), middle, bottom + SLOT - 0.4, 7, align="center", colour=GREY)
        if slot.symbol:
            page.draw([_symbol(slot.symbol, middle, bottom + SLOT / 2 - 0.6, 6.0, SLOT - 4)])
        if slot.note:
            _centred(page, slot.note, middle, bottom + 0.9, _NOTE, SLOT - 3)
    page.top -= -(-len(slots) // across) * (SLOT + 6)


def table(page: Page, heads: Sequence[str], rows: Sequence[Sequence[str]], high: float) -> None:
    """Draw a table to fill in, with rows of height `high`.

    The first column is as wide as its longest entry. The other columns share the rest equally.
    """
    size, top = 9.0, page.top
    first = max(width_of(cells[0], size) for cells in (heads, *rows)) + 6
    rest = (page.inner - first) / (len(heads) - 1)
    edges = [MARGIN, *(MARGIN + first + rest * place for place in range(len(heads)))]
    for cells in (heads, *rows):
        page.top -= high
        for x, words in zip(edges, cells, strict=False):
            page.put(words, x + 2, page.top + 0.3 * high, size, "**" if cells is heads else "")
    frame = [((x, top), (x, page.top)) for x in edges]
    heights = [top - high * place for place in range(len(rows) + 2)]
    frame += [((edges[0], y), (edges[-1], y)) for y in heights]
    page.draw([Shape(paths.line(*ends), line=GREY, width=0.25) for ends in frame])
    page.top -= 4
