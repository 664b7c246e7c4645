"""A tournament gives the same table wherever it is played, and no strategy breaks it."""

from __future__ import annotations

import json
import os
import signal
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock, create_autospec

import pytest

from teachkit.classroom.jobs import Backend, FailedJob, Journal, _Here, here, run_jobs
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.classroom.sandbox.warm_sandbox import Patience, WarmSandbox
from teachkit.classroom.tournament import playing
from teachkit.classroom.tournament.playing import (
    MOST_KEPT,
    Entrant,
    Job,
    Terms,
    Trouble,
    entrants_in,
    games,
    jobs,
    loadable_entrants,
    of_house,
    play,
)
from teachkit.classroom.tournament.results import Results
from teachkit.errors import DataError, TeachkitError
from teachkit.games import NAMES, game
from teachkit.play.match import loaded
from teachkit.play.tournament import STRIKES, Played

TERMS = Terms("algoracing", frames=300)
LAST = "def play(view, decision):\n    return decision['candidates'][-1]\n"
CHANCE = (
    "import random\ndef play(view, decision):\n    return random.choice(decision['candidates'])\n"
)
BROKEN = "def play(view, decision):\n    return 1 // 0\n"
RANDOM = of_house(["random"])
FIELD = [Entrant("last", LAST), Entrant("chance", CHANCE), Entrant("broken", BROKEN), *RANDOM]

pytestmark = [pytest.mark.slow, pytest.mark.skipif(
    not Sandbox().is_isolated, reason="strategies are run only behind bubblewrap"
)]  # fmt: skip


def one_game(terms: Terms, *entrants: Entrant, seed: str = "1") -> Any:
    both = entrants * 2 if len(entrants) == 1 else entrants
    (job, *_) = jobs(terms, both, 1, seed)
    return play(terms, job)


def games_in(path: Path, terms: Terms = TERMS, resume: bool = True) -> Journal[Job, Played]:
    return Journal(path, [terms], Played, resume)


def results(backend: Backend, journal: Path, resume: bool = False) -> Results:
    kept = games_in(journal, TERMS, resume)
    found = list(games(TERMS, jobs(TERMS, FIELD, 2, "x"), backend, kept))
    kept.close()
    return Results.of(TERMS, [entrant.name for entrant in FIELD], found)


@pytest.fixture(scope="module")
def played_here(tmp_path_factory: pytest.TempPathFactory) -> tuple[Results, str]:
    """The results in this process, and its journal."""
    journal = tmp_path_factory.mktemp("here") / "journal"
    return results(here(), journal), journal.read_text()


@pytest.fixture
def journal(played_here: tuple[Results, str], tmp_path: Path) -> Path:
    """A copy of that journal."""
    (tmp_path / "journal").write_text(played_here[1])
    return tmp_path / "journal"


# -- one game -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_strategy_that_never_answers_loses_by_forfeit(name: str) -> None:
    """In every game: it is asked three times and then passes, and the cause is stored."""
    terms = Terms(name, frames=400)
    played = one_game(terms, Entrant("broken", BROKEN), *([] if terms.is_team else RANDOM))
    place = played.fixture.seats.index("broken")
    assert played.passed[place] == played.answered[place] == STRIKES
    assert played.strikes[place] == STRIKES
    assert played.forfeited == ("broken",)
    assert played.says == "Lost by forfeit: broken."
    assert sum(played.shares) == (not terms.is_team)
    assert played.shares[place] == 0
    (kept,) = {each.says: each for each in played.passes}.values()
    assert kept.says == "Line 2: you cannot divide by zero, in play(…)."
    assert kept.view["board"]
    assert kept.question["options"]
    assert json.dumps(played)


def test_the_match_can_be_loaded_again() -> None:
    played = one_game(TERMS, FIELD[0], FIELD[1])
    match = loaded(game("algoracing"), json.loads(json.dumps(played.save)))
    assert match.seed == played.fixture.seed
    assert match.answers


def test_a_pass_is_said_where_a_game_has_one() -> None:
    """In Algoracing whoever does not answer never drives by a program of its own."""
    played = one_game(TERMS, Entrant("broken", BROKEN), *RANDOM)
    told = [str(frame.event) for frame in loaded(game("algoracing"), played.save).frames]
    assert told.count("Red passes and replaces 0 cards.") > STRIKES
    assert not any("red rover drives" in says for says in told)


