"""The first difference between the run of a wrong program and a run that does what was asked."""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from teachkit.core.game.whereabouts import Place, Shape
from teachkit.core.run.trace import Trace
from teachkit.exercises.explaining.next_change import led_to
from teachkit.exercises.judging.checks import complaint_about
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.judging.programs import judge_program
from teachkit.exercises.model.exercise import Attempt, Exercise
from teachkit.words import say


class Planned(NamedTuple):
    """The place where the learner's piece should be at a stop of a run, and a sentence about it.

    `start` is the index of the start, from 0, and `stop` the number of the playback stop.
    """

    start: int
    stop: int
    place: str
    says: str


def planned(exercise: Exercise, answer: str) -> Planned | None:
    """Return the place where the run of a wrong program first differs from what was asked.

    In a bug hunt, whose first wrong card the learner has marked, this is the first difference from
    the nearest right program. Otherwise, only the end is compared, with a place that the task
    names. Return `None` if there is no such place.
    """
    program = exercise.kind.program(exercise, answer)
    failed = judge_program(exercise, program).failed_start if program else None
    if not program or failed is None or exercise.starts[failed].hidden:
        return None
    start = exercise.starts[failed]
    if exercise.game.predictions(start.state).shape is not Shape.STAND:
        return None
    tried, found = attempt(exercise, program, start), None
    if exercise.file.mark:
        right = led_to(exercise, program)
        found = right and _departs(tried, attempt(exercise, right, start))
    found = found or _misses(exercise, tried)
    return Planned(failed, *found) if found else None


def _departs(tried: Attempt, right: Attempt) -> tuple[int, str, str] | None:
    difference = tried.trace.first_difference(right.trace)
    if not difference or not tried.trace.frames or not right.trace.frames:
        return None
    mine, other = (_stop_at(trace, difference.number) for trace in (tried.trace, right.trace))
    here, there = (
        each.game.whereabouts(each.trace.stops()[stop - 1].after, tried.player)
        for each, stop in ((tried, mine), (right, other))
    )
    says = say("The dashed frame shows where it should be at step {step}.", step=mine)
    return None if here == there else (mine, there, says)


def _stop_at(trace: Trace, frame: int) -> int:
    """Return the number of the stop at which a frame, counted from 0, is played; or the last."""
    ends = list(accumulate(len(stop.frames) for stop in trace.stops()))
    return next((stop for stop, end in enumerate(ends, 1) if frame < end), len(ends))


def _misses(exercise: Exercise, tried: Attempt) -> tuple[int, str, str] | None:
    square, facing = tried.place.split()
    for line in exercise.checks:
        if line.player not in ("", tried.player) or not complaint_about(tried, line):
            continue
        match line.check, dict(line.facts):
            case "stands_on", {"square": str(wanted)}:
                place = f"{wanted} {facing}"
            case "looks", {"facing": str(wanted)}:
                place = f"{square} {wanted}"
            case "parks", {"place": str(wanted)}:
                place = wanted
            case _:
                continue
        if place != tried.place:
            says = say("The dashed frame shows where it should end.")
            return len(tried.trace.stops()), Place(place), says
    return None
