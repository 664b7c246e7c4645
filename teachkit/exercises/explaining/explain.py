"""What is told of a wrong program at once: the slip behind it, where it went
astray, or a wrong idea.

A wrong idea is one by which this very program would work.
"""

from __future__ import annotations

from functools import lru_cache

from teachkit.core.language.program import Program
from teachkit.errors import TeachkitError
from teachkit.exercises.explaining.astray import sentence_of, where_left
from teachkit.exercises.explaining.near_miss import near_miss
from teachkit.exercises.explaining.ways import ways
from teachkit.exercises.judging.mistakes import foreseen_program
from teachkit.exercises.misreadings.explained import LONGEST, alone, told
from teachkit.exercises.model.exercise import Exercise


def explained(exercise: Exercise, answer: str) -> str:
    """One sentence about a wrong answer, or nothing.

    Nothing where the author has said it, and nothing of cards that lie there untouched: where a
    bug is, a learner finds out. And nothing where a teacher keeps the answers back.
    """
    if not exercise.kind.form.is_program or not exercise.file.solution.answer:
        return ""
    if len(answer) > LONGEST:
        return ""
    try:
        program = exercise.read(answer)
    except TeachkitError:
        return ""
    if not program or program == exercise.given:
        return ""
    return _explained(exercise, program, answer)


@lru_cache(maxsize=2048)
def _explained(exercise: Exercise, program: Program, answer: str) -> str:
    known = ways(exercise)
    if foreseen_program(exercise, program) or known.works(program):
        return ""
    if miss := near_miss(exercise, program):
        return miss.says
    if left := where_left(exercise, program):
        return sentence_of(left, known.most)
    return "".join(told(alone(exercise, str(program))))
