"""Random levels for Algoracing: boards, and tasks for a rover on these boards."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial

from teachkit.core.board.grid import Edge, both_sides, distances, is_rim
from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.game import level_generator as levels
from teachkit.core.game.level_generator import Ask, LevelGenerator, Order, Start, Task
from teachkit.core.run.decisions import Pick
from teachkit.games.algoracing.board import Board, floor_text, listed, read_board
from teachkit.games.algoracing.editions import EDITIONS, SAMPLE_TYPES
from teachkit.games.algoracing.foresight import TURNS
from teachkit.games.algoracing.palette import PALETTE
from teachkit.games.algoracing.setup import overloaded
from teachkit.games.algoracing.state import State
from teachkit.words import say, say_many

ROVER = "red"
NEAREST = 2
SMALLEST, LARGEST = 3, 12
SQUARES_TO_A_HILL, SQUARES_TO_A_WALL = 18, 16
HILL_SQUARES = (2, 3, 3, 4)


def draw(order: Order, pick: Pick) -> Iterator[Start]:
    """Draw a random board, and yield random starts on it, with samples and a rover at the edge."""
    size = levels.size_of(order.size, SMALLEST, LARGEST)
    while (board := landscape(*size, pick)) is None:
        pass
    while True:
        square, facing = pick(_places(board))
        samples = _samples(board, square, order, pick)
        yield {
            "floor": floor_text(board),
            "walls": board.wall_texts,
            "rovers": {ROVER: f"{square} {facing.value}"},
            "samples": {str(square): pick(SAMPLE_TYPES) for square in sorted(samples)},
        }


def _places(board: Board) -> list[Edge]:
    """Return each flat square at the edge with each direction in which a rover can leave it."""
    return [
        (square, facing)
        for square in board.squares
        for facing in FACINGS
        if is_rim(square, board.width, board.height)
        if not board.level(square) and not board.hindrance(square, facing)
    ]


def _samples(board: Board, start: Square, order: Order, pick: Pick) -> list[Square]:
    """Return random squares for samples, if possible far from the rover and one another."""
    if order.stops > EDITIONS[order.edition].capacity:
        raise overloaded(EDITIONS[order.edition])
    samples: list[Square] = []
    for _ in range(order.stops):
        taken = (start, *samples)
        free = [
            square
            for square in board.squares
            if square not in taken and ("jump" in order.cards or not board.level(square))
        ]
        far = [
            square for square in free if all(square.steps_to(other) > NEAREST for other in taken)
        ]
        samples.append(pick(far or free))
    return samples


def sentence_about(sign: str, square: Square) -> str:
    """Return the sentence about a hill, or "" for other signs."""
    if sign != "#":
        return ""
    return say("This would only work without the hill on {square}.", square=square)


def tasks_met(start: Start, state: State, rover: str) -> Iterator[Task]:
    """Yield the tasks that are solved in the final `state`, each one stricter than the one before.

    The first task is to pick up all samples. The next ones add a square to stop on, and then a
    facing.
    """
    if state.samples:
        return
    here = state.rover(rover)
    # The rover must go to the samples anyway, so stopping on one of their squares is a poor task.
    may_stop = str(here.square) not in start["samples"]
    yield from levels.tasks_of(here, Ask("carries", "samples", len(here.carries)), may_stop)


def with_task_shown(start: Start, task: Task) -> Start:
    """Return a copy of `start` with board marks under the samples and where the rover must stop."""
    board = read_board(start["floor"], walls=start["walls"])
    places = [str(ask.value).split()[0] for ask in task if ask.check != "carries"]
    marks = {Square.read(name) for name in (*start["samples"], *places)}
    return start | {"floor": floor_text(board, marks)}


def duplicate_key(start: Start) -> Hashable:
    """Return a key that is the same for all eight rotations and reflections of a start."""
    return min(PALETTE.views(start, (ROVER, *SAMPLE_TYPES)))


def text(start: Start, task: Task) -> str:
    """Return the task in words: the samples to fetch, and where to stop."""
    places = listed(start["samples"] or [""])

    def fetch(samples: int) -> str:
        return say_many(
            "Pick up the sample on **{places}**.",
            "Pick up the samples on **{places}**.",
            samples,
            places=places,
        )

    return levels.task_in_words(task, "carries", fetch)


TITLES = (
    "A short trip", "Out and about", "One more drive", "Watch where you drive",
    "The long way around", "Just a few cards", "A careful drive", "Far away", "Before the storm",
    "Red is on the way",
    "The survey", "A quick errand", "Dust on the wheels", "A morning drive", "Across the sand",
    "Plan it first", "Straight, then turn", "A day outside", "Where to turn?", "Home before dark",
)  # fmt: skip
"""Short titles that suit any board."""

LEVELS = LevelGenerator(
    editions=("basic", "loops", "compass", "complete"),
    size="6x6",
    turns=TURNS,
    most_alike=6,
    opposites={
        **levels.OPPOSITE_TURNS,
        "forward": "jump",
        "jump": "forward",
        "north": "south",
        "south": "north",
        "east": "west",
        "west": "east",
    },
    concepts={
        "sequence": (),
        "orientation": TURNS,
        "jump": ("jump",),
        "loops": ("repeat",),
        "conditionals": ("while", "if"),
        "routines": ("define",),
    },
    called={"turn": TURNS},
    draw=draw,
    obstacles=partial(levels.obstacles_on, says=sentence_about),
    tasks_met=tasks_met,
    with_task_shown=with_task_shown,
    duplicate_key=duplicate_key,
    unknown_places=partial(levels.unknown_squares, cards="x[23]"),
    text=text,
    titles=TITLES,
)


# Random boards ----------------------------------------------------------------------------------


def landscape(width: int, height: int, pick: Pick) -> Board | None:
    """Return a random board, or `None` if some flat square cannot be reached."""
    flat = Board(((0,) * width,) * height)
    hills = _hills(flat, pick)
    storeys = tuple(
        tuple(int(Square(column, row) in hills) for column in range(width)) for row in range(height)
    )
    walls = _walls(Board(storeys), pick)
    board = Board(storeys, both_sides(walls))
    return board if _is_connected(board) else None


def _hills(flat: Board, pick: Pick) -> set[Square]:
    """Return the squares of random hill blocks; no block touches another or covers a corner."""
    hills: set[Square] = set()
    most = max(1, len(flat.squares) // SQUARES_TO_A_HILL)
    for _ in range(pick(range(1, most + 1))):
        free = [
            square
            for square in flat.squares
            if square not in flat.corners and not {*square.around} & hills
        ]
        block: list[Square] = []
        for _ in range(pick(HILL_SQUARES)):
            near = [
                square
                for square in free
                if not block or {*map(square.ahead, FACINGS)} & {*block}
                if square not in block
            ]
            if near:
                block.append(pick(near))
        hills |= {*block}
    return hills


def _walls(board: Board, pick: Pick) -> list[Edge]:
    """Return random walls between flat squares; if possible, every second one extends the last."""
    edges = [
        (square, facing)
        for square in board.squares
        for facing in (Facing.NORTH, Facing.EAST)
        if square.ahead(facing) in board
        if board.level(square) == board.level(square.ahead(facing)) == 0
    ]
    walls: list[Edge] = []
    for _ in range(pick(range(len(board.squares) // SQUARES_TO_A_WALL + 1))):
        further = [edge for edge in edges if edge not in walls and _goes_on(edge, walls)]
        if rest := further or [edge for edge in edges if edge not in walls]:
            walls.append(pick(rest))
    return walls


def _goes_on(edge: Edge, walls: list[Edge]) -> bool:
    """Return whether `edge` may extend the last of `walls` in a straight line.

    Walls come in pairs, so only the second wall of a pair may extend the wall before it.
    """
    if len(walls) % 2 == 0:
        return False
    square, facing = walls[-1]
    return edge in [(square.ahead(side), facing) for side in (facing.left, facing.right)]


def _is_connected(board: Board) -> bool:
    def beside(square: Square) -> list[Square]:
        return [square.ahead(each) for each in FACINGS if not board.hindrance(square, each)]

    flat = [square for square in board.squares if not board.level(square)]
    return len(distances(flat[:1], beside)) == len(flat)
