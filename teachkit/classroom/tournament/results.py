"""The results of a tournament: the table, ratings, upsets, passes, and the report on them.

The report is a single file that can be mailed, printed and read aloud; it needs the folder of
replays beside it only to play the games. It has a section for each author. All tables are HTML,
because a browser can show any name in full.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from teachkit.classroom.pages import render
from teachkit.classroom.tournament.playing import Terms, Trouble
from teachkit.core.data import Table, structure
from teachkit.errors import DataError
from teachkit.play.match import data_in
from teachkit.play.tournament import (
    Interval,
    Pass,
    Played,
    Row,
    by_seat,
    met,
    standings,
    upsets,
)
from teachkit.words import say, say_many

MOST_TOLD = 8  # reasons for passes that are listed for one author


@dataclass(frozen=True)
class Results:
    """The results of all games, sorted by the games' numbers.

    `troubles` are entrants that could not play and games that failed. If the results are those of
    a season of different games, the name of the game in `terms` is empty.
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
        games = tuple(each for each in found if isinstance(each, Played))
        lost = (each for each in found if isinstance(each, Trouble))
        return cls(terms, tuple(names), games, (*troubles, *lost))

    @property
    def is_team(self) -> bool:
        """Whether the strategies played as teams."""
        return all(game.is_team for game in self.games)

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of the table, best strategy first."""
        return standings(self.names, self.games)

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """The rating of each strategy; empty if strategies play as teams."""
        return {} if self.is_team else ratings(self.names, self.games)

    @cached_property
    def upsets(self) -> list[Played]:
        """The most surprising games: those won against a strategy that ranks higher in the table.

        For teams, these are games that the best team did not win.
        """
        return upsets(self.games, self.rows)

    def passes(self, name: str) -> list[tuple[Pass, int]]:
        """Return a pair for each cause of passes by the strategy `name`, most frequent first.

        A pair holds an example of such a pass, and the number of games in which the cause was
        recorded.
        """
        kept = [each for game in self.games for each in game.passes if each.name == name]
        times = Counter(each.says for each in kept)
        first = {each.says: each for each in reversed(kept)}
        return [(first[says], number) for says, number in times.most_common()]

    @cached_property
    def forfeits(self) -> dict[str, str]:
        """A sentence about each strategy that forfeited games: how many, and what it did."""
        found = dict[str, str]()
        for row in filter(attrgetter("forfeited"), self.rows):
            game, _, kept = max(
                (game.fixture.number, order, each)
                for game in self.games
                for order, each in enumerate(game.passes)
                if each.name == row.name and any(game.strikes)
            )
            found[row.name] = say_many(
                "{name} lost {number} game by forfeit. Game {game}, answer {answer}: {says}",
                "{name} lost {number} games by forfeit. Game {game}, answer {answer}: {says}",
                row.forfeited, name=row.name, game=game, answer=kept.number, says=kept.says,
            )  # fmt: skip
        return found

    def remarks(self, name: str) -> list[str]:
        """Return the remarks about the strategy `name`, without duplicates."""
        found = (says for game in self.games for who, says in game.remarks if who == name)
        return list(dict.fromkeys(found))

    def to_json(self) -> Table:
        """Return the table and all games as plain data, without the saved matches."""
        table = [
            vars(row)
            | {"share": row.share, "interval": row.interval}
            | ({"rating": list(self.ratings[row.name])} if self.ratings else {})
            for row in self.rows
        ]
        return {
            "teachkit": 1,
            "terms": self.terms._asdict(),
            "names": self.names,
            "table": table,
            "pairs": [[*pair, *won, won.interval] for pair, won in met(self.games).items()],
            "seats": [[*seat, *won, won.interval] for seat, won in by_seat(self.games).items()],
            "games": [game._asdict() | {"save": None} for game in self.games],
            "troubles": [list(trouble) for trouble in self.troubles],
        }


def stored(file: Path) -> Results:
    """Return the results that `to_json` has stored in `file`. Raise `DataError` if it cannot."""
    try:
        data = data_in(file)
        games = tuple(structure([*game.values()], Played) for game in data["games"])
        return Results(Terms(**data["terms"]), tuple(map(str, data["names"])), games)
    except (AttributeError, DataError, KeyError, TypeError):
        raise DataError(say("These are not the results of a tournament."), file) from None


def season(days: Sequence[Results]) -> Results:
    """Return the results of several days, as if they were one long tournament."""
    games = [game for day in days for game in day.games]
    fixtures = (game.fixture._replace(number=number) for number, game in enumerate(games, 1))
    names = dict.fromkeys(name for day in days for name in day.names)
    kinds = {day.terms.game for day in days}
    return Results(
        Terms(kinds.pop() if len(kinds) == 1 else ""),
        tuple(names),
        tuple(game._replace(fixture=each) for game, each in zip(games, fixtures, strict=True)),
    )


class Rating(NamedTuple):
    """A strategy's estimated strength, with its standard deviation as `doubt`.

    Every strategy begins with a strength of 25 and a doubt of 8.3.
    """

    strength: float
    doubt: float


def ratings(names: Iterable[str], games: Iterable[Played]) -> dict[str, Rating]:
    """Return the rating of each strategy after `games`, rated in their order.

    >>> ratings(["ada"], [])["ada"].strength
    25.0
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = {name: model.rating(name=name) for name in names}
    for game in games:
        if game.is_team or not game.is_played:
            continue  # one strategy plays on all seats, and cannot be rated against itself
        teams = [[rated[name]] for name in game.fixture.seats]
        after = model.rate(teams, ranks=[-share for share in game.shares])
        rated |= {name: team[0] for name, team in zip(game.fixture.seats, after, strict=True)}
    return {name: Rating(each.mu, each.sigma) for name, each in rated.items()}


