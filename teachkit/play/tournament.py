"""Tournaments: fixtures, results, standings, and confidence intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple

from teachkit.core.data import Table, structure
from teachkit.play.match import Match

NINETY_FIVE = 1.959964
"""The number of standard deviations around the mean that contain 95 % of a normal distribution."""


class Interval(NamedTuple):
    """A 95 % confidence interval of a share."""

    low: float
    high: float


def wilson(won: float, played: int) -> Interval:
    """Return the interval for the long-run share of games won; a draw is half a win.

    This is the score interval of E. B. Wilson, "Probable inference, the law of succession, and
    statistical inference", JASA 22 (1927). It stays between 0 and 1, and is valid for few games
    too. Before the first game, the interval is the whole range.

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
    """Return each winner's share of the win; in a stopped match, the most points win."""
    if match.outcome:
        winners: Sequence[str] = match.outcome.winners
    else:
        points = match.game.points(match.state)
        winners = [name for name, number in points.items() if number == max(points.values())]
    return {name: 1 / len(winners) for name in winners}


class Fixture(NamedTuple):
    """A game to be played: its number from 1, the name at each seat, and its seed."""

    number: int
    seats: tuple[str, ...]
    seed: str


def fixtures(names: Iterable[str], rounds: int, seed: str = "", team_of: int = 0) -> list[Fixture]:
    """Return fixtures in which all pairs meet once a round in each order, with a seed per round.

    In a game whose players win or lose together, pairs do not meet: each name fills a whole team of
    `team_of` players.

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
    """An invalid answer: the player's name, the answer's number (from 1), and the reason.

    `view` and `question` are those that the player had to answer.
    """

    name: str
    number: int
    says: str
    view: dict[str, Any]
    question: dict[str, Any]


@dataclass(frozen=True)
class Played:
    """The result of a game: each seat's share of the win, points, and number of passes and answers.

    `passes` are some of the passes, with their reasons. `remarks` are names with sentences about
    harmless faults. `save` is the match for `teachkit.play.match.loaded`.
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
        """Whether the same name is at all seats."""
        return len(set(self.fixture.seats)) == 1

    def of(self, name: str) -> tuple[float, float]:
        """Return the share of the win and the points of a name, which may be a team."""
        place = self.fixture.seats.index(name)
        share = sum(self.shares) if self.is_team else self.shares[place]
        return share, self.points[place]

    def to_json(self) -> Table:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @classmethod
    def from_json(cls, data: Table) -> Played:
        """Return the game whose `to_json` is `data`. Raise `DataError` if there is none."""
        return structure(data, cls)


# -- the table ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A row of the table: a name's games, mean points, their standard deviation, and wins."""

    name: str
    games: int
    points: float
    spread: float
    wins: float
    passed: int
    answered: int

    @property
    def share(self) -> float:
        """The share of games won; a shared win counts in part."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share."""
        return wilson(self.wins, self.games)


def standings(names: Iterable[str], games: Sequence[Played]) -> list[Row]:
    """Return a row for each name, sorted by share of wins, then by points."""
    rows = [_row(name, [game for game in games if name in game.fixture.seats]) for name in names]
    return sorted(rows, key=lambda row: (-row.share, -row.points, row.name))


def _row(name: str, games: Sequence[Played]) -> Row:
    results = [game.of(name) for game in games]
    points = [points for _, points in results]
    mean = sum(points) / len(points) if points else 0.0
    spread = sqrt(sum((each - mean) ** 2 for each in points) / max(len(points) - 1, 1))
    counts: Counter[str] = Counter()
    for game in games:
        for seat, passed, answered in zip(
            game.fixture.seats, game.passed, game.answered, strict=True
        ):
            if seat == name:
                counts.update(passed=passed, answered=answered)
    wins = sum(share for share, _ in results)
    return Row(name, len(games), mean, spread, wins, counts["passed"], counts["answered"])


def met(games: Iterable[Played], one: str, other: str) -> tuple[float, int]:
    """Return the number of games that `one` won against `other`, and how many they played."""
    shares = [game.of(one)[0] for game in games if {one, other} == {*game.fixture.seats}]
    return sum(shares), len(shares)


def upsets(games: Iterable[Played], rows: Sequence[Row], most: int = 5) -> Iterator[Played]:
    """Yield the games won against a name higher in the table, the most surprising first.

    For teams, which never meet, these are games that the best team did not win.
    """
    place = {row.name: number for number, row in enumerate(rows)}
    surprising = [(_surprise(game, place), game) for game in games]
    surprising = [(surprise, game) for surprise, game in surprising if surprise > 0]
    surprising.sort(key=lambda each: (-each[0], each[1].fixture.number))
    yield from (game for _, game in surprising[:most])


def _surprise(game: Played, place: dict[str, int]) -> int:
    """Return how many places in the table the winner is below the best opponent, or 0."""
    if game.is_team:
        return int(place[game.fixture.seats[0]] == 0 and not sum(game.shares))
    best = min(place[name] for name in game.fixture.seats)
    won = [
        place[name]
        for name, share in zip(game.fixture.seats, game.shares, strict=True)
        if share == 1
    ]
    return max(won, default=best) - best
