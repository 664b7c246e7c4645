"""Par: the fewest cards or steps that solve an exercise, computed by exact search.

Matching a par earns a badge, never points. If a par cannot be proven, only a bound is known: the
number of cards or steps in the author's own solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from teachkit.core.language.program import Program
from teachkit.exercises.judging.program_runs import attempt, played_steps
from teachkit.exercises.judging.sources import courses_of
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.puzzle import puzzle
from teachkit.play.search import Metric, TooLargeError
from teachkit.words import say_many

METRICS: tuple[Metric, ...] = ("cards", "steps")


@dataclass(frozen=True)
class Par:
    """The par for cards or for steps, as `metric` says: `best` is the fewest that are needed.

    `witness` is a program that needs no more than `best`, and `programs` the number of such
    programs. If `proven` is false, `best` is not a par, but only the smallest number found.
    """

    metric: Metric
    best: int
    witness: Program
    programs: int = 0
    proven: bool = True

    def __str__(self) -> str:
        if self.metric == "cards":
            if self.proven:
                return say_many("Par: {number} card", "Par: {number} cards", self.best)
            return say_many("Best found: {number} card", "Best found: {number} cards", self.best)
        if self.proven:
            return say_many("Par: {number} step", "Par: {number} steps", self.best)
        return say_many("Best found: {number} step", "Best found: {number} steps", self.best)


class Badge(NamedTuple):
    """The badge for a par, and whether a program has earned it."""

    par: Par
    earned: bool


@lru_cache(maxsize=256)
def par(exercise: Exercise) -> tuple[Par, ...]:
    """Return the proven pars of an exercise: at most one for cards and one for steps."""
    return tuple(_proven(exercise))


@lru_cache(maxsize=256)
def bounds(exercise: Exercise) -> tuple[Par, ...]:
    """Return the par for cards and the par for steps, or the smallest number found if unproven.

    Only proven pars are returned if exercises of this kind are not searched.
    """
    if not exercise.kind.is_searched:
        return par(exercise)
    proven = {each.metric: each for each in par(exercise)}
    return tuple(proven.get(metric) or _found(exercise, metric) for metric in METRICS)


def badges(exercise: Exercise, program: Program, solved: bool) -> tuple[Badge, ...]:
    """Return a badge for each par.

    A badge is earned if `solved` is true and `program` needs no more cards or steps than par.
    """
    return tuple(
        Badge(best, solved and used(exercise, program, best.metric) <= best.best)
        for best in par(exercise)
    )


def used(exercise: Exercise, program: Program, metric: Metric) -> int:
    """Count the cards or steps that a program takes; steps are counted on the first start.

    In a game with slots, locked cards run too, so the count of steps is at most the program's
    number of cards.
    """
    if metric == "cards":
        return program.cost
    steps = len(played_steps(attempt(exercise, program, exercise.starts[0]).trace))
    return steps if exercise.game.slots is None else min(steps, program.cost)


def _proven(exercise: Exercise) -> Iterator[Par]:
    rows = as_rows(exercise) if exercise.kind.form.runs_python else None
    searched = puzzle(rows or exercise) if rows or exercise.kind.is_searched else None
    for metric in METRICS[-1:] if rows else METRICS if searched else ():
        with suppress(TooLargeError):
            if searched and (best := searched.best(metric)):
                yield Par(metric, best.cost, best.program, best.programs)


@lru_cache(maxsize=64)
def as_rows(exercise: Exercise) -> Exercise | None:
    """Return a copy of a Python exercise that is answered with cards, or `None` if it has no start.

    Only the first start is kept: Python code may behave differently on each board, so par is the
    fewest steps on the first one.
    """
    if not exercise.starts:
        return None
    cards = courses_of(exercise)[0].cards
    file = replace(exercise.file, mistakes=[])  # the author's mistakes are Python, not rows
    return replace(exercise, starts=exercise.starts[:1], cards=cards, file=file)


def _found(exercise: Exercise, metric: Metric) -> Par:
    """Return an unproven par, taken from the author's own solution."""
    solution = exercise.read(exercise.file.solution.answer)
    return Par(metric, used(exercise, solution, metric), solution, proven=False)
