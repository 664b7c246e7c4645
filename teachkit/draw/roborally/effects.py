"""What lights up when something happens: beams, belts, pushers, gears, flags, and who is gone."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from teachkit.core.board.squares import Square
from teachkit.core.run.events import Event
from teachkit.core.run.walk import Skipped
from teachkit.draw.roborally import fixtures
from teachkit.draw.roborally.belts import running
from teachkit.draw.scene import Layer, Piece, effects, scene, skip_badge
from teachkit.draw.shapes import ATTENTION, INK, TRAIL, WHITE, Shape, circle, lines
from teachkit.draw.squares import MARGIN, middle
from teachkit.games.roborally.board import Board
from teachkit.games.roborally.events import (
    Bent,
    Carried,
    Destroyed,
    Extended,
    Geared,
    NotCarried,
    Shot,
    TouchedFlag,
)
from teachkit.games.roborally.state import State


@effects.register
def roborally_effects(state: State, event: Event) -> Iterator[Piece]:
    """Yield what an event lights up, which lies under the robots."""
    match event:
        case Skipped():
            yield from skip_badge(scene(state), event)
        case Carried(express=express) | NotCarried(express=express):
            yield _belts(state.board, express)
        case Shot():
            yield _beam(event)
        case Extended(square, facing):
            yield _on(square, "pusher", fixtures.pushing(), facing.degrees)
        case Geared(square=square) | Bent(square=square):
            yield _on(square, "turns", _ring())
        case TouchedFlag(square=square):
            yield _on(square, "touched", _ring())
        case Destroyed(square=square):
            yield _on(square, "bang", _bang())


def _effect(
    name: str, shapes: Sequence[Shape], size: float, x: float, y: float, angle: float = 0
) -> Piece:
    return Piece(name, "", Layer(shapes), size, x, y, angle, below=True)


def _on(square: Square, what: str, shapes: tuple[Shape, ...], angle: float = 0) -> Piece:
    return _effect(f"{square} {what}", shapes, 1.3, *middle(square), angle)


def _belts(board: Board, express: bool) -> Piece:
    """All belts that run at this moment."""
    name = "express-lit" if express else "belts-lit"
    middles = MARGIN + board.width / 2, MARGIN + board.height / 2
    return _effect(name, _lit(board, express), max(board.width, board.height) + 0.2, *middles)


@lru_cache(maxsize=32)
def _lit(board: Board, express: bool) -> tuple[Shape, ...]:
    bands, rails, signs = running(board, express)
    return (
        Shape(rails, line=INK, width=0.12),
        Shape(bands, f"{TRAIL}d0"),
        Shape(signs, line=INK, width=0.1),
    )


def _beam(shot: Shot) -> Piece:
    """From the laser on its wall, or from the barrel of a robot, to who was hit."""
    start, end = shot.start, shot.end
    far = abs(end.column - start.column) + abs(end.row - start.row)
    begin = 0.42 if shot.by else -0.3
    length = max(far - 0.2 - begin, 0.3)
    (x, y), way, ahead = middle(start), math.radians(shot.facing.degrees), begin + length / 2
    x, y = x + ahead * math.sin(way), y + ahead * math.cos(way)
    shapes = fixtures.shining(length, shot.points)
    return _effect(f"{start} {shot.facing.value} beam {end}", shapes, length + 0.4, x, y,
                  shot.facing.degrees)  # fmt: skip


@cache
def _ring() -> tuple[Shape, ...]:
    ring = circle(0, 0, 0.47)
    return Shape(ring, line=INK, width=0.1), Shape(ring, line=TRAIL, width=0.06)


@cache
def _bang() -> tuple[Shape, ...]:
    """Rays all round."""
    turns = [math.radians(45 * part) for part in range(8)]
    rays = lines([((0.4 * math.sin(t), 0.4 * math.cos(t)), (0.56 * math.sin(t), 0.56 * math.cos(t)))
                  for t in turns])  # fmt: skip
    return Shape(rays, line=WHITE, width=0.11), Shape(rays, line=ATTENTION, width=0.06)
