"""Test that everything a tournament says is translated, and short."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from html import unescape
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from teachkit.classroom.tournament.bots import bot
from teachkit.classroom.tournament.playing import Terms, Trouble, entrants_in, why
from teachkit.classroom.tournament.results import Results, report, season, stored
from teachkit.cli import tournament
from teachkit.exercises.running.results import Result
from teachkit.play.tournament import Fixture, Forfeits, Pass, Played

from .extract import sentences
from .pseudo import Pseudo, escaped, refused

ROOMS = (
    "teachkit/classroom/tournament/", "teachkit/cli/tournament.py",
    "teachkit/classroom/pages/tournament.html",
)  # fmt: skip
# Said only while games are really played, or where something is broken: tests/test_cli_tournament
# and tests/classroom/test_tournament and test_bots read these.
ELSEWHERE = {
    "Drawing",
    "A tournament needs at least two strategies that can play. Add one.",
    "The game was stopped after {most} steps.",
    "Game {number} ({names})",
    "It cannot be read.",
    "Lost by forfeit: {names}.",
    (
        "It changes the view or the decision that it was given. They are copies, so this has "
        "no effect."
    ),
    "It prints something, but nobody can read that in a tournament.",
    "Playing",
    "This could not be played: {reason}.",
    "{name} cannot play. {reason}",
    "{done} of {number} game is stored. Type the command again to continue.",
    "{done} of {number} games are stored. Type the command again to continue.",
    "Stored games of another tournament stay in {file}.",
    "Use either --season or --out.",
    "{number} stored game could not be read and is played again.",
    "{number} stored games could not be read and will be played again.",
}
WRITTEN = re.compile(r"<style>.*</style>|<[^>]*>|view = .*?</pre>|decision = .*?</pre>", re.DOTALL)
FACTS = {"algoracing", "calamitron", "ada", "bo", "play", "view", "decision", "BOARD", "py", "kB",
         "replays", "json", "tk", "replay", "UTF", "x", "E", "one"}  # fmt: skip


def played(number: int, seats: tuple[str, str], first: float, passes: int = 0) -> Played:
    kept = (Pass("bo", 1, "-", {"board": "BOARD"}, {"question": "-"}),) * passes
    return Played(Fixture(number, seats, "1"), (first, 1 - first), (1, 2), (0, passes), (5, 5),
                  "-", kept, (("ada", "-"),))  # fmt: skip


def pages() -> Iterator[str]:
    games = (played(1, ("ada", "bo"), 1), played(2, ("bo", "ada"), 0),
             played(3, ("ada", "bo"), 0, 2))  # fmt: skip
    trouble = (Trouble("-", "-"),)
    race, two = Terms("algoracing"), ("ada", "bo")
    yield report(Results(race, two, games, trouble), {3: "replays/0003.json"})
    one = played(1, two, 1, 1)
    many = tuple(Pass("bo", 1, "-" * number, {}, {}) for number in range(10))
    for passes in (one.passes, many, many[:9]):
        yield report(Results(race, two, (one._replace(passes=passes),)), {})
    lost = Played(Fixture(1, ("ada", "ada"), "1"), (0, 0), (1, 1), (0, 0), (0, 0), "-")
    team = lost._replace(points=(0.5, 0.5))
    for entrants, game in ((("ada",), lost), (("ada",), team), (two, team)):
        yield report(Results(Terms("calamitron"), entrants, (game,)), {})
    for number in (1, 2):
        yield report(Results(race, two, forfeited(number)), {})
    drawn = Results(race, two, (one._replace(shares=(0, 0)), one._replace(shares=(0.5, 0.5))))
    yield report(drawn, {})
    yield report(season([drawn, drawn]), {}, days={"one": drawn, "bo": drawn})


def forfeited(number: int) -> tuple[Played, ...]:
    """Return so many games that bo lost by forfeit."""
    forfeits = Forfeits()
    forfeits.add(first := played(1, ("ada", "bo"), 1, 1)._replace(strikes=(0, 3)))
    later = [forfeits.result(Fixture(game, ("ada", "bo"), "1")) for game in range(2, number + 1)]
    return (first._replace(forfeited=("bo",)), *(game for game in later if game))


def troubles(tmp_path: Path) -> Iterator[str]:
    for trouble in ("answer", "refused", "raised"):
        yield why(Result(trouble=trouble, line=1, reason="-"), "")
    yield why(Result("x", trouble="answer", reason="-"), "")
    yield why(Result(trouble="raised", loading=True, error="E", line=1), "")
    (tmp_path / "ada.py").write_bytes(b"\xff")
    (tmp_path / "bo.py").write_bytes(b"#" * 300_000)
    yield from (trouble.says for trouble in entrants_in([tmp_path])[1])
    (tmp_path / "results.json").write_text("{}")
    yield refused(partial(stored, tmp_path / "results.json")).split(": ")[1]
    yield refused(partial(bot, 5))
    (tmp_path / "one").mkdir()
    yield refused(partial(entrants_in, [tmp_path / "one"])).replace(str(tmp_path), "")


def test_every_sentence_of_a_tournament_is_translated(
    pseudo: Pseudo, catalogue: Catalog, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = [
        *(unescape(WRITTEN.sub(" ", page)) for page in pages()),
        *troubles(tmp_path),
    ]
    for results in (Results(Terms("algoracing"), ("ada", "bo"), (played(1, ("ada", "bo"), 1),)),
                    Results(Terms("algoracing"), ("ada", "bo"), ())):  # fmt: skip
        tournament._sum_up(results, Path())
    (tmp_path / "one" / "results.json").write_text(json.dumps(results.to_json()))
    tournament._write_season(tmp_path)
    told += capsys.readouterr().out.splitlines()
    assert [sentence for sentence in told if escaped(sentence, FACTS)] == []
    here = sentences(catalogue, *ROOMS)
    assert here - pseudo.asked == ELSEWHERE
