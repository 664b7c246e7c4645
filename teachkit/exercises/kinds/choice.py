"""Kind `choice`: one of several options is right, and which one the checks compute.

An answer is a letter, behind those that were handed in before it: `a, c, b`. The letters before
the right one take away from its points, so that nobody earns by clicking through them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from teachkit.core.run.chance import Chance
from teachkit.errors import ProgramError
from teachkit.exercises.judging.mistakes import foreseen_text
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.judging.programs import judge as judged
from teachkit.exercises.kinds.shared import all_or_nothing, explain_in_words, typed_solution, whole
from teachkit.exercises.misreadings.ideas import sentences, single_ideas
from teachkit.exercises.model import forms
from teachkit.exercises.model.exercise import Exercise, Happens, Hint, Kind, Rung
from teachkit.exercises.model.file import CheckLine
from teachkit.exercises.model.forms import letter_of, letters_in
from teachkit.exercises.model.verdict import Grade, Remark, no_try
from teachkit.exercises.running.results import Execute
from teachkit.words import say


def judge(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Compare the last letter with the right one; letters tried before it take points away."""
    right = solution(exercise)
    letter = letter_of(answer)
    if letter not in exercise.options:
        letters = ", ".join(exercise.options)
        return no_try(exercise.possible, say("Choose one of: {letters}.", letters=letters))
    again = say("Look again, step by step.")
    result = all_or_nothing(exercise, letter, letter == right, again)
    before = {*letters_in(answer)} & {*exercise.options} - {letter}
    if letter == right and before:
        return _earning(result, _left_over(exercise, len(before)))
    return result


def _explain(exercise: Exercise, answer: str, grade: Grade) -> Grade:
    """Return the grade with the ideas, each alone: two of them could give any letter."""
    letter = letter_of(answer)
    ideas = single_ideas(exercise, letter)
    return explain_in_words(exercise, letter, grade, ideas, *sentences(ideas))


def _left_over(exercise: Exercise, wrong: int) -> int:
    """Return the points of the right letter after `wrong` others: all, then fewer, at last none.

    They are rounded down: one point is earned only by choosing right at once.
    """
    others = len(exercise.options) - 1
    return exercise.possible * (others - wrong) // others


def _earning(result: Grade, points: int) -> Grade:
    """Return the grade of an answer that is right, but earns only so many points."""
    says = say("With other letters tried first, it earns nothing.")
    if points:
        says = say(
            "With other letters tried first, it earns {points} of {possible} points.",
            points=points,
            possible=result.possible,
        )
    verdicts = tuple(replace(each, points=points) for each in result.verdicts)
    return replace(result, verdicts=verdicts, says=(*result.says, says))


def _outcome(exercise: Exercise, happens: Happens, answer: str) -> str:
    """Return the letter that would be right; without a program, nothing can be misread."""
    programs = [exercise.given, *(choice.program for choice in exercise.options.values())]
    return solution(exercise, happens) if happens is attempt or any(programs) else ""


def solution(exercise: Exercise, happens: Happens = attempt) -> str:
    """Return the letter of the one option for which the checks pass (or fail, if so asked).

    Raise `ProgramError` if there is not exactly one.
    """
    wanted = exercise.file.right == "passes"
    found = []
    for letter, choice in exercise.options.items():
        program = exercise.read(choice.program) if choice.program else exercise.given
        starts = [exercise.starts[choice.start - 1]] if choice.start else exercise.starts
        lines = tuple(CheckLine.of({**table, "points": 1}) for table in choice.checks)
        attempts = [happens(exercise, program, start) for start in starts]
        if judged(lines or exercise.checks, attempts).solved == wanted:
            found.append(letter)
    if len(found) != 1:
        letters = ", ".join(found) or say("none")
        raise ProgramError(say("Exactly one choice must be right, not {found}.", found=letters))
    return found[0]


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """Yield remarks on a typed solution, and on too few options."""
    yield from typed_solution(exercise)
    if len(exercise.options) < 2:
        yield Remark("choices", say("A choice needs at least two [[choices]]."))


def _strike(exercise: Exercise, about: str) -> Hint | None:
    """Return one wrong option, with the author's word on it; of two that would be the answer."""
    wrong = "".join(exercise.options).replace(solution(exercise), "")
    if len(wrong) < 2:
        return None
    letter = str(Chance(exercise.id).pick(wrong))
    foreseen = foreseen_text(exercise, letter)
    says = " ".join(filter(None, (say("It is not {letter}.", letter=letter), foreseen)))
    return Hint("strike", says, about, spare=letter)


def _right(exercise: Exercise, about: str) -> Hint:
    return whole(exercise, about, say("It is {letter}.", letter=solution(exercise)))


CHOICE = Kind(
    "choice",
    form=forms.CHOICE,
    judge=judge,
    flaws=flaws,
    ladder=(Rung("strike", _strike, stays=True), Rung("solution", _right, stays=True)),
    solution=solution,
    explain=_explain,
    predicted_outcome=_outcome,
)
