"""Strategies in a class: stored, graded in the sandbox, released without hidden parts, on paper."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell

import teachkit as tk
from teachkit.classroom.answers import Answers
from teachkit.classroom.grading.grade import course_in
from teachkit.classroom.library import find_exercise
from teachkit.classroom.progress import points
from teachkit.classroom.release import learners_copy
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.classroom.sandbox.warm_sandbox import Patience
from teachkit.core.data import read_toml
from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.judging.sources import series_of
from teachkit.exercises.running.execution import STRATEGY, execute_in_process
from teachkit.exercises.running.strategy_games import lost_game
from teachkit.play.match import data_in, loaded
from teachkit.widgets.table.opening import replay
from teachkit.widgets.workbench.answercell import hand_in_cell
from teachkit.widgets.workbench.lesson_calls import exercise as opened
from tests.exercises.strategies import LAST, SHORT, as_lesson, short

from .handedin import answers, graded_for_ada
from .test_handout import texts

RACE = "97-short-race"
ASKED = 'The question was "Which corner do you choose?".'
RIGHT = short().file.solution.answer
ODD = [
    "import random\ndef play(view, decision):\n    return random.choice(decision['candidates'])",
    "def play(view, decision):\n    return later('jump')",
    "def play(view, decision):\n    print(view['me'])\n    return 'jump'",
    "def play(view, decision):\n    while True: pass",
    "def play(view, decision",
]


@pytest.fixture(autouse=True)
def a_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    as_lesson("97", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("source", [LAST, RIGHT, *ODD])
def test_in_the_sandbox_it_plays_the_same_games(source: str) -> None:
    calls = [list(series) for series in series_of(short())]
    assert Sandbox().execute(source, STRATEGY, calls) == execute_in_process(source, STRATEGY, calls)


def test_who_sleeps_loses_the_game_and_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patience.__init__, "__defaults__", (0.5, 0.5, 0.5))
    result = grade(short(), "import time\ndef play(view, decision): time.sleep(60)",
                   Sandbox().execute)  # fmt: skip
    assert result.points == 0
    assert result.says[1:] == (f"Running game 1 took too long, so it was stopped. {ASKED}",)


def test_answers_are_graded_in_the_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Not in this process.
    monkeypatch.setattr("teachkit.exercises.running.strategy_games.results_in_process", None)
    grades = graded_for_ada(tmp_path, answers({RACE: RIGHT}), course_in(tmp_path))
    (row,) = (row for row in grades.rows if row.exercise == RACE)
    assert (row.points, row.possible, row.blank) == (3, 3, "")


def test_a_learners_copy_has_the_same_hash_and_points() -> None:
    mine, (text, cut) = find_exercise(RACE), learners_copy(RACE, read_toml(SHORT))
    theirs = make_exercise(RACE, tomllib.loads(text) | {"lesson": "97"})
    assert (cut.solution, cut.mistakes) == (True, 2)
    assert (theirs.hash, theirs.possible) == (mine.hash, mine.possible)
    assert theirs.file.solution.answer == ""


def test_on_paper_it_has_lines_to_write_on() -> None:
    for words in ("play(view, decision)", "Your function:"):
        assert words in texts(short())


# In a lesson ------------------------------------------------------------------------------------


@pytest.fixture
def shell():
    yield InteractiveShell.instance()
    InteractiveShell.clear_instance()


def test_a_cell_plays_is_kept_and_says_what_was_won(shell: InteractiveShell) -> None:
    bench = opened(RACE)
    assert bench.feedback.points == 0
    verdicts = hand_in_cell(RACE, LAST, shell)
    assert verdicts.says[0].startswith("Against random, ")
    assert verdicts.score == "1 of 3 points"
    verdicts = hand_in_cell(RACE, f"{RIGHT}\nprint('hello')", shell)
    assert verdicts.says[0] == "It works: everything is as it should be."
    assert (verdicts.score, bench.feedback.points, float(points(RACE))) == ("3 of 3 points", 3, 3)


def test_a_cell_that_looks_ahead_earns_full_points(shell: InteractiveShell) -> None:
    """Its games are played once, apart from the one in which `later` shows nothing new."""
    name = "22-09-your-own-bot"
    right = find_exercise(name).file.solution.answer
    assert hand_in_cell(name, right, shell).says[0] == "It works: everything is as it should be."


def test_the_strategy_of_a_cell_can_sit_at_a_table(shell: InteractiveShell) -> None:
    looks = "return later(decision['candidates'][0]) and decision['me']"
    ahead = f"def play(view, decision):\n    {looks}\n"
    hand_in_cell(RACE, ahead, shell)
    sitting = tk.table("algoracing", house=[shell.user_ns["play"], "random"], seed=1).sitting
    while not any(move.seat.name == "play" for move in sitting.moves):
        sitting.move()
    assert sitting.moves[-1].says.startswith("Line 2: there is no entry for 'me'")
    hand_in_cell(RACE, "def play(view, decision) return 1", shell)  # it cannot be read
    assert shell.user_ns["play"].__code__.co_firstlineno == 1


def test_a_gap_is_marked_where_it_is(shell: InteractiveShell) -> None:
    bench = opened(RACE)
    gap = "def play(view, decision):\n    best = ...\n    return best > 1\n"
    assert hand_in_cell(RACE, gap, shell).says[1].startswith("Line 2: ")
    last = bench.player.stops[-1]
    assert (last["line"], last["wrong"], last["end_column"]) == (2, True, 0)


def test_what_a_strategy_prints_is_shown(shell: InteractiveShell) -> None:
    looks = 'def play(view, decision):\n    print(decision["question"])\n    return "jump"\n'
    verdicts = hand_in_cell(RACE, looks, shell)
    assert (verdicts.caption, verdicts.printed) == (
        "Your code printed:",
        "Which corner do you choose?\n",
    )


def test_the_part_that_breaks_off_a_game_is_marked(shell: InteractiveShell) -> None:
    bench = opened(RACE)
    breaks = "def play(view, decision):\n    return decision['options'][99]\n"
    verdicts = hand_in_cell(RACE, breaks, shell)
    last = bench.player.stops[-1]
    assert (last["line"], last["wrong"]) == (2, True)
    assert (last["column"], last["end_column"]) == (11, 34)
    assert verdicts.says[1] == f"{last['says'][0]} {ASKED}"
    hand_in_cell(RACE, RIGHT, shell)
    assert len(bench.player.stops) == 1


def test_what_the_learner_stops_is_not_kept(shell: InteractiveShell, tmp_path: Path) -> None:
    stops = "def play(view, decision):\n    raise KeyboardInterrupt\n"
    assert hand_in_cell(RACE, stops, shell).says[1] == f"Line 2: you stopped game 1 here. {ASKED}"
    assert Answers().record(RACE) == {}
    assert not (tmp_path / "answers.json").exists()


def test_a_lost_game_is_saved_and_can_be_replayed(shell: InteractiveShell, tmp_path: Path) -> None:
    hand_in_cell(RACE, LAST, shell)
    lost = lost_game(LAST, series_of(find_exercise(RACE)))
    assert lost is not None
    again = loaded(find_exercise(RACE).game, data_in(tmp_path / "97-short-race-lost.json"))
    assert again.frames[: len(lost.match.frames)] == lost.match.frames
    assert repr(replay(tmp_path / "97-short-race-lost.json")).startswith("Player(step 0 of ")


def test_who_loses_no_game_has_no_lost_one(shell: InteractiveShell, tmp_path: Path) -> None:
    for source in (ODD[2], "def play(view, decision): ..."):
        hand_in_cell(RACE, source, shell)
    assert list(tmp_path.glob("*lost*")) == []
