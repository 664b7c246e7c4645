"""The results of a tournament: the table, ratings, upsets, and each strategy's passes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from teachkit.classroom.tournament.entrants import Trouble
from teachkit.classroom.tournament.playing import Terms
from teachkit.core.data import Table
from teachkit.play.tournament import Pass, Played, Row, met, standings, upsets


@dataclass(frozen=True)
class Results:
    """The results of all games, sorted by the games' numbers.

    `troubles` are entrants that could not play and games that failed.
    """

    terms: Terms
    names: tuple[str, ...]
    games: tuple[Played, ...]
    troubles: tuple[Trouble, ...] = ()

    @classmethod
    def of(
        cls,
        terms: Terms,
        names: Sequence[str],
        found: Sequence[Played | Trouble],
        troubles: Sequence[Trouble] = (),
    ) -> Results:
        games = [each for each in found if isinstance(each, Played)]
        games.sort(key=lambda game: game.fixture.number)
        lost = sorted(each for each in found if isinstance(each, Trouble))
        return cls(terms, tuple(names), tuple(games), (*troubles, *lost))

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of the table, best strategy first."""
        return standings(self.names, self.games)

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """The rating of each strategy; empty if strategies play as teams."""
        return {} if self.terms.is_team else ratings(self.names, self.games)

    @cached_property
    def upsets(self) -> list[Played]:
        """The most surprising games: those won against a strategy that ranks higher in the table.

        For teams, these are games that the best team did not win.
        """
        return list(upsets(self.games, self.rows))

    def met(self, one: str, other: str) -> tuple[float, int]:
        """Return how many games `one` has won against `other`, and how many the two have played."""
        return met(self.games, one, other)

    def passes(self, name: str) -> list[tuple[Pass, int]]:
        """Return a pair for each cause of passes by the strategy `name`, most frequent first.

        A pair holds an example of such a pass, and the number of games in which the cause was
        recorded.
        """
        kept = [each for game in self.games for each in game.passes if each.name == name]
        times = Counter(each.says for each in kept)
        first: dict[str, Pass] = {}
        for each in kept:
            first.setdefault(each.says, each)
        return [(first[says], number) for says, number in times.most_common()]

    def remarks(self, name: str) -> list[str]:
        """Return the remarks about the strategy `name`, without duplicates."""
        found = (says for game in self.games for who, says in game.remarks if who == name)
        return list(dict.fromkeys(found))

    def to_json(self) -> Table:
        """Return the table and all games as plain data, without the saved matches."""
        table = [
            {
                "name": row.name, "games": row.games, "points": row.points, "spread": row.spread,
                "wins": row.wins, "share": row.share, "interval": list(row.interval),
                "passed": row.passed, "answered": row.answered,
            } | ({"rating": list(self.ratings[row.name])} if self.ratings else {})
            for row in self.rows
        ]  # fmt: skip
        games = [game.to_json() | {"save": None} for game in self.games]
        return {
            "teachkit": 1,
            "terms": self.terms._asdict(),
            "table": table,
            "games": games,
            "troubles": [list(trouble) for trouble in self.troubles],
        }


class Rating(NamedTuple):
    """A strategy's estimated strength, with its standard deviation as `doubt`.

    Every strategy begins with a strength of 25 and a doubt of 8.3.
    """

    strength: float
    doubt: float


def ratings(names: Iterable[str], games: Iterable[Played]) -> dict[str, Rating]:
    """Return the rating of each strategy after `games`, rated in the order of their numbers.

    >>> ratings(["ada"], [])["ada"].strength
    25.0
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = {name: model.rating(name=name) for name in names}
    for game in sorted(games, key=lambda game: game.fixture.number):
        if game.is_team:
            continue  # one strategy plays on all seats, and cannot be rated against itself
        teams = [[rated[name]] for name in game.fixture.seats]
        after = model.rate(teams, ranks=[-share for share in game.shares])
        rated |= {name: team[0] for name, team in zip(game.fixture.seats, after, strict=True)}
    return {name: Rating(each.mu, each.sigma) for name, each in rated.items()}
