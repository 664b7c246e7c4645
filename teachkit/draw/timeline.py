"""How a timeline looks: a column for each round, a row for each piece, a box for each card."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.run.events import called
from teachkit.core.run.timeline import Cell, Timeline
from teachkit.draw.scene import Background, Layer, Placed, Scene, scene
from teachkit.draw.shapes import (
    ATTENTION,
    INK,
    PAPER,
    PIECE_COLOURS,
    TRAIL,
    WHITE,
    Shape,
    circle,
    line,
    rounded_rectangle,
    text,
    width_of,
)
from teachkit.words import say_many

ACROSS, UP = 2.0, 1.0  # from round to round, from piece to piece
BOX, HIGH = 1.8, 0.72
LETTERS, SMALL = 0.2, 0.18
DOT = 0.13
NOTE = 0.64  # how wide the plate of a note is


@scene.register
def timeline_scene(timeline: Timeline) -> Scene:
    """The first round is on the left, the first piece on top."""
    left = 0.9 + max([width_of(called(actor), LETTERS) for actor in timeline.actors], default=0)
    width, height = left + ACROSS * max(timeline.rounds, 1), UP * len(timeline.actors) + 0.7
    shapes = [Shape(rounded_rectangle(0, 0, width, height, 0.2), PAPER)]
    for place, (_, words) in enumerate(timeline.heads):
        x = left + ACROSS * (place + 0.5) - 0.1
        shapes.append(Shape(text(words, x, height - 0.35, SMALL), INK))
    for number, (actor, row) in enumerate(zip(timeline.actors, timeline.rows, strict=True)):
        y = height - 0.7 - UP * (number + 0.5)
        shapes += _name(actor, y)
        for place, cell in enumerate(row):
            x = left + ACROSS * (place + 0.5) - 0.1
            shapes += _box(cell, x, y, timeline.at) if cell else _rest(x, y)
    alt = say_many("A timeline of {number} round.", "A timeline of {number} rounds.",
                   timeline.rounds)  # fmt: skip
    return Scene(Background(width, height, (Placed(Layer(shapes)),)), alt=alt)


def _name(actor: str, y: float) -> Iterator[Shape]:
    """Who it is, with a dot in the colour of the piece, where it has one."""
    yield Shape(circle(0.3, y, DOT), PIECE_COLOURS.get(actor, INK), INK, 0.03)
    yield Shape(text(called(actor), 0.55, y, LETTERS, align=0), INK)


def _box(cell: Cell, x: float, y: float, at: int) -> Iterator[Shape]:
    """The card that ran, and on a dark plate what the game says of it, such as its priority.

    It is struck if it did nothing, and bright with a thick rim if it is looked at.
    """
    is_here = cell.stop == at
    frame = rounded_rectangle(x - BOX / 2, y - HIGH / 2, BOX, HIGH, 0.12)
    yield Shape(frame, TRAIL if is_here else WHITE, INK, 0.08 if is_here else 0.03)
    words, wide = f"{cell.card}  {cell.name}", BOX - 0.2
    if cell.note:
        wide -= NOTE + 0.08
        middle, x = x + BOX / 2 - NOTE / 2 - 0.08, x - NOTE / 2 - 0.04
        plate = rounded_rectangle(middle - NOTE / 2, y - HIGH / 2 + 0.1, NOTE, HIGH - 0.2, 0.1)
        yield Shape(plate, INK)
        yield Shape(text(cell.note, middle, y, SMALL), WHITE)
    letters = min(LETTERS, LETTERS * wide / width_of(words, LETTERS))
    yield Shape(text(words, x, y, letters), INK)
    if cell.skipped:
        half = width_of(words, letters) / 2 + 0.06
        yield Shape(line((x - half, y), (x + half, y)), line=ATTENTION, width=0.06)


def _rest(x: float, y: float) -> Iterator[Shape]:
    """Nothing was left to run."""
    yield Shape(line((x - 0.12, y), (x + 0.12, y)), line=INK, width=0.03)
