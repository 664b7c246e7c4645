"""The knowledge by which levels of a game are drawn by chance and described in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from re import Pattern
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.flow import Pick
from teachkit.core.state import State
from teachkit.words import say


class Ask(NamedTuple):
    """One thing that is asked: a check, mostly a goal of the game, and a fact of it."""

    check: str
    fact: str
    value: str | int


Task: TypeAlias = tuple[Ask, ...]
"""All that is asked of a learner at once; the simpler the task, the shorter."""


@dataclass(frozen=True)
class Order:
    """What is wanted of a start.

    `size` is in the game's own words; `stops` is how many things there are to be fetched;
    `cards` may be laid, at most so many in a solution; of each of `needs` one must be of use.
    """

    edition: str
    size: str
    stops: int
    most: int
    cards: frozenset[str]
    needs: tuple[frozenset[str], ...] = ()


Start: TypeAlias = dict[str, Any]
"""A `[[starts]]` table, as an exercise file has it."""


@dataclass(frozen=True, kw_only=True)
class Levels(Generic[State]):
    """The knowledge by which levels of a game are drawn by chance and described in words."""

    editions: tuple[str, ...]
    """Editions for levels; the first that has all cards is taken."""
    size: str
    """The size of a start unless another is asked for."""
    turns: Collection[str] = ()
    """The cards that turn a piece on the spot."""
    most_alike: int
    """How often the same card may occur in a good solution."""
    opposites: Mapping[str, str]
    """The card for which a card is taken by mistake."""
    concepts: Mapping[str, tuple[str, ...]]
    """The concepts that exercises teach, with the cards that carry them.

    The first is in every program.
    """
    called: Mapping[str, tuple[str, ...]]
    """Several cards by one name."""

    draw: Callable[[Order, Pick], Iterator[Start]]
    """Starts by chance on one board, as many as are asked for."""
    asked: Callable[[Start, State, str], Iterator[Task]]
    """The goals for which this state would count as a solution."""
    furnished: Callable[[Start, Task], Start]
    """The start with the task's things shown in it; it plays as before."""
    likeness: Callable[[Start], Hashable]
    """A value equal for starts that are alike, turned or mirrored ones included."""
    unknown_places: Callable[[Sequence[State], str], Iterator[str]]
    """The names of places in a text that none of these states has."""
    unasked: Callable[[State, Sequence[Ask]], Iterator[str]]
    """Things that this start shows as wanted, and that no check asks for."""
    text: Callable[[Start, Task], str]
    """The task in words."""
    titles: Callable[[], tuple[str, ...]]
    """Short titles that suit any level."""


# -- what games on squares say alike ------------------------------------------------------------


class Squares(Protocol):
    """What knows which squares it has."""

    def __contains__(self, square: Square, /) -> bool: ...


def strange_squares(boards: Sequence[Squares], text: str, pattern: Pattern[str]) -> Iterator[str]:
    """Squares named in a text that are on none of these boards.

    >>> import re
    >>> list(strange_squares([{Square.read("a1")}], "From a1 to b7.", re.compile(r"[a-z]\\d")))
    ['b7']
    """
    for name in dict.fromkeys(pattern.findall(text)):
        if not any(Square.read(name) in board for board in boards):
            yield name


def task_in_words(first: Sequence[str], stops: Sequence[Ask]) -> str:
    """What is to be done first, and where to stop after it."""
    return " ".join([*first, *(_stop(ask, bool(first)) for ask in stops)])


def _stop(ask: Ask, is_after: bool) -> str:
    square, _, facing = str(ask.value).partition(" ")
    if not facing:
        return (
            say("Then stop on **{square}**.", square=square)
            if is_after
            else say("Drive to **{square}**.", square=square)
        )
    looks = Facing(facing).says
    return (
        say("Then stop on **{square}** and face **{facing}**.", square=square, facing=looks)
        if is_after
        else say("Drive to **{square}** and face **{facing}** there.", square=square, facing=looks)
    )
