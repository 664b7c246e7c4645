"""A series of games that a strategy plays against the house, as plain data, and how it is played.

Seats are swapped: as many games as there are seats have one seed, and the learner sits on
another seat in each. So neither luck nor a good seat makes a strategy look strong. A series ends
as soon as its result is certain: when enough games are won or too many are not, and where an
answer was not possible. How many are enough is known before the first game, so nobody wins by
stopping at a lucky moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from teachkit.core.game.game import Game
from teachkit.exercises.running.results import Plain, Result
from teachkit.exercises.running.strategy import BrokeOffError, Here, Player, Seat
from teachkit.games import game
from teachkit.play.match import Match
from teachkit.play.strategies.house import house
from teachkit.play.tournament import wilson
from teachkit.words import spoken


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


def results_here(source: str, calls: Sequence[Sequence[Plain]]) -> Iterator[Result]:
    """What `results` gives for a source that is asked here.

    Remembered, for the same source plays the same games again; not what the learner stopped.
    """
    found = _remembered(source, tuple(map(tuple, calls)), spoken())
    if any(result.trouble == "stopped" for result in found):
        _remembered.cache_clear()
    return iter(found)


@lru_cache(maxsize=64)
def _remembered(
    source: str, calls: tuple[tuple[Plain, ...], ...], language: object
) -> tuple[Result, ...]:
    return tuple(results(Here(source), calls))


def results(player: Player, calls: Sequence[Sequence[Plain]]) -> Iterator[Result]:
    """Each series as an `Execute` tells it: a result whose value is a list of games.

    After an answer that is not possible no more games are played. Of troubles a result has only
    `stopped`: the others are those of a game.
    """
    broke: Result | None = None
    for call in calls:
        games = [] if broke else list(play(Series(*call), player))
        broke = broke or next((game.broke for game in games if game.broke), None)
        stopped = "stopped" if broke and broke.trouble == "stopped" else ""
        yield Result([game.to_json() for game in games], stopped)


def play(series: Series, player: Player) -> Iterator[Played]:
    """The games of a series, as far as they are needed."""
    games: list[Played] = []
    for number in range(series.games):
        played, _, _ = play_game(series, number, player)
        yield played
        games.append(played)
        if played.broke or series.verdict(wins(games), len(games)) is not None:
            return


def play_game(series: Series, number: int, player: Player) -> tuple[Played, Seat, Match | None]:
    """One game of a series, the learner's turns in it, and the match if it was played."""
    game, seed, me = series.module, series.seed_of(number), series.seat(number)
    seat = Seat(game, player)
    others = {piece: house(game, series.house, f"{seed} {piece}")
              for piece in series.pieces if piece != me}  # fmt: skip
    if cannot := player.begin(seed):
        return Played(number, 0, [], cannot.printed, cannot), seat, None
    try:
        match = Match(game, series.setup, seed, {**others, me: seat}, frame_limit=series.frames)
    except BrokeOffError as error:
        return Played(number, 0, seat.answers, seat.printed, error.result), seat, None
    return Played(number, share(match, me), seat.answers, seat.printed), seat, match


def share(match: Match, me: str) -> float:
    """What this player has won: all of it, or a part where others won as well.

    Where the frames were at an end before the game was, most points win.
    """
    if match.outcome:
        winners: Sequence[str] = match.outcome.winners
    else:
        points = match.game.points(match.state)
        winners = [name for name, number in points.items() if number == max(points.values())]
    return 1 / len(winners) if me in winners else 0
