"""Levels of RoboRally: small random factory floors, and tasks for them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial

from teachkit.core.board.grid import is_rim, picture, squares_of
from teachkit.core.board.squares import FACINGS, Facing, Square, read_place
from teachkit.core.game import level_generator as levels
from teachkit.core.game.level_generator import Ask, LevelGenerator, Order, Start, Task
from teachkit.core.run.decisions import Pick
from teachkit.core.strings import board_error
from teachkit.games.roborally.board_files import MOST_FLAGS
from teachkit.games.roborally.cards import NAMES
from teachkit.games.roborally.state import State
from teachkit.words import say, say_many

TURNS = ("left", "right", "u-turn")
ROBOT = "red"
SMALLEST, LARGEST = 3, 12
RUN = (2, 3, 3, 4)
"""The possible lengths of a run of belts."""


def draw(order: Order, pick: Pick) -> Iterator[Start]:
    """Yield starts that share a random floor, each with random flags and a robot at the edge."""
    width, height = levels.size_of(order.size, SMALLEST, LARGEST)
    if order.stops > MOST_FLAGS:
        raise board_error("Ask for at most {most} flags.", most=MOST_FLAGS)
    squares = squares_of(width, height)
    signs = dict.fromkeys(squares, ".")
    for _ in range((width + height) // 5):
        _add_belt(signs, pick)
    for sign in ("gl", "gr", "o"):
        if free := [square for square in squares if signs[square] == "."]:
            signs[pick(free)] = sign
    free = [square for square in squares if signs[square] == "."]
    while True:
        left = list(free)
        start = pick([each for each in left if is_rim(each, width, height)] or left)
        left.remove(start)
        flags: list[Square] = []
        for _ in range(order.stops):
            flags.append(pick(left or squares))
            left = [square for square in left if square != flags[-1]]
        inside = [facing for facing in FACINGS if start.ahead(facing) in signs]
        yield {
            "floor": picture(signs),
            "flags": list(map(str, flags)),
            "robots": {ROBOT: f"{start} {pick(inside).value}"},
        }


def _add_belt(signs: dict[Square, str], pick: Pick) -> None:
    """Add a straight run of belt squares, none of which leads off the board.

    The run ends early before any square that is not plain floor.
    """
    facing: Facing = pick(FACINGS)
    sign = facing.arrow * pick((1, 1, 2))
    square: Square = pick(list(signs))
    for _ in range(pick(RUN)):
        if signs.get(square) != "." or square.ahead(facing) not in signs:
            return
        signs[square] = sign
        square = square.ahead(facing)


def sentence_about(sign: str, square: Square) -> str:
    """Return the sentence about a pit, a gear or a belt, or "" for other signs."""
    if sign == "o":
        return say("This would only work without the pit on {square}.", square=square)
    if sign.startswith("g"):
        return say("This would only work without the gear on {square}.", square=square)
    if sign != ".":
        return say("This would only work without the belt on {square}.", square=square)
    return ""


def tasks_met(start: Start, state: State, robot: str) -> Iterator[Task]:
    """Yield the tasks that the final `state` solves, from the easiest to the hardest.

    The first task asks for flags, the next also for a final square, and the last also for a facing.
    """
    here, flags = state.robot(robot), len(start["flags"])
    if here.destroyed or here.flag < flags:
        return
    may_stop = str(here.square) not in start["flags"]
    yield from levels.tasks_of(here, Ask("touches", "flag", flags), may_stop)


def duplicate_key(start: Start) -> Hashable:
    """Return a key made of the floor, flags and robot's place; equal levels have equal keys.

    Rotated floors count as different.
    """
    return start["floor"], tuple(start["flags"]), read_place(start["robots"][ROBOT])


def text(start: Start, task: Task) -> str:
    """Return `task` in words: the flags to touch, and the square to stop on."""

    places = ", ".join(start.get("flags", ()))

    def touch(flags: int) -> str:
        return say_many(
            "Touch the flag on **{places}**.",
            "Touch the flags in this order: **{places}**.",
            flags,
            places=places,
        )

    return levels.task_in_words(task, "touches", touch)


TITLES = (
    "The morning shift", "Plan your turns", "One by one", "A short errand", "Parts for the line",
    "The night shift", "Ride along", "Get off in time", "Before the siren", "The quiet hall",
    "Past danger", "Oil and steel", "Out and back", "The long hall", "On the move", "A free turn",
    "The first flag", "The spare part", "Let it carry you", "Hall seven", "The last delivery",
)  # fmt: skip
"""Short titles that suit any floor."""


LEVELS = LevelGenerator(
    editions=("factory",),
    size="6x5",
    turns=TURNS,
    most_alike=3,
    opposites={
        **levels.OPPOSITE_TURNS,
        "move-1": "move-2",
        "move-2": "move-1",
        "move-3": "move-2",
        "back-up": "move-1",
    },
    concepts={
        "sequence": (),
        "orientation": TURNS,
        "steps": tuple(name for name in NAMES if name not in TURNS),
    },
    called={"turn": TURNS, "move": ("move-1", "move-2", "move-3")},
    draw=draw,
    obstacles=partial(levels.obstacles_on, says=sentence_about),
    tasks_met=tasks_met,
    duplicate_key=duplicate_key,
    unknown_places=levels.unknown_squares,
    text=text,
    titles=TITLES,
)
