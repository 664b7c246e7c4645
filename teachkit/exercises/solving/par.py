"""Par, difficulty and concepts of exercises, computed by exact search.

Par is the fewest cards or steps that solve an exercise. Matching a par earns a badge, never points.
If a par cannot be proven, only a bound is known: the number of cards or steps in the author's own
solution. The difficulty is computed with a fixed formula.

A concept without cards, such as tracing, is practised by thinking, so it cannot be proven that an
exercise requires it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from teachkit.core.game.game import Game, Rules
from teachkit.core.language.instructions import card_name
from teachkit.core.language.program import Program
from teachkit.exercises.judging.building import cards_of
from teachkit.exercises.judging.program_runs import attempt, played_steps
from teachkit.exercises.judging.sources import courses_of
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.puzzle import puzzle
from teachkit.play.search import Metric, TooLargeError, names_in
from teachkit.words import say_many

METRICS: tuple[Metric, ...] = ("cards", "steps")


@dataclass(frozen=True)
class Par:
    """The par for cards or for steps, as `metric` says: `best` is the fewest that are needed.

    `witness` is a program that needs no more than `best`, and `programs` the number of such
    programs. If `proven` is false, `best` is not a par, but only the smallest number found.
    """

    metric: Metric
    best: int
    witness: Program
    programs: int = 0
    proven: bool = True

    def __str__(self) -> str:
        if self.metric == "cards":
            if self.proven:
                return say_many("Par: {number} card", "Par: {number} cards", self.best)
            return say_many("Best found: {number} card", "Best found: {number} cards", self.best)
        if self.proven:
            return say_many("Par: {number} step", "Par: {number} steps", self.best)
        return say_many("Best found: {number} step", "Best found: {number} steps", self.best)


class Badge(NamedTuple):
    """The badge for a par, and whether a program has earned it."""

    par: Par
    earned: bool


@lru_cache(maxsize=256)
def par(exercise: Exercise) -> tuple[Par, ...]:
    """Return the proven pars of an exercise: at most one for cards and one for steps."""
    return tuple(_proven(exercise))


@lru_cache(maxsize=256)
def bounds(exercise: Exercise) -> tuple[Par, ...]:
    """Return the par for cards and the par for steps, or the smallest number found if unproven.

    Only proven pars are returned if exercises of this kind are not searched.
    """
    if not exercise.kind.is_searched:
        return par(exercise)
    proven = {each.metric: each for each in par(exercise)}
    return tuple(proven.get(metric) or _found(exercise, metric) for metric in METRICS)


def badges(exercise: Exercise, program: Program, solved: bool) -> tuple[Badge, ...]:
    """Return a badge for each par.

    A badge is earned if `solved` is true and `program` needs no more cards or steps than par.
    """
    return tuple(
        Badge(best, solved and used(exercise, program, best.metric) <= best.best)
        for best in par(exercise)
    )


def used(exercise: Exercise, program: Program, metric: Metric) -> int:
    """Count the cards or steps that a program takes; steps are counted on the first start.

    In a game with slots, locked cards run too, so the count of steps is at most the program's
    number of cards.
    """
    if metric == "cards":
        return program.cost
    steps = len(played_steps(attempt(exercise, program, exercise.starts[0]).trace))
    return steps if exercise.game.slots is None else min(steps, program.cost)


def _proven(exercise: Exercise) -> Iterator[Par]:
    rows = as_rows(exercise) if exercise.kind.form.runs_python else None
    searched = puzzle(rows or exercise) if rows or exercise.kind.is_searched else None
    for metric in METRICS[-1:] if rows else METRICS if searched else ():
        with suppress(TooLargeError):
            if searched and (best := searched.best(metric)):
                yield Par(metric, best.cost, best.program, best.programs)


@lru_cache(maxsize=64)
def as_rows(exercise: Exercise) -> Exercise | None:
    """Return a copy of a Python exercise that is answered with cards, or `None` if it has no start.

    Only the first start is kept: Python code may behave differently on each board, so par is the
    fewest steps on the first one.
    """
    if not exercise.starts:
        return None
    cards = courses_of(exercise)[0].cards
    file = replace(exercise.file, mistakes=[])  # the author's mistakes are Python, not rows
    return replace(exercise, starts=exercise.starts[:1], cards=cards, file=file)


def _found(exercise: Exercise, metric: Metric) -> Par:
    """Return an unproven par, taken from the author's own solution."""
    solution = exercise.read(exercise.file.solution.answer)
    return Par(metric, used(exercise, solution, metric), solution, proven=False)


# -- concepts ------------------------------------------------------------------------------------

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
    if card_name(word) in cards:
        return frozenset({card_name(word)})
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
