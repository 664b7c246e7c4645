"""Where a program went astray: the first step after which no best way can be kept."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from teachkit.core.program import Program
from teachkit.core.trace import Trace
from teachkit.core.walk import Step
from teachkit.errors import TeachkitError
from teachkit.exercises.attempts import attempt, played_steps, stop_of
from teachkit.exercises.checks import SHAPES
from teachkit.exercises.exercise import Exercise
from teachkit.exercises.grade import grade
from teachkit.exercises.hints.foreseen import shared_cards
from teachkit.exercises.par import par
from teachkit.exercises.puzzle import puzzle
from teachkit.play.deck import TooLargeError, UnfitError
from teachkit.play.memory import remembered


class Astray(NamedTuple):
    """On which start (from 0) and with which step of the run (from 1) the best ways are left.

    `before` is the step ahead of it; `None` where the very first leaves them. Without a `step`
    no step did: it only ended too early. `is_asked` if it came to that by a question.
    """

    start: int
    number: int
    step: Step | None
    before: Step | None
    is_asked: bool = False


@lru_cache(maxsize=256)
def astray(exercise: Exercise, program: Program) -> Astray | None:
    """The first step after which the run takes longer than the best; `None`: nobody can tell.

    The best is what the shortest right program takes on this start. It is looked for on the
    smallest start where the program fails, and only where goals at the end say what is right.
    """
    failed = grade(exercise, str(program)).failed_start
    if (
        failed is None
        or exercise.others_act
        or exercise.starts[failed].hidden
        or exercise.starts[failed].answers
    ):
        return None
    if not all(_is_about_the_end(exercise, line.check) for line in exercise.checks):
        return None
    try:
        return _astray(exercise, program, failed)
    except (TeachkitError, TooLargeError, UnfitError):
        return None


def _is_about_the_end(exercise: Exercise, check: str) -> bool:
    return check in exercise.game.GOALS or check in SHAPES or check == "ends"


def _astray(exercise: Exercise, program: Program, place: int) -> Astray | None:
    searched, fewest = puzzle(exercise), _fewest(exercise, place)
    if searched is None or fewest is None:
        return None
    run = remembered(searched.starts[place], program)
    distances = searched.distances(place, fewest)
    if run.ending or searched.is_there(place, run.moments[-1]):
        return None
    trace = attempt(exercise, program, exercise.starts[place]).trace
    steps = [played.step for played in played_steps(trace)]
    found = Astray(place, len(steps), None, None, is_asked=_ends_with_a_question(trace))
    before: Step | None = None
    for number, (step, after) in enumerate(zip(steps, run.moments[1:], strict=False), 1):
        left = distances.left(after)
        if left is None or number + left > fewest:
            found = Astray(place, number, step, before, is_asked=_was_asked(trace, number))
            break
        before = step
    return found if _agrees(found, shared_cards(exercise, program)) else None


def _agrees(found: Astray, shared: int | None) -> bool:
    """Whether the author of a foreseen mistake sees it there, too: `shared` cards were right."""
    if shared is None:
        return True
    return found.number == shared + 1 if found.step else found.number <= shared


def _was_asked(trace: Trace, number: int) -> bool:
    """Whether a question led to this step."""
    stop = stop_of(trace, number)
    return stop > 1 and trace.stops()[stop - 2].asked is not None


def _ends_with_a_question(trace: Trace) -> bool:
    stops = trace.stops()
    return bool(stops and stops[-1].asked)


def _fewest(exercise: Exercise, place: int) -> int | None:
    """How many steps a right program takes here: the quickest, or else the author's."""
    quickest = next((each.witness for each in par(exercise) if each.metric == "steps"), None)
    right = quickest or exercise.read(exercise.file.solution.answer)
    if not right:
        return None
    return len(played_steps(attempt(exercise, right, exercise.starts[place]).trace))
