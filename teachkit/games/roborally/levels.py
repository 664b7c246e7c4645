"""Levels of RoboRally: small factory floors by chance, and what may be asked on them."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from teachkit.core.board.squares import FACINGS, Facing, Square, read_place
from teachkit.core.game.levels import Ask, Levels, Order, Task, task_in_words, unknown_squares
from teachkit.core.run.decisions import Pick
from teachkit.errors import BoardError
from teachkit.games.roborally.board_files import MOST_FLAGS
from teachkit.games.roborally.cards import NAMES
from teachkit.games.roborally.state import State
from teachkit.words import say, say_many

EDITIONS = ("factory",)
SIZE = "6x5"
TURNS = ("left", "right", "u-turn")
MOST_ALIKE = 3
OPPOSITES = {
    "left": "right",
    "right": "left",
    "u-turn": "left",
    "move-1": "move-2",
    "move-2": "move-1",
    "move-3": "move-2",
    "back-up": "move-1",
}
CONCEPTS: dict[str, tuple[str, ...]] = {
    "sequence": (),
    "orientation": TURNS,
    "steps": tuple(name for name in NAMES if name not in TURNS),
}
CALLED = {"turn": TURNS, "move": ("move-1", "move-2", "move-3")}
ROBOT = "red"
SMALLEST, LARGEST = 3, 12
RUN = (2, 3, 3, 4)


def draw(order: Order, pick: Pick) -> Iterator[dict[str, Any]]:
    """A floor with belts, a gear and a pit; flags on what is left, and a robot at the rim."""
    width, height = _size(order.size)
    if order.stops > MOST_FLAGS:
        raise BoardError(say("Ask for at most {most} flags.", most=MOST_FLAGS))
    squares = [Square(column, row) for row in range(height) for column in range(width)]
    signs = dict.fromkeys(squares, ".")
    for _ in range((width + height) // 5):
        _lay_belt(signs, pick)
    for sign in ("gl", "gr", "o"):
        if free := [square for square in squares if signs[square] == "."]:
            signs[pick(free)] = sign
    free = [square for square in squares if signs[square] == "."]
    while True:
        left = list(free)
        start = pick([each for each in left if _is_rim(each, width, height)] or left)
        left.remove(start)
        flags: list[Square] = []
        for _ in range(order.stops):
            flags.append(pick(left or squares))
            left = [square for square in left if square != flags[-1]]
        inside = [facing for facing in FACINGS if start.ahead(facing) in signs]
        yield {
            "floor": _floor(signs, width, height),
            "flags": list(map(str, flags)),
            "robots": {ROBOT: f"{start} {pick(inside).value}"},
        }


def _size(text: str) -> tuple[int, int]:
    sides = re.fullmatch(r"(\d+)x(\d+)", text)
    if not sides or not all(SMALLEST <= int(side) <= LARGEST for side in sides.groups()):
        raise BoardError(say('"{text}" is no size; write {least}x{least} to {most}x{most}.',
                             text=text, least=SMALLEST, most=LARGEST))  # fmt: skip
    return int(sides[1]), int(sides[2])


def _is_rim(square: Square, width: int, height: int) -> bool:
    return square.column in (0, width - 1) or square.row in (0, height - 1)


def _lay_belt(signs: dict[Square, str], pick: Pick) -> None:
    """A straight run of belt squares, with a square of floor before its end."""
    facing: Facing = pick(FACINGS)
    sign = facing.arrow * pick((1, 1, 2))
    square: Square = pick(list(signs))
    for _ in range(pick(RUN)):
        if signs.get(square) != "." or square.ahead(facing) not in signs:
            return
        signs[square] = sign
        square = square.ahead(facing)


def _floor(signs: dict[Square, str], width: int, height: int) -> str:
    return "\n".join(
        " ".join(signs[Square(column, row)].ljust(2) for column in range(width)).rstrip()
        for row in reversed(range(height))
    )


def asked(start: dict[str, Any], state: State, robot: str) -> Iterator[Task]:
    """All flags; all flags and a square to stop on; and the way to look there, too."""
    here, flags = state.robot(robot), len(start["flags"])
    if here.destroyed or here.flag < flags:
        return
    task: Task = (Ask("touches", "flag", flags),) if flags else ()
    if task:
        yield task
    if str(here.square) in start["flags"] or f"{here.square} {here.facing}" in start["robots"]:
        return
    yield (*task, Ask("stands_on", "square", str(here.square)))
    yield (*task, Ask("parks", "place", f"{here.square} {here.facing.value}"))


def furnished(start: dict[str, Any], task: Task) -> dict[str, Any]:
    """Flags are seen already, and squares have their names."""
    return start


def likeness(start: dict[str, Any]) -> Hashable:
    """The floor, the flags and the robot as they are."""
    square, facing = read_place(start["robots"][ROBOT])
    return start["floor"], tuple(start["flags"]), square, facing


def unasked(state: State, task: Sequence[Ask]) -> Iterator[str]:
    """Nothing: a floor may have more on it than is asked for."""
    return iter(())


def text(start: dict[str, Any], task: Task) -> str:
    """Which flags to touch, and where to stop."""

    def touch(flags: int) -> str:
        return say_many("Touch the flag.", "Touch all {number} flags in their order.", flags)

    return task_in_words(task, "touches", touch)


def titles() -> tuple[str, ...]:
    """Short titles that suit any floor."""
    return (
        say("The morning shift"), say("Mind the belt"), say("Round the gear"),
        say("A short errand"), say("Parts for the line"), say("The night shift"),
        say("Ride along"), say("Step off in time"), say("Before the siren"),
        say("The quiet hall"), say("Past the pit"), say("Oil and steel"),
        say("Belt and back"), say("The long hall"), say("On the move"),
        say("A turn for free"), say("First flag"), say("The spare part"),
        say("Let it carry you"), say("Hall seven"), say("The last delivery"),
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
    unknown_places=unknown_squares,
    unasked=unasked,
    text=text,
    titles=titles,
)
