"""Pictures of Algoracing: an area of Mars seen from above, and the rovers on it.

No information depends on colour alone: rovers and bases have letters, and each kind has its own
outline. Blocks go down in steps inside their own squares, one step for each storey, so that their
height can be counted on all four sides and they never cover an adjacent square. Higher ground is
also lighter, and each block casts a shadow.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache

from matplotlib.path import Path

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.run.flow import Event
from teachkit.core.run.walk import Skipped
from teachkit.draw import paths, squares
from teachkit.draw.paths import Point
from teachkit.draw.scene import Background, Layer, Piece, Placed, Scene, dressed, effects, scene
from teachkit.draw.shapes import INK, PIECE_COLOURS, readable_on
from teachkit.draw.sprites import Sprites
from teachkit.draw.squares import MARGIN, middle
from teachkit.games.algoracing import events
from teachkit.games.algoracing.board import Board
from teachkit.games.algoracing.editions import COLOURS
from teachkit.games.algoracing.events import Lifted, Pulled, Teleported
from teachkit.games.algoracing.state import Base, Rover, State
from teachkit.words import say, say_many, translate

SPRITES = Sprites("algoracing")
MINE = "red"  # the rover that learners program, and win parts for
_SIZE = 0.98
_STEP = 0.12  # the width of a step down one storey
_SIDE = paths.line((-0.5, 0.5), (0.5, 0.5))
_RIPPLES = paths.lines([((-0.1, 0), (0.06, 0.02)), ((-0.02, -0.06), (0.11, -0.05))])


@scene.register
def algoracing_scene(state: State) -> Scene:
    """Return the scene of `state`: the board with rovers, their letters and cargo, and samples."""
    board = state.board
    pieces = [piece for rover in state.rovers for piece in _rover(rover)]
    pieces[:0] = [squares.shadow(piece) for piece in pieces if not piece.follows]
    pieces += [sign for rover in state.rovers for sign in _below(state, rover.square)]
    pieces += [_samples(state, square, len(kinds)) for square, kinds in state.samples]
    size = say("A board of {columns} by {rows} squares.", columns=board.width, rows=board.height)
    alt = " ".join((size, *_hills(board)))
    spoken = {rover.name: _spoken(rover) for rover in state.rovers}
    return Scene(background(board, state.bases), tuple(pieces), alt, spoken)


def _hills(board: Board) -> Iterator[str]:
    """Yield a sentence with the squares that are one storey high, and one with those of two."""
    low, high = (
        ", ".join(str(square) for square in board.squares if board.level(square) == level)
        for level in (1, 2)
    )
    if low:
        yield say("Low hills: {squares}.", squares=low)
    if high:
        yield say("High hills: {squares}.", squares=high)


def _spoken(rover: Rover) -> str:
    return say_many(
        "The {colour} rover is on {square}, faces {facing} and carries {number} sample.",
        "The {colour} rover is on {square}, faces {facing} and carries {number} samples.",
        len(rover.carries),
        colour=translate(rover.name),
        square=rover.square,
        facing=rover.facing.says,
    )


# Pieces ----------------------------------------------------------------------------------------


def _rover(rover: Rover) -> Iterator[Piece]:
    name, angle, count = rover.name, rover.facing.degrees, min(len(rover.carries), 3)
    x, y = middle(rover.square)
    label = say("{colour} rover", colour=translate(name))
    hull = SPRITES.layer("rover", hull=PIECE_COLOURS[name])
    yield Piece(name, label, hull, _SIZE, x, y, angle)
    if count:
        label = say_many("carries {number} sample", "carries {number} samples", count)
        cargo = SPRITES.layer(f"cargo-{count}")
        yield Piece(f"{name} carries {count}", label, cargo, _SIZE, x, y, angle, follows=name)
    letter = SPRITES.layer("letter", name[0].upper())
    yield Piece(f"{name} letter", "", letter, 0.4, x, y, follows=name, upright=True)


def _below(state: State, square: Square) -> Iterator[Piece]:
    """Yield copies of the symbols printed on a rover's square, to be drawn on top of the rover."""
    x, y = middle(square)
    for base in state.bases:
        if base.square == square:
            for name, layer, aside, up in _signs(base):
                yield Piece(f"{square} {name}", "", layer, 0.4, x + aside, y + up)
    for lift in state.board.lifts:
        if square in (lift.upper, lift.lower):
            angle = lift.facing.degrees if square == lift.upper else 0
            layer = SPRITES.layer("lift-above" if square == lift.upper else "lift-below")
            yield Piece(f"{square} lift", "", layer, 0.4, x + 0.3, y - 0.3, angle)


