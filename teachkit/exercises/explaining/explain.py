"""Explanations of wrong answers: the slip, the card that goes astray, or the wrong idea behind.

A wrong idea explains an answer that would be right if the machine worked as the idea says.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from teachkit.core.language.program import Program
from teachkit.errors import TeachkitError
from teachkit.exercises.explaining.faults import fault_in, near_miss, sentence_of
from teachkit.exercises.explaining.ways import ways
from teachkit.exercises.judging.mistakes import foreseen_program
from teachkit.exercises.misreadings.ideas import LONGEST, names, sentences, single_ideas
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade


def explain(exercise: Exercise, answer: str, grade: Grade) -> Grade:
    """Return the grade of an answer with sentences that explain what is wrong, and the ideas.

    Nothing is added to a right answer, to one that cannot be judged, or where nothing is found.
    """
    with suppress(TeachkitError):
        if not (grade.solved or grade.unread):
            return exercise.kind.explain(exercise, answer, grade)
    return grade


def explain_program(exercise: Exercise, answer: str, grade: Grade) -> Grade:
    """Return the grade with a second sentence: the explanation of a wrong program."""
    grade = explain_ideas(exercise, answer, grade)
    says = "" if grade.failed_start is None else explanation(exercise, answer)
    first, *others = grade.says
    return replace(grade, says=(first, says, *others)) if says else grade


def explain_ideas(exercise: Exercise, answer: str, grade: Grade) -> Grade:
    """Return the grade with the names of the ideas by which a program that ran would be right."""
    if grade.failed_start is None:  # it was never run
        return grade
    return replace(grade, ideas=names(single_ideas(exercise, answer)))


def explanation(exercise: Exercise, answer: str) -> str:
    """Return one sentence about a wrong program, or nothing.

    Nothing where the author has said it, and nothing about cards that are as they were given: a
    bug is for the learner to find. And nothing where a teacher keeps the answers back.
    """
    if not exercise.file.solution.answer or len(answer) > LONGEST:
        return ""
    try:
        program = exercise.read(answer)
    except TeachkitError:
        return ""
    if not program or program == exercise.given:
        return ""
    return _explained(exercise, program)


@lru_cache(maxsize=2048)
def _explained(exercise: Exercise, program: Program) -> str:
    known = ways(exercise)
    if foreseen_program(exercise, program) or known.works(program):
        return ""
    if miss := near_miss(exercise, program):
        return miss.says
    if left := fault_in(exercise, program):
        return sentence_of(left, known.most)
    return "".join(sentences(single_ideas(exercise, str(program))))
