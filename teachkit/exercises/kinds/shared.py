"""Parts shared by several kinds: grades and remarks for answers in words, and solutions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from teachkit.exercises.misreadings.diagnosis import Ideas, names
from teachkit.exercises.model.exercise import Exercise, Hint
from teachkit.exercises.model.verdict import Grade, Remark, Verdict
from teachkit.words import say, translate


def all_or_nothing(exercise: Exercise, answer: str, right: bool, *wrong: str) -> Grade:
    """Return the grade of an answer that is either right or wrong.

    A wrong one gets the author's sentence for it, or else the sentences `wrong`.
    """
    points = exercise.possible if right else 0
    mistake = "" if right else exercise.foreseen_text(answer)
    says = () if right else (mistake,) if mistake else wrong
    verdict = Verdict("answer", right, says[0] if says else "", points, exercise.possible)
    works = say("Right.") if right else say("Thank you for trying.")
    return Grade((verdict,), (works, *says))


def explain_in_words(
    exercise: Exercise, answer: str, grade: Grade, ideas: Ideas, *wrong: str
) -> Grade:
    """Return the grade with the ideas and sentences that explain a wrong answer, if any.

    The author's sentence for the answer comes before them.
    """
    wrong = tuple(filter(None, wrong))
    said = all_or_nothing(exercise, answer, False, *wrong) if wrong else grade
    return replace(grade, verdicts=said.verdicts, says=said.says, ideas=names(ideas))


def typed_solution(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark on a typed solution, since it is computed."""
    if exercise.file.solution.answer:
        says = say("The answer is computed; take the solution's answer away.")
        yield Remark("solution", says)


def nothing_given(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark if no program is given."""
    if not exercise.given:
        yield Remark("given", say('This kind needs a program: given = "forward, left".'))


def whole(exercise: Exercise, about: str, says: str, *lines: str) -> Hint:
    """Return the last hint: the right answer, and the author's explanation."""
    why = translate(exercise.file.solution.says)
    first = " ".join(filter(None, (says, why)))
    return Hint("solution", "\n".join((first, *lines)), about)
