"""Where a program went astray: the first step after which no best way can be kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from teachkit.core.nodes import Instruction
from teachkit.core.program import Program
from teachkit.core.walk import Step
from teachkit.errors import AnswerError, TeachkitError
from teachkit.exercises.attempts import attempt, played_steps
from teachkit.exercises.checks import SHAPES
from teachkit.exercises.exercise import Exercise
from teachkit.exercises.grade import grade
from teachkit.exercises.hints.nextcard import best
from teachkit.play.deck import TooLargeError
from teachkit.play.memory import Memory, Moment, remembered

MOST_NODES = 5_000  # beyond that a learner would have to wait


class Astray(NamedTuple):
    """On which start (from 0) and with which step of the run (from 1) the best ways are left.

    `before` is the step ahead of it; `None` where the very first leaves them. Without a `step`
    no step did: it only ended too early.
    """

    start: int
    number: int
    step: Step | None
    before: Step | None


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
    except (TeachkitError, TooLargeError):
        return None


def _is_about_the_end(exercise: Exercise, check: str) -> bool:
    return check in exercise.game.GOALS or check in SHAPES or check == "ends"


def _astray(exercise: Exercise, program: Program, place: int) -> Astray | None:
    start = exercise.starts[place]
    player = exercise.game.players(start.state)[0]
    run = remembered(Memory(exercise.game, player).moment(start.state), program)
    is_goal = _goal(exercise, player)
    fewest = _fewest(exercise, place)
    if fewest is None or run.ending or is_goal(run.moments[-1]):
        return None
    cards = [Instruction(card.name) for card in exercise.instructions]
    steps = [played.step for played in played_steps(attempt(exercise, program, start).trace)]
    before: Step | None = None
    for number, (step, after) in enumerate(zip(steps, run.moments[1:], strict=False), 1):
        if not _arrives(after, cards, is_goal, fewest - number):
            return Astray(place, number, step, before)
        before = step
    return Astray(place, len(steps), None, before)


def _goal(exercise: Exercise, player: str) -> Callable[[Moment], bool]:
    """Whether all goals are reached if the program ends here."""
    lines = [line for line in exercise.checks if line.check in exercise.game.GOALS]
    goals = [partial(exercise.game.GOALS[line.check], **line.facts) for line in lines]

    def is_goal(moment: Moment) -> bool:
        try:
            state = moment.finished.state
        except AnswerError:
            return False
        return all(goal(state, player) is None for goal in goals)

    return is_goal


def _fewest(exercise: Exercise, place: int) -> int | None:
    """How many steps a right program takes here: the quickest, or else the author's."""
    found = best(exercise, metric="steps")
    right = found.program if found else exercise.read(exercise.file.solution.answer)
    if not right:
        return None
    return len(played_steps(attempt(exercise, right, exercise.starts[place]).trace))


def _arrives(
    moment: Moment, cards: Sequence[Instruction], is_goal: Callable[[Moment], bool], most: int
) -> bool:
    """Whether at most so many steps lead from here to the goal. May raise `TooLargeError`."""
    seen, layer = {moment}, [moment]
    for left in range(most, -1, -1):
        if any(map(is_goal, layer)):
            return True
        ahead = (_after(each, card) for each in layer for card in cards) if left else ()
        layer = list(dict.fromkeys(after for after in ahead if after is not None))
        layer = [after for after in layer if after not in seen]
        seen.update(layer)
        if len(seen) > MOST_NODES:
            raise TooLargeError
    return False


def _after(moment: Moment, card: Instruction) -> Moment | None:
    """Where a card leads; nowhere if the rules would ask somebody."""
    try:
        return moment[card]
    except AnswerError:
        return None
