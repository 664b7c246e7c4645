"""Test `teachkit tournament` as a command: exit codes, output, and that no game is lost."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom.jobs import Journal
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.classroom.sandbox.warm_sandbox import Patience
from teachkit.classroom.tournament.playing import cool_down
from teachkit.widgets.table.opening import match_in
from tests.classroom.conftest import patient
from tests.test_cli import Said, Teachkit, elsewhere, one_sentence, teachkit

__all__ = ["elsewhere", "patient", "teachkit"]  # fixtures

LAST = "def play(view, decision):\n    return decision['candidates'][-1]\n"
FIRST = LAST.replace("-1", "0")
PASSES = "def play(view, decision):\n    return 'jump'\n"

pytestmark = [pytest.mark.slow, pytest.mark.skipif(
    not Sandbox().is_isolated, reason="strategies are run only behind bubblewrap"
)]  # fmt: skip


@pytest.fixture
def played(teachkit: Teachkit) -> Teachkit:
    """Type the command for the folder "bots"."""
    Path("bots").mkdir()

    def typed(*options: object, rounds: int = 1) -> Said:
        words = ("tournament", "bots", "--game", "algoracing", "--workers", 1, "--rounds", rounds)
        said = teachkit(*words, *options)
        cool_down()
        return said

    return typed


def bots(**sources: str) -> None:
    for name, source in sources.items():
        Path("bots", f"{name}.py").write_text(source, encoding="utf-8")


def data() -> dict[str, Any]:
    return dict(json.loads(Path("tournament/results.json").read_text()))


def report() -> str:
    return Path("tournament/report.html").read_text(encoding="utf-8")


# How it ends -----------------------------------------------------------------------------------


def test_all_well_is_status_0_and_a_table(played: Teachkit) -> None:
    bots(ada=LAST, bo=FIRST)
    said = played("--house", "random", rounds=2)
    heads, *rows = said.out.splitlines()
    words = "Strategy Games Won 95 % interval Points Spread Passes Rating"
    assert heads.split() == words.split()
    assert sorted(row.split()[0] for row in rows) == ["ada", "bo", "house"]
    assert said.err == "12 games played: tournament/report.html\n"
    assert said.status == 0
    assert not Path("tournament/games.journal").exists()


def test_passes_are_counted_and_shown_to_their_author(played: Teachkit) -> None:
    bots(ada=LAST, bo=PASSES)
    assert played().status == 1
    for words in ("It answered 'jump'. Choose one of:", "view = {", "decision = {"):
        assert words in unescape(report())
    assert "<script" not in report()


def test_replays_of_upsets_can_be_opened(played: Teachkit) -> None:
    chance = "import random\n" + LAST.replace("-1", "random.randrange(1)")
    bots(ada=chance, bo=chance)
    assert played("--house", "random", rounds=4).status == 0
    replays = sorted(Path("tournament/replays").glob("*.json"))
    assert replays
    for replay in replays:
        assert f'tk.replay("replays/{replay.name}")' in report().replace("&quot;", '"')
        match, seats = match_in(replay)
        assert match.is_over
        assert set(seats.values()) <= {"ada", "bo", "house random"}


def test_teams_of_calamitron_have_no_ratings(teachkit: Teachkit) -> None:
    said = teachkit("tournament", "--game", "calamitron", "--house", "random", "--rounds", 2,
                    "--workers", 1)  # fmt: skip
    assert said.status == 0
    assert "Rating" not in said.out
    assert "2 games played" in said.err
    assert "all players used the same strategy" in report()


# What is wrong with a file ---------------------------------------------------------------------


def test_bad_files_are_told_and_the_others_play(played: Teachkit) -> None:
    bots(ada=LAST, bo=FIRST, cy="def play(view, decision:\n", dan="x = 1\n")
    Path("bots/eve.py").write_bytes(b"x = '\xff'")
    said = played()
    assert said.status == 1
    assert said.err.splitlines() == [
        "eve.py: It is not UTF-8 text. Save it as UTF-8.",
        'cy: Line 1: The bracket "(" that opens here is never closed.',
        'dan: There is no function "play" in your code.',
        "2 games played: tournament/report.html",
    ]
    assert [name for name, _ in data()["troubles"]] == ["eve.py", "cy", "dan"]


def test_one_that_sleeps_passes(played: Teachkit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patience.__init__, "__defaults__", (0.2, 0.4))
    bots(bo="import time\ndef play(view, decision):\n    time.sleep(1000)\n")
    assert played("--house", "greedy").status == 1
    assert "Running play(…) took too long, so it was stopped." in report()


WRONG = {
    "--board nowhere": "There is no board 'nowhere' for this edition",
    "--edition 1066": "There is no edition '1066' for a match",
    "--house strong": (
        "There is no computer player 'strong'. Choose one of: random, greedy, look-ahead"
    ),
    "--rounds 0": "0 is not in the range",
    "--game chess": "'chess' is not one of",
    "nowhere.py": "'nowhere.py' does not exist",
    "--out bots/ada.py": "is a file",
    "--scheduler tcp://127.0.0.1:9": "There is no Dask scheduler with workers at",
}


@pytest.mark.parametrize(("options", "says"), WRONG.items(), ids=WRONG)
def test_a_wrong_command_line_is_one_sentence(
    options: str, says: str, played: Teachkit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("teachkit.classroom.jobs.PATIENCE", 0.5)
    if "--scheduler" in options:
        pytest.importorskip("distributed")
    bots(ada=LAST, bo=LAST)
    assert says in one_sentence(played(*options.split()))
    assert not Path("tournament").exists()


def test_too_few_strategies_are_one_sentence(played: Teachkit) -> None:
    assert "There is no .py file in" in one_sentence(played())
    bots(ada=LAST)
    assert "A tournament needs at least two strategies" in one_sentence(played())
    Path("ada.py").write_text(LAST)
    assert 'Two files are called "ada.py"' in one_sentence(played("ada.py"))


def test_without_walls_no_strategy_is_run(
    played: Teachkit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sandbox, "is_isolated", False)
    bots(ada=LAST, bo=LAST)
    assert "Functions only run under bubblewrap" in one_sentence(played())
    assert played("--trust-functions").status == 0


# Broken off ------------------------------------------------------------------------------------


def test_a_tournament_that_is_broken_off_goes_on(
    played: Teachkit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C when five games are kept; they are not lost."""
    bots(ada=LAST, bo=FIRST)
    options = ["--house", "random"]
    journal, keep = Path("tournament/games.journal"), Journal.keep

    def kept(games: Journal[Any, Any], *game: Any) -> None:
        keep(games, *game)
        if len(journal.read_text().splitlines()) > 5:
            raise KeyboardInterrupt  # as Ctrl-C does, also where a shell ignores it

    monkeypatch.setattr(Journal, "keep", kept)
    said = played(*options, rounds=2)
    assert said.status == 2
    assert "5 of 12 games are stored. Continue with --resume." in said.err
    assert said.err.splitlines()[-1] == "Stopped."
    monkeypatch.setattr(Journal, "keep", keep)
    journal.write_text(journal.read_text() + '["torn')
    said = played(*options, "--resume", rounds=2)
    assert said.status == 0
    assert "1 stored game could not be read and is played again." in said.err
    assert "12 games played" in said.err
    whole = data()
    assert played(*options, rounds=2).status == 0
    assert data() == whole


def test_a_damaged_journal_costs_only_time(played: Teachkit) -> None:
    bots(ada=LAST, bo=FIRST)
    Path("tournament").mkdir()
    Path("tournament/games.journal").write_bytes(b"\xff\x00[]\n{}\n")
    said = played("--resume")
    assert said.status == 0
    assert "2 stored games could not be read and will be played again." in said.err


def test_help_is_for_a_teacher(teachkit: Teachkit) -> None:
    said = teachkit("tournament", "--help").out
    for word in ("STRATEGIES", "--house", "--resume", "--scheduler", "The exit status"):
        assert word in said
