"""Level generators: functions that draw random boards and describe the tasks on them in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.decisions import Pick
from teachkit.core.run.flow import State
from teachkit.errors import BoardError
from teachkit.words import say


class Ask(NamedTuple):
    """One part of a task: a check, usually a goal of the game, with the fact that it tests."""

    check: str
    fact: str
    value: str | int


Task: TypeAlias = tuple[Ask, ...]
"""All parts of a task; a simpler task has fewer."""


@dataclass(frozen=True)
class Order:
    """The requirements for a start.

    `size` is written in the game's own way, and `stops` is the number of things to fetch. A
    solution may use only `cards`, and at most `most` of them. For each set in `needs`, the start
    must offer one of its cards.
    """

    edition: str
    size: str
    stops: int
    most: int
    cards: frozenset[str]
    needs: tuple[frozenset[str], ...] = ()


Start: TypeAlias = dict[str, Any]
"""A `[[starts]]` table of an exercise file."""


@dataclass(frozen=True, kw_only=True)
class LevelGenerator(Generic[State]):
    """The functions that draw random levels of a game and describe them in words."""

    editions: tuple[str, ...]
    """The editions for levels; the first one that has all the cards is used."""
    size: str
    """The default size of a start."""
    turns: Collection[str] = ()
    """The cards that turn a piece on the spot."""
    most_alike: int
    """The largest number of equal cards in a good solution."""
    opposites: Mapping[str, str]
    """For each card, the card that it is easily confused with."""
    concepts: Mapping[str, tuple[str, ...]]
    """The concepts that exercises teach, each with its cards.

    Every program uses the cards of the first concept.
    """
    called: Mapping[str, tuple[str, ...]]
    """The names that stand for several cards, each with those cards."""

    draw: Callable[[Order, Pick], Iterator[Start]]
    """Yield random starts on one board."""
    tasks_met: Callable[[Start, State, str], Iterator[Task]]
    """Yield the tasks that are solved if the player reaches this state from the start."""
    with_task_shown: Callable[[Start, Task], Start] = lambda start, task: start
    """Return the start with the task marked on its board; this does not affect programs."""
    duplicate_key: Callable[[Start], Hashable]
    """Return a key that duplicate starts share; turned or mirrored ones may count as duplicates."""
    unknown_places: Callable[[Sequence[State], str], Iterator[str]]
    """Yield the names of places that occur in a text but in none of these states."""
    unasked: Callable[[State, Sequence[Ask]], Iterator[str]] = lambda state, task: iter(())
    """Yield the things that a state shows as wanted but that no check asks for."""
    text: Callable[[Start, Task], str]
    """Return the task in words."""
    titles: Callable[[], tuple[str, ...]]
    """Return short titles that suit any level."""


# Levels on boards of squares --------------------------------------------------------------------


def size_of(text: str, least: int, most: int) -> tuple[int, int]:
    """Return the width and height in a text such as `6x5`.

    Raise `BoardError` if the text is not a size, or if a side is out of range.

    >>> size_of("6x5", 3, 12)
    (6, 5)
    >>> size_of("6x50", 3, 12)
    Traceback (most recent call last):
    teachkit.errors.BoardError: "6x50" is not a size. Write a size from 3x3 to 12x12.
    """
    sides = re.fullmatch(r"(\d+)x(\d+)", text)
    if not sides or not all(least <= int(side) <= most for side in sides.groups()):
        facts = {"text": text, "least": least, "most": most}
        says = say(
            '"{text}" is not a size. Write a size from {least}x{least} to {most}x{most}.', **facts
        )
        raise BoardError(says)
    return int(sides[1]), int(sides[2])


def stops(task: Task, square: Square, facing: Facing) -> Iterator[Task]:
    """Yield the task with an added square to stop on, then with both the square and a facing."""
    yield (*task, Ask("stands_on", "square", str(square)))
    yield (*task, Ask("parks", "place", f"{square} {facing.value}"))


def unknown_squares(states: Sequence[Any], text: str, cards: str = "") -> Iterator[str]:
    """Yield the squares that a text names but that no board of these states has.

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
    """Return the sentences of a task: how many things to fetch, and where to stop.

    `goal` is the check for the number of things, which `fetch` puts into words.
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
