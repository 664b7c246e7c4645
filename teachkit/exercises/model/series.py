"""A series: so many games against one strategy of the house. All of it is plain data.

Seats are swapped: as many games as there are seats have one seed, and the learner sits on
another seat in each. So neither luck nor a good seat makes a strategy look strong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from teachkit.core.game.game import Game
from teachkit.exercises.running.results import Plain, Result
from teachkit.games import game
from teachkit.play.interval import wilson


class Series(NamedTuple):
    """So many games against one strategy of the house, each with its seed.

    Without `at_least` all of them are played.
    """

    game: str
    edition: str
    board: str
    house: str
    seats: int
    games: int
    frames: int
    seed: str
    at_least: float | None = None

    @property
    def module(self) -> Game:
        return game(self.game)

    @property
    def pieces(self) -> tuple[str, ...]:
        """Who sits at the table, in seat order."""
        return self.module.opening.pieces[: self.seats]

    @property
    def setup(self) -> Any:
        """How each game begins. Raises `BoardError` that says what would be right."""
        return self.module.opening.match(self.seats, self.edition, self.board)

    @property
    def wanted(self) -> int:
        """The fewest wins of all games after which it is certain; more than there are: never."""
        return next((wins for wins in range(self.games + 1) if self.is_certain(wins)),
                    self.games + 1)  # fmt: skip

    def is_certain(self, wins: float) -> bool:
        """Whether so many wins in all games prove that it wins more often than `at_least`.

        They do where all of the 95 % interval lies above.

        >>> series = Series("lovelace", "english", "", "random", 2, 20, 500, "x", 0.5)
        >>> series.is_certain(14), series.is_certain(15), series.wanted
        (False, True, 15)
        """
        return self.at_least is not None and wilson(wins, self.games)[0] > self.at_least

    def verdict(self, wins: float, played: int) -> bool | None:
        """Whether it is certain already, whatever the rest brings; `None`: that is still open.

        >>> series = Series("lovelace", "english", "", "random", 2, 20, 500, "x", 0.5)
        >>> series.verdict(5, 10), series.verdict(4, 10), series.verdict(15, 16)
        (None, False, True)
        """
        if self.at_least is None:
            return None
        if self.is_certain(wins):
            return True
        return None if self.is_certain(wins + self.games - played) else False

    def seat(self, number: int) -> str:
        """Where the learner sits in this game, counted from 0."""
        return self.pieces[number % self.seats]

    def seed_of(self, number: int) -> str:
        """The seed of this game: all seats of a round share it."""
        return f"{self.seed} {number // self.seats}"


class Played(NamedTuple):
    """One game of a series. `share` is what was won: 1, or a part of it with others, or 0.

    `answers` are those of the learner, as plain data, and `printed` is what its code printed
    first. Where an answer was not possible or the code stopped, the game `broke` off there.
    """

    number: int
    share: float
    answers: list[Plain]
    printed: str = ""
    broke: Result | None = None

    def to_json(self) -> list[Plain]:
        broke = self.broke.to_json() if self.broke else None
        return [self.number, self.share, self.answers, self.printed, broke]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> Played:
        """The same again.

        >>> played = Played(3, 0.5, ["run"], "", Result(trouble="endless", line=2))
        >>> Played.from_json(played.to_json()) == played
        True
        """
        number, share, answers, printed, broke = data
        return cls(number, share, answers, printed, Result.from_json(broke) if broke else None)


def wins(games: Sequence[Played]) -> float:
    """How many of these games were won, shared ones as a part."""
    return sum(game.share for game in games)
