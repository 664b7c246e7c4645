"""Test Calamitron with every kind of exercise that fits, with a small exercise of each."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.classroom.library import find_exercise
from teachkit.core.game.game import run
from teachkit.draw.scene import scene
from teachkit.exercises.authoring.proof import flaws, solution
from teachkit.exercises.explaining.explain import report
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import par
from teachkit.games import calamitron

from .making import made

HALL: dict[str, Any] = {
    "floor": ". . O\n. . .",
    "retros": {"red": "tread a2 east"},
    "rogues": {"servo-1": "b2 north"},
}
TWO: dict[str, Any] = {
    "floor": ". . . .\n. . . .",
    "retros": {"red": "tread a1 east", "green": "tread d2 west"},
}
PUSHED = {"check": "disables", "rogue": "servo-1"}


def bots(name: str, **keys: Any) -> Exercise:
    """Return an exercise of Calamitron, by default one push into the pit."""
    usual = {
        "game": "calamitron",
        "edition": "drive",
        "starts": [HALL],
        "checks": [PUSHED],
        "text": "Push the rogue into the pit.",
        "hints": ["It stands before you."],
        "solution": {"answer": "forward"},
    }
    return made(name, **(usual | keys))


EXERCISES = {
    "program": bots("program"),
    "repair": bots("repair", kind="repair", given="left, forward", fixed=[2]),
    "arrange": bots("arrange", kind="arrange", given="left, forward, u-turn",
                    starts=[HALL | {"retros": {"red": "tread a2 south"}}],
                    solution={"answer": "left, forward"}),
    "predict": bots("predict", kind="predict", given="forward", checks=[], solution={}),
    "predict a rogue that moves after": bots(
        "after", kind="predict", given="left", checks=[], solution={},
        starts=[HALL | {"rogues": {"vise-1": "b2 west"}, "after": ["vise"]}]),
    "trace": bots("trace", kind="trace", given="forward, right", checks=[], solution={}),
    "choice": bots("choice", kind="choice", right="passes", solution={},
                   choices=[{"says": "One square.", "program": "forward"},
                            {"says": "Turn first.", "program": "left, forward"}]),
    "lanes": bots("lanes", kind="lanes", starts=[TWO], text="Red to **c1**, green to **c2**.",
                  checks=[{"check": "stands_on", "square": "c1", "player": "red"},
                          {"check": "stands_on", "square": "c2", "player": "green"}],
                  solution={"answer": "red: forward-2\ngreen: forward"}),
    "drive with a sensor": bots(
        "drive", kind="drive", edition="sensors", text="Drive to **d1**.", sensors=["blocked"],
        starts=[TWO | {"retros": {"red": "tread a1 east"}}], cards=["forward", "left"],
        checks=[{"check": "stands_on", "square": "d1"}],
        solution={"answer": "while not blocked():\n    forward()"}),
}  # fmt: skip


@pytest.mark.parametrize("kind", EXERCISES)
def test_the_exercise_holds(kind: str) -> None:
    exercise = EXERCISES[kind]
    assert flaws(exercise) == []
    assert grade(exercise, solution(exercise)).solved


def test_a_rogue_that_moves_after_the_program_is_part_of_the_prediction() -> None:
    """The Visebot drives into the retro, which has no room behind it and stays on its square."""
    assert solution(EXERCISES["predict a rogue that moves after"]) == "a2 north"


def test_par_is_proven_for_one_retro_and_unknown_for_lanes() -> None:
    best = par(EXERCISES["program"])[0]
    assert (best.best, best.proven) == (1, True)
    assert par(EXERCISES["lanes"]) == ()


def test_one_retro_of_two_that_does_nothing_is_told_by_its_name() -> None:
    told = grade(EXERCISES["lanes"], "red: forward-2\ngreen:")
    assert any("d2" in says for says in told.says)


def test_a_nanobot_that_breaks_is_not_said_to_be_in_a_pit() -> None:
    """In 20-13 Green crushes it on a1, where the board ends."""
    [attempt] = report(find_exercise("20-13"), "red: left\ngreen: forward").attempts
    final = attempt.trace.final
    assert final.bot("red").out
    says = "The red retro, a Nanobot, broke on a1."
    assert says in str(final).splitlines()
    assert scene(final).spoken["red"] == says


@pytest.mark.parametrize(
    ("program", "crates", "says"),
    [
        ("forward", {}, "The red retro, a Treadbot, is in the pit on b1."),
        ("forward, back-2", {"programs": {"green": "forward"}, "crates": ["b2"]},
         "The red retro, a Treadbot, is in the pit on b1."),
    ],
    ids=["pit", "filled pit"],
)  # fmt: skip
def test_a_retro_that_fell_is_said_to_be_in_its_pit(
    program: str, crates: dict[str, Any], says: str
) -> None:
    retros = {"red": "tread a1 east", "green": "tread b3 south"}
    start = calamitron.Setup(floor=". .\n. .\n. O", retros=retros, **crates).state()
    final = run(calamitron.GAME, start, program).final
    assert [str(square) for square in final.filled] == (["b1"] if crates else [])
    assert says in str(final).splitlines()
