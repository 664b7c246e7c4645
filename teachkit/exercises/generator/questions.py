"""Hints for generated exercises: questions, none of which names a card of the solution."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from teachkit.core.game.whereabouts import Numbers
from teachkit.core.language.instructions import Repeat
from teachkit.core.language.program import Program
from teachkit.core.run.flow import called
from teachkit.core.run.walk import straight_steps
from teachkit.errors import TeachkitError
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say

MOST_HINTS = 3


def hints_for(exercise: Exercise, solution: Program) -> list[str]:
    """Return three questions for learners, from a gentle nudge to a place on the way."""
    return [*islice(_questions(exercise, solution), MOST_HINTS)]


def _questions(exercise: Exercise, solution: Program) -> Iterator[str]:
    """Yield questions: about the idea, about the hand, and about a place on the way."""
    actor, turning = called(exercise.player), exercise.game.levels.turns
    steps = [step.instruction.name for step in straight_steps(solution) or ()]
    is_number = isinstance(exercise.game.predictions(exercise.starts[0].state), Numbers)
    if any(isinstance(node, Repeat) for node in solution.body):
        yield say("What happens several times in a row? Which card could repeat it?")
    elif any(name in turning for name in steps):
        yield say("Follow the way with your finger. Where does {actor} have to turn?", actor=actor)
    else:
        yield say("Think backwards: what could the last card be?")
    if sum(number or 0 for number in exercise.cards.values()) > solution.cost:
        yield say("You do not need every card in your hand. Which one would lead you astray?")
    if on_the_way := _on_the_way(exercise, solution):
        cards, place = on_the_way
        if is_number:
            yield say("After card {card}, the register can show **{value}**. How do you get there?",
                      card=cards, value=place)  # fmt: skip
        else:
            yield say("After card {card}, {actor} can be on **{square}**. How do you get there?",
                      card=cards, actor=actor, square=place)  # fmt: skip
    if is_number:
        yield say("Which numbers can the register show just before the last card?")
        yield say("What does each card in your hand do to the number?")
    else:
        yield say("Where can {actor} be just before the last card?", actor=actor)
        yield say("Where does each card in your hand take {actor}?", actor=actor)


def _on_the_way(exercise: Exercise, solution: Program) -> tuple[int, str] | None:
    """Return the number of the card after which a new place is reached, and this place.

    The place is the one nearest to the middle of the program. Return `None` if there is none.
    """
    game, state, actor = exercise.game, exercise.starts[0].state, exercise.player
    where, found = game.whereabouts(state, actor).split()[0], list[tuple[float, int, str]]()
    with suppress(TeachkitError):
        for number in range(1, len(solution.body)):
            begun = Program(solution.body[:number])
            final = attempt(exercise, begun, exercise.starts[0]).trace.final
            place = game.whereabouts(final, actor).split()[0]
            if place != where:
                found.append((abs(begun.cost - solution.cost / 2), begun.cost, place))
    return min(found)[1:] if found else None
