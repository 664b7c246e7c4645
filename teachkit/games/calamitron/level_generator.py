"""Random levels for Calamitron: small halls, and tasks that can be set in them.

Rogues do not move in these levels. The learner's retro, a Treadbot, pushes them into pits.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial

from teachkit.core.board.grid import is_rim, picture, squares_of
from teachkit.core.board.squares import FACINGS, Facing, Square, read_place
from teachkit.core.game import level_generator as levels
from teachkit.core.game.level_generator import Ask, LevelGenerator, Obstacle, Order, Start, Task
from teachkit.core.run.decisions import Pick, picked
from teachkit.core.strings import board_error
from teachkit.games.calamitron.bots import rogue_types
from teachkit.games.calamitron.state import State
from teachkit.words import say, say_many

TURNS = ("left", "right", "u-turn")
DRIVES = ("forward", "forward-2", "forward-3", "back-2")
RETRO = "red"
SMALLEST, LARGEST = 4, 12
MOST_ROGUES = 3


def draw(order: Order, pick: Pick) -> Iterator[Start]:
    """Yield random starts in one random hall, with rogues next to pits and a retro at the edge."""
    width, height = levels.size_of(order.size, SMALLEST, LARGEST)
    if order.stops > MOST_ROGUES:
        raise board_error("Ask for at most {most} rogues.", most=MOST_ROGUES)
    squares = squares_of(width, height)
    inside = [each for each in squares if not is_rim(each, width, height)]
    pits = picked(pick, inside, max(order.stops, 1, len(squares) // 12))
    edges = [(square, facing) for square in inside for facing in (Facing.NORTH, Facing.EAST)]
    walls = sorted({pick(edges) for _ in range(len(squares) // 15)})
    while True:
        free = [square for square in squares if square not in pits]
        rogues: dict[str, str] = {}
        for pit in pits[: order.stops]:
            beside = [each for each in map(pit.ahead, FACINGS) if each in free]
            square = pick(beside or free)
            free.remove(square)
            rogues[_name(pick(rogue_types()), rogues)] = f"{square} {pick(FACINGS).value}"
        start = pick([each for each in free if is_rim(each, width, height)])
        ways = [facing for facing in FACINGS if start.ahead(facing) in squares]
        yield {
            "floor": picture({each: "O" if each in pits else "." for each in squares}),
            "walls": [f"{square} {facing.value}" for square, facing in walls],
            "retros": {RETRO: f"tread {start} {pick(ways).value}"},
            "rogues": rogues,
        }


def _name(kind: str, taken: dict[str, str]) -> str:
    number = sum(name.startswith(f"{kind}-") for name in taken) + 1
    return f"{kind}-{number}"


def obstacles(start: Start) -> Iterator[Obstacle]:
    """Return the walls and pits of a start. A pit next to a rogue is a target."""
    squares = [read_place(place)[0] for place in start["rogues"].values()]
    targets = {square.ahead(facing) for square in squares for facing in FACINGS}
    return levels.obstacles_on(start, _sentence_about, targets)


def _sentence_about(sign: str, square: Square) -> str:
    if sign != "O":
        return ""
    return say("This would only work without the pit on {square}.", square=square)


def tasks_met(start: Start, state: State, retro: str) -> Iterator[Task]:
    """Yield the tasks that are solved in the final `state`, each one stricter than the one before.

    The first task is to push the rogues into pits. The next ones add a square to stop on, and then
    a facing.
    """
    here, rogues = state.bot(retro), len(start["rogues"])
    kept = sum(player == retro for _, player in state.trophies)
    if here.out or here.stunned or kept < rogues:
        return
    yield from levels.tasks_of(here, Ask("keeps", "rogues", rogues))


def duplicate_key(start: Start) -> Hashable:
    """Return a key made of the hall, the rogues' squares, and the retro's square and facing.

    Starts with the same key are duplicates. Rotated halls have different keys.
    """
    _, _, place = start["retros"][RETRO].partition(" ")
    rogues = tuple(sorted(read_place(place)[0] for place in start["rogues"].values()))
    return start["floor"], tuple(start["walls"]), rogues, read_place(place)


def text(start: Start, task: Task) -> str:
    """Return the text of a task: the rogues to push into pits, and the place to stop."""

    places = ", ".join(place.split()[0] for place in start.get("rogues", {}).values())

    def push(rogues: int) -> str:
        return say_many(
            "Push the rogue on **{places}** into a pit.",
            "Push the rogues on **{places}** into pits.",
            rogues,
            places=places,
        )

    return levels.task_in_words(task, "keeps", push)


TITLES = (
    "Mind the pit", "A push too far", "Lights out", "The night guard", "Out of order",
    "Two steps back", "Around the pit", "The last rogue", "Not that way", "Straight into it",
    "Behind its back", "Hall three", "A tight corner", "Squeaky gears", "One shove too many",
    "The old Treadbot", "Emergency stop", "Down you go", "Before dawn", "Quiet again",
    "Nobody is watching",
)  # fmt: skip
"""Short titles that fit any hall."""

LEVELS = LevelGenerator(
    editions=("drive", "loops"),
    size="6x5",
    turns=TURNS,
    most_alike=4,
    opposites={
        **levels.OPPOSITE_TURNS,
        "forward": "forward-2",
        "forward-2": "forward",
        "forward-3": "forward-2",
        "back-2": "forward-2",
    },
    concepts={
        "sequence": (),
        "orientation": TURNS,
        "pushing": (*DRIVES, "shove", "tractor", "forcer"),
        "loops": ("repeat",),
        "conditionals": ("while", "if"),
        "calls": ("program",),
    },
    called={"turn": TURNS, "drive": DRIVES},
    draw=draw,
    obstacles=obstacles,
    tasks_met=tasks_met,
    duplicate_key=duplicate_key,
    unknown_places=partial(levels.unknown_squares, cards=r"x\d"),
    text=text,
    titles=TITLES,
)
