"""Functions that a learner's Python can call in an exercise, each with a line of help."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from teachkit.core.language.instructions import Card
from teachkit.core.language.python_source import tree_of
from teachkit.exercises.judging.sources import LOOK, courses_of
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.running.strategy_player import PLAY
from teachkit.words import say, translate


class Callable(NamedTuple):
    """A function that learners may call: its name, how to call it, and what it does."""

    name: str
    signature: str
    says: str


def callables(exercise: Exercise) -> list[Callable]:
    """Return what Python may call: instructions, sensors, and functions of the given code.

    >>> from teachkit.classroom.library import find_exercise
    >>> for each in callables(find_exercise("19-11")):
    ...     print(each.signature, "-", each.says)
    move_1() - Drive one square ahead and push any robots in the way.
    left() - Turn left on the spot.
    on_belt() - True if the robot is on a belt.
    """
    return [*_of_the_game(exercise), *_of_the_exercise(exercise)]


def _of_the_game(exercise: Exercise) -> Iterator[Callable]:
    sensors = exercise.game.sensors
    for course in courses_of(exercise)[:1] if exercise.starts else ():
        for card in course.vocabulary:
            yield Callable(card.function, _signature(card), card.help)
        for name in course.asks:
            if name in sensors.help:
                says = say("True if {fact}.", fact=translate(sensors.help[name]))
            else:
                says = translate(sensors.meanings[name])
            yield Callable(name, f"{name}()", says)


def _signature(card: Card) -> str:
    """Return a call of `card`, in which each required argument is one of its choices."""
    required = card.arguments[: len(card.arguments) - card.optional]
    return f"{card.function}({', '.join(repr(choices[0]) for choices in required)})"


def _of_the_exercise(exercise: Exercise) -> Iterator[Callable]:
    own = {exercise.file.function: say("The function that you write.")}
    if exercise.file.match.opponents:
        own = {PLAY: say("The function that you write. It returns your answer.")}
        says = say("The view after this answer, to look ahead.")
        yield Callable(LOOK, f"{LOOK}(answer)", says)
    for node in tree_of(exercise.file.given).body:
        if isinstance(node, ast.FunctionDef):
            says = ast.get_docstring(node) or own.get(node.name) or say("A function in your code.")
            signature = f"{node.name}({ast.unparse(node.args)})"
            yield Callable(node.name, signature, says.partition("\n")[0])
