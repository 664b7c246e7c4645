"""Ratings: how strong everybody seems, from all games, by Plackett and Luce."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from teachkit.play.tournament import Played


class Rating(NamedTuple):
    """How strong somebody is, and how uncertain that still is; everybody begins with 25 and 8.3."""

    strength: float
    doubt: float

    @property
    def at_least(self) -> float:
        """Almost certainly: the strength less three times the doubt."""
        return self.strength - 3 * self.doubt


def ratings(names: Iterable[str], games: Iterable[Played]) -> dict[str, Rating]:
    """Everybody's rating after these games, in the order of their fixtures.

    >>> ratings(["ada"], [])["ada"].at_least
    0.0
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = {name: model.rating(name=name) for name in names}
    for game in sorted(games, key=lambda game: game.fixture.number):
        if game.is_team:
            continue  # they never meet
        teams = [[rated[name]] for name in game.fixture.seats]
        after = model.rate(teams, ranks=[-share for share in game.shares])
        rated |= {name: team[0] for name, team in zip(game.fixture.seats, after, strict=True)}
    return {name: Rating(each.mu, each.sigma) for name, each in rated.items()}
