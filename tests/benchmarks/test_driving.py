"""Benchmark of a step of driving Python against a step of cards that the old engine records."""

from __future__ import annotations

from typing import Any

from teachkit.core.game.game import run
from teachkit.exercises.running.driving import drives_in_process
from teachkit.games import algoracing
from tests.exercises.drives import driven, rover
from tests.exercises.test_driving import without_lines

from .old_engine import old
from .ratio import at_least, report
from .test_engine import FLOOR, ROUTE, RUNS

AS_MANY = 0.4  # of the steps per second that the old engine records, at least
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
    course = rover(FLOOR)
    drive, trace = driven(SOURCE, course), run(algoracing.GAME, course.state, ROUTE)
    assert [frame.event for frame in trace if not hasattr(frame.event, "step")] == [
        frame.event for frame in drive.trace if not hasattr(frame.event, "step")
    ]
    row = run(algoracing.GAME, course.state, drive.program)
    assert without_lines(drive.trace) == [tuple(frame) for frame in row]
    assert drive.trace.final == trace.final

    game, old_run = old("games.algoracing").GAME, old("core.game.game").run
    route = old("core.language.program").Program.read(str(ROUTE))
    state = game.setup(edition="nested", floor=FLOOR, rovers={"red": "a1 east"}).state()
    assert str(old_run(game, state, route).final) == str(trace.final)

    def recorded() -> None:
        for _ in range(RUNS):
            old_run(game, state, route)

    def drives() -> None:
        for _ in drives_in_process(SOURCE, [course] * RUNS):
            pass

    ratio = at_least(AS_MANY, recorded, drives, ROUNDS)
    what = "times the steps per second of cards that the old engine records"
    assert report(benchmark, what, ratio, drives) >= AS_MANY
