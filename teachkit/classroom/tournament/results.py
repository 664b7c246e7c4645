"""The results of a tournament: the table, ratings, upsets, passes, and the report on them.

The report is a single file without scripts, so it can be mailed, printed and read aloud. It has a
section for each author.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from teachkit.classroom.pages import INK, Layout, label, png_of, render
from teachkit.classroom.tournament.playing import Terms, Trouble
from teachkit.core.data import Table
from teachkit.play.tournament import Pass, Played, Row, met, standings, upsets
from teachkit.words import say, say_many

IN_JSON = (
    "name", "games", "points", "spread", "wins", "share", "interval", "passed", "answered"
)  # fmt: skip
MOST_TOLD = 8  # reasons for passes that are listed for one author
PALE, DARK = "#f2f5fa", "#1f4e8c"
_LAYOUT = Layout(wide=0.5, high=0.5, left=2.0, above=1.3, below=0.1, dpi=110, pad=3)


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
        games = [game._asdict() | {"save": None} for game in self.games]
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
        distrust=[*cannot, *troubles],
        columns=heads,
        standings=rows,
        explained=_explained(results),
        met=_each_other(results),
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


def standings_shown(results: Results) -> tuple[list[str], list[tuple[str, list[object]]]]:
    """Return the headings of the table, and each strategy's name with its other cells.

    The interval is the 95% confidence interval for the share of wins.
    """
    heads = [say("Strategy"), say("Games"), say("Won"), say("95 % interval")]
    heads += [say("Points"), say("Spread"), say("Passes")]
    heads += [say("Rating")] if results.ratings else []
    rows: list[tuple[str, list[object]]] = []
    for row in results.rows:
        low, high = row.interval
        interval = f"{100 * low:.0f}–{100 * high:.0f} %"
        cells: list[object] = [row.games, percent(row.share), interval]
        cells += [f"{row.points:.2f}", f"{row.spread:.2f}", row.passed]
        if rating := results.ratings.get(row.name):
            cells.append(f"{rating.strength:.1f} ± {rating.doubt:.1f}")
        rows.append((row.name, cells))
    return heads, rows


def _explained(results: Results) -> str:
    if results.terms.is_team:
        return say(
            "In each team, all players used the same strategy. All teams had the same seeds."
        )
    return say("Each pair of strategies played from every seat, with the same seeds in each round.")


def _each_other(results: Results) -> dict[str, object] | None:
    """Return the results of each pair of strategies, as a picture and as table rows.

    Return `None` if strategies play as teams or if there are fewer than two.
    """
    names = [row.name for row in results.rows]
    if results.terms.is_team or len(names) < 2:
        return None
    shares = [[_share(results, one, other) for other in names] for one in names]
    return {
        "png": _map(names, shares),
        "width": min(1000, 220 + 70 * len(names)),
        "columns": [say("Strategy"), *names],
        "rows": [
            ("", name, ["–" if share is None else percent(share) for share in line])
            for name, line in zip(names, shares, strict=True)
        ],
    }


def _map(names: Sequence[str], shares: Sequence[Sequence[float | None]]) -> bytes:
    """Return a PNG heat map of `shares`: each row's share of wins against each column."""
    from matplotlib.colors import LinearSegmentedColormap

    columns = list(map(label, range(len(names)), names))
    figure, axes, size = _LAYOUT.axes(columns, names, rotation=40, ha="left", fontsize=9)
    values = [[float("nan") if share is None else share for share in row] for row in shares]
    shades = LinearSegmentedColormap.from_list("won", [PALE, DARK])
    axes.imshow(values, cmap=shades, vmin=0, vmax=1, aspect="auto", interpolation="nearest")
    for y, row in enumerate(shares):
        for x, share in enumerate(row):
            if share is not None:
                colour = "#ffffff" if share > 0.5 else INK
                words = f"{100 * share:.0f}"
                axes.text(x, y, words, ha="center", va="center", fontsize=10, color=colour)
    axes.xaxis.tick_top()
    says = say("games won out of 100")
    figure.text(0.02, 1 - 0.15 / size[1], says, fontsize=9, color=INK, va="top")
    return png_of(figure)


def _share(results: Results, one: str, other: str) -> float | None:
    won, games = met(results.games, one, other)
    return won / games if games and one != other else None


def told(game: Played) -> str:
    """Return a sentence that names the winner of a game or, in a team game, the losing team."""
    number, names = game.fixture.number, game.fixture.seats
    if game.is_team:
        return say("Game {number}: {name} lost", number=number, name=names[0])
    _, winner = max(zip(game.shares, names, strict=True), key=lambda seat: seat[0])
    facts = {"winner": winner, "others": ", ".join(name for name in names if name != winner)}
    return say("Game {number}: {winner} beat {others}", number=number, **facts)


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
