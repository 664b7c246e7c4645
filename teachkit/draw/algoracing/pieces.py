"""How Algoracing looks: which piece is where, and what an event leaves behind."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from teachkit.core.board.squares import FACINGS, Square
from teachkit.core.run.events import Event
from teachkit.core.run.walk import Skipped
from teachkit.draw.algoracing.board import background
from teachkit.draw.algoracing.tokens import (
    cargo,
    flask,
    house,
    lab_signs,
    letter,
    lift_sign,
    rover,
    samples,
)
from teachkit.draw.scene import Layer, Piece, Scene, effects, scene, skip_badge, spots
from teachkit.draw.shapes import (
    INK,
    WHITE,
    Point,
    Shape,
    circle,
    rounded_rectangle,
    scattered,
    text,
)
from teachkit.draw.squares import bump, middle, middles
from teachkit.games.algoracing.events import (
    Delivered,
    Lifted,
    Obstacle,
    PickedUp,
    Pulled,
    Teleported,
)
from teachkit.games.algoracing.state import Rover, State
from teachkit.words import say, say_many, translate

SCORED = "#1b6b34"
_ROVER_SIZE = 0.98


@scene.register
def algoracing_scene(state: State) -> Scene:
    """Rovers with their letters and cargo, samples above them, on the board that never moves."""
    board = state.board
    pieces = [piece for rover in state.rovers for piece in _rover(state, rover)]
    pieces += [sign for rover in state.rovers for sign in _below(state, rover.square)]
    pieces += [_samples(state, square, len(kinds)) for square, kinds in state.samples]
    alt = say("A board of {columns} by {rows} squares.", columns=board.width, rows=board.height)
    spoken = {rover.name: _spoken(rover) for rover in state.rovers}
    return Scene(background(board, state.bases), tuple(pieces), alt, spoken)


@spots.register
def algoracing_spots(state: State) -> Mapping[str, Point]:
    return middles(state.board.squares)


def _rover(state: State, piece: Rover) -> Iterator[Piece]:
    name, angle, count = piece.name, piece.facing.degrees, min(len(piece.carries), 3)
    x, y = middle(piece.square)
    label = say("{colour} rover", colour=translate(name))
    yield Piece(name, label, rover(name), _ROVER_SIZE, x, y, angle)
    if count:
        label = say_many("carries {number} sample", "carries {number} samples", count)
        carrying = f"{name} carries {count}"
        yield Piece(carrying, label, cargo(count), _ROVER_SIZE, x, y, angle, follows=name)
    yield Piece(f"{name} letter", "", letter(name), 0.4, x, y, follows=name, upright=True)


def _below(state: State, square: Square) -> Iterator[Piece]:
    """The signs of what a rover stands on, laid over it where they are printed."""
    x, y = middle(square)
    for base in state.bases:
        if base.square == square:
            yield Piece(f"{square} home", "", house(base.owner), 0.4, x - 0.31, y + 0.29)
            for aside, lab in lab_signs(base.labs):
                yield Piece(f"{square} lab {lab}", "", flask(lab), 0.4, x + aside, y - 0.31)
    for lift in state.board.lifts:
        if square in (lift.upper, lift.lower):
            down = next(way for way in FACINGS if lift.upper.ahead(way) == lift.lower)
            toward = down if square == lift.upper else None
            yield Piece(f"{square} lift", "", lift_sign(toward), 0.4, x + 0.3, y - 0.3)


def _samples(state: State, square: Square, count: int) -> Piece:
    x, y = middle(square)
    name, radius = f"{square} samples {count}", 0.24
    if state.rover_on(square):  # they make room, and leave its letter to be read
        name, radius, x, y = f"{name} aside", 0.15, x - 0.34, y - 0.32
    label = say_many(
        "{number} sample on {square}", "{number} samples on {square}", count, square=square
    )
    return Piece(name, label, samples(count, radius), 2.8 * radius, x, y, upright=True)


def _spoken(rover: Rover) -> str:
    return say_many(
        "The {colour} rover is on {square}, faces {facing} and carries {number} sample.",
        "The {colour} rover is on {square}, faces {facing} and carries {number} samples.",
        len(rover.carries),
        colour=translate(rover.name),
        square=rover.square,
        facing=rover.facing.says,
    )


@effects.register
def algoracing_effects(state: State, event: Event) -> Iterator[Piece]:
    """Yield a bump where a rover met something; what is won or carried off is shown as well."""
    match event:
        case Skipped():
            if isinstance(event.reason, Obstacle):
                yield bump(event.reason.square, state.rover(event.actor).facing)
            yield from skip_badge(scene(state), event)
        case PickedUp(_, square, count, _):
            yield _note(square, f"+{count}")
        case Delivered(_, square, _, points):
            yield _note(square, f"+{points}", SCORED)
        case Lifted(_, start, end) | Teleported(_, start, end) | Pulled(_, start, end):
            yield _hop(start, middle(start), middle(end))


def _note(square: Square, words: str, colour: str = INK) -> Piece:
    """A short text on a plate at the upper right of a square."""
    x, y = middle(square)
    plate = Shape(rounded_rectangle(-0.22, -0.16, 0.44, 0.32, 0.14), colour, WHITE, 0.045)
    layer = Layer([plate, Shape(text(words, 0, 0, 0.18), WHITE)])
    return Piece(f"{square} {words}", "", layer, 0.5, x + 0.3, y + 0.37, upright=True)


def _hop(square: Square, start: Point, end: Point) -> Piece:
    """A ring where something was carried away, and dots to where it is now."""
    across, up, way = end[0] - start[0], end[1] - start[1], math.dist(start, end)
    parts = [at / 100 / way for at in range(42, round(100 * way) - 25, 16)]
    dots = scattered(circle(0, 0, 0.05), [(across * part, up * part) for part in parts])
    ring = circle(0, 0, 0.3)
    shapes = [
        Shape(ring, line=WHITE, width=0.09),
        Shape(ring, line=INK, width=0.045),
        Shape(dots, INK, WHITE, 0.03),
    ]
    return Piece(f"{square} hop", "", Layer(shapes), 2 * way + 0.2, *start)
