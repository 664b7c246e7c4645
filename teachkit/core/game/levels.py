"""What a game knows of levels: how a start by chance looks, and what may be asked there.

A game's package has a room `levels` with the names of the protocol below. Whoever makes levels
draws starts by it, finds out by search what can be reached, and asks for that.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from re import Pattern
from typing import Any, NamedTuple, Protocol, TypeAlias

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.flow import Pick
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


class Levels(Protocol):
    """The names that a game's room `levels` has."""

    # Read only, so that a game may be more exact about its own.
    @property
    def EDITIONS(self) -> tuple[str, ...]:  # noqa: N802
        """Editions for levels; the first that has all cards is taken."""

    @property
    def SIZE(self) -> str:  # noqa: N802
        """The size of a start when nothing is said."""

    @property
    def TURNS(self) -> Collection[str]:  # noqa: N802
        """The cards that turn a piece on the spot."""

    @property
    def MOST_ALIKE(self) -> int:  # noqa: N802
        """How often the same card may lie in a good solution."""

    @property
    def OPPOSITES(self) -> Mapping[str, str]:  # noqa: N802
        """Which card is taken for which by mistake."""

    @property
    def CONCEPTS(self) -> Mapping[str, tuple[str, ...]]:  # noqa: N802
        """What exercises teach, with the cards that carry it; the first is in every program."""

    @property
    def CALLED(self) -> Mapping[str, tuple[str, ...]]:  # noqa: N802
        """Several cards by one name."""

    def draw(self, order: Order, pick: Pick) -> Iterator[dict[str, Any]]:
        """Starts by chance on one board, as `[[starts]]` tables, as many as are asked for."""

    def asked(self, start: dict[str, Any], state: Any, player: str) -> Iterator[Task]:
        """What could be asked so that this state is an end of it; every such state says so."""

    def furnished(self, start: dict[str, Any], task: Task) -> dict[str, Any]:
        """The start with what is asked shown in it; it plays as before."""

    def likeness(self, start: dict[str, Any]) -> Hashable:
        """The same for starts that are alike, turned or mirrored ones included."""

    def strangers(self, states: Sequence[Any], text: str) -> Iterator[str]:
        """Names of places in a text that none of these states has."""

    def unasked(self, state: Any, task: Sequence[Ask]) -> Iterator[str]:
        """What this start shows as wanted, and nothing asks for."""

    def text(self, start: dict[str, Any], task: Task) -> str:
        """The task in words."""

    def titles(self) -> tuple[str, ...]:
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