def _signs(base: Base) -> Iterator[tuple[str, Layer, float, float]]:
    """Yield the name, layer, x offset and y offset of a base's house and of each of its flasks.

    There is a flask for each laboratory, or one uncoloured flask if the base has all colours.
    """
    yield "home", _owned("house", base.owner), -0.31, 0.29
    if set(base.labs) == set(COLOURS):
        yield "lab ", SPRITES.layer("flask-for-all"), 0.29, -0.31
    else:
        for aside, lab in zip((-0.29, 0.29), base.labs, strict=False):
            yield f"lab {lab}", _owned("flask", lab), aside, -0.31


def _owned(sprite: str, name: str) -> Layer:
    """Return the sprite `sprite` in the colour called `name`, with the first letter of `name`."""
    colour = PIECE_COLOURS[name]
    return SPRITES.layer(sprite, name[0].upper(), sign=colour, letter=readable_on(colour))


def _samples(state: State, square: Square, count: int) -> Piece:
    x, y = middle(square)
    name, radius = f"{square} samples {count}", 0.24
    # Samples beside a rover are small, so that its letter stays readable.
    if state.rover_on(square):
        name, radius, x, y = f"{name} aside", 0.15, x - 0.34, y - 0.32
    label = say_many(
        "{number} sample on {square}", "{number} samples on {square}", count, square=square
    )
    words = "?" if count == 1 else str(count)
    layer = SPRITES.layer(f"samples-{min(count, 3)}", words, scale=radius / 0.24)
    return Piece(name, label, layer, 2.8 * radius, x, y, upright=True)


@dressed.register
def algoracing_dressed(state: State, seen: Scene, parts: tuple[str, ...]) -> Scene:
    """Return a copy of `seen` in which the learner's rover has these parts."""
    mine = (replace(piece, layer=rover(parts)) if piece.id == MINE else piece
            for piece in seen.pieces)  # fmt: skip
    return replace(seen, pieces=tuple(mine)) if parts else seen


@lru_cache(maxsize=32)
def rover(parts: tuple[str, ...]) -> Layer:
    """Return the learner's rover with these parts; a part without a sprite is not seen."""
    names = [f"part-{part.replace(' ', '-')}" for part in parts]
    fitted = {SPRITES.slot(name): name for name in names if name in SPRITES}
    shapes = SPRITES.shapes("rover", hull=PIECE_COLOURS[MINE])
    return Layer([*shapes, *(each for name in fitted.values() for each in SPRITES.shapes(name))])


# Events ----------------------------------------------------------------------------------------


@effects.register
def algoracing_effects(state: State, event: Event) -> Iterator[Piece]:
    """Yield a piece that shows a bump, gained samples or points, or a carried rover's path."""
    match event:
        case Skipped(actor, events.Obstacle() as obstacle):
            yield squares.bump(obstacle.square, state.rover(actor).facing)
        case events.PickedUp(_, square, count, _):
            yield _note(square, f"+{count}")
        case events.Delivered(_, square, _, points):
            yield _note(square, f"+{points}", SPRITES.colour("scored"))
        case Lifted(_, start, end) | Teleported(_, start, end) | Pulled(_, start, end):
            yield _hop(start, middle(start), middle(end))


def _note(square: Square, words: str, colour: str = INK) -> Piece:
    """Return a piece with a short text on a plate, in the upper right corner of `square`."""
    (x, y), layer = middle(square), SPRITES.layer("points", words, note=colour)
    return Piece(f"{square} {words}", "", layer, 0.5, x + 0.3, y + 0.37, upright=True)


