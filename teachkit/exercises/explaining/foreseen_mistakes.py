"""A mistake that the author foresaw: where the author sees it, so that no hint says otherwise."""

from __future__ import annotations

from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.exercises.judging.mistakes import foreseen_program
from teachkit.exercises.model.exercise import Exercise


def shared_cards(exercise: Exercise, program: Program) -> int | None:
    """How many first cards a foreseen mistake has in common with the author's solution.

    `None` where nobody foresaw this program, or where cards lie in loops.
    """
    if not foreseen_program(exercise, program):
        return None
    solution = exercise.read(exercise.file.solution.answer)
    pairs = list(zip(program.body, solution.body, strict=False))
    if not all(isinstance(node, Instruction) for node in (*program.body, *solution.body)):
        return None
    return next((place for place, (mine, right) in enumerate(pairs) if mine != right), len(pairs))
