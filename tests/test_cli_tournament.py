"""Test `teachkit tournament` as a command: exit codes, output, and that no game is lost."""

from __future__ import annotations

import json
from datetime import datetime
from html import escape, unescape
from pathlib import Path
from typing import Any
from unittest.mock import create_autospec

import pytest

from teachkit.classroom.jobs import Journal
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.classroom.sandbox.warm_sandbox import Patience
from teachkit.classroom.tournament.playing import cool_down
from teachkit.cli.console import _width
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
    words = "Strategy Games Won Share of wins 95 % interval Points Spread Passes Rating"
    assert heads.split() == words.split()
    assert [row.split()[0] for row in rows] == ["1.", "2.", "3."]
    assert sorted(row.split()[1] for row in rows) == ["ada", "bo", "house"]
    assert said.err == "12 games played: tournament/report.html\n"
    assert said.status == 0
    assert not Path("tournament/games.journal").exists()


def test_passes_are_counted_and_shown_to_their_author(played: Teachkit) -> None:
    bots(ada=LAST, bo=PASSES)
    said = played()
    assert said.status == 1
    says = "bo lost 2 games by forfeit. Game 1, answer 3: It answered 'jump'."
    assert said.err.splitlines()[0].startswith(says)
    assert unescape(report()).count(says) == 2  # at the top, and for its author
    for words in ("It answered 'jump'. Choose one of:", "view = {", "decision = {"):
        assert words in unescape(report())
    assert report().count("<script") == 1  # the one that plays the games
    assert '<script src="replays/watch.js"></script>' in report()


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


def test_every_game_can_be_watched_on_the_page(played: Teachkit) -> None:
    bots(ada=LAST, bo=FIRST)
    assert played("--house", "random", rounds=2).status == 0
    texts = [file.read_text() for file in Path("tournament/replays").glob("games-*.js")]
    games = [json.loads(text[len("tkReplays(") : -len(");\n")]) for text in texts]
    numbers = sorted(int(number) for some in games for number in some)
    assert numbers == [game["fixture"][0] for game in data()["games"]] == list(range(1, 13))


def test_replays_of_an_earlier_tournament_are_deleted(played: Teachkit) -> None:
    bots(ada=LAST, bo=FIRST)
    replays = Path("tournament/replays")
    replays.mkdir(parents=True)
    for name in ("0099-ada-bo.json", "my own.json"):
        (replays / name).touch()
    assert played().status == 0
    left = {file.name for file in replays.glob("*.json")}
    assert "my own.json" in left
    assert "0099-ada-bo.json" not in left
    assert all(name in report() for name in left - {"my own.json"})


LONG = "the-robots-of-the-green-team-in-the-very-last-version-{}"


def test_long_odd_and_equal_names_stay_readable(played: Teachkit) -> None:
    """In the terminal, on the page and in the names of files."""
    bots(**{LONG.format(1): LAST, LONG.format(2): FIRST, "🚀": LAST, "エイダ": FIRST})
    bots(**{"<b>$x$": LAST, "ada": FIRST})
    Path("others").mkdir()
    Path("others/ada.py").write_text(LAST, encoding="utf-8")
    said = played("others", "bots/../bots")
    rows = said.out.splitlines()
    for name in ("🚀", "エイダ", "<b>$x$", "ada (bots)", "ada (others)"):
        assert sum(f". {name} " in row for row in rows) == 1
        assert escape(name) in report()
    for number in (1, 2):
        assert any(f"…-very-last-version-{number} " in row for row in rows)
        assert report().count(f">{LONG.format(number)}<") >= 3
    assert len({_width(row) for row in rows}) == 1  # also with letters that are twice as wide
    assert len(data()["table"]) == 7


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


def test_one_that_sleeps_forfeits(played: Teachkit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patience.__init__, "__defaults__", (0.2, 0.4, 0.4))
    bots(bo="import time\ndef play(view, decision):\n    time.sleep(1000)\n")
    assert played("--house", "greedy").status == 1
    assert "Running play(…) took too long, so it was stopped." in report()
    assert "bo lost 2 games by forfeit" in report()


