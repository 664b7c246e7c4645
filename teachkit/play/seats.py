"""Seats at a table: the pieces, the names of their players, and who plays there."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from unicodedata import normalize

from teachkit.core.game.setups import twice
from teachkit.core.run.decisions import Decision
from teachkit.core.strings import board_error, cut, nearest, visible
from teachkit.play.strategies import STRENGTHS, no_strength
from teachkit.words import shown

PERSON, HOUSE, BOT = "person", "house", "bot"


@dataclass(frozen=True)
class Seat:
    """A seat: a piece, the name of its player, and who `plays`: a person, the house, or a bot.

    A house player's name is its strength. A bot is a strategy that somebody wrote.

    >>> Seat("red", "Ada").is_person, Seat("green", "random", HOUSE).is_person
    (True, False)
    """

    piece: str
    name: str
    plays: str = PERSON

    @property
    def is_person(self) -> bool:
        """Whether a person plays at this seat."""
        return self.plays == PERSON


LONGEST = 40  # characters of a name
_NO_PERSON = ("strong", "weak", "easy", "medium", "hard", "house", "computer", "bot", "cpu", "ai")


def checked_name(name: object) -> str:
    """Return the name of a player without spaces around it and without invisible characters.

    Raise `BoardError` if it is not text, empty or too long, and `UnknownNameError` if it is
    probably meant as a strength of the house.

    >>> checked_name(" Ada\\n")
    'Ada'
    >>> checked_name("look ahead")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    teachkit.errors.UnknownNameError: There is no computer player 'look ahead'. Choose one of: ...
    """
    if not isinstance(name, str):
        raise board_error("Write every name in quotes, not {name}.", name=shown(name))
    name = visible(name).strip()
    if not name:
        raise board_error("Write a name for every player.")
    if len(name) > LONGEST:
        facts = {"name": shown(cut(name, LONGEST)), "most": LONGEST}
        raise board_error("The name {name} is too long. Use at most {most} letters.", **facts)
    meant = nearest(name, STRENGTHS, cutoff=0.8) or ""
    if name in _NO_PERSON or meant[:1] == name[0].lower():
        raise no_strength(name)
    return name


def seated(
    pieces: Sequence[str], names: Sequence[str], bots: Container[str] = ()
) -> tuple[Seat, ...]:
    """Return a seat for each piece and its player's name, in order.

    `bots` are the pieces that bots play. Raise `TeachkitError` if a person's name is not unique or
    `checked_name` refuses it.

    >>> [(seat.name, seat.plays) for seat in seated(("red", "green"), ["Ada", "random"])]
    [('Ada', 'person'), ('random', 'house')]
    """
    seats = []
    for piece, name in zip(pieces, names, strict=True):
        plays = BOT if piece in bots else HOUSE if name in STRENGTHS else PERSON
        seats.append(Seat(piece, checked_name(name) if plays == PERSON else name, plays))
    check_people(seats)
    return tuple(seats)


def check_people(seats: Sequence[Seat]) -> None:
    """Raise `BoardError` if two people among `seats` have the same name."""
    if same := twice(normalize("NFC", seat.name) for seat in seats if seat.is_person):
        raise board_error(
            "Two players are called {name}. Change one of the names.", name=shown(same)
        )


def taken_over(seats: Sequence[Seat], taken: Mapping[str, str]) -> tuple[Seat, ...]:
    """Return `seats` after the people in `taken`, by piece, took over the seats of strategies.

    Raise `BoardError` if two people then have the same name.
    """
    names = {seat.piece: taken.get(seat.piece) for seat in seats if not seat.is_person}
    now = tuple(
        Seat(seat.piece, name) if (name := names.get(seat.piece)) else seat for seat in seats
    )
    check_people(now)
    return now


class Move(NamedTuple):
    """An answer of a strategy: its seat, the decision, its view, and its choice.

    `says` explains why another answer of the strategy was replaced by this choice, or is "".
    """

    seat: Seat
    decision: Decision
    view: Any
    choice: Any
    says: str