def _hop(square: Square, start: Point, end: Point) -> Piece:
    """Return a piece with a ring where a rover was picked up, and dots to where it was put down."""
    across, up, way = end[0] - start[0], end[1] - start[1], math.dist(start, end)
    parts = [at / 100 / way for at in range(42, round(100 * way) - 25, 16)]
    dots = paths.scattered(paths.circle(0, 0, 0.05), [(across * part, up * part) for part in parts])
    looks = {"glow": paths.circle(0, 0, 0.3), "hop": paths.circle(0, 0, 0.3), "dot": dots}
    layer = Layer([SPRITES.shape(path, material) for material, path in looks.items()])
    return Piece(f"{square} hop", "", layer, 2 * way + 0.2, *start)


# The board -------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def background(board: Board, bases: tuple[Base, ...]) -> Background:
    """Return the parts of the board that never move, cached for each board and its bases."""
    rows = reversed(range(board.height))
    still = [each for row in rows for each in _row(board, bases, row)]
    around = squares.world(SPRITES, *squares.size_of(board.width, board.height))
    flat = Placed(_ground(board.width, board.height))
    return squares.backdrop(board, [*around, flat, *_blocks(board), *still])


@lru_cache(maxsize=32)
def _ground(width: int, height: int) -> Layer:
    """Return flat ground with pebbles, seams, and a cross at each inner corner.

    Its size is `width` by `height` squares.
    """
    shapes = squares.ground(SPRITES, width, height, "level-0")
    for kind, radius in enumerate((0.014, 0.02, 0.028)):
        pebble = paths.polygon(*paths.toothed(8, [(0, radius)]))
        pebbles = paths.scattered(pebble, _strewn(width, height, kind))
        shapes.append(SPRITES.shape(pebbles, "pebble"))
    ripples = [(x, y) for x, y in _strewn(width, height, 3) if round(97 * x * y) % 4 == 0]
    if ripples:
        shapes.append(SPRITES.shape(paths.scattered(_RIPPLES, ripples), "ripple"))
    if edges := squares.seams(width, height):
        shapes.append(SPRITES.shape(paths.lines(edges), "seam-0"))
    columns, rows = range(1, width), range(1, height)
    if corners := [(MARGIN + column, MARGIN + row) for column in columns for row in rows]:
        plus = paths.lines([((-0.06, 0), (0.06, 0)), ((0, -0.06), (0, 0.06))])
        shapes.append(SPRITES.shape(paths.scattered(plus, corners), "plus"))
    return Layer(shapes)


