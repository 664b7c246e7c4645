"""Exercises about a program that is given, answered in words: `predict`, `trace`, `choice`.

The right answer is computed and never typed.
"""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.exercises.judging.attempts import Happens, same
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade, Remark, Verdict
from teachkit.words import say, translate


def possible(exercise: Exercise) -> int:
    """The points of all checks, or of the answer."""
    return sum(check.points for check in exercise.checks) or exercise.file.points


def if_so(exercise: Exercise, happens: Happens, answer: str) -> str:
    """Nothing: of such an answer it cannot be said what it would be on another machine."""
    return ""


def program(exercise: Exercise, answer: str) -> None:
    """The answer is none."""


def all_or_nothing(exercise: Exercise, answer: str, right: bool, *wrong: str) -> Grade:
    """The grade of an answer that is right or not; `wrong` is told where the author says nothing.

    The author's sentence is told of a known mistake.
    """
    points = exercise.possible if right else 0
    says = () if right else known_mistake(exercise, answer)[:1] or wrong
    verdict = Verdict("answer", right, says[0] if says else "", points, exercise.possible)
    works = say("Right.") if right else say("Thank you for trying.")
    return Grade((verdict,), points, exercise.possible, (works, *says))


def known_mistake(exercise: Exercise, answer: str) -> tuple[str, ...]:
    """The sentences that the author wrote for this answer."""
    mistakes = exercise.file.mistakes
    return tuple(translate(each.says) for each in mistakes if same(each.answer, answer))


def with_why(exercise: Exercise, says: str) -> str:
    """A sentence, and the author's explanation of the right answer."""
    return " ".join(filter(None, (says, translate(exercise.file.solution.says))))


def typed_solution(exercise: Exercise) -> Iterator[Remark]:
    """A solution is typed, although it is computed."""
    if exercise.file.solution.answer:
        says = say("The answer is computed; take the solution's answer away.")
        yield Remark("solution", says)
