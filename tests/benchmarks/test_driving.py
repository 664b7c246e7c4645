"""Benchmark of a step of driving Python against a recorded step of a program of cards."""

from __future__ import annotations

from typing import Any

from teachkit.core.game.game import run
from teachkit.exercises.running.driving import drives_in_process
from teachkit.games import algoracing
from tests.exercises.drives import driven, rover
from tests.exercises.test_driving import without_lines

from .ratio import at_least, report
from .test_engine import ROUTE, RUNS

# Of the recorded steps per second, at least. Since states are Structs, a recorded step takes half
# as long as before, and a step of a drive three quarters: both are faster, but the ratio is
# smaller.
AS_MANY = 0.38
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


def test_a_step_of_a_drive_costs_little_more_than_two_steps_of_cards(benchmark: Any) -> None:
    """The source is parsed and instrumented again for each drive, as for each learner."""
    course = rover("\n".join([" ".join("." * 9)] * 9))
    drive, trace = driven(SOURCE, course), run(algoracing.GAME, course.state, ROUTE)
    assert [frame.event for frame in trace if not hasattr(frame.event, "step")] == [
        frame.event for frame in drive.trace if not hasattr(frame.event, "step")
    ]
    row = run(algoracing.GAME, course.state, drive.program)
    assert without_lines(drive.trace) == [tuple(frame) for frame in row]
    assert drive.trace.final == trace.final

    def recorded() -> None:
        for _ in range(RUNS):
            run(algoracing.GAME, course.state, ROUTE)

    def drives() -> None:
        for _ in drives_in_process(SOURCE, [course] * RUNS):
            pass

    ratio = at_least(AS_MANY, recorded, drives, ROUNDS)
    what = "times the steps per second of recorded cards"
    assert report(benchmark, what, ratio, drives) >= AS_MANY
