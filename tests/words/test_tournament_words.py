"""Test that everything a tournament says is translated, and short."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from html import unescape
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from teachkit.classroom.tournament.playing import Terms, Trouble, entrants_in, why
from teachkit.classroom.tournament.results import Results, report
from teachkit.cli import tournament
from teachkit.exercises.running.results import Result
from teachkit.play.tournament import Fixture, Pass, Played

from .extract import sentences
from .pseudo import Pseudo, escaped, refused

ROOMS = (
    "teachkit/classroom/tournament/", "teachkit/cli/tournament.py",
    "teachkit/classroom/pages/tournament.html",
)  # fmt: skip
# Said only while games are really played, or where something is broken: tests/test_cli_tournament
# and tests/classroom/test_tournament read these.
ELSEWHERE = {
    "A tournament needs at least two strategies that can play. Add one.",
    "The game was stopped after {most} steps.",
    "Game {number} ({names})",
    "It cannot be read.",
    (
        "It changes the view or the decision that it was given. They are copies, so this has "
        "no effect."
    ),
    "It prints something, but nobody can read that in a tournament.",
    "Playing",
    "This could not be played: {reason}.",
    "{done} of {number} game is stored. Continue with --resume.",
    "{done} of {number} games are stored. Continue with --resume.",
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


def troubles(tmp_path: Path) -> Iterator[str]:
    for trouble in ("answer", "refused", "raised"):
        yield why(Result(trouble=trouble, line=1, reason="-"), "")
    yield why(Result("x", trouble="answer", reason="-"), "")
    yield why(Result(trouble="raised", loading=True, error="E", line=1), "")
    (tmp_path / "ada.py").write_bytes(b"\xff")
    (tmp_path / "bo.py").write_bytes(b"#" * 300_000)
    yield from (trouble.says for trouble in entrants_in([tmp_path])[1])
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    yield refused(partial(entrants_in, [tmp_path / "one"])).replace(str(tmp_path), "")
    (tmp_path / "one" / "ada.py").write_text("")
    (tmp_path / "other" / "ada.py").write_text("")
    yield refused(partial(entrants_in, [tmp_path / "one", tmp_path / "other"]))


def test_every_sentence_of_a_tournament_is_translated(
    pseudo: Pseudo, catalogue: Catalog, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = [*(unescape(WRITTEN.sub(" ", page)) for page in pages()), *troubles(tmp_path)]
    for results in (Results(Terms("algoracing"), ("ada", "bo"), (played(1, ("ada", "bo"), 1),)),
                    Results(Terms("algoracing"), ("ada", "bo"), ())):  # fmt: skip
        tournament._sum_up(results, Path())
    told += capsys.readouterr().out.splitlines()
    assert [sentence for sentence in told if escaped(sentence, FACTS)] == []
    here = sentences(catalogue, *ROOMS)
    assert here - pseudo.asked == ELSEWHERE