NO_ANSWERS = {
    "def play(view, decision): return 'jump'": "It answered 'jump'.",
    "def play(view, decision): pass": "returned nothing. It should return an answer.",
    "def play(view, decision):\n    while True: pass": "Line 2: this loop goes on and on",
    "def play(view, decision): return open('x')": "Line 1:",
    "def play(view): return 1": '"play" must take 2 arguments.',
    "def play(view, decision): return later('jump')": "Choose one of:",
}


@pytest.mark.parametrize(("source", "says"), NO_ANSWERS.items())
def test_what_is_no_answer_gets_one_sentence(source: str, says: str) -> None:
    played = one_game(TERMS, Entrant("a", source), *RANDOM)
    assert played.passed[0] > 0
    assert says in played.passes[0].says
    assert len(played.passes) <= MOST_KEPT
    assert "\n" not in played.passes[0].says


def test_printing_and_changing_the_view_cost_nothing_and_are_told() -> None:
    source = LAST.replace("    return", "    print(view.pop('me'))\n    return")
    quiet, loud = (one_game(TERMS, Entrant("a", each), *RANDOM) for each in (LAST, source))
    assert loud.passed == (0, 0)
    assert (loud.points, loud.save) == (quiet.points, quiet.save)
    assert [says for _, says in loud.remarks] == [
        "It prints something, but nobody can read that in a tournament.",
        (
            "It changes the view or the decision that it was given. They are copies, so this has "
            "no effect."
        ),
    ]
    assert quiet.remarks == ()


def test_nothing_is_remembered_from_game_to_game() -> None:
    """In Algoracing a strategy without answers never runs a program."""
    source = "n = 0\ndef play(view, decision):\n    global n\n    n += 1\n    return str(n)\n"
    played, again = (one_game(TERMS, Entrant("a", source), Entrant("b", source)) for _ in "12")
    assert played == again
    firsts = {each.says.partition(".")[0] for each in played.passes if each.number == 1}
    assert firsts == {"It answered '1'"}


def test_a_team_is_one_strategy_and_its_points_are_the_teams() -> None:
    played = one_game(Terms("calamitron", frames=400), Entrant("last", LAST))
    assert played.fixture.seats == ("last", "last")
    assert played.is_team
    assert len(set(played.points)) == 1
    assert all(played.answered)


SOMETIMES = "n = 0\ndef play(view, decision):\n    global n\n    n += 1\n    {}\n    return {}\n"


def test_failures_that_are_not_in_a_row_are_only_passes() -> None:
    source = SOMETIMES.format("if n % 3: return 'jump'", "decision['candidates'][-1]")
    played = one_game(TERMS, Entrant("a", source), *RANDOM)
    assert played.answered[0] > played.passed[0] > STRIKES
    assert (played.strikes, played.forfeited) == ((0, 0), ())


def test_strategies_that_never_end_a_game_are_no_longer_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(playing, "MOST_ANSWERS", 7)
    idle = "def play(view, decision):\n    return max(decision['candidates'], key=len)\n"
    played = one_game(TERMS, Entrant("a", idle), Entrant("b", idle))
    assert (played.answered, played.passed) == ((7, 7), (0, 0))
    assert (played.is_undecided, played.forfeited) == (True, ())
    assert played.says == "The game was stopped after 300 steps."


