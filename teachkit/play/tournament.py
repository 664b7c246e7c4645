"""Tournaments: fixtures, results, standings, and confidence intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple, TypeVar

from teachkit.play.match import Match

N = TypeVar("N", int, float)

NINETY_FIVE = 1.959964
"""The 97.5% quantile of the standard normal distribution, for two-sided 95% intervals."""


class Interval(NamedTuple):
    """A 95% confidence interval for a proportion."""

    low: float
    high: float


def wilson(won: float, played: int) -> Interval:
    """Return a 95% confidence interval for the long-run proportion of games won.

    `won` counts a draw as half a win. This is the score interval of E. B. Wilson, "Probable
    inference, the law of succession, and statistical inference", JASA 22 (1927). It stays between 0
    and 1, and is valid even for few games. Before the first game, the interval is the whole range.

    >>> low, high = wilson(81, 263)
    >>> round(low, 4), round(high, 4)
    (0.2553, 0.3662)
    >>> wilson(0, 0)
    Interval(low=0.0, high=1.0)
    """
    if not played:
        return Interval(0.0, 1.0)
    share, square = won / played, NINETY_FIVE**2
    middle = share + square / (2 * played)
    half = NINETY_FIVE * sqrt(share * (1 - share) / played + square / (4 * played**2))
    scale = 1 + square / played
    return Interval(max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale))


def shares_of(match: Match) -> dict[str, float]:
    """Map each winner to an equal share of the win, such as 0.5 for two winners.

    In a match that was stopped early, the players with the most points are the winners.
    """
    if match.outcome:
        winners: Sequence[str] = match.outcome.winners
    else:
        points = match.game.points(match.state)
        winners = [name for name, number in points.items() if number == max(points.values())]
    return {name: 1 / len(winners) for name in winners}


class Fixture(NamedTuple):
    """A game to be played: its number (from 1), the name at each seat, and its seed."""

    number: int
    seats: tuple[str, ...]
    seed: str


def fixtures(names: Iterable[str], rounds: int, seed: str = "", team_of: int = 0) -> list[Fixture]:
    """Return fixtures in which every pair meets twice a round, once in each seat order.

    All fixtures of a round have the same seed. In a game whose players win or lose together, pairs
    do not meet: each name fills a whole team of `team_of` players.

    >>> [fixture.seats for fixture in fixtures(["ada", "bo"], 1)]
    [('ada', 'bo'), ('bo', 'ada')]
    >>> [fixture.seats for fixture in fixtures(["ada", "bo"], 1, team_of=2)]
    [('ada', 'ada'), ('bo', 'bo')]
    """
    names = sorted(names)
    if team_of:
        tables = [(name,) * team_of for name in names]
    else:
        tables = [
            seats for one, other in combinations(names, 2) for seats in ((one, other), (other, one))
        ]
    rows = (
        (seats, f"{seed} {number}".strip()) for number in range(1, rounds + 1) for seats in tables
    )
    return [Fixture(number, *row) for number, row in enumerate(rows, 1)]


class Pass(NamedTuple):
    """A pass that replaced an answer: the player's name, the answer's number, and the reason.

    Answers are numbered from 1. `view` and `question` are what the player was shown and asked.
    """

    name: str
    number: int
    says: str
    view: dict[str, Any]
    question: dict[str, Any]


class Played(NamedTuple):
    """The result of a game. Most fields have one value for each seat.

    `shares` are the seats' shares of the win, and `passed` and `answered` count the passes and the
    answers at each seat. `says` is a sentence about the outcome. `passes` are some of the passes,
    with their reasons. `remarks` are pairs of a name and a sentence about a harmless fault. `save`
    is the match as data for `teachkit.play.match.loaded`.
    """

    fixture: Fixture
    shares: tuple[float, ...]
    points: tuple[int, ...]
    passed: tuple[int, ...]
    answered: tuple[int, ...]
    says: str
    passes: tuple[Pass, ...] = ()
    remarks: tuple[tuple[str, str], ...] = ()
    save: dict[str, Any] | None = None

    @property
    def is_team(self) -> bool:
        """Whether all seats have the same name."""
        return len(set(self.fixture.seats)) == 1

    def total(self, name: str, numbers: Sequence[N]) -> N | int:
        """Add up those of `numbers` that belong to `name`; there is one for each seat."""
        pairs = zip(self.fixture.seats, numbers, strict=True)
        return sum(number for seat, number in pairs if seat == name)


# -- the table ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A row of the standings: the name, games, mean points, wins, passes and answers of one player.

    `spread` is the standard deviation of the points.
    """

    name: str
    games: int
    points: float
    spread: float
    wins: float
    passed: int
    answered: int

    @property
    def share(self) -> float:
        """The proportion of games won; a shared win counts in part."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval for `share`."""
        return wilson(self.wins, self.games)


def standings(names: Iterable[str], games: Sequence[Played]) -> list[Row]:
    """Return a row for each name, sorted by share of games won, then by mean points, best first."""
    rows = [_row(name, [game for game in games if name in game.fixture.seats]) for name in names]
    return sorted(rows, key=lambda row: (-row.share, -row.points, row.name))


def _row(name: str, games: Sequence[Played]) -> Row:
    points = [game.points[game.fixture.seats.index(name)] for game in games]
    mean = sum(points) / len(points) if points else 0.0
    spread = sqrt(sum((each - mean) ** 2 for each in points) / max(len(points) - 1, 1))
    passed = sum(game.total(name, game.passed) for game in games)
    answered = sum(game.total(name, game.answered) for game in games)
    wins = sum(game.total(name, game.shares) for game in games)
    return Row(name, len(games), mean, spread, wins, passed, answered)


def met(games: Iterable[Played], one: str, other: str) -> tuple[float, int]:
    """Return how many games `one` won against `other`, and how many games the two played.

    A shared win counts in part.
    """
    both = [game for game in games if {one, other} == {*game.fixture.seats}]
    return sum(game.total(one, game.shares) for game in both), len(both)


def upsets(games: Iterable[Played], rows: Sequence[Row], most: int = 5) -> list[Played]:
    """Return up to `most` games won against a name higher in the standings, most surprising first.

    `rows` are the standings. Teams never meet, so for teams, these are games that the best team
    lost.
    """
    place = {row.name: number for number, row in enumerate(rows)}
    surprising = [game for game in games if _surprise(game, place)]
    surprising.sort(key=lambda game: (-_surprise(game, place), game.fixture.number))
    return surprising[:most]


def _surprise(game: Played, place: dict[str, int]) -> int:
    """Return how many places the winner is below the best opponent in the standings, or 0.

    For a team, return 1 if it is the best team and lost. `place` maps each name to its place, from
    0.
    """
    if game.is_team:
        return int(place[game.fixture.seats[0]] == 0 and not sum(game.shares))
    best = min(place[name] for name in game.fixture.seats)
    won = [
        place[name]
        for name, share in zip(game.fixture.seats, game.shares, strict=True)
        if share == 1
    ]
    return max(won, default=best) - best
