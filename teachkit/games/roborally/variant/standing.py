"""What lies beside the board in the variant: credits, points, secret goals, three more decks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

from teachkit.core.board.decks import Deck
from teachkit.core.data import structure
from teachkit.games.roborally.pieces import LAID_DOWN
from teachkit.games.roborally.rules import Rules
from teachkit.words import say, say_many, translate

Counts = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """What a player has: credits, victory points, a secret goal (or none, until the round ends).

    `deeds` count what its robot has done in this round, for the goal; `home` is where it stood
    when the round began.
    """

    name: str
    credits: int = 0
    points: int = 0
    goal: str = ""
    deeds: Counts = ()
    home: str = ""


class Influence(NamedTuple):
    """In which register somebody last had a hand in where a robot is. [RV-22]"""

    robot: str
    by: str
    register: int


@dataclass(frozen=True, slots=True)
class Standing:
    """The table of the variant. `flag` is the goal flag, 0 for none; `last` the one before.

    `scored` are those who scored on it in this round, in their order; `closed` says that a timed
    game is over.
    """

    seats: tuple[Seat, ...] = ()
    goals: Deck[str] = field(default_factory=Deck)
    bugs: Deck[str] = field(default_factory=Deck)
    minors: Deck[str] = field(default_factory=Deck)
    flag: int = 0
    last: int = 0
    scored: tuple[str, ...] = ()
    leader: str = ""
    influences: tuple[Influence, ...] = ()
    closed: bool = False

    def seat(self, name: str) -> Seat:
        return next(seat for seat in self.seats if seat.name == name)

    def with_seat(self, name: str, **changes: Any) -> Standing:
        """The standing with something of one player changed."""
        seats = (replace(seat, **changes) if seat.name == name else seat for seat in self.seats)
        return replace(self, seats=tuple(seats))

    def seen_by(self, player: str) -> Standing:
        """Other secret goals lie face down, and so do the piles."""
        seats = (
            seat if seat.name == player or not seat.goal else replace(seat, goal=LAID_DOWN.name)
            for seat in self.seats
        )
        return replace(
            self,
            seats=tuple(seats),
            goals=_face_down(self.goals),
            bugs=_face_down(self.bugs),
            minors=_face_down(self.minors),
        )

    def told(self) -> Iterator[str]:
        """What a text board says of it."""
        if self.flag:
            yield say("The goal is flag {number}.", number=self.flag)
        for seat in self.seats:
            points = say_many("{number} point", "{number} points", seat.points)
            money = say_many("{number} credit", "{number} credits", seat.credits)
            yield say("{robot} player: {points}, {credits}.", points=points, credits=money,
                      robot=translate(seat.name).capitalize())  # fmt: skip

    def written(self) -> dict[str, Any]:
        """All of it as plain data, which `read_standing` reads."""
        seats = [{**asdict(seat), "deeds": dict(seat.deeds)} for seat in self.seats]
        return {
            "seats": seats,
            **{name: list(getattr(self, name).draw_pile) for name in PILES},
            **{f"{name}_laid": list(getattr(self, name).discard_pile) for name in PILES},
            "influences": [list(each) for each in self.influences],
            "scored": list(self.scored),
            "flag": self.flag,
            "last": self.last,
            "leader": self.leader,
            "closed": self.closed,
        }


PILES = ("goals", "bugs", "minors")


def _face_down(deck: Deck[str]) -> Deck[str]:
    return deck.with_draw_pile((LAID_DOWN.name,) * len(deck.draw_pile))


# Read again -----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class SeatFile:
    """A player in a position of a match."""

    name: str
    credits: int = 0
    points: int = 0
    goal: str = ""
    deeds: dict[str, int] = field(default_factory=dict)
    home: str = ""


@dataclass(frozen=True, kw_only=True)
class StandingFile:
    """What lies beside the board in a position of a match."""

    seats: list[SeatFile] = field(default_factory=list)
    goals: list[str] = field(default_factory=list)
    bugs: list[str] = field(default_factory=list)
    minors: list[str] = field(default_factory=list)
    goals_laid: list[str] = field(default_factory=list)
    bugs_laid: list[str] = field(default_factory=list)
    minors_laid: list[str] = field(default_factory=list)
    influences: list[tuple[str, str, int]] = field(default_factory=list)
    scored: list[str] = field(default_factory=list)
    flag: int = 0
    last: int = 0
    leader: str = ""
    closed: bool = False


def read_standing(rules: Rules, data: dict[str, Any]) -> Standing:
    """The standing that `written` wrote. Raises `DataError` for anything else."""
    file = structure(data, StandingFile)
    seats = (
        Seat(each.name, each.credits, each.points, each.goal, tuple(each.deeds.items()), each.home)
        for each in file.seats
    )
    return Standing(
        tuple(seats),
        Deck(tuple(file.goals), tuple(file.goals_laid)),
        Deck(tuple(file.bugs), tuple(file.bugs_laid)),
        Deck(tuple(file.minors), tuple(file.minors_laid)),
        file.flag,
        file.last,
        tuple(file.scored),
        file.leader,
        tuple(Influence(*each) for each in file.influences),
        file.closed,
    )
