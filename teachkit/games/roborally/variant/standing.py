"""The table of the variant: credits, points, secret goals, and three decks of our own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict, astuple, replace

from teachkit.core.board.decks import Deck, draw
from teachkit.core.data import read_toml, structure
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.games.roborally.options import OPTION_CARDS
from teachkit.games.roborally.options.cards import read_deck
from teachkit.games.roborally.pieces import LAID_DOWN, Held
from teachkit.games.roborally.state import State
from teachkit.games.roborally.variant.events import GoalDrawn, GotBug
from teachkit.words import say, say_many, translate

BUGS = read_deck("variant/bugs.toml")
MINORS = read_deck("variant/minor_options.toml")
Counts: TypeAlias = tuple[tuple[str, int], ...]


class Seat(Struct, frozen=True):
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


class Influence(Struct, frozen=True):
    """In which register somebody last had a hand in where a robot is. [RV-22]"""

    robot: str
    by: str
    register: int


class Standing(Struct, frozen=True):
    """The table of the variant. `flag` is the goal flag, 0 for none; `last` the one before.

    `scored` are those who scored on it in this round, in their order; `closed` says that a timed
    game is over.
    """

    seats: tuple[Seat, ...] = ()
    goals: Deck[str] = Deck()
    bugs: Deck[str] = Deck()
    minors: Deck[str] = Deck()
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
            name = translate(seat.name).capitalize()
            yield say(
                "{robot} player: {points}, {credits}.", robot=name, points=points, credits=money
            )

    def written(self) -> dict[str, Any]:
        """All of it as plain data, which `read_standing` reads."""
        seats = [{**asdict(seat), "deeds": dict(seat.deeds)} for seat in self.seats]
        return {
            "seats": seats,
            **{name: list(getattr(self, name).draw_pile) for name in PILES},
            **{f"{name}_laid": list(getattr(self, name).discard_pile) for name in PILES},
            "influences": [list(astuple(each)) for each in self.influences],
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


def read_standing(data: dict[str, Any]) -> Standing:
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


# The decks ------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class GoalFile:
    """A secret goal: so many `times` this `deed`, within one `register`, a `turn`, or at its `end`.

    `about` says when it counts: deeds of the robot itself first, then those among `robots`, then
    those with the `board`. [RV-33, RV-34]
    """

    name: str
    says: str
    deed: str
    times: int = 1
    span: str = "turn"
    about: str = "itself"

    @property
    def label(self) -> str:
        return translate(self.name)

    @property
    def help(self) -> str:
        return translate(self.says)


@dataclass(frozen=True, kw_only=True)
class GoalsFile:
    """The file of the secret goals."""

    goals: tuple[GoalFile, ...]


@cache
def secret_goals() -> Mapping[str, GoalFile]:
    """All secret goals by name."""
    file = Path(str(resources.files("teachkit.games.roborally") / "variant/secret_goals.toml"))
    return {goal.name: goal for goal in structure(read_toml(file), GoalsFile).goals}


# Taking from them, and laying away ------------------------------------------------------------


def standing(state: State) -> Standing:
    """What lies beside the board."""
    assert state.table
    extra: Standing = state.table.extra
    return extra


def lay_away(state: State, card: str) -> State:
    """The state with a card that somebody held on the discard pile of its kind. [RV-32]"""
    if card in OPTION_CARDS:
        assert state.table
        return state.with_table(options=state.table.options.with_discarded([card]))
    here = standing(state)
    if card in BUGS:
        return state.with_table(extra=replace(here, bugs=here.bugs.with_discarded([card])))
    return state.with_table(extra=replace(here, minors=here.minors.with_discarded([card])))


def gain_bug(state: State, name: str) -> Flow[State]:
    """The next bug, if there is any. [RV-4, RV-25, RV-31, RV-32]"""
    drawn, bugs = yield from draw(standing(state).bugs, 1)
    state = state.with_table(extra=replace(standing(state), bugs=bugs))
    for bug in drawn:
        held = (*state.robot(name).held, Held(bug))
        state = state.with_facts(name, held=held)
        yield Frame(GotBug(name, bug), state)
    return state


def draw_goal(state: State, name: str) -> Flow[State]:
    """A new secret goal instead of the old one, which is laid away. [RV-7, RV-13, RV-32]"""
    here = standing(state)
    if old := here.seat(name).goal:
        here = replace(here, goals=here.goals.with_discarded([old])).with_seat(name, goal="")
    drawn, goals = yield from draw(here.goals, 1)
    here = replace(here, goals=goals)
    for goal in drawn:
        here = here.with_seat(name, goal=goal)
    state = state.with_table(extra=here)
    if drawn:
        yield Frame(GoalDrawn(name), state)
    return state
