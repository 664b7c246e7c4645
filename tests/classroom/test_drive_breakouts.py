"""Forged drives earn nothing: only the resulting row counts, replayed by our rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from teachkit.classroom.sandbox.process import Limits
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.exercises.judging.sources import courses_of, judge_drive
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.running.driving import Course
from teachkit.exercises.running.execution import execute_in_process
from teachkit.exercises.running.results import Result
from tests.exercises.drives import asked

from .conftest import PATIENCE
from .driveattacks import ATTACKS, HONEST, SHOWN_ONLY

pytestmark = pytest.mark.slow

SECRET = "a word that only the judge knows"


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    """An exercise with the sample ahead on the shown board, but not on the hidden one."""
    board = {"floor": ". . *\n. . *", "rovers": {"red": "a1 east"}}
    return asked(
        starts=[board | {"samples": {"c1": "blue"}},
                board | {"samples": {"c2": "blue"}, "hidden": True}],
        cards={"forward": 3, "left": 1},
        checks=[{"check": "carries", "samples": 1, "points": 3}],
        solution={"answer": HONEST, "says": SECRET},
    )  # fmt: skip


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    return Sandbox(Limits(seconds=1, patience=PATIENCE))


def test_an_honest_drive_earns_everything(exercise: Exercise, sandbox: Sandbox) -> None:
    assert judge_drive(exercise, HONEST, sandbox.execute).points == 3
    assert judge_drive(exercise, HONEST, execute_in_process).points == 3


def test_a_retro_drives_behind_walls_as_it_does_here(sandbox: Sandbox) -> None:
    """The files that its game needs can be read with our own packages alone."""
    start = {"floor": ". . O", "retros": {"red": "tread a1 east"}, "rogues": {"knock-1": "b1 west"}}
    source = "while rogues_left():\n    forward()"
    retro = asked(game="calamitron", starts=[start], solution={"answer": source},
                  checks=[{"check": "keeps", "rogues": 1}])  # fmt: skip
    assert judge_drive(retro, source, sandbox.execute).points == 1
    assert judge_drive(retro, source, execute_in_process).points == 1


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_earns_nothing(name: str, exercise: Exercise, sandbox: Sandbox) -> None:
    graded = judge_drive(exercise, ATTACKS[name], sandbox.execute)
    assert (graded.points, graded.solved) == (0, False)
    assert all(says.isprintable() for says in graded.says)
    sentences = [each for says in graded.says for each in re.split(r"(?<=[.?!]) ", says)]
    assert [each for each in sentences if len(each.split()) > 15] == []


def test_a_row_earns_on_each_start_what_the_rules_say_of_it_there(exercise: Exercise) -> None:
    """A learner who knows the hidden board may write its program, and earns the points."""
    rows = [json.loads(SHOWN_ONLY), ["1 forward", "1 forward", "1 left", "1 forward"]]
    for row, points in (([rows[0], rows[0]], 0), (rows, 3), (rows[::-1], 0)):
        graded = judge_drive(exercise, "pass", lambda *_, row=row: [Result(each) for each in row])
        assert graded.points == points


def test_the_sandbox_is_told_only_the_start_and_what_may_be_called(exercise: Exercise) -> None:
    told: list[Sequence[Any]] = []

    def overhears(source: str, name: str, calls: Sequence[Sequence[Any]]) -> list[Result]:
        told.extend(calls)
        return execute_in_process(source, name, calls)

    judge_drive(exercise, HONEST, overhears)
    courses = [Course.of_call(call) for call in told]
    assert courses == courses_of(exercise)
    assert [course.state for course in courses] == [start.state for start in exercise.starts]
    for words in _texts(told):
        for secret in (SECRET, "hidden", "samples=1", "points", "CheckLine", "Exercise"):
            assert secret not in words


def _texts(calls: Sequence[Sequence[Any]]) -> Iterator[str]:
    """Yield all texts that are sent, including pickled ones."""
    from base64 import b64decode

    for call in calls:
        yield json.dumps(call)
        yield b64decode(call[1]).decode("latin-1")


def test_an_attack_spoils_nothing_for_the_next(exercise: Exercise, sandbox: Sandbox) -> None:
    name = "it teaches a rule to give samples"
    assert judge_drive(exercise, ATTACKS[name], sandbox.execute).points == 0
    assert judge_drive(exercise, HONEST, sandbox.execute).points == 3
