"""Kind `choice`: one of several options is right, and which one the checks compute."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.chance import Chance
from teachkit.errors import ProgramError
from teachkit.exercises.attempts import attempt
from teachkit.exercises.attempts import given_program as given
from teachkit.exercises.exercise import CheckLine, Exercise
from teachkit.exercises.forms import Form
from teachkit.exercises.functions.results import Execute
from teachkit.exercises.hints.rungs import Hint, Rung, all_of_it
from teachkit.exercises.judging import judge as judged
from teachkit.exercises.verdict import Grade, Remark, earns_nothing
from teachkit.exercises.written import (
    all_or_nothing,
    known_mistake,
    possible,
    program,
    typed_solution,
    with_why,
)
from teachkit.words import say

__all__ = ["FORM", "HIDES_USED", "IS_SEARCHED", "LADDER", "NAMES_START",
           "flaws", "given", "judge", "possible", "program", "solution"]  # fmt: skip

FORM = Form.CHOICE
IS_SEARCHED = False
HIDES_USED = False
NAMES_START = False


def judge(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """A letter is compared with the right one."""
    right = solution(exercise)
    letter = answer.strip().lower()
    if letter not in exercise.options:
        letters = ", ".join(exercise.options)
        return earns_nothing(exercise.possible, say("Choose one of: {letters}.", letters=letters))
    return all_or_nothing(exercise, answer, letter == right, say("Look again, step by step."))


def solution(exercise: Exercise) -> str:
    """The letter of the one option for which the checks pass (or fail, if so asked).

    Raises `ProgramError` when there is not exactly one.
    """
    wanted = exercise.file.right == "passes"
    found = []
    for letter, choice in exercise.options.items():
        program = exercise.read(choice.program) if choice.program else exercise.given
        starts = [exercise.starts[choice.start - 1]] if choice.start else exercise.starts
        lines = tuple(CheckLine.of({**table, "points": 1}) for table in choice.checks)
        attempts = [attempt(exercise, program, start) for start in starts]
        if judged(lines or exercise.checks, attempts).solved == wanted:
            found.append(letter)
    if len(found) != 1:
        raise ProgramError(say("Exactly one choice must be right, not {found}.",
                               found=", ".join(found) or say("none")))  # fmt: skip
    return found[0]


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """Nothing is typed, and there is something to choose from."""
    yield from typed_solution(exercise)
    if len(exercise.options) < 2:
        yield Remark("choices", say("A choice needs at least two [[choices]]."))


def _strike(exercise: Exercise, about: str) -> Hint | None:
    """One wrong option, with the author's word on it; of two that would be the answer."""
    wrong = "".join(exercise.options).replace(solution(exercise), "")
    if len(wrong) < 2:
        return None
    letter = str(Chance(exercise.id).pick(wrong))
    says = " ".join((say("It is not {letter}.", letter=letter), *known_mistake(exercise, letter)))
    return Hint("strike", says, about, spare=letter)


def _right(exercise: Exercise, about: str) -> Hint | None:
    says = say("It is {letter}.", letter=solution(exercise))
    return Hint("solution", with_why(exercise, says), about)


LADDER = (
    Rung("strike", all_of_it, _strike, stays=True),
    Rung("solution", all_of_it, _right, stays=True),
)
