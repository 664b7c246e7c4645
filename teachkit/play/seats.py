"""Who sits where: people by their names, and strategies of the house by their strength."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from teachkit.core.game.game import Game
from teachkit.core.run.chance import Seed
from teachkit.errors import BoardError
from teachkit.play.strategies import Strategy
from teachkit.play.strategies.house import STRENGTHS, house
from teachkit.words import say, shown


@dataclass(frozen=True)
class Seat:
    """A seat: the piece that is played from it, and by whom, as it was written.

    >>> Seat("red", "Ada").is_house, Seat("green", "random").is_house
    (False, True)
    """

    piece: str
    name: str

    @property
    def is_house(self) -> bool:
        """Whether a strategy of the house plays, and no person."""
        return self.name in STRENGTHS


def seated(pieces: Sequence[str], names: Sequence[str]) -> tuple[Seat, ...]:
    """Everybody in seat order. Raises `BoardError` where people could not be told apart.

    >>> [seat.name for seat in seated(("red", "green"), ["Ada", "random"])]
    ['Ada', 'random']
    """
    names = [str(name).strip() for name in names]
    people = [name for name in names if name not in STRENGTHS]
    if not people:
        raise BoardError(say("Write the name of at least one person."))
    if "" in people:
        raise BoardError(say("Write a name for every player."))
    if twice := next((name for name in people if people.count(name) > 1), ""):
        raise BoardError(say("Two players are called {name}; tell them apart.", name=shown(twice)))
    return tuple(Seat(piece, name) for piece, name in zip(pieces, names, strict=True))


def strategy_at(seat: Seat, game: Game, seed: Seed, answers: Sequence[Any] = ()) -> Strategy:
    """How the house plays from this seat, after these answers as a match saves them.

    Each question has a seed of its own, by how many came before. So a match that is read from its
    file goes on as it would have without.
    """
    before = [each for each in answers if isinstance(each, list | tuple) and each]
    asked = count(sum(each[0] == seat.piece for each in before))

    def play(view: Any, decision: Any) -> Any:
        return house(game, seat.name, f"{seed} {seat.piece} {next(asked)}")(view, decision)

    return play
