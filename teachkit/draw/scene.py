"""Scenes, which describe a picture as a fixed background and movable pieces."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, singledispatch
from importlib import import_module
from typing import NamedTuple

import numpy as np
from matplotlib.colors import to_rgba

from teachkit.core.run.flow import Event
from teachkit.core.run.trace import Played
from teachkit.core.run.walk import Skipped
from teachkit.draw import paths
from teachkit.draw.paths import Point
from teachkit.draw.shapes import ATTENTION, WHITE, Shape
from teachkit.games import PACKAGES
from teachkit.words import say

ROOMS = {package: f"teachkit.draw.{name}" for name, package in PACKAGES.items()}
"""The module that draws each game's states, imported when the first state is drawn."""

_rgba = cache(to_rgba)


class Layer:
    """Shapes that are always drawn together, the first one at the bottom, prepared for drawing.

    Layers are compared by identity. Games cache their layers, so that none is built twice.
    """

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self.paths = [shape.path for shape in shapes]
        self.fills = np.array([_rgba(shape.fill) for shape in shapes])
        self.lines = np.array([_rgba(shape.line) for shape in shapes])
        self.widths = np.array([shape.width for shape in shapes])

    @property
    def reach(self) -> float:
        """The largest distance of a point from the middle, across or up."""
        return max(float(np.abs(path.vertices).max()) for path in self.paths)


class Placed(NamedTuple):
    """A layer at position `x`, `y`, rotated clockwise by `angle` degrees."""

    layer: Layer
    x: float = 0
    y: float = 0
    angle: float = 0

    def matrix(self) -> list[list[float]]:
        turn = math.radians(self.angle)
        cos, sin = math.cos(turn), math.sin(turn)
        return [[cos, sin, self.x], [-sin, cos, self.y], [0, 0, 1]]


