"""Remarks on long answers that are the same, character for character, for several learners.

A remark is no accusation: partners work together, and classes talk. It is made only where chance is
a poor explanation, so that it is worth reading:

- Python needs `OWN_LETTERS` characters in lines that are neither in the task nor in the author's
  answers. That is about five lines, in which names, spaces and order are free.
- A program of cards needs `OWN_CARDS` cards. With three plausible cards for each place, two
  learners who guess agree once in a million. A program that the author foresaw, or that is right
  and no longer than the author's, is one that many learners find for themselves.
- If more than `FEW` others have the same answer, it was probably developed in class.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress

from teachkit.classroom.grading.grade import Graded, Row, with_notes
from teachkit.errors import TeachkitError
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say

OWN_LETTERS = 150
OWN_CARDS = 13
FEW = 3


def with_alike_noted(
    exercises: Mapping[str, Exercise], learners: Sequence[Graded]
) -> tuple[Graded, ...]:
    """Return `learners` with a note on each long answer that a few others also gave."""
    owners: dict[tuple[str, str], list[str]] = defaultdict(list)
    for graded in learners:
        for row in graded.rows:
            exercise = exercises.get(row.variant or row.exercise)
            if exercise and _is_own(exercise, row):
                owners[row.exercise, row.answer].append(graded.learner)

    def note(learner: str, row: Row) -> str:
        others = [name for name in owners.get((row.exercise, row.answer), ()) if name != learner]
        names = ", ".join(others)
        says = say("This long answer is exactly the same as that of {names}.", names=names)
        return says if 0 < len(others) <= FEW else ""

    return with_notes(learners, note)


def _is_own(exercise: Exercise, row: Row) -> bool:
    """Return whether the answer in `row` is so long that two learners hardly ever agree on it."""
    file, form = exercise.file, exercise.kind.form
    if form.runs_python:
        given = [file.given, file.text, file.solution.answer]
        given += [each.answer for each in file.mistakes]
        known = {line.strip() for text in given for line in text.splitlines()}
        lines = map(str.strip, row.answer.splitlines())
        return sum(len(line) for line in lines if line not in known) >= OWN_LETTERS
    with suppress(TeachkitError):
        program = exercise.kind.program(exercise, row.answer) if form.is_program else None
        if program and len(program.instructions) >= OWN_CARDS and program != exercise.given:
            authors = exercise.kind.program(exercise, file.solution.answer)
            least = len(authors.instructions) if authors and row.solved else 0
            return len(program.instructions) > least and not exercise.foreseen_program(program)
    return False
