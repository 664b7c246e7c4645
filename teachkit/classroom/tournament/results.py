"""The results of a tournament: the table, ratings, upsets, passes, and the report on them.

The report is a single file that can be mailed, printed and read aloud. It has a section for each
author. All tables are HTML, because a browser can show any name in full.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from teachkit.classroom.pages import render
from teachkit.classroom.tournament.playing import Terms, Trouble
from teachkit.core.data import Table
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

IN_JSON = (
    "name", "games", "points", "spread", "wins", "won", "shared", "undecided", "forfeited",
    "share", "interval", "passed", "answered",
)  # fmt: skip
MOST_TOLD = 8  # reasons for passes that are listed for one author


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
        for row in self.rows:
            if not row.forfeited:
                continue
            game, kept = next(
                (game, each)
                for game in reversed(self.games)
                for each in reversed(game.passes)
                if each.name == row.name and any(game.strikes)
            )
            found[row.name] = say_many(
                "{name} lost {number} game by forfeit. Game {game}, answer {answer}: {says}",
                "{name} lost {number} games by forfeit. Game {game}, answer {answer}: {says}",
                row.forfeited, name=row.name, game=game.fixture.number, answer=kept.number,
                says=kept.says,
            )  # fmt: skip
        return found

    def remarks(self, name: str) -> list[str]:
        """Return the remarks about the strategy `name`, without duplicates."""
        found = (says for game in self.games for who, says in game.remarks if who == name)
        return list(dict.fromkeys(found))

    def to_json(self) -> Table:
        """Return the table and all games as plain data, without the saved matches."""
        table = [
            {name: getattr(row, name) for name in IN_JSON}
            | ({"rating": list(self.ratings[row.name])} if self.ratings else {})
            for row in self.rows
        ]
        return {
            "teachkit": 1,
            "terms": self.terms._asdict(),
            "table": table,
            "pairs": [[*pair, *won, won.interval] for pair, won in met(self.games).items()],
            "seats": [[*seat, *won, won.interval] for seat, won in by_seat(self.games).items()],
            "games": [game._asdict() | {"save": None} for game in self.games],
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
        if game.is_team or not game.is_played:
            continue  # one strategy plays on all seats, and cannot be rated against itself
        teams = [[rated[name]] for name in game.fixture.seats]
        after = model.rate(teams, ranks=[-share for share in game.shares])
        rated |= {name: team[0] for name, team in zip(game.fixture.seats, after, strict=True)}
    return {name: Rating(each.mu, each.sigma) for name, each in rated.items()}


# -- the report ----------------------------------------------------------------------------------


def report(results: Results, replays: Mapping[int, str], cannot: Sequence[str] = ()) -> str:
    """Return the report as an HTML page.

    `replays` maps game numbers to files of saved games. `cannot` lists the limits that the sandbox
    could not enforce.
    """
    troubles = [f"{trouble.name}: {trouble.says}" for trouble in results.troubles]
    heads, rows = standings_shown(results)
    return render(
        "tournament",
        title=say("Tournament: {game}", game=results.terms.game),
        numbers=[
            say_many("{number} strategy", "{number} strategies", len(results.names)),
            say_many("{number} game", "{number} games", len(results.games)),
        ],
        distrust=[*cannot, *troubles, *results.forfeits.values()],
        columns=heads,
        standings=rows,
        explained=_explained(results),
        rating=_rating_explained() if results.ratings else "",
        met=met(results.games),
        seats=by_seat(results.games),
        span=_span,
        upsets=[
            (told(game), game.says, replays.get(game.fixture.number)) for game in results.upsets
        ],
        authors=[_author(row, results) for row in results.rows],
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
        (say("Points"), [f"{row.points:.2f}" for row in rows]),
        (say("Spread"), [f"{row.spread:.2f}" for row in rows]),
        (say("Passes"), [row.passed for row in rows]),
    ]
    if results.ratings:
        rated = [results.ratings[row.name] for row in rows]
        cells = [f"{rating.strength:.1f} ± {rating.doubt:.1f}" for rating in rated]
        columns.append((say("Rating"), [*cells]))
    heads = [say("Strategy"), *(head for head, _ in columns)]
    lines = zip(*(cells for _, cells in columns), strict=True)
    return heads, [(row.name, [*line]) for row, line in zip(rows, lines, strict=True)]


def _explained(results: Results) -> str:
    if results.terms.is_team:
        return say(
            "In each team, all players used the same strategy. All teams had the same seeds."
        )
    return say("Each pair of strategies played from every seat, with the same seeds in each round.")


def _rating_explained() -> str:
    return say(
        "The rating estimates how strong a strategy is. Everybody starts at 25, and a win against "
        "a strong opponent counts more. The number after ± says how uncertain the rating is."
    )


def told(game: Played) -> str:
    """Return a sentence that names the winners of a game or, in a team game, whether it won."""
    number, names = game.fixture.number, game.fixture.seats
    if game.is_team:
        if any(game.shares):
            return say("Game {number}: {name} won", number=number, name=names[0])
        return say("Game {number}: {name} lost", number=number, name=names[0])
    won = [name for name, share in zip(names, game.shares, strict=True) if share]
    others = ", ".join(name for name in names if name not in won)
    facts = {"number": number, "winner": say(" and ").join(won), "others": others}
    if not won:
        return say("Game {number}: {others} played, and nobody won", **facts)
    if not others:
        return say("Game {number}: {winner} share the win", **facts)
    if game.forfeited:
        return say("Game {number}: {winner} won, because {others} forfeited", **facts)
    return say("Game {number}: {winner} beat {others}", **facts)


def _author(row: Row, results: Results) -> dict[str, object]:
    passes = results.passes(row.name)
    if row.passed:
        says = say_many(
            "{passed} of {number} answer was a pass.",
            "{passed} of {number} answers were passes.",
            row.answered,
            passed=row.passed,
        )
    elif row.answered:
        says = say_many(
            "The {number} answer was allowed.", "All {number} answers were allowed.", row.answered
        )
    else:
        says = say("This strategy comes with teachkit.")
    return {
        "name": row.name,
        "says": says,
        "forfeits": results.forfeits.get(row.name),
        "remarks": results.remarks(row.name),
        "passes": [_pass(each, times) for each, times in passes[:MOST_TOLD]],
        "more": len(passes) - MOST_TOLD,
    }


def _pass(each: Pass, times: int) -> tuple[str, Pass, str, str]:
    """Return what the page shows about `each`, a strategy's pass that occurred in `times` games.

    The tuple contains a phrase with the number of games, the pass itself, and two JSON texts: the
    strategy's view (without the board) and the question (without the candidates).
    """
    question = {key: value for key, value in each.question.items() if key != "candidates"}
    view = {key: value for key, value in each.view.items() if key != "board"}
    heard = say_many("In {number} game:", "In {number} games:", times)
    return heard, each, _written(view), _written(question)


def _written(thing: object) -> str:
    return json.dumps(thing, ensure_ascii=False, indent=1)
