"""Level generators: functions that create random starts and put their tasks into words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias

from teachkit.core.board.grid import picture, read_rows
from teachkit.core.board.squares import Facing, Square, read_place
from teachkit.core.game.whereabouts import Piece
from teachkit.core.run.decisions import Pick
from teachkit.core.run.flow import State
from teachkit.core.strings import board_error
from teachkit.words import say


class Ask(NamedTuple):
    """One part of a task: the name of a check, and the name and value of the check's argument.

    The check is usually a goal of the game.
    """

    check: str
    fact: str
    value: str | int


Task: TypeAlias = tuple[Ask, ...]
"""A task as a tuple of its parts; a simpler task has fewer parts."""


@dataclass(frozen=True)
class Order:
    """The requirements for a generated start.

    `size` is written in the game's own notation, and `stops` is the number of things to fetch. A
    solution may use only `cards`, and at most `most` of them. The start must offer at least one
    card from each set in `needs`.
    """

    edition: str
    size: str
    stops: int
    most: int
    cards: frozenset[str]
    needs: tuple[frozenset[str], ...] = ()


OPPOSITE_TURNS = {"left": "right", "right": "left", "u-turn": "left"}
"""A mapping from each card that turns a piece to the one with which it is easily confused."""

Start: TypeAlias = dict[str, Any]
"""A `[[starts]]` table of an exercise file."""


class Obstacle(NamedTuple):
    """A thing on a board that can be in the way of a program.

    `says` is the sentence for a learner whose program would work without this thing, and `without`
    is the start without it. A task may be to reach a thing that `is_target`.
    """

    says: str
    without: Start
    is_target: bool = False


@dataclass(frozen=True, kw_only=True)
class LevelGenerator(Generic[State]):
    """The functions and settings that generate random levels of a game and put them into words."""

    editions: tuple[str, ...]
    """The editions for levels; the first one that has all required cards is used."""
    size: str
    """The default size of a start."""
    turns: Collection[str] = ()
    """The cards that turn a piece on the spot."""
    most_alike: int
    """The largest number of equal cards that a good solution may have."""
    opposites: Mapping[str, str]
    """A mapping from each card to the card with which it is easily confused."""
    concepts: Mapping[str, tuple[str, ...]]
    """The concepts that exercises teach, each with its cards.

    Every program uses the cards of the first concept.
    """
    called: Mapping[str, tuple[str, ...]]
    """Names that stand for several cards, each mapped to those cards."""

    draw: Callable[[Order, Pick], Iterator[Start]]
    """Yield random starts that share one random board."""
    obstacles: Callable[[Start], Iterator[Obstacle]] = lambda start: iter(())
    """Yield the obstacles of a start, always in the same order."""
    tasks_met: Callable[[Start, State, str], Iterator[Task]]
    """Yield the tasks of a start that are solved if the player reaches a state."""
    with_task_shown: Callable[[Start, Task], Start] = lambda start, task: start
    """Return a copy of a start with a task marked on its board; marks do not affect programs."""
    duplicate_key: Callable[[Start], Hashable]
    """Return a key that duplicate starts share; turned or mirrored ones may count as duplicates."""
    unknown_places: Callable[[Sequence[State], str], Iterator[str]]
    """Yield the names of the places that a text mentions but that none of the states has."""
    unasked: Callable[[State, Sequence[Ask]], Iterator[str]] = lambda state, task: iter(())
    """Yield the things that a state shows as targets but that no check of the task asks for."""
    text: Callable[[Start, Task], str]
    """Return the sentences in which a learner reads a task."""
    titles: tuple[str, ...]
    """Short titles that suit any level, which are translated when they are used."""


# Levels on boards of squares --------------------------------------------------------------------


def size_of(text: str, least: int, most: int) -> tuple[int, int]:
    """Return the width and height in `text`, which is a size such as `6x5`.

    Raise `BoardError` if `text` is not a size, or if a side is not between `least` and `most`.

    >>> size_of("6x5", 3, 12)
    (6, 5)
    >>> size_of("6x50", 3, 12)
    Traceback (most recent call last):
    teachkit.errors.BoardError: "6x50" is not a size. Write a size from 3x3 to 12x12.
    """
    sides = re.fullmatch(r"(\d+)x(\d+)", text)
    if not sides or not all(least <= int(side) <= most for side in sides.groups()):
        facts = {"text": text, "least": least, "most": most}
        raise board_error(
            '"{text}" is not a size. Write a size from {least}x{least} to {most}x{most}.', **facts
        )
    return int(sides[1]), int(sides[2])


def obstacles_on(
    start: Start, says: Callable[[str, Square], str], targets: Collection[Square] = ()
) -> Iterator[Obstacle]:
    """Yield the walls of `start`, then the squares of its floor whose sign is an obstacle.

    `says` returns the sentence for a sign and its square, or "" if the sign is no obstacle.
    """
    walls, rows = start.get("walls", []), read_rows(start["floor"])
    for place, wall in enumerate(walls):
        square, facing = read_place(wall)
        sentence = say("This would only work without the wall {facing} of {square}.",
                       facing=facing.says, square=square)  # fmt: skip
        yield Obstacle(sentence, start | {"walls": walls[:place] + walls[place + 1 :]})
    signs = {
        Square(column, row): sign
        for row, line in enumerate(rows)
        for column, sign in enumerate(line)
    }
    for square in sorted(signs):
        if sentence := says(signs[square], square):
            floor = picture(signs | {square: "."})
            yield Obstacle(sentence, start | {"floor": floor}, square in targets)


def tasks_of(here: Piece, fetch: Ask | None = None, may_stop: bool = True) -> Iterator[Task]:
    """Yield tasks that `here` has solved, each one stricter than the one before.

    The first task is to `fetch` things, if there are any. If the piece `may_stop` on its square,
    the next ones add this square, and then also the facing.
    """
    task: Task = (fetch,) if fetch and fetch.value else ()
    if task:
        yield task
    if may_stop:
        yield (*task, Ask("stands_on", "square", str(here.square)))
        yield (*task, Ask("parks", "place", f"{here.square} {here.facing.value}"))


def unknown_squares(states: Sequence[Any], text: str, cards: str = "") -> Iterator[str]:
    """Yield the names of squares in `text` that are not on any board of `states`.

    `cards` is a pattern of card names that look like squares, such as `x2`.

    >>> from types import SimpleNamespace
    >>> state = SimpleNamespace(board={Square.read("a1")})
    >>> list(unknown_squares([state], "Drive from a1 to **b7**, with x2.", cards="x[23]"))
    ['b7']
    """
    names = re.findall(r"\b[a-z][1-9]\d?\b", text)
    for name in dict.fromkeys(names):
        if not (
            re.fullmatch(cards, name) or any(Square.read(name) in each.board for each in states)
        ):
            yield name


def task_in_words(task: Task, goal: str, fetch: Callable[[int], str]) -> str:
    """Put `task` into sentences that say how many things to fetch and where to stop.

    `goal` is the name of the check that counts fetched things, and `fetch` returns the sentence for
    a number of things.
    """
    number = sum(int(ask.value) for ask in task if ask.check == goal)
    places = [str(ask.value) for ask in task if ask.check != goal]
    first = [fetch(number)] if number else []
    return " ".join([*first, *(_stop(place, bool(first)) for place in places)])


def _stop(place: str, is_after: bool) -> str:
    square, _, facing = place.partition(" ")
    if not facing and is_after:
        return say("Then stop on **{square}**.", square=square)
    if not facing:
        return say("Drive to **{square}**.", square=square)
    facts = {"square": square, "facing": Facing(facing).says}
    if is_after:
        return say("Then stop on **{square}** and face **{facing}**.", **facts)
    return say("Drive to **{square}** and face **{facing}** there.", **facts)
