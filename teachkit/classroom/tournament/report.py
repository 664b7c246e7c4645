"""The tournament on one page: the table, everybody against everybody, upsets, a part for each.

One file without scripts: it can be mailed, printed and read aloud.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from teachkit.classroom.report.markup import Markup, document, image, join, table, tag
from teachkit.classroom.tournament.grid import grid
from teachkit.classroom.tournament.results import Results
from teachkit.play.tournament import Pass, Played, Row
from teachkit.words import say, say_many

MOST_TOLD = 8  # reasons for passes, of one author


def report(
    results: Results, replays: Mapping[int, str], cannot: Sequence[str] = (), language: str = ""
) -> str:
    """The page as HTML. `replays` are the files of games, by their numbers."""
    title = say("Tournament: {game}", game=results.terms.game)
    body = tag(
        "main",
        tag("h1", title),
        _numbers(results),
        _first_of_all(results, cannot),
        tag("h2", say("The table")),
        tag("div", _standings(results), class_="wide", tabindex="0", role="group",
            aria_label=say("The table")),
        tag("p", _explained(results), class_="note"),
        _each_other(results),
        _upsets(results, replays),
        tag("h2", say("The strategies")),
        *(_author(row, results) for row in results.rows),
    )  # fmt: skip
    return document(title, body, language)


def percent(share: float) -> str:
    """A share, of a hundred.

    >>> percent(0.525)
    '52 %'
    """
    return f"{100 * share:.0f} %"


def interval(row: Row) -> str:
    """From where to where the share may lie.

    >>> interval(Row("ada", 0, 0, 0, 0, 0, 0))
    '0–100 %'
    """
    low, high = row.interval
    return f"{100 * low:.0f}–{100 * high:.0f} %"


def _numbers(results: Results) -> Markup:
    return tag(
        "p",
        say_many("{number} strategy", "{number} strategies", len(results.names)), " · ",
        say_many("{number} game", "{number} games", len(results.games)),
        class_="numbers",
    )  # fmt: skip


def _first_of_all(results: Results, cannot: Sequence[str]) -> Markup | None:
    lines = [f"{trouble.name}: {trouble.says}" for trouble in results.troubles]
    if not (lines or cannot):
        return None
    items = tag("ul", *(tag("li", line) for line in [*cannot, *lines]))
    return tag("section", tag("h2", say("Before you read the table")), items, class_="first")


def _standings(results: Results) -> Markup:
    columns = [say("Strategy"), say("Games"), say("Won"), say("95 % interval"), say("Points"),
               say("Spread"), say("Passes")]  # fmt: skip
    if results.ratings:
        columns.append(say("Rating"))
    return table(columns, [_standing(number, row, results)
                           for number, row in enumerate(results.rows)])  # fmt: skip


def _standing(number: int, row: Row, results: Results) -> Markup:
    cells = [row.games, percent(row.share), interval(row), f"{row.points:.2f}",
             f"{row.spread:.2f}", row.passed]  # fmt: skip
    if rating := results.ratings.get(row.name):
        cells.append(f"{rating.strength:.1f} ± {rating.doubt:.1f}")
    name = tag("th", tag("a", row.name, href=f"#strategy-{number}"), scope="row")
    return tag("tr", name, *(tag("td", cell, class_="number") for cell in cells))


def _explained(results: Results) -> str:
    if results.terms.is_team:
        return say("Each strategy played as a team with itself; all teams had the same seeds.")
    return say("Everybody met everybody on each seat, with the same seeds in each round.")


# -- everybody against everybody -----------------------------------------------------------------


def _each_other(results: Results) -> Markup | None:
    names = [row.name for row in results.rows]
    if results.terms.is_team or len(names) < 2:
        return None
    shares = [[_share(results, one, other) for other in names] for one in names]
    rows = [
        tag("tr", tag("th", one, scope="row"),
            *(tag("td", "–" if share is None else percent(share), class_="number")
              for share in line))
        for one, line in zip(names, shares, strict=True)
    ]  # fmt: skip
    says = say("How much each row has won against each column, as the table below has it.")
    wide = min(1000, 220 + 70 * len(names))
    return tag(
        "section",
        tag("h2", say("Everybody against everybody")),
        tag("div", image(grid(names, names, shares), says, wide), class_="map"),
        tag("details", tag("summary", say("The same as a table")),
            tag("div", table((say("Strategy"), *names), rows),
                class_="wide", tabindex="0", role="group", aria_label=says)),
    )  # fmt: skip


def _share(results: Results, one: str, other: str) -> float | None:
    won, games = results.met(one, other)
    return won / games if games and one != other else None


# -- upsets --------------------------------------------------------------------------------------


def _upsets(results: Results, replays: Mapping[int, str]) -> Markup | None:
    if not results.upsets:
        return None
    items = [
        tag("li", tag("b", told(game)), tag("br"), game.says, tag("br"),
            tag("code", f'tk.replay("{replays[game.fixture.number]}")')
            if game.fixture.number in replays else None)
        for game in results.upsets
    ]  # fmt: skip
    return tag("section", tag("h2", say("Upsets")), tag("ul", *items))


def told(game: Played) -> str:
    """Which game it was, and who won it."""
    seats = dict(zip(game.fixture.seats, game.shares, strict=True))
    if game.is_team:
        return say("Game {number}: {name} lost",
                   number=game.fixture.number, name=game.fixture.seats[0])  # fmt: skip
    winner = max(seats, key=lambda name: seats[name])
    others = ", ".join(name for name in seats if name != winner)
    return say("Game {number}: {winner} beat {others}",
               number=game.fixture.number, winner=winner, others=others)  # fmt: skip


# -- each strategy -------------------------------------------------------------------------------


def _author(row: Row, results: Results) -> Markup:
    number = [each.name for each in results.rows].index(row.name)
    passes = results.passes(row.name)
    if row.passed:
        says = say("{passed} of {answered} answers were passes.", passed=row.passed,
                   answered=row.answered)  # fmt: skip
    elif row.answered:
        says = say("All {answered} answers were possible.", answered=row.answered)
    else:
        says = say("The house plays this one.")
    return tag(
        "section",
        tag("h3", row.name),
        tag("p", says),
        *(tag("p", remark, class_="says") for remark in results.remarks(row.name)),
        *(_pass(each, times) for each, times in passes[:MOST_TOLD]),
        _more(len(passes) - MOST_TOLD),
        id=f"strategy-{number}", class_="learner",
    )  # fmt: skip


def _more(number: int) -> Markup | None:
    if number <= 0:
        return None
    return tag("p", say_many("… and {number} other reason.", "… and {number} other reasons.",
                             number), class_="note")  # fmt: skip


def _pass(each: Pass, times: int) -> Markup:
    question = {key: value for key, value in each.question.items() if key != "candidates"}
    view = {key: value for key, value in each.view.items() if key != "board"}
    heard = say_many("In {number} game:", "In {number} games:", times)
    asked = say("What was asked at answer {number}", number=each.number)
    return join(
        tag("p", heard, " ", tag("b", each.says), class_="says"),
        tag("details", tag("summary", asked),
            tag("pre", each.view.get("board", "")),
            tag("pre", f"view = {_written(view)}"),
            tag("pre", f"decision = {_written(question)}")),
    )  # fmt: skip


def _written(thing: object) -> str:
    return json.dumps(thing, ensure_ascii=False, indent=1)