@dataclass(frozen=True, eq=False)
class Background:
    """The parts of a picture that do not change during a run. Each game chooses its unit of length.

    `labels` are small labels that stay upright if the board is turned; each is drawn around its own
    middle. `spots` maps the names of squares to their middles, in games that have squares.
    `trimmed` is the size of the lower left part that holds the board itself, without the horizon
    above it and anything beside it; a table shows only this part. By default, it is everything.
    """

    width: float
    height: float
    placed: tuple[Placed, ...]
    labels: tuple[Placed, ...] = ()
    spots: Mapping[str, Point] = field(default_factory=dict)
    trimmed: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A small picture with a position and an angle.

    `layer` is drawn around its middle and faces north. `size` is the side of the square that the
    layer fits into. `angle` is the clockwise rotation in degrees. The `id` of a player's piece is
    the player's name. Pieces with the same `id` always look the same, so a piece that looks
    different needs a different `id`. `label` describes the piece for people who cannot see it, and
    is "" for decoration.

    `follows` is the `id` of a piece that this piece moves with, even while it is invisible. If
    `upright` is true, the piece stays upright when the board is turned. If `below` is true, the
    piece is an effect that is drawn under all pieces on the board. A player shows `large`, which is
    as large as `layer`, while the middle of the piece is pointed at.
    """

    id: str
    label: str
    layer: Layer
    size: float
    x: float
    y: float
    angle: float = 0
    follows: str = ""
    upright: bool = False
    below: bool = False
    large: Layer | None = None

    @property
    def placed(self) -> Placed:
        return Placed(self.layer, self.x, self.y, self.angle)


@dataclass(frozen=True, slots=True)
class Scene:
    """The picture of a state: a background, and pieces in drawing order, the lowest first.

    `alt` is a sentence that describes the background, and `spoken` has a sentence about each
    player's position. `leaves_way` is true if the picture of a run shows the path of the player's
    piece, and `keeps_effects` is true if the effects of the last card stay visible. `badge` is the
    radius of the badge for a skipped card, as a fraction of the piece's size.
    """

    background: Background
    pieces: tuple[Piece, ...] = ()
    alt: str = ""
    spoken: Mapping[str, str] = field(default_factory=dict)
    leaves_way: bool = True
    keeps_effects: bool = False
    badge: float = 0.19

    @property
    def width(self) -> float:
        return self.background.width

    @property
    def height(self) -> float:
        return self.background.height

    def piece(self, name: str) -> Piece | None:
        """Return the piece whose `id` is `name`, or `None`."""
        return next((piece for piece in self.pieces if piece.id == name), None)


@singledispatch
def scene(state: object) -> Scene:
    """Return the scene of `state`.

    Each game's module in `ROOMS` registers a function for the game's states. If no function is
    registered for the type of `state`, raise `NotImplementedError`. A notebook then shows only the
    text.

    >>> from teachkit.games.algoracing import Setup
    >>> start = Setup(floor=". .", rovers={"red": "a1 east"}).state()
    >>> scene(start).piece("red").angle
    90
    """
    package = type(state).__module__.rpartition(".")[0]
    if package in ROOMS:
        import_module(ROOMS[package])
    if scene.dispatch(type(state)) is scene.dispatch(object):
        name = type(state).__name__
        raise NotImplementedError(say("There is no picture of a {name}.", name=name))
    return scene(state)


@singledispatch
def canvas(state: object) -> Scene:
    """Return the scene of `state` with a spot for each thing that a set-up can hold.

    By default, it is the usual scene. A game whose pictures leave out empty parts registers its own
    function.
    """
    scene(state)  # imports the module that may register one
    register = canvas.dispatch(type(state))
    return scene(state) if register is canvas.dispatch(object) else register(state)


@singledispatch
def dressed(state: object, seen: Scene, parts: tuple[str, ...]) -> Scene:
    """Return a copy of `seen`, the scene of `state`, in which the learner's piece has these parts.

    They are looks only. A game with parts registers its own function; others have none.
    """
    return seen


@singledispatch
def retold(state: object, seen: Scene, played: Sequence[Played]) -> Scene:
    """Return a copy of `seen`, the scene of `state`, that also shows what the run has done so far.

    `played` holds the cards that have run. A game may register its own function. By default, add
    the effects of the last card if the scene's `keeps_effects` is true.
    """
    if seen.keeps_effects and played:
        for event, after in played[-1].frames:
            if not isinstance(event, Skipped):
                seen = with_effects(seen, after, event)
    return seen


@singledispatch
def effects(state: object, event: Event) -> Iterable[Piece]:
    """Return the pieces that show `event`. `state` is the state right after the event.

    Each game registers a function. The badge for a skipped card is not among these pieces, because
    it is the same in every game.
    """
    return ()


def with_effects(seen: Scene, state: object, event: Event) -> Scene:
    """Return a copy of the scene `seen` with the effects of `event` below or above its pieces."""
    found = [*effects(state, event), *skip_badge(seen, event)]
    known = {piece.id for piece in seen.pieces}
    under = {piece.id: piece for piece in found if piece.below and piece.id not in known}
    over = {piece.id: piece for piece in found if not piece.below}
    others = [piece for piece in seen.pieces if piece.id not in over]
    return replace(seen, pieces=(*under.values(), *others, *over.values()))


PASSED = 0.14
"""The radius of a badge on the path of a piece, as a fraction of the piece's size."""


def skip_badge(seen: Scene, event: Event, radius: float = 0) -> Iterator[Piece]:
    """Yield a badge if `event` is a skipped card, next to the player's piece in the scene `seen`.

    `radius` is a fraction of the piece's size, or 0 for the scene's default. The picture of the
    badge is three times as wide as the radius.
    """
    piece = seen.piece(event.actor) if isinstance(event, Skipped) else None
    if piece:
        radius, away = (radius or seen.badge) * piece.size, 0.36 * piece.size
        layer, x, y = Layer(badge(0, 0, radius)), piece.x + away, piece.y + away
        yield Piece(f"{piece.id} skipped", "", layer, 3 * radius, x, y, upright=True)


def badge(x: float, y: float, size: float) -> list[Shape]:
    """Return the shapes of a round badge with an X, centred at (`x`, `y`), with radius `size`."""
    return [
        Shape(paths.circle(x, y, size), ATTENTION, WHITE, 0.24 * size),
        Shape(paths.lines(paths.cross(x, y, 0.38 * size)), line=WHITE, width=0.28 * size),
    ]