def test_a_strategy_that_sleeps_now_and_then_forfeits_after_three_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It never fails three times in a row, but its process is stopped in each game."""
    monkeypatch.setattr(Patience.__init__, "__defaults__", (0.1, 1000, 1000))
    source = SOMETIMES.format("if n == 2: import time; time.sleep(1000)", "decision['options'][0]")
    source = source.replace("decision['options']", "decision['candidates']")
    field = [Entrant("dozy", source), *of_house(["random", "greedy"])]
    kept = games_in(tmp_path / "journal")
    found = [each for each in games(TERMS, jobs(TERMS, field, 2, "x"), here(), kept)
             if isinstance(each, Played) and "dozy" in each.fixture.seats]  # fmt: skip
    kept.close()
    assert [max(each.strikes, default=None) for each in found] == [1, 1, 1, *[None] * 5]
    assert [each.forfeited for each in found] == [()] * 3 + [("dozy",)] * 5


def test_a_strategy_without_any_valid_answer_does_not_win_a_short_game_either() -> None:
    played = one_game(TERMS._replace(frames=4), Entrant("broken", BROKEN), *RANDOM)
    assert 0 < played.answered[0] == played.passed[0] < STRIKES
    assert (played.shares, played.forfeited) == ((0, 1), ("broken",))
    assert played.strikes == (1, 0)  # which is not enough to forfeit later games


def test_a_game_that_is_stopped_has_no_winner() -> None:
    """Otherwise every game in which nobody moves would be a shared win."""
    for terms in (TERMS._replace(frames=20), TERMS._replace(game="roborally", frames=20)):
        played = one_game(terms, Entrant("last", LAST), *RANDOM)
        assert played.says == "The game was stopped after 20 steps."
        assert played.is_undecided
        assert played.shares == (0, 0)


# -- the whole ----------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", ["processes", "cluster"], indirect=True)
def test_seeds_decide_the_table(
    backend: Backend, played_here: tuple[Results, str], tmp_path: Path
) -> None:
    one, other = played_here[0], results(backend, tmp_path / "other")
    assert one == other
    assert one.to_json() == other.to_json()
    assert one.ratings == other.ratings


def test_a_looping_strategy_among_twenty_is_asked_three_times(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Counted in questions and processes, which are the same on each machine."""
    asked, begun = (create_autospec(each, side_effect=each)
                    for each in (WarmSandbox.answer, WarmSandbox._begun))  # fmt: skip
    monkeypatch.setattr(WarmSandbox, "answer", asked)
    monkeypatch.setattr(WarmSandbox, "_begun", begun)
    terms = TERMS._replace(frames=60)
    field = [Entrant("m", "def play(view, decision):\n    while True: pass\n"),
             *(Entrant(name, house="random") for name in "abcdefghijklnopqrst")]  # fmt: skip
    every = jobs(terms, field, 1, "x")
    for backend, most in ((here(), 1), (Backend(_Here, 4), 4)):
        asked.reset_mock()
        begun.reset_mock()
        kept = games_in(tmp_path / "journal", resume=False)
        found = [each for each in games(terms, every, backend, kept) if isinstance(each, Played)]
        kept.close()
        assert [each.fixture for each in found] == [job.fixture for job in every]
        assert len(found) == 380
        assert STRIKES <= asked.call_count <= STRIKES * most
        assert begun.call_count <= most
        assert sum(not each.is_played for each in found) == 37
        (row,) = (row for row in Results.of(terms, ["m"], found).rows if row.name == "m")
        assert (row.games, row.wins, row.forfeited, row.answered) == (38, 0, 38, STRIKES)


def dies_once(folder: Path, terms: Terms, job: Job) -> Any:
    """Play a game; the fifth one kills its worker the first time."""
    mark = folder / str(job.fixture.number)
    if job.fixture.number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play(terms, job)


@pytest.mark.parametrize(
    "backend", ["processes", pytest.param("cluster", marks=pytest.mark.nightly)], indirect=True
)
def test_a_worker_that_is_killed_changes_nothing(backend: Backend, tmp_path: Path) -> None:
    all_jobs = jobs(TERMS, FIELD[:2], 3, "x")
    expected = dict(run_jobs(partial(play, TERMS), all_jobs, here()))
    assert dict(run_jobs(partial(dies_once, tmp_path, TERMS), all_jobs, backend)) == expected
    assert (tmp_path / "5").exists()


