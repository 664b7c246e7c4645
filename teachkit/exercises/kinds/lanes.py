"""Kind `lanes`: a program for each of several pieces; they run together, on every start.

The answer has a line for each piece, `red: forward, left`. Each piece has a hand of its own, and
a check that names no `player` is about each. The order in which they act is the game's rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.game.game import Game
from teachkit.core.language.lanes import Lanes
from teachkit.core.language.nodes import Repeat, brackets_in
from teachkit.core.language.program import Program
from teachkit.core.run.events import called
from teachkit.errors import ProgramError
from teachkit.exercises.kinds.cards import judge_cards, no_checks
from teachkit.exercises.model import forms
from teachkit.exercises.model.exercise import (
    Exercise,
    Hint,
    Kind,
    Rung,
    authors_solution,
    needs_start,
)
from teachkit.exercises.model.file import File
from teachkit.exercises.model.verdict import Remark
from teachkit.words import say


def given(file: File, game: Game) -> Program:
    """Return no program: the given text is read like an answer, with the pieces of the start."""
    needs_start(file)
    return Program()


def program(exercise: Exercise, answer: str) -> Lanes:
    """Return the programs that are written. Raise `ProgramError`."""
    return Lanes.read_lanes(answer, exercise.learners, exercise.game.instructions)


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """Yield remarks on missing checks, and on pieces that differ from start to start."""
    yield from no_checks(exercise)
    if len(exercise.learners) < 2:
        yield Remark("starts", say("This kind needs two pieces without a program of their own."))
    for number, start in enumerate(exercise.starts, 1):
        acting = exercise.game.programs(start.state)
        here = {name for name in exercise.game.players(start.state) if name not in acting}
        if here != set(exercise.learners):
            says = say("Start {number} has other pieces than the first.", number=number)
            yield Remark("starts", says)
    try:
        program(exercise, exercise.file.given)
    except ProgramError as error:
        yield Remark("given", error.says)


def _spare(exercise: Exercise, answer: str) -> Hint | None:
    """Return a card that no piece needs."""
    loops = (f"{times}x" for times in exercise.rules.loops if f"{times}x" in exercise.cards)
    hand = (*(card.name for card in exercise.instructions), *loops)
    needed = _names(program(exercise, authors_solution(exercise)))
    spare = next((name for name in hand if name not in needed), None)
    if spare is None:
        return None
    says = say('You do not need the card "{card}".', card=spare)
    return Hint("spare", says, answer, spare=spare)


def _names(laid: Program) -> set[str]:
    loops = (node for node, _, _ in brackets_in(laid.body) if isinstance(node, Repeat))
    return {*(card.name for card in laid.instructions), *(f"{loop.times}x" for loop in loops)}


def _lane(exercise: Exercise, answer: str) -> Hint | None:
    """Return the whole program of the first piece whose program differs from it."""
    try:
        laid = dict(program(exercise, answer).lanes)
    except ProgramError:
        laid = {}
    for name, right in program(exercise, authors_solution(exercise)).lanes:
        if laid.get(name) != right:
            says = say("{actor} can run this:", actor=called(name))
            return Hint("lane", f"{says}\n{right}", answer)
    return None


def _whole(exercise: Exercise, answer: str) -> Hint | None:
    text = authors_solution(exercise)
    return Hint("solution", "\n".join((say("A solution:"), text)), answer) if text else None


LANES = Kind(
    "lanes",
    form=forms.LANES,
    judge=judge_cards,
    flaws=flaws,
    ladder=(
        Rung("spare", _spare, stays=True),
        Rung("lane", _lane),
        Rung("solution", _whole, stays=True),
    ),
    program=program,
    given=given,
)