def _strewn(width: int, height: int, kind: int) -> list[Point]:
    """Return positions for pebbles of one kind, one on each square.

    The positions depend on the number `kind`, and are the same in every run.
    """
    spots = []
    for column in range(width):
        for row in range(height):
            spot = (column * 37 + row * 61 + column * row * 17 + 29 * kind) % 97
            x, y = 0.12 + 0.76 * (spot % 9) / 8, 0.12 + 0.76 * (spot // 9) / 10
            spots.append((MARGIN + column + x, MARGIN + row + y))
    return spots


def _row(board: Board, bases: tuple[Base, ...], row: int) -> Iterator[Placed]:
    squares = [Square(column, row) for column in range(board.width)]
    for square in squares:
        if square in board.marks:
            level = board.level(square)
            colours = SPRITES.colour(f"seam-{level}"), SPRITES.colour(f"level-{level}")
            crater = SPRITES.layer("crater", hollow=colours[0], bottom=colours[1])
            yield Placed(crater, *middle(square))
    for base in bases:
        if base.square.row == row:
            yield from _base(base)
    yield from _lifts(board, row)
    for square in squares:
        for facing in (Facing.NORTH, Facing.EAST):
            if board.has_wall(square, facing):
                yield Placed(SPRITES.layer(f"wall-{facing}"), *middle(square))


def _base(base: Base) -> Iterator[Placed]:
    """Yield the pictures of one rover's base and of the symbols on the base."""
    x, y = middle(base.square)
    yield Placed(SPRITES.layer("base", ring=PIECE_COLOURS[base.owner]), x, y)
    for _, layer, aside, up in _signs(base):
        yield Placed(layer, x + aside, y + up)


def _lifts(board: Board, row: int) -> Iterator[Placed]:
    """Yield the platforms of the lifts in `row`, and each lift's rails unless a hill hides them."""
    for lift in board.lifts:
        upper = *middle(lift.upper), lift.facing.degrees
        if lift.upper.row == row:
            if lift.facing is not Facing.NORTH:
                yield Placed(SPRITES.layer("rails"), *upper)
            yield Placed(SPRITES.layer("platform-above"), *upper)
        if lift.lower.row == row:
            yield Placed(SPRITES.layer("platform-below"), *middle(lift.lower))


# Blocks ----------------------------------------------------------------------------------------


def _blocks(board: Board) -> Iterator[Placed]:
    """Yield all blocks, the lowest first, because higher blocks cast shadows on them."""
    for level in sorted({board.level(square) for square in board.squares} - {0}):
        high = [middle(square) for square in board.squares if board.level(square) >= level]
        casts = [paths.scattered(_cast(far * level), high) for far in (0.06, 0.13)]
        yield Placed(Layer([SPRITES.shape(path, "shadow") for path in casts]))
        for square in board.squares:
            if board.level(square) == level:
                around = [square.ahead(facing) for facing in FACINGS]
                corners = [square.ahead(facing).ahead(facing.right) for facing in FACINGS]
                block = _block(level, _levels(board, around), _levels(board, corners))
                yield Placed(block, *middle(square))


@cache
def _cast(far: float) -> Path:
    """Return the shadow of a square that is cast `far` units east and south."""
    low, high = -0.5 - far, 0.5 + far
    west, east = [(-0.5, 0.5), (-0.5, -0.5), (far - 0.5, low)], [(high, low), (high, 0.5 - far)]
    return paths.polygon(*west, *east, (0.5, 0.5))


def _levels(board: Board, squares: list[Square]) -> tuple[int, ...]:
    """Return each square's number of storeys, or 0 for a square beyond the edge of the board."""
    return tuple(board.level(square) if square in board else 0 for square in squares)


@cache
def _block(level: int, around: tuple[int, ...], corners: tuple[int, ...]) -> Layer:
    """Return the picture of one square of a block: its top, its steps and its outline.

    The picture depends on the storeys of the four squares `around` this one and the four at its
    `corners`.
    """
    low = dict(zip(FACINGS, around, strict=True))
    drop = {facing: max(0, level - other) for facing, other in low.items()}
    shapes = [SPRITES.shape(paths.rectangle(-0.5, -0.5, 1, 1), f"level-{level}")]
    if inner := [_turned(_SIDE, facing) for facing, other in low.items() if other == level]:
        shapes.append(SPRITES.shape(paths.together(inner), f"seam-{level}"))
    steps = []
    for facing, count in drop.items():
        begin, end = _STEP * drop[facing.left], _STEP * drop[facing.right]
        edges = [_edge(part * _STEP, part / count, begin, end)
                 for part in range(count + 1)] if count else []  # fmt: skip
        if edges:
            side = _turned(paths.polygon(*edges[0], *reversed(edges[-1])), facing)
            shapes.append(SPRITES.shape(side, f"slope-{facing}"))
        steps += [_turned(paths.line(*edge), facing) for edge in edges[1:]]
    for facing, other in zip(FACINGS, corners, strict=True):
        if other < level and not drop[facing] and not drop[facing.right]:
            cut = 0.5 - _STEP * (level - other)
            corner = _turned(paths.rectangle(cut, cut, 0.5 - cut, 0.5 - cut), facing)
            shapes.append(SPRITES.shape(corner, f"slope-{facing}"))
            steps.append(_turned(paths.line((cut, 0.5), (cut, cut), (0.5, cut)), facing))
    if steps:
        shapes.append(SPRITES.shape(paths.together(steps), "contour"))
    if borders := [_turned(_SIDE, facing) for facing, count in drop.items() if count]:
        shapes.append(SPRITES.shape(paths.together(borders), "border"))
    return Layer(shapes)


def _edge(down: float, part: float, begin: float, end: float) -> tuple[Point, Point]:
    """Return the edge of a step, `down` units from the northern side of a square.

    The adjacent slopes are `begin` and `end` wide; `part` of them is left out on each side.
    """
    return (part * begin - 0.5, 0.5 - down), (0.5 - part * end, 0.5 - down)


def _turned(path: Path, facing: Facing) -> Path:
    """Return a copy of `path` rotated from the northern side to the side `facing`."""
    return paths.placed(path, 0, 0, degrees=facing.degrees)
