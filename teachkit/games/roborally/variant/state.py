"""The state of the variant: credits, points, secret goals, and three decks of our own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from teachkit.core.data import Table, structure
from teachkit.core.run.flow import Deck, Flow, Frame, draw
from teachkit.games.roborally.clean_up import hold
from teachkit.games.roborally.events import GotOption
from teachkit.games.roborally.options import OPTION_CARDS
from teachkit.games.roborally.options.cards import CardFile, Described, read_deck
from teachkit.games.roborally.pieces import LAID_DOWN
from teachkit.games.roborally.state import State
from teachkit.games.roborally.variant import events
from teachkit.words import say, say_many, translate

BUGS = read_deck("variant/bugs.toml", CardFile)
MINORS = read_deck("variant/minor_options.toml", CardFile)


class Seat(Struct, frozen=True):
    """A player's credits, victory points, and secret goal.

    `goal` is empty from the time it is met until the round ends. `deeds` counts how often the
    player's robot did each deed in this round, and `home` is the square on which the robot began
    the round.
    """

    name: str
    credits: int = 0
    points: int = 0
    goal: str = ""
    deeds: dict[str, int] = {}
    home: str = ""


class Influence(Struct, frozen=True, array_like=True):
    """The last influence of the robot `by` on the position of `robot`, in `register`. [RV-22]"""

    robot: str
    by: str
    register: int


class Standing(Struct, frozen=True):
    """The variant's table: seats, three decks, and the scores and influences of this round.

    `flag` is the number of the goal flag, or 0; `last` is the previous goal flag. `scored` lists
    the players who scored the goal flag in this round, in order. `leader` has the leader token.
    `closed` is true when a timed game is over.
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
        """Return the seat of the player `name`."""
        return next(seat for seat in self.seats if seat.name == name)

    def seen_by(self, player: str) -> Standing:
        """Return the table as `player` sees it, with draw piles and other players' goals hidden."""
        seats = (
            seat if seat.name == player or not seat.goal else replace(seat, goal=LAID_DOWN.name)
            for seat in self.seats
        )
        piles = {name: getattr(self, name).face_down(back) for name, back in PILES.items()}
        return replace(self, seats=tuple(seats), **piles)

    def told(self) -> Iterator[str]:
        """Yield the lines about the table that are printed below the text board."""
        if self.flag:
            yield say("The goal is flag {number}.", number=self.flag)
        for seat in self.seats:
            points = say_many("{number} point", "{number} points", seat.points)
            money = say_many("{number} credit", "{number} credits", seat.credits)
            name = translate(seat.name).capitalize()
            yield say(
                "{robot} player: {points}, {credits}.", robot=name, points=points, credits=money
            )

    def written(self) -> Table:
        """Return the table as plain data that `read_standing` can read."""
        data: dict[str, Any] = to_builtins(self)
        piles = {name: data.pop(name) for name in PILES}
        drawn = {name: pile["draw_pile"] for name, pile in piles.items()}
        return data | drawn | {f"{name}_laid": piles[name]["discard_pile"] for name in PILES}


def read_standing(data: Table) -> Standing:
    """Rebuild the table from `data`, which `Standing.written` returned.

    Raise `DataError` if the data is not valid.
    """
    rest = dict(data)
    piles = {
        name: {"draw_pile": rest.pop(name, []), "discard_pile": rest.pop(f"{name}_laid", [])}
        for name in PILES
    }
    return structure(rest | piles, Standing)


PILES = {"goals": LAID_DOWN.name, "bugs": "bug", "minors": LAID_DOWN.name}
"""The draw piles, with the name that stands for their cards face down; bugs have a different back.
"""


# The decks ------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class GoalFile(Described):
    """A secret goal: to do the deed called `deed` at least `times` times.

    `span` is `register` (within one register), `turn` (within one round), or `end` (in the last
    register of a round). `about` decides the order of scoring: goals about the robot `itself` come
    first, then those about `robots`, and then those about the `board`. [RV-33, RV-34]
    """

    deed: str
    times: int = 1
    span: str = "turn"
    about: str = "itself"


SECRET_GOALS = read_deck("variant/secret_goals.toml", GoalFile)


# Drawing and discarding -----------------------------------------------------------------------


def standing(state: State) -> Standing:
    """Return the variant's part of the table of `state`."""
    extra: Standing = state.table.extra
    return extra


def with_standing(state: State, **changes: object) -> State:  # fields have different types
    """Return a copy of `state` with some fields of the variant's table changed."""
    return state.with_table(extra=replace(standing(state), **changes))


def with_seat(state: State, name: str, **changes: object) -> State:
    """Return a copy of `state` with some fields of one player's seat changed."""
    here = standing(state).seats
    seats = (replace(seat, **changes) if seat.name == name else seat for seat in here)
    return with_standing(state, seats=tuple(seats))


def lay_away(state: State, card: str) -> State:
    """Return a copy of `state` with `card` on the discard pile for its kind. [RV-32]"""
    if card in OPTION_CARDS:
        return state.with_table(options=state.table.options.with_discarded([card]))
    if card in BUGS:
        return with_standing(state, bugs=standing(state).bugs.with_discarded([card]))
    return with_standing(state, minors=standing(state).minors.with_discarded([card]))


def gain_bug(state: State, name: str) -> Flow[State]:
    """Give a robot the next bug, if there is one left. [RV-4, RV-25, RV-31, RV-32]"""
    drawn, bugs = yield from draw(standing(state).bugs, 1)
    return (yield from hold(with_standing(state, bugs=bugs), name, drawn, events.GotBug))


def gain_minor(state: State, name: str) -> Flow[State]:
    """Give a robot the next minor option, if there is one left."""
    drawn, minors = yield from draw(standing(state).minors, 1)
    return (yield from hold(with_standing(state, minors=minors), name, drawn, GotOption))


def draw_goal(state: State, name: str) -> Flow[State]:
    """Draw a new secret goal for a player, and discard the old one. [RV-7, RV-13, RV-32]"""
    here = standing(state)
    old = here.seat(name).goal
    drawn, goals = yield from draw(here.goals.with_discarded([old] if old else []), 1)
    state = with_seat(with_standing(state, goals=goals), name, goal="".join(drawn))
    if drawn:
        yield Frame(events.GoalDrawn(name), state)
    return state


def earn(state: State, name: str, count: int) -> Flow[State]:
    """Give `count` credits to a player."""
    had = standing(state).seat(name).credits
    state = with_seat(state, name, credits=had + count)
    yield Frame(events.Earned(name, count, had + count), state)
    return state


def pay(state: State, name: str, count: int) -> Flow[State]:
    """Take `count` credits from a player, who must have that many."""
    left = standing(state).seat(name).credits - count
    state = with_seat(state, name, credits=left)
    yield Frame(events.Paid(name, count, left), state)
    return state
