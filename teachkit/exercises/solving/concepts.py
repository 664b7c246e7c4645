"""Concepts that exercises teach, the cards for each concept, and the difficulty of exercises.

A concept without cards, such as tracing, is practised by thinking, so it cannot be proven that an
exercise requires it. The difficulty is computed with a fixed formula.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from teachkit.core.game.game import Game, Rules
from teachkit.core.language.program import Program
from teachkit.exercises.judging.building import cards_of
from teachkit.exercises.judging.program_runs import attempt, played_steps
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import par
from teachkit.exercises.solving.puzzle import puzzle
from teachkit.play.search import TooLargeError, names_in
from teachkit.words import say_many

STEP, TURN, CONCEPT = 1, 2, 3

PRACTISED = (
    "tracing", "debugging", "testing", "skipping", "search", "planning", "python", "not",
    "variables", "functions", "lists", "sensors", "parallel", "strategy",
)  # fmt: skip
"""Concepts that have no cards in any game."""


def concepts_of(game: Game) -> tuple[str, ...]:
    """Return all concepts that exercises for `game` may name.

    >>> from teachkit.games import algoracing, lovelace
    >>> "division" in concepts_of(lovelace.GAME), "division" in concepts_of(algoracing.GAME)
    (True, False)
    """
    return (*game.levels.concepts, *PRACTISED)


def named(word: str, game: Game, rules: Rules) -> frozenset[str]:
    """Return the cards that `word` stands for in the edition `rules`.

    `word` may be a card, a loop or a concept.

    >>> from teachkit.games.lovelace import GAME
    >>> rules = GAME.editions["loops"]
    >>> [sorted(named(word, GAME, rules)) for word in ("A1+", "x2", "2x", "+-20", "jump")]
    [['A1+'], ['2x'], ['2x'], ['B2+', 'B2-'], []]
    """
    loops = {f"{times}x" for times in rules.loops}
    cards = {*rules.instructions, *loops}
    turned = re.sub(r"^x(\d+)$", r"\1x", word)
    if {word, turned} & cards:
        return frozenset({word, turned} & cards)
    if word == "repeat":
        return frozenset(loops)
    return carriers(word, game, rules) or frozenset(cards & {*game.levels.called.get(word, ())})


def carriers(concept: str, game: Game, rules: Rules) -> frozenset[str]:
    """Return an edition's cards for `concept`; an empty set if there are none."""
    names = game.levels.concepts.get(concept, ())
    loops = {f"{times}x" for times in rules.loops} if "repeat" in names else set()
    return frozenset(({*cards_of(rules)} & {*names}) | loops)


# -- difficulty ----------------------------------------------------------------------------------


class Difficulty(NamedTuple):
    """The difficulty of an exercise: 1 for each step, 2 for each turn, and 3 for each concept.

    `steps` is the number of steps of the quickest solution, and `turns` the number of turn cards
    that the solution runs. `concepts` are those whose cards are needed for a full score.

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
        parts = [say_many("{number} step", "{number} steps", self.steps)]
        if self.turns:
            parts.append(say_many("{number} turn", "{number} turns", self.turns))
        return f"{self.value} ({', '.join((*parts, *self.concepts))})"


@lru_cache(maxsize=256)
def difficulty(exercise: Exercise) -> Difficulty | None:
    """Return the difficulty of `exercise`, or `None` if its pars are not proven."""
    pars = {each.metric: each for each in par(exercise)}
    if "steps" not in pars or not exercise.kind.is_searched:
        return None
    solution = exercise.read(exercise.file.solution.answer)
    return Difficulty(pars["steps"].best, turns(exercise, solution), needed(exercise))


def turns(exercise: Exercise, program: Program) -> int:
    """Count the turn cards that `program` runs from the exercise's first start."""
    turning = exercise.game.levels.turns
    steps = played_steps(attempt(exercise, program, exercise.starts[0]).trace)
    return sum(played.step.instruction.name in turning for played in steps if played.step)


def needed(exercise: Exercise) -> tuple[str, ...]:
    """Return the concepts whose cards are needed for a full score."""
    concepts = exercise.game.levels.concepts
    return tuple(concept for concept in concepts if program_without(exercise, concept) is NONE)


class NoProgram(Enum):
    """A reason for returning no program: none exists, or it is unknown whether one exists."""

    NONE = "none"
    UNKNOWN = "unknown"


NONE, UNKNOWN = NoProgram


@lru_cache(maxsize=1024)
def program_without(exercise: Exercise, concept: str) -> Program | NoProgram:
    """Return a cheapest program that earns a full score without the cards for `concept`.

    Return `NONE` if no program works without them, and `UNKNOWN` if no available card belongs to
    the concept, or if the search would take too long.
    """
    searched = puzzle(exercise) if exercise.kind.is_searched else None
    cards = carriers(concept, exercise.game, exercise.rules)
    if not searched or not cards & {*searched.deck.hand}:
        return UNKNOWN
    try:
        best = searched.best()
        if best and not cards & {*names_in(best.program)}:
            return best.program
        best = searched.best(without=cards)
    except TooLargeError:
        return UNKNOWN
    return best.program if best else NONE