WRONG = {
    "--board missing.toml": 'There is no board "missing.toml". Choose one of: canyon',
    "--board nowhere": "There is no board 'nowhere' for this edition",
    "--edition 1066": "There is no edition '1066' for a match",
    "--house strong": (
        "There is no computer player 'strong'. Choose one of: random, greedy, look-ahead"
    ),
    "--rounds 0": "0 is not in the range",
    "--game chess": "'chess' is not one of",
    "nowhere.py": "'nowhere.py' does not exist",
    "--out bots/ada.py": "is a file",
    "--out one --season two": "Use either --season or --out.",
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


def test_without_walls_no_strategy_is_run(
    played: Teachkit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sandbox, "is_isolated", False)
    bots(ada=LAST, bo=LAST)
    assert "Functions only run under bubblewrap" in one_sentence(played())
    assert played("--trust-functions").status == 0


# A season ---------------------------------------------------------------------------------------


def test_a_season_has_one_table_for_several_days(played: Teachkit) -> None:
    """Each run is a day with games of its own; the last day is another game, with a newcomer."""
    bots(ada=LAST, bo=FIRST)
    house = ["--house", "greedy", "--season", "season"]
    runs = [played(*house), played(*house), played(*house, "--game", "lovelace")]
    assert [said.status for said in runs] == [0, 0, 0]
    days = sorted(file.parent.name for file in Path("season").glob("*/results.json"))
    assert days == [days[0], f"{days[0]}-2", f"{days[0]}-3"]
    assert all(Path("season", day, "report.html").exists() for day in days)
    stored = [json.loads(Path("season", day, "results.json").read_text()) for day in days]
    assert len({game["fixture"][2] for each in stored for game in each["games"]}) == 3  # seeds
    won = sum(row["wins"] for each in stored for row in each["table"] if row["name"] == "bo")
    (row,) = (line.split() for line in runs[2].out.splitlines()[-3:] if ". bo " in line)
    assert row[2:4] == ["12", f"{won:g}"]
    page = Path("season/report.html").read_text(encoding="utf-8")
    assert all(f'<a href="{day}/report.html">{day}</a>' in page for day in days)
    assert "Won, of 6 games" in page
    assert "Points" not in page  # they cannot be compared between games
    assert "tk.replay" not in page


def test_a_season_begins_with_one_day_and_keeps_interrupted_ones(played: Teachkit) -> None:
    bots(ada=LAST, bo=FIRST)
    day = datetime.now().astimezone().date().isoformat()
    Path("season", day).mkdir(parents=True)
    Path("season", day, "games.journal").touch()
    assert f"2 games played: season/{day}/report.html" in played("--season", "season").err
    assert "Points" in Path("season/report.html").read_text(encoding="utf-8")
    Path("season", day, "results.json").write_text('{"games": [{}]}')
    said = played("--season", "season")
    assert said.status == 2
    assert said.err.splitlines()[-1].endswith("These are not the results of a tournament.")
    assert (Path("season") / f"{day}-2" / "results.json").exists()  # today's games are not lost


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
    assert "5 of 12 games are stored. Type the command again to continue." in said.err
    assert said.err.splitlines()[-1] == "Stopped."
    monkeypatch.setattr(Journal, "keep", keep)
    journal.write_text(journal.read_text() + '["torn')
    said = played(*options, rounds=2)
    assert said.status == 0
    assert "1 stored game could not be read and is played again." in said.err
    assert "12 games played" in said.err
    whole = data()
    assert not journal.exists()
    assert played(*options, rounds=2).status == 0
    assert data() == whole


def test_games_of_another_tournament_are_never_discarded(
    played: Teachkit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody forgets that a tournament was interrupted, and plays another one in between."""
    bots(ada=LAST, bo=FIRST)
    journal, keep = Path("tournament/games.journal"), Journal.keep

    def kept(games: Journal[Any, Any], *game: Any) -> None:
        keep(games, *game)
        if len(games) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(Journal, "keep", kept)
    assert played("--house", "random").status == 2
    monkeypatch.setattr(Journal, "keep", keep)
    said = played("--board", "gate", "--resume")
    assert "Stored games of another tournament stay in" in said.err
    counted = create_autospec(keep, side_effect=keep)
    monkeypatch.setattr(Journal, "keep", counted)
    said = played("--house", "random")
    assert "6 games played" in said.err
    assert counted.call_count == 3
    assert not journal.exists()


def test_a_damaged_journal_costs_only_time(played: Teachkit) -> None:
    bots(ada=LAST, bo=FIRST)
    Path("tournament").mkdir()
    Path("tournament/games.journal").write_bytes(b"\xff\x00[]\n{}\n")
    said = played("--resume")
    assert said.status == 0
    assert "2 stored games could not be read and will be played again." in said.err


def test_help_is_for_a_teacher(teachkit: Teachkit) -> None:
    said = teachkit("tournament", "--help").out
    for word in ("STRATEGIES", "--house", "continues it", "--scheduler", "The exit status"):
        assert word in said
