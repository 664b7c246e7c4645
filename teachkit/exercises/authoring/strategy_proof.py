"""Proofs that a strategy exercise measures what it teaches.

Over several seeds, the solution must earn all points, and strategies that choose blindly must earn
only the points for valid answers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from teachkit.core.language.python_source import tree_of
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Remark
from teachkit.exercises.running.execution import execute_in_process
from teachkit.exercises.running.results import Execute
from teachkit.exercises.running.strategy_player import PLAY
from teachkit.words import say

SEEDS = 3

FIRST = """
def play(view, decision):
    return decision["candidates"][0]
"""
OPTION = """
def play(view, decision):
    first = decision["options"][0]
    return first if first in decision["candidates"] else decision["candidates"][0]
"""
RANDOM = """
import random
def play(view, decision):
    return random.choice(decision["candidates"])
"""


def aimless(exercise: Exercise) -> dict[str, str]:
    """Return the given code, and versions of the solution that make no sensible choice.

    In each version, one function that the given code leaves to the learner, such as `worth`,
    returns a constant, or the negative of its value. `play` stays as it is. The keys are names for
    use in remarks to the author.
    """
    solution = exercise.file.solution.answer
    found = {say("The given Python code"): exercise.file.given}
    for name in sorted(_functions(exercise.file.given) & _functions(solution) - {PLAY}):
        constant = f"{name} = lambda *given: 1"
        found[say('"{name}" as a constant', name=name)] = f"{solution}\n{constant}\n"
        negated = f"_{name} = {name}\n{name} = lambda *given: -_{name}(*given)"
        found[say('The opposite of "{name}"', name=name)] = f"{solution}\n{negated}\n"
    return found


def _functions(source: str) -> set[str]:
    """Return the names of the top-level functions in `source`."""
    return {node.name for node in tree_of(source).body if isinstance(node, ast.FunctionDef)}


def strategy_flaws(exercise: Exercise, execute: Execute) -> Iterator[Remark]:
    """Yield remarks on seeds with which the solution fails or an aimless strategy scores.

    `execute` runs the author's Python. This module's own strategies run in the current process.
    """
    for name, source in aimless(exercise).items():
        yield from _earned(exercise, name, source, execute)
    without = {say("The first candidate"): FIRST, say("A random candidate"): RANDOM}
    if not exercise.file.match.always:  # `always` may be the first option
        without[say("The first option")] = OPTION
    for number in range(1, SEEDS + 1):
        seeded = exercise
        if number > 1:  # the solution has been graded with the exercise's own seed
            seeded = replace(exercise, id=f"{exercise.id} {number}")
            yield from _lost(seeded, execute)
        for name, source in without.items():
            yield from _earned(seeded, name, source, execute_in_process)


def _lost(exercise: Exercise, execute: Execute) -> Iterator[Remark]:
    """Yield a remark if the solution does not earn all points."""
    result = judged(exercise, exercise.file.solution.answer, execute)
    if result.points < result.possible:
        facts = {"seed": exercise.id, "points": result.points, "possible": result.possible}
        says = say("With seed {seed}, the solution earns {points} of {possible}.", **facts)
        yield Remark("solution", says)


def _earned(exercise: Exercise, name: str, source: str, execute: Execute) -> Iterator[Remark]:
    """Yield a remark for each check that the aimless strategy `source` passes.

    The check for valid answers counts only if the match has an option that must always be chosen.
    """
    verdicts = judged(exercise, source, execute).verdicts
    for verdict in verdicts if exercise.file.match.always else verdicts[1:]:
        if verdict.points:
            facts = {"name": name, "check": verdict.check, "seed": exercise.id}
            says = say('{name} passes "{check}" with seed {seed}. Ask for more.', **facts)
            yield Remark("match", says)
