"""Tournaments: fixtures, results, standings, and confidence intervals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import sqrt
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from teachkit.play.match import Match

K = TypeVar("K")
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


GROUP = 4
"""The size of the groups of names in the order of fixtures: two groups meet before the next two."""

STRIKES = 3
"""The number of strikes in a row after which a strategy forfeits its later games."""


class Fixture(NamedTuple):
    """A game to be played: its number (from 1), the name at each seat, and its seed."""

    number: int
    seats: tuple[str, ...]
    seed: str


def fixtures(names: Iterable[str], rounds: int, seed: str = "", team_of: int = 0) -> list[Fixture]:
    """Return fixtures in which every pair meets twice a round, once in each seat order.

    All fixtures of a round have the same seed. In a game whose players win or lose together, pairs
    do not meet: each name fills a whole team of `team_of` players. The pairs are ordered such that
    many games in succession involve few names, because starting a strategy takes time.

    >>> [fixture.seats for fixture in fixtures(["ada", "bo"], 1)]
    [('ada', 'bo'), ('bo', 'ada')]
    >>> [fixture.seats for fixture in fixtures(["ada", "bo"], 1, team_of=2)]
    [('ada', 'ada'), ('bo', 'bo')]
    """
    names = sorted(names)
    if team_of:
        tables = [(name,) * team_of for name in names]
    else:
        group = {name: place // GROUP for place, name in enumerate(names)}
        pairs = sorted(combinations(names, 2), key=lambda pair: [group[name] for name in pair])
        tables = [seats for one, other in pairs for seats in ((one, other), (other, one))]
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
    answers at each seat. `says` is a sentence about the outcome, if the game was played. `passes`
    are some of the passes, with their reasons. `remarks` are pairs of a name and a sentence about a
    harmless fault. `save` is the match as data for `teachkit.play.match.loaded`. `strikes` are the
    seats' strikes: see `Forfeits`. `forfeited` names those who lost by forfeit; a game without
    strikes was then not played at all.
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
    strikes: tuple[int, ...] = ()
    forfeited: tuple[str, ...] = ()

    @property
    def is_played(self) -> bool:
        return bool(self.strikes or not self.forfeited)

    @property
    def is_undecided(self) -> bool:
        """Whether the game has no winner, although its players are not a team."""
        return not (self.is_team or any(self.shares))

    @property
    def is_team(self) -> bool:
        """Whether all seats have the same name."""
        return len(set(self.fixture.seats)) == 1

    def total(self, name: str, numbers: Sequence[N]) -> N | int:
        """Add up those of `numbers` that belong to `name`; there is one for each seat."""
        pairs = zip(self.fixture.seats, numbers, strict=True)
        return sum(number for seat, number in pairs if seat == name)


class Forfeits:
    """The names that forfeit their games from now on. Games must be added by number.

    Strikes in successive games of a name add up, and a game without a strike cancels them. A name
    with `STRIKES` strikes forfeits all its later games.
    """

    def __init__(self) -> None:
        self.names = set[str]()
        self._strikes = Counter[str]()

    def add(self, game: Played) -> None:
        """Count the strikes of `game`."""
        most = dict(sorted(zip(game.fixture.seats, game.strikes, strict=True), key=itemgetter(1)))
        for name, strikes in most.items():
            self._strikes[name] = self._strikes[name] + strikes if strikes else 0
            if self._strikes[name] >= STRIKES:
                self.names.add(name)

    def result(self, fixture: Fixture) -> Played | None:
        """Return the result of a game that is lost by forfeit, or `None` if it must be played."""
        if self.names.isdisjoint(fixture.seats):
            return None
        zeros, lost = (0,) * len(fixture.seats), tuple(sorted(self.names & {*fixture.seats}))
        shares = shares_without(fixture.seats, lost)
        return Played(fixture, shares, zeros, zeros, zeros, "", forfeited=lost)


def shares_without(seats: Sequence[str], forfeited: Collection[str]) -> tuple[float, ...]:
    """Return the share of the win at each seat if the names in `forfeited` lose by forfeit.

    >>> shares_without(["ada", "bo"], ["bo"])
    (1.0, 0.0)
    """
    others = [seat not in forfeited for seat in seats]
    return tuple(is_other / max(sum(others), 1) for is_other in others)


# -- the table ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A row of the standings: the results of one player.

    `points` is the mean of the points in the games that were played, and `spread` their standard
    deviation. `wins` adds up the shares of wins: `won` games were won alone, and `shared` ones with
    others. `undecided` games had no winner, and `forfeited` ones were lost by forfeit. `passed` and
    `answered` count passes and answers.
    """

    name: str
    games: int
    points: float
    spread: float
    wins: float
    won: int
    shared: int
    undecided: int
    forfeited: int
    passed: int
    answered: int

    @property
    def share(self) -> float:
        """The proportion of games won; a shared win counts in part."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> Interval:
        """The 95% confidence interval for `share`."""
        return wilson(self.wins, self.games)


def standings(names: Iterable[str], games: Sequence[Played]) -> list[Row]:
    """Return a row for each name, sorted by share of games won, then by mean points, best first."""
    rows = [_row(name, [game for game in games if name in game.fixture.seats]) for name in names]
    return sorted(rows, key=lambda row: (-row.share, -row.points, row.name))


def _row(name: str, games: Sequence[Played]) -> Row:
    points = [game.points[game.fixture.seats.index(name)] for game in games if game.is_played]
    mean = sum(points) / len(points) if points else 0.0
    spread = sqrt(sum((each - mean) ** 2 for each in points) / max(len(points) - 1, 1))
    wins = [game.total(name, game.shares) for game in games]
    return Row(
        name, len(games), mean, spread, sum(wins),
        won=wins.count(1),
        shared=sum(0 < share < 1 for share in wins),
        undecided=sum(game.is_undecided for game in games),
        forfeited=sum(name in game.forfeited for game in games),
        passed=sum(game.total(name, game.passed) for game in games),
        answered=sum(game.total(name, game.answered) for game in games),
    )  # fmt: skip


class Won(NamedTuple):
    """The number of games won, of a number of games; a shared win counts in part."""

    won: float
    games: int

    @property
    def interval(self) -> Interval:
        """The 95% confidence interval for the share of games won."""
        return wilson(self.won, self.games)


def met(games: Iterable[Played]) -> dict[tuple[str, str], Won]:
    """Map each pair of names, in both orders, to the games that the first won against the second.

    >>> won = Played(Fixture(1, ("ada", "bo"), "1"), (1, 0), (5, 2), (0, 0), (9, 9), "Ada wins.")
    >>> met([won])[("bo", "ada")]
    Won(won=0, games=1)
    """
    return _counted(
        ((one, other), game.total(one, game.shares))
        for game in games
        for one, other in permutations(dict.fromkeys(game.fixture.seats), 2)
    )


def by_seat(games: Iterable[Played]) -> dict[tuple[str, int], Won]:
    """Map each pair of a name and a seat, from 0, to the games that the name won on this seat.

    The name "" stands for all names. Teams are left out, because a team has all the seats.
    """
    return _counted(
        ((name, seat), share)
        for game in games
        if not game.is_team
        for seat, share in enumerate(game.shares)
        for name in ("", game.fixture.seats[seat])
    )


def _counted(shares: Iterable[tuple[K, float]]) -> dict[K, Won]:
    found = defaultdict[K, list[float]](list)
    for key, share in shares:
        found[key].append(share)
    return {key: Won(sum(each), len(each)) for key, each in found.items()}


def upsets(games: Iterable[Played], rows: Sequence[Row], most: int = 5) -> list[Played]:
    """Return up to `most` games won against a name higher in the standings, most surprising first.

    `rows` are the standings. Teams never meet, so for teams, these are games that the best team
    lost. A game that was lost by forfeit surprises nobody.
    """
    place = {row.name: number for number, row in enumerate(rows)}
    surprising = [game for game in games if not game.forfeited and _surprise(game, place)]
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
