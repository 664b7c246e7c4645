"""Cards on paper: sheets to cut along, and small ones in a row for a program that is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from teachkit.draw.paper.pages import BLACK, GREY, MARGIN, Page, flowed, line_height, width_of
from teachkit.draw.shapes import Shape, line, rounded_rectangle, text

WIDE, HIGH = 45.0, 60.0  # millimetres: large enough for small hands, sixteen on a sheet
SLOT = 13.0
_PEN = 0.5
_NAME, _HELP, _NOTE = 11.0, 8.0, 6.0  # points


class Face(NamedTuple):
    """What is printed on a card. `corner` tells in small letters where it belongs."""

    symbol: str
    name: str
    help: str
    corner: str = ""


def sheets(faces: Sequence[Face], paper: str) -> Iterator[Page]:
    """As many pages as these cards need; cut along the dashed lines, from edge to edge."""
    blank = Page(paper)
    across, up = int(blank.inner // WIDE), int((blank.height - 20) // HIGH)
    left, bottom = (blank.width - across * WIDE) / 2, (blank.height - up * HIGH) / 2
    for first in range(0, len(faces), across * up):
        page = Page(paper)
        here = faces[first : first + across * up]
        rows = -(-len(here) // across)
        for place, face in enumerate(here):
            row, column = divmod(place, across)
            _card(page, face, left + column * WIDE, bottom + (up - 1 - row) * HIGH)
        low, top = bottom + (up - rows) * HIGH, bottom + up * HIGH
        for column in range(across + 1):
            x = left + column * WIDE
            page.rule((x, low - 4), (x, top + 4), dashed=True)
        for row in range(rows + 1):
            y = low + row * HIGH
            page.rule((left - 4, y), (left + across * WIDE + 4, y), dashed=True)
        yield page


def _card(page: Page, face: Face, left: float, bottom: float) -> None:
    """A frame, the symbol as large as it can be, its name, and what it does."""
    middle = left + WIDE / 2
    frame = rounded_rectangle(left + 2.5, bottom + 2.5, WIDE - 5, HIGH - 5, 4)
    height = min(17.0, 17.0 * (WIDE - 13) / _breadth(face.symbol, 17.0))
    page.draw([Shape(frame, line=BLACK, width=_PEN),
               Shape(text(face.symbol, middle, bottom + 41, height), BLACK)])  # fmt: skip
    size = min(_NAME, _NAME * (WIDE - 9) / width_of(face.name, _NAME, "**"))
    page.put(face.name, middle, bottom + 23.5, size, "**", "center")
    y = bottom + 21.5
    for row in flowed(face.help, _HELP, WIDE - 9):
        y -= line_height(_HELP)
        page.put("".join(words for words, _ in row), middle, y, _HELP, align="center")
    page.put(face.corner, left + WIDE - 5, bottom + 4.5, 6, align="right", colour=GREY)


def _breadth(words: str, height: float) -> float:
    box = text(words, 0, 0, height).get_extents()
    return float(max(box.width, box.height))


class Slot(NamedTuple):
    """A place in a row: a card's symbol with its number, or a bracket, which has none.

    `note` is what stands behind the card's name, such as its priority.
    """

    symbol: str = ""
    number: int | None = None
    note: str = ""


def row_height(slots: int, inner: float) -> float:
    """How high so many slots stand, row under row."""
    return -(-slots // int(inner // SLOT)) * (SLOT + 6)


def row(page: Page, slots: Sequence[Slot]) -> None:
    """Small cards in a row, wrapped where the page ends; those without a symbol are to be drawn."""
    across = int(page.inner // SLOT)
    for place, slot in enumerate(slots):
        line_number, column = divmod(place, across)
        left = MARGIN + column * SLOT
        bottom = page.top - (line_number + 1) * (SLOT + 6) + 2
        middle = left + SLOT / 2
        if slot.number is not None:
            box = rounded_rectangle(left + 0.6, bottom, SLOT - 1.2, SLOT - 1.2, 1.5)
            page.draw([Shape(box, line=BLACK if slot.symbol else GREY, width=0.35)])
            page.put(str(slot.number), middle, bottom + SLOT - 0.4, 7, align="center", colour=GREY)
        if slot.symbol:
            height = min(6.0, 6.0 * (SLOT - 4) / _breadth(slot.symbol, 6.0))
            page.draw([Shape(text(slot.symbol, middle, bottom + SLOT / 2 - 0.6, height), BLACK)])
        if slot.note:
            size = min(_NOTE, _NOTE * (SLOT - 3) / width_of(slot.note, _NOTE))
            page.put(slot.note, middle, bottom + 0.9, size, align="center")
    page.top -= row_height(len(slots), page.inner)


def table(page: Page, heads: Sequence[str], rows: Sequence[Sequence[str]], high: float) -> None:
    """A table to write into: the first column as wide as its words, the others share the rest."""
    size = 9.0
    first = max(width_of(cells[0], size) for cells in (heads, *rows)) + 6
    rest = (page.inner - first) / (len(heads) - 1)
    edges = [MARGIN, *(MARGIN + first + rest * place for place in range(len(heads)))]
    top = page.top
    for cells in (heads, *rows):
        page.top -= high
        mark = "**" if cells is heads else ""
        for x, words in zip(edges, cells, strict=False):
            page.put(words, x + 2, page.top + 0.3 * high, size, mark)
    frame = [((x, top), (x, page.top)) for x in edges]
    frame += [((edges[0], y), (edges[-1], y))
              for y in (top - high * place for place in range(len(rows) + 2))]  # fmt: skip
    page.draw([Shape(line(*ends), line=GREY, width=0.25) for ends in frame])
    page.top -= 4
