"""Levels of Algoracing: boards by chance, and what may be asked on them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import partial
from itertools import product
from typing import Any

from teachkit.core.board.grid import is_rim
from teachkit.core.board.squares import FACINGS, Facing, Square, read_place
from teachkit.core.game.levels import (
    Ask,
    Levels,
    Order,
    Task,
    size_of,
    stops,
    task_in_words,
    unknown_squares,
)
from teachkit.core.run.decisions import Pick
from teachkit.errors import BoardError
from teachkit.games.algoracing.board import Board, floor_text, read_board
from teachkit.games.algoracing.editions import EDITIONS as RULES
from teachkit.games.algoracing.editions import SAMPLE_TYPES
from teachkit.games.algoracing.landscape import LARGEST, SMALLEST, landscape
from teachkit.games.algoracing.places import TURNS
from teachkit.games.algoracing.state import State
from teachkit.words import say, say_many

EDITIONS = ("basic", "loops", "compass", "complete")
SIZE = "6x6"
MOST_ALIKE = 6
OPPOSITES = {
    "left": "right",
    "right": "left",
    "u-turn": "left",
    "forward": "jump",
    "jump": "forward",
    "north": "south",
    "south": "north",
    "east": "west",
    "west": "east",
}
CONCEPTS = {
    "sequence": (),
    "orientation": TURNS,
    "jump": ("jump",),
    "loops": ("repeat",),
    "conditionals": ("while", "if"),
}
CALLED = {"turn": TURNS}
ROVER = "red"
NEAREST = 2


def draw(order: Order, pick: Pick) -> Iterator[dict[str, Any]]:
    """A rover at the edge that looks along or into the board, and samples not too near."""
    size = size_of(order.size, SMALLEST, LARGEST)
    while (board := landscape(*size, pick)) is None:
        pass
    while True:
        square, facing = _place(board, pick)
        samples = _samples(board, square, order, pick)
        yield {
            "floor": floor_text(board),
            "walls": board.wall_texts,
            "rovers": {ROVER: f"{square} {facing.value}"},
            "samples": {str(square): pick(SAMPLE_TYPES) for square in sorted(samples)},
        }


def _place(board: Board, pick: Pick) -> tuple[Square, Facing]:
    """A flat square at the edge, and a way to look that leads somewhere."""
    places: list[tuple[Square, Facing]] = [
        (square, facing)
        for square in board.squares
        for facing in FACINGS
        if is_rim(square, board.width, board.height)
        if not board.level(square) and not board.hindrance(square, facing)
    ]
    return pick(places)  # type: ignore[no-any-return]


def _samples(board: Board, start: Square, order: Order, pick: Pick) -> list[Square]:
    """Squares for the samples, away from the rover and from one another if there is room."""
    capacity = RULES[order.edition].capacity
    if order.stops > capacity:
        raise BoardError(say("A rover carries at most {most} samples.", most=capacity))
    samples: list[Square] = []
    for _ in range(order.stops):
        taken = (start, *samples)
        free = [
            square
            for square in board.squares
            if square not in taken and ("jump" in order.cards or not board.level(square))
        ]
        far = [
            square for square in free if all(_distance(square, other) > NEAREST for other in taken)
        ]
        samples.append(pick(far or free))
    return samples


def _distance(one: Square, other: Square) -> int:
    return abs(one.column - other.column) + abs(one.row - other.row)


def asked(start: dict[str, Any], state: State, rover: str) -> Iterator[Task]:
    """All samples; all samples and a square to stop on; and the way to look there, too."""
    if state.samples:
        return
    here = state.rover(rover)
    task: Task = (Ask("carries", "samples", len(here.carries)),) if here.carries else ()
    if task:
        yield task
    if str(here.square) in start["samples"]:
        return  # where a sample lay; to stop there is a poor task
    yield from stops(task, here.square, here.facing)


def furnished(start: dict[str, Any], task: Task) -> dict[str, Any]:
    """The squares of the samples and the one to stop on get marks, so that they are seen."""
    board = read_board(start["floor"], walls=start["walls"])
    places = [str(ask.value).split()[0] for ask in task if ask.check != "carries"]
    marks = {Square.read(name) for name in (*start["samples"], *places)}
    return start | {"floor": floor_text(board, marks)}


def likeness(start: dict[str, Any]) -> Hashable:
    """Hills, walls, samples and rover, as the first of the eight ways to turn and mirror them."""
    board = read_board(start["floor"], walls=start["walls"])
    square, facing = read_place(start["rovers"][ROVER])
    things = [("rover", square, square.ahead(facing))]
    things += [("sample", Square.read(name), Square.read(name)) for name in start["samples"]]
    things += [("hill", square, square) for square in board.squares if board.level(square)]
    things += [("wall", square, square.ahead(facing)) for square, facing in board.walls]
    return min(
        tuple(sorted((kind, turn(one), turn(other)) for kind, one, other in things))
        for turn in _turns(board)
    )


def _turns(board: Board) -> list[Callable[[Square], tuple[int, int]]]:
    ways = product((False, True), repeat=3)
    return [partial(_turned, board, across, down, over) for across, down, over in ways]


def _turned(board: Board, across: bool, down: bool, over: bool, square: Square) -> tuple[int, int]:
    column = board.width - 1 - square.column if across else square.column
    row = board.height - 1 - square.row if down else square.row
    return (row, column) if over else (column, row)


def text(start: dict[str, Any], task: Task) -> str:
    """What to fetch, and where to stop."""
    places = _and(list(start["samples"]))

    def fetch(samples: int) -> str:
        return say_many(
            "Pick up the sample on **{places}**.",
            "Pick up the samples on **{places}**.",
            samples,
            places=places,
        )

    return task_in_words(task, "carries", fetch)


def _and(places: list[str]) -> str:
    *first, last = places or [""]
    if not first:
        return last
    return say("{first} and {last}", first=", ".join(first), last=last)


def titles() -> tuple[str, ...]:
    """Short titles that suit any board."""
    return (
        say("A short trip"), say("Out and about"), say("One more trip"), say("Mind the hill"),
        say("The long way round"), say("Few cards"), say("A careful drive"), say("Over there"),
        say("Before the storm"), say("Red is on its way"), say("The survey"), say("A quick errand"),
        say("Dust on the wheels"), say("Morning round"), say("Across the sand"),
        say("Plan it first"), say("Straight, then turn"), say("Field day"),
        say("Where to turn?"), say("Home before dark"),
    )  # fmt: skip


LEVELS = Levels(
    editions=EDITIONS,
    size=SIZE,
    turns=TURNS,
    most_alike=MOST_ALIKE,
    opposites=OPPOSITES,
    concepts=CONCEPTS,
    called=CALLED,
    draw=draw,
    asked=asked,
    furnished=furnished,
    likeness=likeness,
    unknown_places=partial(unknown_squares, cards="x[23]"),
    text=text,
    titles=titles,
)
