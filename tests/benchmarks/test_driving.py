"""What a step costs where Python drives, against a recorded step of a program of cards."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.game import run
from teachkit.exercises.driving.course import Course
from teachkit.exercises.driving.driving import Drive, drives_here
from teachkit.games import algoracing
from tests.exercises.test_driving import without_lines

from .ratio import at_least
from .test_engine import ROUTE, RUNS

AS_MANY = 0.5  # of the recorded steps per second, at least: a step costs at most twice as much
ROUNDS = 25

SOURCE = """\
def side(length):
    for n in range(length):
        forward()
    left()

def stairs():
    for n in range(4):
        forward()
        left()
        forward()
        left()
        left()
        left()

for length in [8] * 4 + [7] * 4:
    side(length)
for flight in range(3):
    stairs()
    left()
    left()
"""


@pytest.fixture
def course() -> Course:
    """An empty board, and a rover in its corner."""
    floor = "\n".join([" ".join("." * 9)] * 9)
    setup = algoracing.Setup(edition="nested", floor=floor, rovers={"red": "a1 east"})
    cards = dict.fromkeys(card.name for card in algoracing.vocabulary(setup.state()))
    return Course(algoracing, "red", setup.state(), cards, [*algoracing.GAUGES])


def driven(course: Course) -> Drive:
    (drive,) = drives_here(SOURCE, [course])
    return drive


def test_a_step_of_a_drive_costs_at_most_twice_a_step_of_cards(
    course: Course, benchmark: Any
) -> None:
    """The source is read and counted anew for each drive, as it is for each learner."""
    drive, trace = driven(course), run(algoracing, course.state, ROUTE)
    assert [frame.event for frame in trace if not hasattr(frame.event, "step")] == [
        frame.event for frame in drive.trace if not hasattr(frame.event, "step")
    ]
    row = run(algoracing, course.state, drive.program)
    assert without_lines(drive.trace) == [tuple(frame) for frame in row]
    assert drive.trace.final == trace.final

    def recorded() -> None:
        for _ in range(RUNS):
            run(algoracing, course.state, ROUTE)

    def drives() -> None:
        for _ in drives_here(SOURCE, [course] * RUNS):
            pass

    ratio = at_least(AS_MANY, recorded, drives, ROUNDS)
    benchmark.pedantic(drives, rounds=5)
    benchmark.extra_info["times the steps per second of recorded cards"] = str(ratio)
    assert ratio.value >= AS_MANY, ratio
