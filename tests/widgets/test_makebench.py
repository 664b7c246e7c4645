"""Test the bench on which a learner makes an exercise, through its traits."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom.answers import Answers
from teachkit.exercises.authoring.codes import read_code
from teachkit.exercises.making.wishes import made
from teachkit.widgets.workbench.lesson_calls import exercise as opened
from teachkit.widgets.workbench.makebench import MakeBench
from tests.exercises.test_make import WALLS, made_of

from .benches import press

SAMPLE = ("blue sample", "b3", "")
RIGHT = (SAMPLE, ("wall", "a1 north", ""), ("wall", "b3 west", ""))
OPEN = {"open": ["board", "cards", "checks", "given"], "solvable": True, "kind": "repair"}


@pytest.fixture
def bench(folder: Path) -> Callable[..., MakeBench]:
    """A function that opens the exercise with some keys changed."""
    return lambda **keys: MakeBench(made_of(**keys), Answers(folder, "Ada"))


def moods(bench: MakeBench) -> list[str]:
    return [line["mood"] for line in bench.findings.lines]


def test_a_painted_board_is_checked_and_each_wish_has_a_sign(
    bench: Callable[..., MakeBench],
) -> None:
    mine = bench()
    assert moods(mine) == ["seen"] * 3
    press(mine, "run")
    assert mine.feedback.says == ["Change something first."]
    mine.easel.paint(("blue sample", "a3", ""))
    press(mine, "run")
    assert moods(mine) == ["look", "look", "good"]
    assert mine.feedback.says[0] == "1 of 3 wishes are met."
    assert (mine.feedback.points, mine.feedback.mood) == (1, "look")
    mine.easel.erase("a3")
    assert moods(mine) == ["seen"] * 3
    assert mine.feedback.stale
    mine.easel.paint(*RIGHT)
    press(mine, "run")
    assert moods(mine) == ["good"] * 3
    assert (mine.feedback.points, mine.feedback.mood) == (3, "good")


def test_the_answer_is_stored_with_each_stroke_and_comes_back(
    bench: Callable[..., MakeBench],
) -> None:
    bench().easel.paint(SAMPLE)
    again = bench()
    assert again.easel.start["samples"] == {"b3": "blue"}
    press(again, "save")
    press(again, "reset")
    assert "samples" not in again.easel.start
    again.easel.paint(*RIGHT)
    press(again, "run")
    copy = again.entry.copy()["content"]
    press(again, "reset")
    press(again, "bring", copy)
    assert again.feedback.points == 3


def test_a_damaged_answer_shows_the_first_board(
    bench: Callable[..., MakeBench], folder: Path
) -> None:
    Answers(folder, "Ada").save(made_of(), "[[starts")
    assert bench().easel.start == made_of().file.starts[0]


def test_hints_point_at_their_square_until_the_board_changes(
    bench: Callable[..., MakeBench],
) -> None:
    mine = bench()
    press(mine, "hint")
    assert mine.feedback.help == "place"
    press(mine, "hint")
    assert mine.feedback.hints[-1] == 'Put "Wall" on the north side of a1.'
    assert mine.easel.marked == "a1"
    mine.easel.paint(RIGHT[1])
    assert mine.easel.marked == ""
    assert mine.feedback.help == "place"


def test_a_line_about_a_square_shows_the_square(bench: Callable[..., MakeBench]) -> None:
    mine = bench()
    mine.findings.pressed = {"button": "show", "fact": "c2", "n": 1}
    assert mine.easel.marked == "c2"


def test_typed_text_that_is_wrong_is_not_handed_in(bench: Callable[..., MakeBench]) -> None:
    mine = bench()
    mine.easel.text = "floor = 3"
    press(mine, "run")
    assert mine.feedback.says == [mine.easel.complaint]
    assert mine.grade is None


def test_the_board_is_played_and_its_code_holds_the_makers_solution(
    bench: Callable[..., MakeBench],
) -> None:
    mine = bench()
    mine.easel.paint(*RIGHT)
    mine.sharing.pressed = {"button": "try", "n": 1}
    assert mine.trial
    assert mine.trial.exercise.starts[0].state == made(made_of(), WALLS).starts[0].state
    mine.back()
    assert mine.trial is None
    press(mine, "run")
    assert read_code(mine.sharing.code)[1:3] == ("Ada", "")
    mine.try_it()
    assert mine.trial
    mine.trial.lay("right, forward, left, forward, forward")
    mine.trial.run()
    mine.children[1].children[0].pressed = {"button": "back", "n": 1}
    assert read_code(mine.sharing.code)[1:3] == ("Ada", "right, forward, left, forward, forward")
    assert "friend" not in Answers(mine.answers.folder, "Ada").path.read_text()
    mine.easel.erase("b3")
    assert mine.sharing.code == ""


def test_open_cards_checks_and_program_are_part_of_the_answer(
    bench: Callable[..., MakeBench],
) -> None:
    mine = bench(make=OPEN, given="forward")
    assert mine.terms
    assert mine.given
    mine.terms.cards = {"forward": 2}
    mine.given.widget.program = ["left", "forward"]
    parts = tomllib.loads(mine.answer)
    assert (parts["cards"], parts["given"]) == ({"forward": 2}, "left, forward")
    again = bench(make=OPEN, given="forward")
    assert again.answer == mine.answer
    assert again.given
    assert str(again.given.widget.text) == "left, forward"
    press(again, "reset")
    assert tomllib.loads(again.answer)["given"] == "forward"


def test_only_open_parts_can_be_changed(bench: Callable[..., MakeBench]) -> None:
    closed = bench(make={"open": ["cards"], "solvable": True})
    assert (closed.easel.fixed, closed.easel.limited) == (True, True)
    sized = bench(make={"size": "4x4", "things": ["wall"], "solvable": True})
    assert (sized.easel.fixed, sized.easel.limited) == (True, True)
    assert not bench(make={"size": "4x4..6x6"}).easel.fixed


def test_the_bench_is_opened_by_name_and_has_a_still(folder: Path) -> None:
    from teachkit.classroom.library import exercise_files, find_exercise

    names = [name for name in exercise_files() if find_exercise(name).kind.form.is_exercise]
    for name in names[:1]:
        bench: Any = opened(name)
        assert isinstance(bench, MakeBench)
        assert bench.still().title == bench.task.title
