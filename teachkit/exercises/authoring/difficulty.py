"""How difficult a program exercise is: a sum that is written down, not a feeling."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from teachkit.core.language.program import Program
from teachkit.exercises.authoring.concepts import carriers, levels_of
from teachkit.exercises.judging.attempts import attempt, played_steps
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import par
from teachkit.exercises.solving.puzzle import puzzle
from teachkit.play.search import Deck, TooLargeError, names_in
from teachkit.words import say_many

STEP, TURN, CONCEPT = 1, 2, 3


class Difficulty(NamedTuple):
    """Each step of the quickest program counts 1, each turn of the solution 2, each concept 3.

    A concept counts if no program earns everything without the cards that carry it.

    >>> Difficulty(steps=9, turns=2, concepts=("loops",)).value
    16
    """

    steps: int
    turns: int
    concepts: tuple[str, ...]

    @property
    def value(self) -> int:
        return STEP * self.steps + TURN * self.turns + CONCEPT * len(self.concepts)

    def __str__(self) -> str:
        parts = [
            say_many("{number} step", "{number} steps", self.steps),
            *([say_many("{number} turn", "{number} turns", self.turns)] if self.turns else []),
            *self.concepts,
        ]
        return f"{self.value} ({', '.join(parts)})"


@lru_cache(maxsize=256)
def difficulty(exercise: Exercise) -> Difficulty | None:
    """The difficulty of an exercise with proven pars; `None` for all others."""
    pars = {each.metric: each for each in par(exercise)}
    if "steps" not in pars or not exercise.kind.is_searched:
        return None
    solution = exercise.read(exercise.file.solution.answer)
    return Difficulty(pars["steps"].best, turns(exercise, solution), needed(exercise))


def turns(exercise: Exercise, program: Program) -> int:
    """How often this program turns on the first start."""
    turning = levels_of(exercise.game.name).turns
    trace = attempt(exercise, program, exercise.starts[0]).trace
    return sum(
        played.step.instruction.name in turning for played in played_steps(trace) if played.step
    )


def needed(exercise: Exercise) -> tuple[str, ...]:
    """The concepts without whose cards nothing earns everything."""
    concepts = levels_of(exercise.game.name).concepts
    return tuple(concept for concept in concepts if way_round(exercise, concept) is NONE)


class Unknown(Enum):
    """Why no way round a concept can be told: there is none, or there is no telling."""

    NONE = "none"
    NO_TELLING = "untold"


NONE, NO_TELLING = Unknown


@lru_cache(maxsize=1024)
def way_round(exercise: Exercise, concept: str) -> Program | Unknown:
    """A cheapest program that earns everything without the cards that carry a concept.

    There is no telling where no card on offer carries it, or beyond exact reach.
    """
    searched = puzzle(exercise) if exercise.kind.is_searched else None
    cards = carriers(concept, exercise.game.name, exercise.rules)
    if not searched or not cards & _names(searched.deck):
        return NO_TELLING
    try:
        best = searched.best()
        if best and not cards & {*names_in(best.program)}:
            return best.program
        best = searched.best(without=cards)
    except TooLargeError:
        return NO_TELLING
    return best.program if best else NONE


def _names(deck: Deck) -> set[str]:
    return {*deck.names, *(f"{times}x" for times in deck.loops), *deck.brackets}
