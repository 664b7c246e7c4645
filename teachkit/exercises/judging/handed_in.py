"""A function that is handed in: its calls are made where the caller wants, and judged here."""

from __future__ import annotations

from functools import lru_cache

from teachkit.exercises.judging.functions import behaviour, judge_calls
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade
from teachkit.exercises.running.results import Execute, Plain
from teachkit.words import translate


def judge_function(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Points and sentences. Who does what a known wrong function does is told its sentence."""
    results = execute(answer, exercise.file.function, calls_of(exercise))
    mistake = _misbehaviours(exercise, execute).get(behaviour(exercise, answer, results), "")
    return judge_calls(exercise, answer, results, translate(mistake))


def calls_of(exercise: Exercise) -> list[tuple[Plain, ...]]:
    """What the function is called with; what it should give stays here."""
    return [case.call for case in exercise.cases]


@lru_cache(maxsize=64)
def _misbehaviours(exercise: Exercise, execute: Execute) -> dict[str, str]:
    """What the author's wrong functions do, with the sentence for each; the first one counts."""
    found: dict[str, str] = {}
    for mistake in exercise.file.mistakes:
        results = execute(mistake.answer, exercise.file.function, calls_of(exercise))
        found.setdefault(behaviour(exercise, mistake.answer, results), mistake.says)
    return found