# -- the report ----------------------------------------------------------------------------------


def report(
    results: Results,
    replays: Mapping[int, str],
    cannot: Sequence[str] = (),
    days: Mapping[str, Results] | None = None,
) -> str:
    """Return the report as an HTML page.

    `replays` maps game numbers to files of saved games. `cannot` lists the limits that the sandbox
    could not enforce. For a season, `days` maps the folders of the days to their results.
    """
    heads, rows = standings_shown(results)
    return render(
        "tournament",
        results=results,
        days=days or {},
        cannot=cannot,
        columns=heads,
        standings=rows,
        met=met(results.games),
        seats=by_seat(results.games),
        replays=replays,
        most_told=MOST_TOLD,
        percent=percent,
        told=told,
        span=_span,
        written=_written,
    )


def percent(share: float) -> str:
    """Return `share`, a proportion from 0 to 1, as a percentage.

    >>> percent(0.525)
    '52 %'
    """
    return f"{100 * share:.0f} %"


def _span(interval: Interval) -> str:
    """Return an interval as text.

    >>> _span(Interval(0.2553, 0.3662))
    '26–37 %'
    """
    return f"{100 * interval.low:.0f}–{100 * interval.high:.0f} %"


def standings_shown(results: Results) -> tuple[list[str], list[tuple[str, list[object]]]]:
    """Return the headings of the table, and each strategy's name with its other cells.

    The interval is the 95% confidence interval for the share of wins. A column for games that ended
    in an unusual way is left out if there is no such game.
    """
    rows = results.rows
    unusual: list[tuple[str, list[object]]] = [
        (say("Shared"), [row.shared for row in rows]),
        (say("No winner"), [row.undecided for row in rows]),
        (say("Forfeits"), [row.forfeited for row in rows]),
    ]
    columns: list[tuple[str, list[object]]] = [
        (say("Games"), [row.games for row in rows]),
        (say("Won"), [row.won for row in rows]),
        *(column for column in unusual if any(column[1])),
        (say("Share of wins"), [percent(row.share) for row in rows]),
        (say("95 % interval"), [_span(row.interval) for row in rows]),
    ]
    if results.terms.game:
        columns.append((say("Points"), [f"{row.points:.2f}" for row in rows]))
        columns.append((say("Spread"), [f"{row.spread:.2f}" for row in rows]))
    columns.append((say("Passes"), [row.passed for row in rows]))
    if results.ratings:
        rated = [results.ratings[row.name] for row in rows]
        cells = [f"{rating.strength:.1f} ± {rating.doubt:.1f}" for rating in rated]
        columns.append((say("Rating"), [*cells]))
    heads = [say("Strategy"), *(head for head, _ in columns)]
    lines = zip(*(cells for _, cells in columns), strict=True)
    return heads, [(row.name, [*line]) for row, line in zip(rows, lines, strict=True)]


def told(game: Played) -> str:
    """Return a sentence that names the winner of a game or, in a team game, the losing team."""
    number, names = game.fixture.number, game.fixture.seats
    if game.is_team:
        return say("Game {number}: {name} lost", number=number, name=names[0])
    _, winner = max(zip(game.shares, names, strict=True), key=lambda seat: seat[0])
    facts = {"winner": winner, "others": ", ".join(name for name in names if name != winner)}
    return say("Game {number}: {winner} beat {others}", number=number, **facts)


def _written(thing: Mapping[str, Any], without: str) -> str:
    """Return a view or a question as JSON text, without one long entry."""
    shown = {key: value for key, value in thing.items() if key != without}
    return json.dumps(shown, ensure_ascii=False, indent=1)