def test_what_the_journal_knows_is_not_played_again(
    played_here: tuple[Results, str], journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, lines = played_here[0], journal.read_text().splitlines()
    journal.write_text("\n".join([*lines[:-7], "[1, {}]", "no JSON", lines[-1][:50]]))
    counted = Mock(side_effect=play)
    monkeypatch.setattr("teachkit.classroom.tournament.playing.play", counted)
    kept = games_in(journal)
    assert (len(kept), kept.unread) == (len(lines) - 1 - 7, 3)
    kept.close()
    assert results(here(), journal, resume=True) == one
    assert counted.call_count == 7


def test_who_changes_a_strategy_plays_anew(journal: Path) -> None:
    kept = games_in(journal)
    changed = [FIELD[0]._replace(source=LAST + "#"), *FIELD[1:]]
    stored = [job for job in jobs(TERMS, FIELD, 2, "x") if kept.find(job)]
    assert len(stored) == len(kept) >= 12  # the rest is lost by forfeit
    still = [job.fixture.seats for job in jobs(TERMS, changed, 2, "x") if kept.find(job)]
    assert still == [job.fixture.seats for job in stored if "last" not in job.fixture.seats]
    assert still
    kept.close()
    other = games_in(journal, TERMS._replace(edition="complete"))
    assert all(other.find(job) is None for job in jobs(TERMS, FIELD, 2, "x"))
    other.close()


def test_a_game_that_fails_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teachkit.classroom.tournament.playing.play", lambda terms, job: 1 // 0)
    field, kept = jobs(TERMS, FIELD[:2], 1, "x"), games_in(tmp_path / "journal", resume=False)
    found = Results.of(TERMS, ["last", "chance"], list(games(TERMS, field, here(), kept)))
    kept.close()
    assert found.games == ()
    assert found.troubles[0].says == "This could not be played: ZeroDivisionError."
    assert len(games_in(tmp_path / "journal")) == 0


def test_who_cannot_be_loaded_does_not_take_part() -> None:
    field = [FIELD[0], Entrant("torn", "def play(view"), Entrant("other", "def plya(v, d): pass"),
             Entrant("endless", "while True: pass"), Entrant("empty", ""), FIELD[3]]  # fmt: skip
    good, troubles = loadable_entrants(TERMS, field, here())
    assert [entrant.name for entrant in good] == ["last", "house random"]
    assert [each.name for each in troubles] == ["torn", "other", "endless", "empty"]
    assert troubles[1].says == 'Rename your function "plya" to "play".'
    assert all(each.says.endswith(".") for each in troubles)
    with pytest.raises(DataError, match="needs at least two strategies"):
        jobs(TERMS, good[:1], 3, "")


def test_where_nothing_holds_a_strategy_it_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sandbox, "is_isolated", False)
    (job, *_) = jobs(TERMS, FIELD[:2], 1, "")
    ((_, told),) = run_jobs(partial(play, TERMS), [job], here())
    assert told == FailedJob("NotRunError")


# -- who takes part -----------------------------------------------------------------------------


def test_files_are_called_as_they_are_and_bad_ones_are_told(tmp_path: Path) -> None:
    last = LAST.encode()
    files = {"bo.py": last, "ada.py": b"\xef\xbb\xbf" + last, "_own.py": b"x", "notes.txt": b"x"}
    for name, content in (files | {"latin.py": b"x = '\xff'", "long.py": b"#" * 300_000}).items():
        (tmp_path / name).write_bytes(content)
    entrants, troubles = entrants_in([tmp_path, tmp_path / "bo.py"])
    assert entrants == [Entrant("ada", LAST), Entrant("bo", LAST)]
    assert troubles == [Trouble("latin.py", "It is not UTF-8 text. Save it as UTF-8."),
                        Trouble("long.py", "It is larger than 200 kB.")]  # fmt: skip


def test_equal_names_get_the_name_of_their_folder(tmp_path: Path) -> None:
    """Also if a file is a link, or is called like the house, or is named twice."""
    places = ["one/ada.py", "two/ada.py", "two/house random.py", "two/e\u0301.py", "two/\xe9.py"]
    for place in places:
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(LAST, encoding="utf-8")
    (tmp_path / "two" / "link.py").symlink_to(tmp_path / "one" / "ada.py")
    (tmp_path / "deep" / "two").mkdir(parents=True)
    (tmp_path / "deep" / "two" / "ada.py").write_text(LAST)
    folders = [tmp_path / "one", tmp_path / "two", tmp_path / "deep" / "two"]
    entrants, troubles = entrants_in([*folders, tmp_path / "two" / ".." / "one" / "ada.py"])
    assert troubles == []
    assert sorted(each.name for each in entrants) == [
        "ada (one)", "ada (two)", "ada (two) 2", "house random (two)", "link",
        "\xe9 (two)", "\xe9 (two) 2",
    ]  # fmt: skip


def test_a_game_that_there_is_not_is_refused() -> None:
    with pytest.raises(TeachkitError):
        Terms("chess").check([])
